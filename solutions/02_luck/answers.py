"""What people answer to lesson 02 and its exercises, and what the checker must say to it.

RIGHT: answers that are right, though written in another way than in the notebook.
WRONG: answers that are not, each with a piece of the message it must get.
"""

from fractions import Fraction
from functools import cache
from math import comb, exp, log, log1p

import numpy as np
from scipy import special, stats
from sklearn.metrics import average_precision_score, roc_auc_score

# --- luck-auc: the AUC of one ranking ---------------------------------------------------------


def pair_by_pair(ranking):
    won = [
        above == 1
        for i, above in enumerate(ranking)
        for below in ranking[i + 1 :]
        if above != below
    ]
    return sum(won) / len(won)


def by_rank_sums(ranking):
    cases = len(ranking)
    ranks = [cases - place for place, case in enumerate(ranking) if case == 1]
    positives = len(ranks)
    return (sum(ranks) - positives * (positives + 1) / 2) / (positives * (cases - positives))


def empties_its_list(ranking):
    won, seen, negatives = 0, 0, 0
    while ranking:
        if ranking.pop(0):
            seen += 1
        else:
            negatives += 1
            won += seen
    return Fraction(won, seen * negatives)


def with_numpy(ranking):
    ranking = np.array(ranking)
    return np.cumsum(ranking)[ranking == 0].sum() / (ranking.sum() * (1 - ranking).sum())


def by_the_mean_place(ranking):
    places = np.flatnonzero(ranking)
    positives, negatives = len(places), len(ranking) - len(places)
    return np.array(1 - (places - np.arange(positives)).sum() / (positives * negatives))


def by_mann_whitney(ranking):
    height = np.arange(len(ranking), 0, -1)
    high, low = height[ranking == 1], height[ranking == 0]
    return np.float32(stats.mannwhitneyu(high, low).statistic / (len(high) * len(low)))


def with_scikit_learn(ranking):
    return roc_auc_score(ranking, range(len(ranking), 0, -1))


def scikit_learn_upside_down(ranking):
    return roc_auc_score(ranking, range(len(ranking)))


def pairs_won(ranking):
    return sum(sum(ranking[:place]) for place, case in enumerate(ranking) if case == 0)


def forgets_to_return_the_auc(ranking):
    auc = pair_by_pair(ranking)  # noqa: F841


def forgets_the_brackets(ranking):
    return pairs_won(ranking) / (ranking.sum() * (1 - ranking).total())


def never_below_a_half(ranking):
    return max(pair_by_pair(ranking), 1 - pair_by_pair(ranking))


def average_precision(ranking):
    return average_precision_score(ranking, range(len(ranking), 0, -1))


def divides_by_the_positives_on_top(ranking):
    on_top = list(ranking).index(0)
    return sum(list(ranking)[:on_top]) / on_top


def never_moves_on(ranking):
    place = 0
    while place < len(ranking):
        if ranking[place] == 1:
            place += 1
    return place


def shares_of_the_top(ranking):
    positives = sum(ranking)
    return sum(ranking[:positives]) / positives


# --- luck-accuracy: the best accuracy along a ranking -----------------------------------------


def accuracy_at(ranking, cut):
    return (list(ranking[:cut]).count(1) + list(ranking[cut:]).count(0)) / len(ranking)


def cut_by_cut(ranking):
    return max(accuracy_at(ranking, cut) for cut in range(len(ranking) + 1))


def two_shares_added(ranking):
    cases = len(ranking)
    return max(
        sum(ranking[:cut]) / cases + ranking[cut:].count(0) / cases for cut in range(cases + 1)
    )


def by_the_greatest_lead(ranking):
    steps = np.where(np.array(ranking) == 1, 1, -1)
    lead = max(0, np.cumsum(steps).max())
    return (ranking.count(0) + lead) / len(ranking)


def with_cumulated_sums(ranking):
    right = np.cumsum(2 * ranking - 1) + (ranking == 0).sum()
    return max(right.max(), (ranking == 0).sum()) / ranking.size


def forgets_the_last_cut(ranking):
    return max(accuracy_at(ranking, cut) for cut in range(len(ranking)))


def forgets_the_first_cut(ranking):
    return max(accuracy_at(ranking, cut) for cut in range(1, len(ranking) + 1))


def forgets_both_ends(ranking):
    return max(accuracy_at(ranking, cut) for cut in range(1, len(ranking)))


def best_cut(ranking):
    return max(range(len(ranking) + 1), key=lambda cut: accuracy_at(ranking, cut))


def majority_vote(ranking):
    return max(ranking.mean(), 1 - ranking.mean())


def balanced_accuracy(ranking):
    positives, negatives = sum(ranking), len(ranking) - sum(ranking)
    cuts = range(len(ranking) + 1)
    return max((sum(ranking[:t]) / positives + sum(1 - ranking[t:]) / negatives) / 2 for t in cuts)


def average_accuracy(ranking):
    return np.mean(all_accuracies(ranking))


def calls_the_top_negative(ranking):
    cuts = range(len(ranking) + 1)
    return max((ranking[:t].count(0) + ranking[t:].count(1)) / len(ranking) for t in cuts)


def best_precision(ranking):
    return max(sum(ranking[:cut]) / cut for cut in range(1, len(ranking) + 1))


def positives_on_top(ranking):
    return ranking.index(0) / len(ranking)


def greatest_lead(ranking):
    steps = [0, *np.cumsum([1 if case else -1 for case in ranking])]
    return max(steps) / len(ranking)


def all_accuracies(ranking):
    return [accuracy_at(ranking, cut) for cut in range(len(ranking) + 1)]


# --- luck-reflection: how often a random walk gets so far ahead -------------------------------


@cache
def step_by_step(positives, negatives, lead):
    """What is left to draw, and how far the walk still has to climb."""
    if lead <= 0:
        return 1.0
    if positives == 0:
        return 0.0
    cases = positives + negatives
    up = positives / cases * step_by_step(positives - 1, negatives, lead - 1)
    if negatives == 0:
        return up
    return up + negatives / cases * step_by_step(positives, negatives - 1, lead + 1)


def never_above_one(positives, negatives, lead):
    cases = positives + negatives
    return min(1, comb(cases, negatives + lead) / comb(cases, positives))


def one_only_below_the_end(positives, negatives, lead):
    if lead < positives - negatives:
        return 1
    return Fraction(
        comb(positives + negatives, negatives + lead), comb(positives + negatives, positives)
    )


def formula_alone(positives, negatives, lead):
    cases = positives + negatives
    return comb(cases, negatives + lead) / comb(cases, positives)


def positives_for_negatives(positives, negatives, lead):
    if lead <= max(0, positives - negatives):
        return 1.0
    cases = positives + negatives
    return comb(cases, positives + lead) / comb(cases, positives)


def one_step_beyond(positives, negatives, lead):
    return never_above_one(positives, negatives, lead + 1)


def how_many_rankings(positives, negatives, lead):
    cases = positives + negatives
    if lead <= max(0, positives - negatives):
        return comb(cases, positives)
    return comb(cases, negatives + lead)


def as_coins(positives, negatives, lead):
    if lead <= max(0, positives - negatives):
        return 1
    return comb(positives + negatives, negatives + lead) / 2 ** (positives + negatives)


def zero_for_a_small_lead(positives, negatives, lead):
    if lead <= max(0, positives - negatives):
        return 0
    return formula_alone(positives, negatives, lead)


def one_only_below_zero(positives, negatives, lead):
    return formula_alone(positives, negatives, lead) if lead > 0 else 1


def says_nothing_about_a_small_lead(positives, negatives, lead):  # noqa: RET503
    if lead > max(0, positives - negatives):
        return formula_alone(positives, negatives, lead)


def by_shuffling(positives, negatives, lead):
    generator = np.random.default_rng(0)
    steps = np.array([1] * positives + [-1] * negatives)
    walks = np.cumsum(generator.permuted(np.tile(steps, (1000, 1)), axis=1), axis=1)
    return np.mean(np.maximum(walks.max(axis=1), 0) >= lead)


RIGHT = {
    "luck-by-hand": ["C", "c"],
    "luck-level": ["b", "(B)"],
    "luck-skew": ["b", "b)"],
    "luck-auc": [
        pair_by_pair,
        by_rank_sums,
        empties_its_list,
        with_numpy,
        by_the_mean_place,
        by_mann_whitney,
        with_scikit_learn,
        lambda ranking: 1 - scikit_learn_upside_down(ranking),
    ],
    "luck-accuracy": [
        cut_by_cut,
        two_shares_added,
        by_the_greatest_lead,
        with_cumulated_sums,
    ],
    "luck-share": [
        lambda alpha, competitors: 1 - (1 - alpha) ** (1 / competitors),
        lambda alpha, competitors: 1 - exp(log(1 - alpha) / competitors),
        lambda alpha, competitors: -np.expm1(log1p(-alpha) / competitors),
        lambda alpha, competitors: 1 - np.power(1 - alpha, 1 / competitors),
        lambda alpha, competitors: np.array(1 - (1 - alpha) ** (1 / competitors)),
    ],
    "luck-reflection": [
        step_by_step,
        never_above_one,
        one_only_below_the_end,
        lambda p, n, lead: min(1, special.comb(p + n, n + lead) / special.comb(p + n, n)),
    ],
}

WRONG = {
    "luck-by-hand": [
        ("a", "five is the number of cases"),
        ("b", "the *negative* case stands above"),
        ("d", "the ranking from before"),
        (5 / 6, "one of the letters"),
        ("5/6", "'5/6' is not among the options"),
    ],
    "luck-level": [
        ("a", "63 of 100"),
        ("c", "*nobody* gets beyond"),
        (0.0001, "in quotes"),
    ],
    "luck-skew": [
        ("a", "calls every case negative"),
        ("c", "*this number* cannot show it"),
        ("Nothing", "'Nothing' is not among the options"),
    ],
    "luck-auc": [
        (scikit_learn_upside_down, "the *negative* case stands above"),
        (pairs_won, "how many pairs are in the right order"),
        (lambda ranking: pairs_won(ranking) / len(ranking), "by the number of cases"),
        (lambda ranking: pairs_won(ranking) / comb(len(ranking), 2), "all pairs of cases"),
        (lambda ranking: 100 * pair_by_pair(ranking), "in percent"),
        (lambda ranking: round(pair_by_pair(ranking), 2), "it rounds"),
        (lambda ranking: int(pair_by_pair(ranking)), "drops everything after"),
        (lambda ranking: str(pair_by_pair(ranking)), "which is text"),
        (lambda ranking: 5 / 6, "([0, 0, 1])` gives 0.833333, and should give 0."),
        (forgets_to_return_the_auc, "Is a `return` missing?"),
        (forgets_the_brackets, "stops with AttributeError: 'numpy.ndarray' object has no"),
        (divides_by_the_positives_on_top, "stops with ZeroDivisionError"),
        (lambda: 5 / 6, "stops with TypeError"),
        (never_moves_on, "a loop that never ends"),
        (shares_of_the_top, "among as many cases at the top"),
        (never_below_a_half, "it never goes below one half"),
        (lambda ranking: 2 * pair_by_pair(ranking) - 1, "Gini"),
        (average_precision, "that is the average precision"),
        (lambda ranking: np.mean(ranking), "gives 0.4, and should give 0.833333"),
        (lambda ranking: ranking, "One number is wanted"),
        (pair_by_pair([1, 0, 1, 0, 0]), "without brackets"),
    ],
    "luck-accuracy": [
        (forgets_the_first_cut, "nobody is called positive"),
        (forgets_the_last_cut, "everybody is called positive"),
        (forgets_both_ends, "two thresholds are missing"),
        (lambda ranking: accuracy_at(ranking, sum(ranking)), "as many cases as there are"),
        (lambda ranking: len(ranking) * cut_by_cut(ranking), "how many calls are right"),
        (calls_the_top_negative, "the cases *above* the cut negative"),
        (positives_on_top, "counts only the positives"),
        (greatest_lead, "greatest lead of true over false"),
        (best_precision, "that is precision"),
        (lambda ranking: 100 * cut_by_cut(ranking), "in percent"),
        (lambda ranking: cut_by_cut(ranking) // 1, "divide with `/`"),
        (best_cut, "*where* the best threshold is"),
        (majority_vote, "that is majority voting"),
        (balanced_accuracy, "that is the balanced accuracy"),
        (average_accuracy, "the average over the thresholds"),
        (lambda ranking: round(cut_by_cut(ranking), 3), "it rounds"),
        (all_accuracies, "One number is wanted: 0.8"),
        (lambda ranking: print(cut_by_cut(ranking)), "Is a `return` missing?"),
        (accuracy_at, "missing 1 required positional argument: 'cut'"),
        (lambda ranking: max(accuracy_at(ranking, t) for t in len(ranking)), "is not iterable"),
    ],
    "luck-share": [
        (lambda alpha, competitors: alpha, "far more often than that"),
        (lambda alpha, competitors: alpha / competitors, "Bonferroni"),
        (lambda alpha, competitors: (1 - alpha) ** (1 / competitors), "to stay *below* the line"),
        (lambda alpha, competitors: 1 - (1 - alpha) ** competitors, "goes the other way"),
        (lambda alpha, competitors: 1 - (1 - alpha) ** 1 / competitors, "the brackets matter"),
        (lambda alpha, competitors: 1 - (1 - alpha) / competitors, "the brackets matter"),
        (lambda alpha, competitors: 1 - alpha, "*nobody* gets beyond the line"),
        (lambda alpha, competitors: 1 - alpha ** (1 / competitors), "root of `alpha`. Staying"),
        (lambda alpha, competitors: alpha ** (1 / competitors), "so take the root of `1 - alpha`"),
        (lambda alpha, competitors: 100 * (1 - (1 - alpha) ** (1 / competitors)), "in percent"),
        (lambda alpha, competitors: round(1 - (1 - alpha) ** (1 / competitors), 4), "it rounds"),
        (lambda alpha, competitors: alpha * competitors, "it multiplies by the number"),
        (lambda alpha, competitors: alpha / (competitors + 1), "gives 0.000980392, and should"),
        (lambda competitors, alpha: 1 - (1 - alpha) ** (1 / competitors), "gives -6.36681e+33"),
        (lambda alpha: alpha, "stops with TypeError"),
        (lambda alpha, competitors: None if competitors > 1 else alpha, "returns nothing"),
        (1 - 0.95 ** (1 / 50), "is not a function"),
    ],
    "luck-reflection": [
        (formula_alone, "A smaller lead is always reached"),
        (positives_for_negatives, "positives and negatives are exchanged"),
        (one_step_beyond, "Reaching it is enough"),
        (how_many_rankings, "Divide by how many there are"),
        (as_coins, "as if every case were a coin"),
        (lambda p, n, lead: 100 * never_above_one(p, n, lead), "in percent"),
        (lambda p, n, lead: round(never_above_one(p, n, lead), 3), "it rounds"),
        (zero_for_a_small_lead, "has no chance at all"),
        (one_only_below_zero, "A smaller lead is always reached"),
        (says_nothing_about_a_small_lead, "(5, 9, 0)` returns nothing"),
        (by_shuffling, "and should give 0.3."),
        (lambda p, n, lead: comb(p + n, n - lead) / comb(p + n, p), "stops with ValueError"),
        (lambda p, n: comb(p + n, p), "stops with TypeError"),
    ],
}
