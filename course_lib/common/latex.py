"""Text and tables for LaTeX: what has a meaning there is written so that it is only a sign."""

import re
from collections.abc import Sequence

#: Signs that begin something in LaTeX, that its plain fonts replace by others, or that its engines
#: do not all know. Other letters, also those of other scripts, stay as they are.
_SIGNS = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "_": r"\_",
    "%": r"\%",
    "&": r"\&",
    "#": r"\#",
    "$": r"\$",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': "''",
    "`": r"\textasciigrave{}",
    "\u00a0": "~",
    "\u2026": r"\ldots{}",
    "\u2212": "$-$",
    "\u00d7": r"$\times$",
    "\u00b1": r"$\pm$",
    "\u2264": r"$\leq$",
    "\u2265": r"$\geq$",
    "\u2260": r"$\neq$",
    "\u2248": r"$\approx$",
    "\u221e": r"$\infty$",
    "\u2192": r"$\rightarrow$",
    "\u2190": r"$\leftarrow$",
    "\u00b0": r"$^{\circ}$",
    "\u00b2": r"$^{2}$",
    "\u00b3": r"$^{3}$",
    "\u00b5": r"$\mu$",
}  # fmt: skip
_GREEK = {
    "\u03b1": "alpha", "\u03b2": "beta", "\u03b3": "gamma", "\u03b4": "delta",
    "\u03b5": "varepsilon", "\u03b8": "theta", "\u03ba": "kappa", "\u03bb": "lambda",
    "\u03bc": "mu", "\u03c0": "pi", "\u03c1": "rho", "\u03c3": "sigma", "\u03c4": "tau",
    "\u03c6": "phi", "\u03c7": "chi", "\u03c8": "psi", "\u03c9": "omega", "\u0394": "Delta",
    "\u03a3": "Sigma", "\u03a9": "Omega",
}  # fmt: skip
_SIGNS |= {letter: rf"$\{name}$" for letter, name in _GREEK.items()}
_SIGN = re.compile("|".join(map(re.escape, _SIGNS)))
_MINUS = re.compile(r"(?<![\w.)-])-(?=\.?\d)")


def latex_text(text: str) -> str:
    r"""The text as LaTeX prints it, sign by sign.

    >>> print(latex_text("50 % of a_b & {c} cost $5 -- p < 0.05"))
    50 \% of a\_b \& \{c\} cost \$5 -{}- p \textless{} 0.05
    """
    written = _SIGN.sub(lambda sign: _SIGNS[sign[0]], " ".join(text.split()))
    # Two hyphens would become a dash.
    return re.sub(r"-(?=-)", "-{}", written)


def latex_number(text: str) -> str:
    """The same for a cell of numbers, whose minus is longer than a hyphen.

    >>> latex_number("-0.012 (-0.03 to 0.01)")
    '$-$0.012 ($-$0.03 to 0.01)'
    """
    return _MINUS.sub("$-$", latex_text(text))


def latex_table(
    header: Sequence[str], rows: Sequence[Sequence[str]], caption: str = "", label: str = ""
) -> str:
    """A table in the style of booktabs: the first column to the left, all others to the right."""
    lines = [r"\begin{table}", r"\centering"]
    if caption:
        lines.append(rf"\caption{{{latex_text(caption)}}}")
    if label:
        lines.append(rf"\label{{{label}}}")
    lines += [
        rf"\begin{{tabular}}{{l{'r' * (len(header) - 1)}}}",
        r"\toprule",
        _line([latex_text(cell) for cell in header]),
        r"\midrule",
        *(_line([latex_text(row[0]), *map(latex_number, row[1:])]) for row in rows),
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(["% needs \\usepackage{booktabs}", *lines]) + "\n"


def _line(cells: Sequence[str]) -> str:
    # What begins with a bracket would be read as an option of the line before.
    guarded = [f"{{}}{cell}" if cell.startswith(("[", "*")) else cell for cell in cells]
    return " & ".join(guarded) + r" \\"
