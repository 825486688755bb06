"""For all tests."""

import signal

from hypothesis import HealthCheck, settings

# How quick the machine is says nothing about the code.
settings.register_profile("noughts", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("noughts")

# A shell has what it runs in the background ignore Ctrl-C, which programs pass on to those that
# they start; some tests press it.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
