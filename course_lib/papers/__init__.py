"""The sources of the course, reproduced: their figures, their tables, their claims and verdicts."""
