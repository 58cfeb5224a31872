"""Wrong turns that a right answer can take, as changes of its syntax tree."""
