"""Questions, checks and hints; exercises made from solutions; what a teacher needs for grading."""
