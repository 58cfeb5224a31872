"""Alessio Benavoli, Giorgio Corani and Francesca Mangili (2016)."""
