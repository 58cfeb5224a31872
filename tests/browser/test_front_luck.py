"""The distributions of luck in the front end are those of the library."""

import math
import random

import numpy as np
import pytest

from course_lib import assess_best, critical_value, null_distribution, p_value, plan_test_set
from course_lib.chance import competition
from course_lib.chance.metrics import METRICS

MODULES = ("math/luck.js", "math/best_score.js", "math/test_set_plan.js", "math/competition.js")
COMPETITORS = (1, 1, 2, 3, 5, 10, 64, 65, 114, 1000, 10**6)
ALPHAS = (0.0001, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.19, 0.25, 0.271, 0.5)
#: Sizes at which a tail equals a level, or nearly, and others.
SIZES = {
    "auc": (1, 2, 3, 5, 9, 10, 19, 33, 50, 99, 127, 150, 260),
    "accuracy": (1, 2, 3, 9, 10, 49, 98, 99, 200, 990, 999, 5000),
    "f_measure": (1, 2, 3, 9, 10, 19, 37, 70, 99, 120),
    "top_k": (1, 2, 9, 10, 11, 45, 99, 100, 990, 20_000),
}
KS = (1, 2, 7, 10, 20)

ASK = """([cases]) => {
    const { luck, criticalValue, pValue } = window.front["math/luck.js"];
    const laws = new Map();
    return cases.map(([metric, positives, negatives, k, competitors, alpha, score]) => {
        const key = [metric, positives, negatives, k].join();
        if (!laws.has(key)) laws.set(key, luck(metric, positives, negatives, k));
        const law = laws.get(key);
        return [criticalValue(law, competitors, alpha), pValue(law, score, competitors),
                law.chanceAtMost(score), law.isAttainable(score) ? 1 : 0, law.lowest, law.highest];
    });
}"""
SENTENCES = """([cases]) => {
    const { assessBest } = window.front["math/best_score.js"];
    return cases.map(asked => {
        const found = assessBest(...asked);
        return [found.sentence(), found.heading(), ...Object.values(found.facts())];
    });
}"""
# The critical value and a p-value in slices, and how many there were.
SLICES = """([metric, positives, negatives, competitors, alpha, score]) => {
    const L = window.front["math/luck.js"];
    const law = L.luck(metric, positives, negatives);
    let slices = 1;
    const finish = work => {
        for (;;) {
            const step = work.next();
            if (step.done) return step.value;
            slices++;
        }
    };
    const critical = finish(L.criticalValueSlowly(law, competitors, alpha));
    return [critical, finish(L.pValueSlowly(law, score, competitors)), slices];
}"""


@pytest.fixture(scope="module")
def luck(front):
    return front(*MODULES)


def same(found, expected, tolerance=1e-10):
    """Equal but for the last digits, relative to the number itself; floats end at 1e-307."""
    return found == expected or abs(found - expected) <= max(tolerance * abs(expected), 1e-307)


def settings(metric, rng, number):
    """So many test sets, with `k`; few of the large ones, which take Python long."""
    sizes = SIZES[metric]
    for _ in range(number):
        positives, negatives = (sizes[int(len(sizes) * rng.random() ** 1.3)] for _ in "pn")
        k = rng.choice([k for k in KS if k <= positives + negatives])
        yield positives, negatives, k if metric == "top_k" else 10


def scores(law, critical, rng):
    """Scores of all kinds: at the edges, at the critical value and beside it, rounded, anything."""
    if law.metric == "top_k":
        top = law.last
        return rng.choice(
            [critical, min(critical + 1, top), law.first, 0, top, rng.randint(0, top)]
        )
    inner = law.lowest + rng.random() * (1 - law.lowest)
    near = min(1.0, critical + rng.random() * 0.02)
    rounded = round(near, rng.choice((2, 3, 4)))
    return rng.choice([critical, near, rounded, law.lowest, inner, rng.random(), 1.0, 0.0])


def cases_of(metric, seed, laws, each):
    rng = random.Random(seed)
    for positives, negatives, k in settings(metric, rng, laws):
        law = null_distribution(metric, positives, negatives, k=k)
        for _ in range(each):
            competitors, alpha = rng.choice(COMPETITORS), rng.choice(ALPHAS)
            critical = law.critical_value(competitors, alpha)
            yield law, competitors, alpha, critical, scores(law, critical, rng)


@pytest.mark.parametrize("metric", METRICS)
def test_critical_values_and_p_values_are_the_same(luck, metric):
    asked, expected = [], []
    for law, competitors, alpha, critical, score in cases_of(metric, 17, laws=110, each=30):
        k = law.k or 10
        asked.append([metric, law.positives, law.negatives, k, competitors, alpha, score])
        expected.append(
            [
                critical,
                law.p_value(score, competitors),
                float(law.cdf(score)),
                law.is_attainable(score),
                law.lowest,
                law.setting.highest,
            ]
        )
    assert len(asked) == 3300
    found = luck.page.evaluate(ASK, [asked])
    for case, ours, theirs in zip(asked, found, expected, strict=True):
        assert ours[0] == theirs[0], case
        assert same(ours[1], theirs[1]), (case, ours, theirs)
        assert same(ours[2], theirs[2]), (case, ours, theirs)
        assert ours[3:] == theirs[3:], case
        # The verdict by the p-value, too: a tail that equals the level is no matter of rounding.
        alpha = case[5]
        assert (ours[1] <= alpha) == (theirs[1] <= alpha), (case, ours, theirs)


@pytest.mark.parametrize(
    ("metric", "positives", "negatives"),
    [
        ("auc", 1, 1),
        ("auc", 7, 11),
        ("auc", 40, 60),
        ("auc", 110, 160),  # counted
        ("auc", 150, 160),  # on circles
        ("accuracy", 10, 999),
        ("accuracy", 300, 300),
        ("f_measure", 1, 5),
        ("f_measure", 12, 30),
        ("f_measure", 60, 30),
        ("top_k", 30, 40),
    ],
)
def test_every_score_and_its_tail(luck, metric, positives, negatives):
    law = null_distribution(metric, positives, negatives)
    support = law.support[:: 1 + law.support.size // 3000]
    found = luck.page.evaluate(
        """([metric, positives, negatives, support]) => {
            const law = window.front["math/luck.js"].luck(metric, positives, negatives);
            return support.map(score => {
                const i = law.indexOf(score);
                return [law.score(i), law.tail(i), law.head(i), law.indexOf(score + 1e-6) - i,
                        law.tail(law.first - 1), law.tail(law.last + 1), law.last - law.first];
            });
        }""",
        [metric, positives, negatives, support.tolist()],
    )
    tails, heads = law.chance_at_least(support), law.cdf(support)
    for score, tail, head, ours in zip(support, tails, heads, found, strict=True):
        assert ours[0] == score
        assert same(ours[1], tail)
        # Python adds these up from the other end where they are many, and loses digits near 0.
        assert same(ours[2], head) or abs(ours[2] - head) < 1e-14
        assert ours[3] == 1
        assert ours[4:] == [1, 0, law.support.size - 1]


@pytest.mark.parametrize(
    ("metric", "positives", "negatives", "sliced"),
    [
        ("auc", 1000, 1000, 2),
        ("auc", 10_000, 10_000, 10),
        ("auc", 20, 10_000, 1),
        ("auc", 10_000, 300, 1),
        ("f_measure", 200, 200, 1),
        ("f_measure", 700, 900, 10),
        ("f_measure", 1500, 40, 1),
        ("f_measure", 3, 2000, 1),
        ("accuracy", 10**6, 10**6, 1),
        ("accuracy", 10**6, 999_000, 1),
        ("top_k", 10**6, 10**6, 1),
    ],
)
def test_large_test_sets_too_and_in_slices(luck, metric, positives, negatives, sliced):
    for competitors, alpha in ((1, 0.5), (1, 0.05), (1000, 0.01), (10**6, 0.0001)):
        critical = critical_value(metric, positives, negatives, competitors, alpha)
        score = min(critical * 1.02, 1.0) if metric != "top_k" else critical
        asked = [metric, positives, negatives, competitors, alpha, score]
        ours, p, slices = luck.page.evaluate(SLICES, asked)
        assert ours == critical
        # At the largest sizes Python's own tails are right to 1e-9.
        tolerance = 1e-9 if positives * negatives > 10**7 else 1e-10
        assert same(p, p_value(metric, score, positives, negatives, competitors), tolerance)
        assert slices >= sliced


def test_what_is_far_below_the_smallest_float_counts_for_the_best_of_many(luck):
    asked = [
        ["auc", 518, 518, 10, 10**6, 0.01, 1.0],
        ["accuracy", 518, 518, 10, 10**6, 0.01, 1.0],
        ["f_measure", 518, 518, 10, 10**6, 0.01, 1.0],
        ["top_k", 555, 555, 545, 10**6, 0.01, 545],
    ]
    found = luck.page.evaluate(ASK, [asked])
    for (metric, positives, negatives, k, competitors, _, score), ours in zip(
        asked, found, strict=True
    ):
        expected = p_value(metric, score, positives, negatives, competitors, k=k)
        assert 0 < p_value(metric, score, positives, negatives, k=k) < 1e-307
        assert abs(ours[1] - expected) <= 1e-10 * expected


@pytest.mark.parametrize("metric", METRICS)
def test_sentences_are_the_same_to_the_letter(luck, metric):
    asked, expected, endings = [], [], set()
    for law, competitors, alpha, _, score in cases_of(metric, 18, laws=90, each=30):
        setting = law.setting
        case = [metric, score, setting.positives, setting.negatives, competitors, alpha]
        k = setting.k or 10
        best = assess_best(*case, k=k)
        asked.append([*case, k])
        expected.append([best.sentence(), best.heading(), *best.facts().values()])
        endings.add(expected[-1][0].split(": ", 1)[1][:50])
    found = luck.page.evaluate(SENTENCES, [asked])
    assert len(endings) >= (2 if metric == "top_k" else 4)
    for case, ours, theirs in zip(asked, found, expected, strict=True):
        assert ours == theirs, case


def test_the_best_of_many_and_its_level(luck):
    rng = random.Random(19)
    asked = [[rng.choice(COMPETITORS), rng.random() ** 3 or 0.5] for _ in range(10_000)]
    for (competitors, alpha), ours in zip(
        asked, luck.call("math/competition.js", "levelForEach", asked), strict=True
    ):
        assert same(ours, competition.level_for_each(competitors, alpha), 1e-14)
    asked = [[10 ** (-300 * rng.random() ** 3), rng.choice(COMPETITORS)] for _ in range(10_000)]
    for (tail, competitors), ours in zip(
        asked, luck.call("math/competition.js", "chanceOfBest", asked), strict=True
    ):
        assert same(ours, competition.chance_of_best(tail, competitors), 1e-12)


PLANS = """([cases]) => {
    const { planTestSet } = window.front["math/test_set_plan.js"];
    return cases.map(asked => {
        const plan = planTestSet(...asked);
        const work = plan.curveSlowly();
        let step = work.next();
        while (!step.done) step = work.next();
        return [plan.positives, plan.negatives, plan.significant, plan.sentence(), step.value];
    });
}"""


def test_plans_are_the_same(luck, monkeypatch):
    monkeypatch.setattr("course_lib.chance.plan.compare_mixes", lambda *asked, **more: [])
    rng = random.Random(20)
    asked = [
        ["auc", 0.65, 50, [1, 4], 0.01],
        ["auc", 0.5, 10, [1, 1], 0.01],
        ["accuracy", 0.9, 10, [1, 9], 0.01],
        ["accuracy", 0.93, 1000, [3, 27], 0.01],
        # Near the edge the verdict flips to and fro: from 46 on, one could think.
        ["accuracy", 0.62, 1, [3, 3], 0.05],
        ["accuracy", 0.53, 100, [1, 1], 0.01],
        ["f_measure", 0.8, 100, [1, 2], 0.01],
        ["f_measure", 1.0, 10**6, [1, 1], 0.0001],
        ["top_k", 7, 100, [1, 4], 0.01],
        ["top_k", 0, 1, [1, 4], 0.01],
    ]
    for metric in ("auc", "accuracy", "f_measure", "top_k"):
        for _ in range(12):
            ratio = [rng.randint(1, 4), rng.randint(1, 4)]
            score = rng.randint(4, 10) if metric == "top_k" else round(0.75 + rng.random() / 4, 2)
            level = rng.choice((0.001, 0.01, 0.05))
            asked.append([metric, score, rng.choice(COMPETITORS), ratio, level])
    for case, ours in zip(asked, luck.page.evaluate(PLANS, [asked]), strict=True):
        plan = plan_test_set(*case)
        assert ours[:4] == [plan.positives, plan.negatives, plan.significant, plan.sentence()], case
        curve = zip(plan.totals, plan.critical_values, strict=True)
        assert ours[4] == [list(point) for point in curve], case


def test_the_chances_of_all_scores_add_up(luck):
    # With nothing from Python but the number of rankings.
    found = luck.page.evaluate(
        """() => {
            const { luck } = window.front["math/luck.js"];
            const law = luck("f_measure", 4, 5);
            return Array.from({ length: law.last + 1 }, (_, i) => law.tail(i) - law.tail(i + 1));
        }"""
    )
    counts = np.array(found) * math.comb(9, 4)
    assert np.allclose(counts, counts.round(), atol=1e-9)
    assert counts.round().min() >= 1
    assert counts.round().sum() == math.comb(9, 4)
