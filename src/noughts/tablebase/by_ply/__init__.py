"""Games that never repeat a position: enumerated ply by ply, solved backwards.

A *word* is a packed position. *Expansion* makes the children of a layer; *backup* carries values
back to it from the next layer.
"""
