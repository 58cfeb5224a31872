"""Names, words and numbers that people take for one another, family by family."""

from collections.abc import Iterator, Sequence
from typing import Any

#: Functions of a module that answer a neighbouring question; whoever mixes them up imports them.
FUNCTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("course_lib", ("critical_value", "p_value", "assess_best")),
    ("course_lib", ("sign_test", "wilcoxon_test", "paired_t_test", "mcnemar_from_predictions")),
    ("course_lib", ("tango_interval", "wald_interval", "agresti_min_interval")),
    ("course_lib", ("delong_test", "swap_test", "delong_interval")),
    ("course_lib", ("auc_score", "accuracy_score", "f_score", "precision_score", "recall_score")),
    ("course_lib", ("r_squared", "mean_squared_error", "root_mean_squared_error")),
    ("course_lib", ("confident_segment", "error_differences", "roc_points")),
    ("builtins", ("max", "min", "sum", "len")),
    ("builtins", ("any", "all")),
    ("math", ("comb", "perm")),
    ("math", ("exp", "log", "sqrt")),
    ("math", ("log1p", "log", "expm1", "exp")),
    ("sklearn.metrics", ("roc_auc_score", "average_precision_score", "accuracy_score")),
)

#: What stands behind a dot: methods of arrays, functions of modules, parts of results.
ATTRIBUTES: tuple[tuple[str, ...], ...] = (
    ("mean", "sum", "max", "min", "std", "var"),
    ("argmax", "argmin", "max", "min"),
    ("std", "var"),
    ("mean", "median"),
    ("maximum", "minimum"),
    ("argsort", "sort"),
    ("cumsum", "cumprod"),
    ("exp", "log", "sqrt"),
    ("expm1", "exp", "log1p"),
    ("comb", "perm"),
    ("ceil", "floor"),
    ("any", "all"),
    ("isf", "ppf", "sf", "cdf", "pdf", "pmf"),
    ("norm", "chi2", "t"),
    ("p_value", "statistic"),
    ("pvalue", "statistic"),
    ("critical_value", "p_value"),
    ("chance_at_least", "sf", "cdf"),
    ("area", "vertical_area", "horizontal_area", "mean_difference"),
    ("positives", "negatives"),
    ("zeros", "ones"),
    ("keys", "values"),
)

#: Words that choose among ways; any of them may stand where another should.
WORDS: tuple[tuple[str, ...], ...] = (
    ("auc", "accuracy", "f_measure"),
    ("two-sided", "greater", "less"),
    ("bonferroni", "holm", "hochberg", "hommel", "sidak", "none", "fdr_bh"),
    ("average", "min", "max", "dense", "ordinal"),
    ("left", "right"),
    ("1:9", "1:10", "9:1", "1:1"),
    ("dis", "hypothyroid", "sick", "sick-euthyroid", "spect", "spectf"),
    ("decision_stump", "decision_tree", "random_forest", "naive_bayes"),
    ("C1", "C2", "C3", "C4", "C5", "C6", "C7"),
    ("a", "b", "c", "d"),
)

#: Levels and confidences that people use.
LEVELS: tuple[tuple[float, ...], ...] = (
    (0.05, 0.01, 0.1, 0.025, 0.005, 0.001),
    (0.9, 0.95, 0.975, 0.99),
)

#: What a call may be given that it was not, other than what holds if nobody says anything. What
#: the called function does not know raises, and a mutant that raises is refused.
KEYWORDS: dict[str, dict[str, tuple[Any, ...]]] = {
    "rankdata": {"method": ("min", "max", "dense", "ordinal")},
    "std": {"ddof": (1,)},
    "var": {"ddof": (1,)},
    "sign_test": {
        "alternative": ("greater", "less"),
        "method": ("normal",),
        "ties": ("split",),
    },
    "binomtest": {"alternative": ("greater", "less")},
    "delong_test": {"alternative": ("greater", "less")},
    "mcnemar_test": {"alternative": ("greater", "less"), "method": ("chi2", "corrected", "mid-p")},
    "tango_interval": {"confidence": (0.9, 0.99)},
    "wald_interval": {"confidence": (0.9, 0.99)},
    "confident_segment": {"confidence": (0.9, 0.99)},
    "critical_difference": {
        "alpha": (0.01, 0.1),
        "method": ("bonferroni-dunn", "bonferroni", "dunn"),
    },
    "pool_sensitivity": {
        "test": ("sign", "wilcoxon", "t"),
        "correction": ("holm", "none", "nemenyi", "sidak"),
    },
    "critical_value": {"alpha": (0.05,)},
    "plan_test_set": {"alpha": (0.05,), "ratio": ("1:9",)},
    "mean_ranks": {"higher_is_better": (False,), "best": ("highest",)},
}

#: Calls that change the kind of a value and nothing else; leaving them out is no mistake.
ONLY_THE_KIND = frozenset(
    (
        *("asarray", "array", "list", "tuple", "tolist", "item"),
        *("float", "float64", "int64", "bool", "bool_", "Fraction"),
    )
)
#: Functions that give the same whatever the order of two arguments.
EITHER_WAY = frozenset(("max", "min", "maximum", "minimum", "hypot", "gcd"))


def others(families: Sequence[Sequence[Any]], one: Any) -> Iterator[Any]:
    """All relatives of one, each once."""
    seen = {one}
    for family in families:
        if one in family:
            for other in family:
                if other not in seen:
                    seen.add(other)
                    yield other
