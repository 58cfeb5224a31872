"""Wrong turns: programs that differ from a right one by one of them."""
