"""How a column of a file looks: what it is called, and what its cells hold."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from course_lib.common.files import FileTable
from course_lib.judging.labels import distinct, is_missing, key_of

#: Of a long file so many rows are looked at first; what they suggest is then checked on all.
_SAMPLE = 5_000
#: With more different labels than this they are hardly classes.
MOST_CLASSES = 100
#: What people call a column, signs and spaces aside, by what it holds.
TRUTH = re.compile(
    r"(y|is)?(true|truth|gold|actual|observed|label|target|class|groundtruth|outcome|reference|gt)"
    r"(s|y|label|labels|class|value|values|answer|answers|standard)?|y|correct(answer|label|class)|"
    r"expected"
)
#: Names that hardly anything else has.
SURELY_TRUTH = re.compile(r"(y|is)?(true|truth|gold|groundtruth|gt|actual)(label|labels|class)?")
IDS = re.compile(
    r"|id|ids|uid|uuid|guid|key|idx|index|nr|no|number|unnamed\d*|row(s|id|no|nr|number|names?)?|"
    r"(case|item|doc|document|sample|question|instance|record|example|patient|subject|image|img|"
    r"user|customer|file|obs|observation|task|test|prompt|query|case)s?(id|ids|no|nr|number|name|"
    r"index|idx|key|hash)?|filename|path|hash|name"
)
FOLDS = re.compile(r"(cv|k|outer|inner|test)?(fold|split|partition)s?(id|no|nr|number|index)?|cv")
RUNS = re.compile(
    r"(run|seed|epoch|iteration|repeat|repetition|rep|replicate|trial|attempt)s?(id|no|nr)?"
)
MODELS = re.compile(
    r"(model|classifier|system|method|algorithm|agent|submission|learner)s?(name|id)?"
)
SETS = re.compile(r"(data(set)?|problem|task|benchmark)s?(name|id)?")
#: What describes a case rather than scores it: where it is from, how much it counts.
GROUPS = re.compile(
    r"(hospital|site|clinic|cent(er|re)|country|region|language|lang|domain|group|subgroup|cohort|"
    r"batch|year|month|day|age|sex|gender|race|ethnicity|stratum|(sample|case|obs)?weight)s?(id|no)?"
)
#: Words for cases that a model was made with, or kept from.
SPLITS = {"train", "training", "test", "testing", "val", "valid", "validation", "dev", "holdout"}
#: The names of rows that are folds or runs: "fold 3", "split0", "rep2_fold10", "seed=1".
_LIKE_FOLDS = re.compile(r"((cv|fold|split|rep(eat)?|run|seed|iter(ation)?)\W*_?\d+\W*_?)+", re.I)
#: What scikit-learn's searches call the scores of a fold.
SEARCH = re.compile(r"split\d+_test_.+")
#: How "right" and "wrong" are written, signs aside; the wrong one first.
RIGHT_OR_WRONG = (
    {"0", "1"},
    {"false", "true"},
    {"f", "t"},
    {"no", "yes"},
    {"n", "y"},
    {"wrong", "right"},
    {"incorrect", "correct"},
    {"fail", "pass"},
    {"failed", "passed"},
    {"i", "n", "p", "c"},
)


def plain_name(name: str) -> str:
    """A name without capitals, signs and spaces."""
    return re.sub(r"[\W_]", "", name.casefold())


@dataclass(frozen=True, eq=False)
class Look:
    """One column of a file."""

    table: FileTable
    index: int

    @property
    def name(self) -> str:
        """As the header has it."""
        return self.table.header[self.index]

    def called(self, names: re.Pattern) -> bool:
        """Is it called as columns of that kind are?"""
        return names.fullmatch(plain_name(self.name)) is not None

    @cached_property
    def cells(self) -> list[str]:
        """All of its cells, as text."""
        return self.table.column(self.index)

    @cached_property
    def _sample(self) -> list[str]:
        step = -(-len(self.cells) // _SAMPLE)
        return [cell for cell in dict.fromkeys(self.cells[::step]) if not is_missing(cell)]

    @cached_property
    def labels(self) -> dict[str, str] | None:
        """The labels that occur, by their keys; None if there are too many to be classes."""
        if len(self._sample) > 10 * MOST_CLASSES:
            return None
        found = {k: v for k, v in distinct(self.cells).items() if not is_missing(v)}
        return found if len(found) <= MOST_CLASSES else None

    @property
    def is_two(self) -> bool:
        """Does it hold two labels? Numbers with decimals are scores, even if they are two."""
        if self.labels is None or len(self.labels) != 2:
            return False
        numbers = self.is_whole and (len(self.cells) > 2 or {"0", "1"} == set(self.labels))
        return numbers or not self.is_numeric

    @property
    def is_constant(self) -> bool:
        """Does it hold the same everywhere?"""
        return self.labels is not None and len(self.labels) == 1 and not self.has_gaps

    @property
    def is_right_or_wrong(self) -> bool:
        """Two labels that say right and wrong; or one of those, for a model may be always right."""
        keys = set(self.labels or ())
        return bool(keys) and any(keys <= pair for pair in RIGHT_OR_WRONG)

    @cached_property
    def is_numeric(self) -> bool:
        """Does it hold numbers, as far as one has looked? A slip here or there is told later."""
        numbers = sum(self._like_a_number(cell) for cell in self._sample)
        return bool(self._sample) and 2 * numbers >= len(self._sample)

    def _like_a_number(self, cell: str) -> bool:
        """Or meant as one: with commas for thousands, or for decimals."""
        return self.table.number(re.sub(r"(?<=\d)[,_](?=\d)", "", cell)) is not None

    @cached_property
    def is_text(self) -> bool:
        """Is none of its cells a number, as far as one has looked?"""
        return bool(self._sample) and not any(self._like_a_number(c) for c in self._sample)

    @cached_property
    def is_whole(self) -> bool:
        """Numbers without decimals?"""
        return self.is_numeric and all(
            (number := self.table.number(c)) is not None and float(number).is_integer()
            for c in self._sample
        )

    @cached_property
    def all_different(self) -> bool:
        """Is no cell like another?"""
        step = -(-len(self.cells) // _SAMPLE)
        sampled = len(self.cells[::step])
        return len(self._sample) == sampled and len(set(self.cells)) == len(self.cells)

    @cached_property
    def counts_rows(self) -> bool:
        """0, 1, 2, ... or 1, 2, 3, ... from the first row to the last?"""
        if (
            len(self.cells) < 3
            or not self.is_whole
            or self.cells[0] not in ("0", "1", "0.0", "1.0")
        ):
            return False
        start = int(float(self.cells[0]))
        return all(key_of(cell) == str(start + row) for row, cell in enumerate(self.cells))

    @property
    def names_rows(self) -> bool:
        """Is it an id: called so and no score, text that differs from row to row, or a count?"""
        labels = self.is_two and self.is_numeric and len(self.cells) > 2
        if self.counts_rows or (
            self.called(SETS) and (self.is_text or self.is_whole) and not labels
        ):
            return True
        if self.all_different and (self.is_text or (self.is_whole and self.called(IDS))):
            return not self.is_right_or_wrong
        return self.called(IDS) and (self.is_whole or self.is_text) and not self.is_two

    @property
    def may_be_an_id(self) -> bool:
        """A different whole number in every row, beyond 0 and 1: scores are seldom so."""
        return self.is_whole and self.all_different and len(self.cells) >= 10

    @property
    def has_gaps(self) -> bool:
        """Is any cell missing?"""
        return any(is_missing(cell) for cell in dict.fromkeys(self.cells))

    @property
    def is_named_like_folds(self) -> bool:
        """Do its cells say fold 1, fold 2, ...?"""
        return bool(self._sample) and all(_LIKE_FOLDS.fullmatch(cell) for cell in self._sample)


def looks_at(table: FileTable, leave_out: Iterable[int] = ()) -> list[Look]:
    """A look at each column, but those that are spoken for."""
    spoken_for = set(leave_out)
    return [Look(table, k) for k in range(len(table.header)) if k not in spoken_for]


def share_labels(truth: Look, others: Sequence[Look]) -> bool:
    """Do the others hold labels of the truth, mostly? A class may be missing here or there."""
    known = set(truth.labels or ())
    return bool(others) and all(
        other.labels and 2 * len(known & set(other.labels)) >= len(other.labels) for other in others
    )
