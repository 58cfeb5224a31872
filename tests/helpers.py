"""What several test files use."""

import re


def message(*parts):
    """A pattern for `pytest.raises`: these parts, in this order."""
    return "(?s)" + ".*".join(map(re.escape, parts))
