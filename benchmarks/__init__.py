"""How fast it is: `python -m benchmarks`, or `make bench`."""
