"""The folder of a tablebase: its manifest, its layers in compressed chunks."""
