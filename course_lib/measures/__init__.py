"""What a classifier scored: counts and rates, confusion matrices, errors of regression."""
