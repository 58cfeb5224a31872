"""Tables that a spreadsheet will open, with text that students chose in them."""

#: A cell that begins with one of these is a formula, or becomes one, in common spreadsheets.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def defused(text: str) -> str:
    """Text that no spreadsheet takes for a formula.

    >>> defused("=HYPERLINK(...)"), defused("Asa Ambler")
    ("'=HYPERLINK(...)", 'Asa Ambler')
    """
    return f"'{text}" if text.startswith(_FORMULA) else text
