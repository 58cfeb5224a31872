"""Grids of critical values: the same as one by one, with any executor, and from a cache only if
it can be trusted."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest

from course_lib import critical_value, critical_value_grid
from course_lib.chance import atlas

ROWS, COLUMNS, COUNTS = [3, 20, 70], [10, 30], [1, 100, 10**6]


@pytest.mark.parametrize("metric", ["auc", "accuracy", "f_measure", "TP5"])
def test_a_grid_is_its_critical_values(metric):
    grid = critical_value_grid(metric, ROWS, COLUMNS, COUNTS, 0.05)
    assert grid.tolist() == [
        [[critical_value(metric, p, n, c, 0.05) for n in COLUMNS] for p in ROWS] for c in COUNTS
    ]


def test_any_executor_gives_the_same_grid():
    expected = critical_value_grid("auc", ROWS, COLUMNS, COUNTS)
    with ThreadPoolExecutor(3) as threads, ProcessPoolExecutor(2) as processes:
        for executor in (threads, processes):
            found = critical_value_grid("auc", ROWS, COLUMNS, COUNTS, executor=executor)
            assert (found == expected).all()


def test_test_sets_smaller_than_k_have_no_value():
    grid = critical_value_grid("top_k", [2, 20], [3, 20], 10)
    assert np.isnan(grid[0, 0, 0])
    assert not np.isnan(grid[0, 1:, 1:]).any()


class Computed:
    """Counts how often something was really computed."""

    def __init__(self, monkeypatch):
        self.times = 0
        real = atlas._critical_values

        def counted(*arguments):
            self.times += 1
            return real(*arguments)

        monkeypatch.setattr(atlas, "_critical_values", counted)


def test_a_grid_is_remembered(tmp_path, monkeypatch):
    computed = Computed(monkeypatch)
    first = critical_value_grid("top_k", [2, 20], [3, 20], [10, 100], cache=tmp_path)
    once = computed.times
    again = critical_value_grid("top_k", [2, 20], [3, 20], [10, 100], cache=tmp_path)
    assert computed.times == once
    assert np.array_equal(first, again, equal_nan=True)
    critical_value_grid("top_k", [2, 20], [3, 20], [10, 101], cache=tmp_path)
    assert computed.times > once  # another question


def storing(part, change):
    """A cache that holds something else in one of its parts."""

    def damage(path):
        with np.load(path) as stored:
            parts = dict(stored)
        np.savez_compressed(path, **parts | {part: change(parts[part])})

    return damage


DAMAGE = {
    "truncated": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "nonsense": lambda path: path.write_bytes(b"not a zip file"),
    "empty": lambda path: path.write_bytes(b""),
    "other numbers": storing("grid", lambda grid: grid + 0.001),
    "other label": storing("label", lambda label: str(label).replace("0.01", "0.05")),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
def test_a_damaged_cache_is_rebuilt(damage, tmp_path, monkeypatch):
    expected = critical_value_grid("accuracy", [20], [30], 10, cache=tmp_path)
    (path,) = tmp_path.iterdir()
    damage(path)
    computed = Computed(monkeypatch)
    for _ in range(2):
        assert (critical_value_grid("accuracy", [20], [30], 10, cache=tmp_path) == expected).all()
    assert computed.times == 1  # rebuilt once, and whole again
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_a_cache_made_by_other_code_is_not_used(tmp_path, monkeypatch):
    critical_value_grid("accuracy", [20], [30], 10, cache=tmp_path)
    computed = Computed(monkeypatch)
    monkeypatch.setattr(atlas, "_code_fingerprint", lambda: "yesterday's")
    critical_value_grid("accuracy", [20], [30], 10, cache=tmp_path)
    assert computed.times == 1


def test_threads_that_ask_the_same_question_do_not_disturb_each_other(tmp_path):
    def ask(_):
        return critical_value_grid("accuracy", [20, 30], [30, 40], 10, cache=tmp_path)

    with ThreadPoolExecutor(8) as pool:
        first, *others = pool.map(ask, range(16))
    assert all((grid == first).all() for grid in others)
    assert len(list(tmp_path.iterdir())) == 1


def test_a_grid_is_not_lost_when_it_cannot_be_remembered(tmp_path):
    file = tmp_path / "file"
    file.write_text("in the way")
    with pytest.warns(UserWarning, match="the grid could not be remembered"):
        grid = critical_value_grid("accuracy", [20], [30], 10, cache=file)
    assert grid[0, 0, 0] == critical_value("accuracy", 20, 30, 10)


def test_an_error_in_a_task_reaches_the_caller():
    with pytest.raises(ValueError, match="k must be a whole number from 1 to 50"):
        critical_value_grid("top_k", [20], [30], 10, k=51)
