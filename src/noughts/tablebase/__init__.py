"""Every position's value: strong solutions, worked out layer by layer and kept on disk."""
