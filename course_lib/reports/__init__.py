"""Pages that need nothing but themselves: a judgement, the reproduction of the sources."""
