"""A file of predictions, judged: the practitioner's door."""
