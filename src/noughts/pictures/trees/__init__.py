"""Trees and strategies as SVG, or for Graphviz."""
