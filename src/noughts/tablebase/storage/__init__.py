"""The folder of a tablebase: its manifest, its layers in compressed chunks.

The *manifest* lists the files and their checksums. A *chunk* is 64 KiB of values, compressed on its
own. A *frontier* layer is enumerated but not solved.
"""
