"""Connect Four: the solver against C++ programs, against others, and what it costs by phase."""
