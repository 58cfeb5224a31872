"""George Forman and Ira Cohen (2005)."""
