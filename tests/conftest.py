"""For all tests."""

from hypothesis import HealthCheck, settings

# How quick the machine is says nothing about the code.
settings.register_profile("noughts", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("noughts")
