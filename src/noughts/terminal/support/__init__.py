"""Shared by the commands: options, progress, standard streams, filters."""
