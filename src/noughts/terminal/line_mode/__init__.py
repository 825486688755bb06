"""The line mode: a line in, sentences out."""
