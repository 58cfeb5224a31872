"""The four sources, a folder each."""
