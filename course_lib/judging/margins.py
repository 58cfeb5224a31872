"""Does a difference matter? Its interval beside a margin that somebody named."""

#: Shown to be larger than the margin, shown to be smaller, or neither.
BEYOND, WITHIN, OPEN = "beyond", "within", "open"


def beside_margin(margin: float, low: float | None, high: float | None, shown: bool) -> str:
    """Where the limits of a difference lie, as seen from a margin to both sides of 0.

    It is beyond the margin only if a test shows that there is a difference at all.

    >>> beside_margin(0.1, 0.2, 0.3, True), beside_margin(0.1, 0.2, 0.3, False)
    ('beyond', 'open')
    >>> beside_margin(0.1, -0.05, 0.02, False), beside_margin(0.1, None, None, True)
    ('within', 'open')
    """
    if low is None or high is None:
        return OPEN
    if -margin < low and high < margin:
        return WITHIN
    return BEYOND if shown and (low > margin or high < -margin) else OPEN
