"""The null hypothesis: what classifiers that learned nothing score, and the best of many."""
