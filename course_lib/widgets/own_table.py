"""Panels on a table of scores: the published one, or a reader's own."""

from typing import Any, ClassVar

from course_lib.common.score_table import ScoreTable, score_table
from course_lib.datasets import load_benavoli_accuracies
from course_lib.widgets.panel import Panel


class TablePanel(Panel):
    """A panel on a table. A reader's own goes with its settings, for nobody else has it."""

    #: What `__init__` is handed besides the table.
    arguments: ClassVar[tuple[str, ...]] = ()

    def take(self, table: Any) -> None:
        """Keep the table: before `__init__`, which asks for what the front end looks up."""
        self.is_own = table is not None
        self.table = score_table(table) if self.is_own else load_benavoli_accuracies()

    def settings(self) -> dict[str, Any]:
        """Its values, what it was made with, and the table if it is the reader's own."""
        made_with = {name: getattr(self, name) for name in self.arguments}
        return {
            **self.values,
            **made_with,
            **({"table": _plain(self.table)} if self.is_own else {}),
        }

    @classmethod
    def as_set(cls, settings: dict[str, Any]) -> "TablePanel":
        """The same table, the same values."""
        rest = dict(settings)
        made_with = {name: rest.pop(name) for name in cls.arguments if name in rest}
        if "table" in rest:
            made_with["table"] = ScoreTable(**rest.pop("table"))
        panel = cls(**made_with)
        panel.set(**rest)
        panel.spec = {**panel.spec, "first": panel.values}
        return panel


def _plain(table: ScoreTable) -> dict[str, Any]:
    """A table as JSON can say it."""
    return {
        "scores": table.scores.tolist(),
        "names": list(table.names),
        "data_sets": list(table.data_sets),
        "precision": table.precision,
    }
