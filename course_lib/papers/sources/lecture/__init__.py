"""Marion Neumann, Lecture 6."""
