"""Right or wrong, item by item, from files: every layout, and a clear question about the others."""

import gzip
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from course_lib import judge_items, read_items
from course_lib.cli import main
from course_lib.common.files import read_table
from course_lib.datasets import example_items
from tests.helpers import line_of_refusal, missing, refused

#: Three models on four items.
RIGHT = {"tree": [1, 0, 1, 1], "forest": [1, 1, 1, 0], "bayes": [0, 0, 1, 1]}
TABLE = np.array(list(RIGHT.values()), dtype=float).T


def wide(**words):
    """A row for each item: these words for wrong and right."""
    wrong, right = words.get("wrong", "0"), words.get("right", "1")
    rows = [",".join([f"q{i}", *(right if v else wrong for v in row)]) for i, row in
            enumerate(TABLE.astype(int).tolist(), 1)]  # fmt: skip
    return "\n".join(["item,tree,forest,bayes", *rows]) + "\n"


def long_records(**more):
    """A record for each model and item."""
    return [
        {"model": model, "item": f"q{i}", "correct": bool(value), **more}
        for model, values in RIGHT.items()
        for i, value in enumerate(values, 1)
    ]


def as_lines(records):
    return "".join(json.dumps(record) + "\n" for record in records)


def as_csv(records):
    return pd.DataFrame(records).to_csv(index=False)


def write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def is_right(found, names=tuple(RIGHT), table=TABLE):
    assert found.names == names
    assert found.right.tolist() == table.tolist()
    return True


# --- A column for each model ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("0", "1"), ("0.0", "1.0"), ("False", "True"), ("false", "TRUE"), ("wrong", "right"),
     ("incorrect", "correct"), ("Fail", "Pass"), ("failed", "passed"), ("no", "yes"), ("n", "y"),
     ("I", "C"), ("f", "t"), ("unresolved", "resolved"), ("✗", "✓")],
)  # fmt: skip
def test_right_and_wrong_in_many_words(wrong, right, tmp_path):
    file = write(tmp_path / "right.csv", wide(wrong=wrong, right=right))
    found = read_items(file)
    assert is_right(found)
    assert found.items == ("q1", "q2", "q3", "q4")
    assert (found.source, found.notes) == (str(file), ())


def test_shares_count_as_they_are_and_inspects_letters_have_parts(tmp_path):
    file = write(tmp_path / "right.csv", "a,b\n0.25,C\n1,P\n0,I\n0.5,N\n")
    found = read_items(file)  # half of the cells are none too many
    assert found.right.T.tolist() == [[0.25, 1, 0, 0.5], [1, 0.5, 0, 0]]
    file.write_text("a;b\n0,25;1\n1;0\n")
    assert read_items(file).right.T.tolist() == [[0.25, 1], [1, 0]]


@pytest.mark.parametrize(
    "column",
    [("id", ["17", "4", "99", "23"]), ("", ["0", "1", "2", "3"]), ("nr", ["1", "2", "3", "4"]),
     ("what", ["1", "2", "3", "4"]), ("question", ["Who?", "Why?", "When?", "Where?"]),
     ("sha", ["ab1", "ab2", "ab3", "ab4"]), ("index", ["0", "1", "2", "3"])],
)  # fmt: skip
def test_ids_and_row_numbers_are_no_models(column, tmp_path):
    name, ids = column
    lines = wide().splitlines()
    text = "\n".join([f"{name},tree,forest,bayes",
                      *(f"{i},{line.partition(',')[2]}" for i, line in
                        zip(ids, lines[1:], strict=True))])  # fmt: skip
    found = read_items(write(tmp_path / "right.csv", text))
    assert is_right(found)
    assert found.items == tuple(ids)


def test_text_is_left_out_and_that_is_said(tmp_path):
    frame = pd.DataFrame({"id": list("abcd"), "split": "test", "topic": ["x", "x", "y", "y"],
                          **RIGHT, "nothing": None})  # fmt: skip
    frame.to_csv(tmp_path / "right.csv", index=False)
    found = read_items(tmp_path / "right.csv", drop="topic")
    assert is_right(found)
    assert found.notes == (
        "Columns 'split', 'nothing' were left out: they hold no right or wrong.",
    )
    assert read_items(tmp_path / "right.csv", cluster="topic").number_of_clusters == 2
    assert read_items(tmp_path / "right.csv", drop=["topic", "split", "nothing"]).notes == ()


def test_what_items_share_is_asked_about(tmp_path):
    """Left out, 25 items of one text would count as 25 independent ones."""
    rng = np.random.default_rng(1)
    right = {"a": rng.integers(0, 2, 100), "b": rng.integers(0, 2, 100)}
    text = np.repeat([f"text {i}" for i in range(20)], 5)
    for shared in (text, np.repeat(np.arange(20), 5)):
        for id_column in ({}, {"id": [f"q{i}" for i in range(100)]}):
            file = tmp_path / "right.csv"
            pd.DataFrame({**id_column, "passage": shared, **right}).to_csv(file, index=False)
            refused(["column 'passage' holds 20 different values in 100 rows", "cluster='passage'",
                     "drop='passage'"], read_items, file)  # fmt: skip
            assert read_items(file, cluster="passage").number_of_clusters == 20
            assert read_items(file, drop="passage").clusters is None
    # What is the same everywhere, or nearly always another, says nothing of the kind.
    titles = [f"title {i}" for i in range(95)] + ["title 0"] * 5
    frame = pd.DataFrame({"id": range(1, 101), "split": "test", "title": titles, **right})
    frame.to_csv(tmp_path / "right.csv", index=False)
    assert read_items(tmp_path / "right.csv").names == ("a", "b")
    # A slip among right and wrong is told as such.
    slip = pd.DataFrame({"a": ["1", "0", "2"] + ["1"] * 7, "b": ["1", "0"] * 5})
    slip.to_csv(tmp_path / "right.csv", index=False)
    refused(["column 'a'", "got '2'"], read_items, tmp_path / "right.csv")
    records = [
        {**record, "patient": "p" + "1122"[k % 4]} for k, record in enumerate(long_records())
    ]
    file = write(tmp_path / "long.jsonl", as_lines(records))
    refused("column 'patient' holds 2 different values", read_items, file)
    assert is_right(read_items(file, drop="patient"))


def test_runs_need_the_names_of_items(tmp_path):
    """Ten runs of 40 items are not 400 items; a count of the rows does not tell either."""
    rng = np.random.default_rng(2)
    frame = pd.DataFrame({"seed": np.tile(np.arange(10), 40), "a": rng.integers(0, 2, 400),
                          "b": rng.integers(0, 2, 400)})  # fmt: skip
    file = tmp_path / "runs.csv"
    for index in (False, True):
        frame.to_csv(file, index=index)
        refused(["column 'seed' looks like runs of the same items, 10 values in 400 rows",
                 "drop='seed'"], read_items, file)  # fmt: skip
        assert read_items(file, drop="seed").number == 400
    frame["question"] = np.repeat([f"q{i}" for i in range(40)], 10)
    frame.to_csv(file, index=False)
    found = read_items(file)
    assert (found.number, found.runs) == (40, 10)


def test_predicted_labels_of_any_classes(tmp_path):
    text = "truth,a,b\ncat,cat,dog\ndog,dog,dog\ncow,cat,Cow\ncat,cat,cat\n"
    file = write(tmp_path / "labels.csv", text)
    expected = [[1, 1, 0, 1], [0, 1, 1, 1]]
    for found in (read_items(file), read_items(file, truth="truth")):
        assert found.names == ("a", "b")
        assert found.right.T.tolist() == expected
    file.write_text("id,digit,a,b\n7,3,3.0,3\n8,4,9,4\n9,9,9,4\n")
    found = read_items(file, truth="digit")
    assert (found.right.T.tolist(), found.items) == ([[1, 0, 1], [1, 1, 0]], ("7", "8", "9"))
    # Labels of two classes, where the truth is named.
    file.write_text("a,y,b\n1,1,0\n0,1,1\n1,0,0\n")
    assert read_items(file, truth="y").right.T.tolist() == [[1, 0, 0], [0, 1, 1]]
    assert read_items(file, drop="y").right.T.tolist() == [[1, 0, 1], [0, 1, 0]]
    # No answer is a missing one.
    file.write_text("truth,a,b\nx,x,\ny,x,y\nz,z,z\n")
    refused("line 2, column 'b': a cell is missing; got ''", read_items, file, truth="truth")
    assert read_items(file, truth="truth", missing="drop").right.T.tolist() == [[0, 1], [1, 1]]


def test_a_truth_beside_right_and_wrong_is_not_needed(tmp_path):
    file = write(tmp_path / "right.csv", "target,a,b\ncat,1,0\ndog,0,0\ncow,1,1\n")
    found = read_items(file)
    assert (found.names, found.right.T.tolist()) == (("a", "b"), [[1, 0, 1], [0, 0, 1]])
    assert found.notes == (
        "Column 'target' was left out: the others say right or wrong by themselves.",
    )


def test_runs_are_averaged_and_clusters_kept(tmp_path):
    text = "item,seed,text,a,b\nq1,1,t,1,0\nq1,2,t,0,0\nq2,1,t,1,1\nq2,2,t,1,1\nq3,1,u,0,0\n"
    text += "q3,2,u,0,1\n"
    file = write(tmp_path / "runs.csv", text)
    for named in ({}, {"runs": "seed", "ids": "item"}):
        found = read_items(file, drop="text", **named)
        assert found.right.T.tolist() == [[0.5, 1, 0], [0, 1, 0.5]]
        assert (found.runs, found.items) == (2, ("q1", "q2", "q3"))
    assert read_items(file, cluster="text").clusters.tolist() == [0, 0, 1]


def test_missing_cells_are_refused_or_dropped_and_counted(tmp_path):
    file = write(tmp_path / "right.csv", wide().replace("q2,0", "q2,").replace("q4,1", "q4,NA"))
    refused(["right.csv, line 3, column 'tree': a cell is missing; got ''. There are 2 such rows "
             "of 4", "missing='drop' leaves them out"], read_items, file)  # fmt: skip
    found = read_items(file, missing="drop")
    assert is_right(found, table=TABLE[[0, 2]])
    assert found.notes == ("2 rows with a missing cell left out, of 4.",)


def test_parquet_and_compressed_files(tmp_path, monkeypatch):
    data = gzip.compress(wide().encode())
    assert is_right(read_items(write(tmp_path / "right.csv.gz", data)))
    data = gzip.compress(as_lines(long_records()).encode())
    assert is_right(read_items(write(tmp_path / "right.jsonl.gz", data)))
    monkeypatch.setattr(pd, "read_parquet", lambda path: pd.DataFrame(long_records()))
    assert is_right(read_items(write(tmp_path / "right.parquet", b"PAR1")))


def test_the_example_is_what_eleven_models_called_the_digits():
    digits = pytest.importorskip("sklearn.datasets").load_digits()
    found = read_items(example_items())
    assert (len(found.names), found.number) == (11, 899)
    assert found.notes == ("Column 'truth' was taken for the right labels.",)
    table = read_table(example_items())
    images = [int(row["image"]) for row in table.records()]
    assert images == list(range(898, 1797))
    assert [int(row["truth"]) for row in table.records()] == digits.target[images].tolist()
    right = [row["decision_tree"] == row["truth"] for row in table.records()]
    assert found.right[:, found.names.index("decision_tree")].tolist() == right


# --- A row for each model and item ----------------------------------------------------------------


@pytest.mark.parametrize(
    "names",
    [("model", "item", "correct"), ("Model", "question_id", "score"), ("system", "doc_id", "acc"),
     ("classifier", "id", "is_correct"), ("model_name", "instance_id", "resolved"),
     ("agent", "task_id", "passed"), ("model", "sample_id", "Exact Match")],
)  # fmt: skip
@pytest.mark.parametrize("form", ["csv", "jsonl", "json", "ndjson"])
def test_records_by_many_names(names, form, tmp_path):
    records = [dict(zip(names, record.values(), strict=True)) for record in long_records()]
    np.random.default_rng(1).shuffle(records)
    text = {"csv": as_csv, "json": json.dumps}.get(form, as_lines)(records)
    found = read_items(write(tmp_path / f"right.{form}", text))
    order = [found.names.index(name) for name in RIGHT]
    rows = [found.items.index(f"q{i}") for i in range(1, 5)]
    assert found.right[rows][:, order].tolist() == TABLE.tolist()
    told = f"A row for each model and item: {names[0]!r} the model, {names[1]!r} the item"
    assert found.notes[0].startswith(told)


def test_other_columns_do_not_matter_and_options_name_what_does(tmp_path):
    records = [{**record, "latency": 3.5 + i, "who": record["model"], "q": record["item"],
                "ok": int(not record["correct"]), "prompt": "Who?"}
               for i, record in enumerate(long_records())]  # fmt: skip
    file = write(tmp_path / "right.jsonl", as_lines(records))
    assert is_right(read_items(file))
    assert is_right(read_items(file, model="who", ids="q", score="ok"), table=1 - TABLE)
    assert is_right(read_items(file, where={"item": ["q1", "q4"]}), table=TABLE[[0, 3]])
    assert is_right(read_items(file, where="item=q2"), table=TABLE[[1]])


def test_names_that_lie_deeper(tmp_path):
    records = [{"model": {"name": r["model"]}, "qid": r["item"], "doc": {"correct": 7},
                "metrics": {"acc": int(r["correct"])}} for r in long_records()]  # fmt: skip
    assert is_right(read_items(write(tmp_path / "deep.jsonl", as_lines(records))))


def test_the_same_score_under_two_names_is_no_question(tmp_path):
    records = [{**record, "score": float(record["correct"])} for record in long_records()]
    assert is_right(read_items(write(tmp_path / "right.jsonl", as_lines(records))))


def test_predictions_in_records(tmp_path):
    truth = {"q1": "a", "q2": "b", "q3": "c", "q4": "a"}
    records = [
        {"model": r["model"], "item": r["item"], "gold": truth[r["item"]],
         "prediction": truth[r["item"]] if r["correct"] else "d"}
        for r in long_records()
    ]  # fmt: skip
    file = write(tmp_path / "predicted.csv", as_csv(records))
    found = read_items(file, truth="gold")
    assert is_right(found)
    assert "'prediction' the predicted label" in found.notes[0]


def test_epochs_are_runs_also_where_models_have_other_seeds(tmp_path):
    records = [
        {**record, "epoch": epoch, "correct": record["correct"] and (epoch == 1 or i % 2 == 0)}
        for epoch in (1, 2)
        for i, record in enumerate(long_records())
    ]
    found = read_items(write(tmp_path / "a.jsonl", as_lines(records)))
    assert found.runs == 2
    halved = TABLE.copy()
    halved[1::2] /= 2  # there are four items a model, so every second record is an even item
    assert found.right.tolist() == halved.tolist()
    assert "'epoch' the run" in found.notes[0]
    seeds = {"tree": 0, "forest": 10, "bayes": 20}
    records = [
        {"seed" if k == "epoch" else k: v + seeds[r["model"]] if k == "epoch" else v
         for k, v in r.items()}
        for r in records
    ]  # fmt: skip
    again = read_items(write(tmp_path / "b.jsonl", as_lines(records)))
    assert again.right.tolist() == halved.tolist()


def test_ids_that_begin_anew_in_each_task(tmp_path):
    records = [{**record, "task": task} for task in ("sums", "words") for record in long_records()]
    found = read_items(write(tmp_path / "a.jsonl", as_lines(records)))
    assert is_right(found, table=np.vstack([TABLE, TABLE]))
    assert (found.items[0], found.items[-1]) == ("sums/q1", "words/q4")
    file = write(tmp_path / "b.csv", "subject,id,a\nlaw,1,1\nlaw,2,0\nart,1,0\nart,2,1\n")
    assert read_items(file).items == ("law/1", "law/2", "art/1", "art/2")


def test_models_that_lack_items_are_named_and_counted(tmp_path):
    records = [r for r in long_records() if (r["model"], r["item"]) not in
               {("bayes", "q2"), ("bayes", "q3"), ("tree", "q2")}]  # fmt: skip
    file = write(tmp_path / "a.jsonl", as_lines(records))
    refused(["every model must have every item: 'bayes' lacks 2 of 4 items, the first of them 'q3'",
             "1 other model lacks some", "missing='drop' keeps the 2 that all models have"],
            read_items, file)  # fmt: skip
    found = read_items(file, missing="drop")
    assert is_right(found, table=TABLE[[0, 3]])
    assert found.notes[1].startswith("2 items left out: 'bayes' lacks 2 of 4 items")
    # A score that is not there is an item that is not there.
    records = [{**r, "correct": None if r["item"] == "q3" else r["correct"]} for r in records]
    file = write(tmp_path / "b.jsonl", as_lines(records))
    assert is_right(read_items(file, missing="drop"), table=TABLE[[0, 3]])


def test_clusters_in_records(tmp_path):
    texts = {"q1": "t", "q2": "t", "q3": "u", "q4": "u"}
    records = [{**r, "doc": {"passage": texts[r["item"]]}} for r in long_records()]
    file = write(tmp_path / "a.jsonl", as_lines(records))
    assert read_items(file, cluster="doc.passage").clusters.tolist() == [0, 0, 1, 1]


# --- lm-evaluation-harness ------------------------------------------------------------------------


def harness(values, filters=("none",), task_of=None, **more):
    """Records as the harness logs them."""
    return as_lines(
        {
            "doc_id": i,
            "doc": {"question": f"What is {i} and {i}? " + "so " * 500, "subject": "ab"[i % 2]},
            "target": "4",
            "arguments": {"gen_args_0": {"arg_0": "Q", "arg_1": {"until": ["Q:"]}}},
            "resps": [["4"]],
            "filtered_resps": ["4"],
            "filter": way,
            "metrics": ["exact_match", *more],
            "doc_hash": f"hash{i}",
            "exact_match": float(value) if way != "flexible-extract" else 1.0,
            **{name: metric(value) for name, metric in more.items()},
        }
        for way in filters
        for i, value in enumerate(values)
    )


def samples(tmp_path, task="gsm8k", **how):
    """A file for each model, as the harness lays them out."""
    return [
        write(tmp_path / f"lab__{name}" / f"samples_{task}_2025-01-0{i}T12-00-00.123456.jsonl",
              harness(values, **how))
        for i, (name, values) in enumerate(RIGHT.items(), 1)
    ]  # fmt: skip


HARNESS_NAMES = tuple(f"lab__{name}" for name in RIGHT)


def test_samples_of_the_harness_are_named_after_their_folders(tmp_path):
    files = samples(tmp_path)
    found = read_items(files)
    assert is_right(found, HARNESS_NAMES)
    assert found.items == ("0", "1", "2", "3")
    assert read_items(files, cluster="doc.subject").clusters.tolist() == [0, 1, 0, 1]
    named = [f"{name}={file}" for name, file in zip("xyz", files, strict=True)]
    assert is_right(read_items(named), ("x", "y", "z"))
    assert is_right(read_items(dict(zip("xyz", files, strict=True))), ("x", "y", "z"))


def test_filters_and_metrics_of_the_harness_are_asked_for(tmp_path):
    files = samples(tmp_path, filters=("strict-match", "flexible-extract"))
    refused(["once for each filter: 'strict-match', 'flexible-extract'",
             "where={'filter': 'strict-match'}"], read_items, files)  # fmt: skip
    assert is_right(read_items(files, where={"filter": "strict-match"}), HARNESS_NAMES)
    easy = read_items(files, where={"filter": "flexible-extract"})
    assert easy.right.all()
    # A metric that is a list, or no share, is none of those to choose from.
    files = samples(tmp_path, acc_norm=lambda v: 1 - v, inst_acc=lambda v: [True, False],
                    bypass=lambda v: 999)  # fmt: skip
    refused("which column says right or wrong: 'exact_match' or 'acc_norm'? Name it, as in "
            "score='exact_match'", read_items, files)  # fmt: skip
    assert is_right(read_items(files, score="acc_norm"), HARNESS_NAMES, 1 - TABLE)


def test_several_tasks_of_the_harness(tmp_path):
    files = [*samples(tmp_path, "arc_easy"), *samples(tmp_path, "mmlu_law")]
    found = read_items(files)
    assert is_right(found, HARNESS_NAMES, np.vstack([TABLE, TABLE]))
    assert (found.items[0], found.items[-1]) == ("arc_easy/0", "mmlu_law/3")
    refused(["'lab__bayes' lacks 4 of 8 items", "'mmlu_law/0'"], read_items, files[:-1])


def test_the_harness_files_must_be_about_the_same_questions(tmp_path):
    files = samples(tmp_path)
    files[1].write_text(files[1].read_text().replace("hash2", "hash9"))
    refused([str(files[1]), "line 3, column 'doc_hash': item '2' is another question than in",
             str(files[0]), "drop='doc_hash'"], read_items, files)  # fmt: skip
    assert is_right(read_items(files, drop="doc_hash"), HARNESS_NAMES)


def test_two_runs_of_a_model_are_asked_about(tmp_path):
    one, two, _ = samples(tmp_path)
    again = write(one.parent / "samples_gsm8k_2025-02-02T12-00-00.jsonl", two.read_text())
    refused([str(again), "line 1: 'lab__tree' has item '0' twice, first in", str(one), "line 1",
             "runs='file'", "NAME=file"], read_items, [one, again, two])  # fmt: skip
    assert read_items([one, again], runs="file").right[:, 0].tolist() == [1, 0.5, 1, 0.5]
    refused("NAME=file", read_items, [one, again])


# --- Inspect --------------------------------------------------------------------------------------


def inspect_log(model, values, epochs=1):
    """A log as Inspect writes it in JSON, cut to the size of a test."""
    return json.dumps(
        {
            "version": 2,
            "status": "success",
            "eval": {"model": model, "task": "popularity", "task_id": f"id of {model}"},
            "results": {"scores": []},
            "samples": [
                {"id": i, "epoch": epoch, "input": "?", "target": "Yes", "messages": [{"a": 1}],
                 "scores": {"match": {"value": "C" if v else "I", "answer": "1" if v else "No",
                                      "explanation": "so", "history": []}},
                 "metadata": {"group": "ab"[i % 2]}}
                for i, v in enumerate(values) for epoch in range(1, epochs + 1)
            ],
        }, indent=1,
    )  # fmt: skip


def test_logs_of_inspect_are_read_as_they_are(tmp_path):
    names = tuple(f"openai/{name}" for name in RIGHT)
    for epochs in (1, 3):
        files = [
            write(tmp_path / f"{epochs}_{i}.json", inspect_log(name, values, epochs))
            for i, (name, values) in enumerate(zip(names, RIGHT.values(), strict=True))
        ]
        found = read_items(files)  # fmt: skip
        assert is_right(found, names)
        assert (found.runs, found.items) == (epochs, ("0", "1", "2", "3"))
    assert read_items(files, cluster="metadata.group").clusters.tolist() == [0, 1, 0, 1]


def test_samples_as_inspect_exports_them(tmp_path):
    """What samples_df gives: `sample_id` is of the record, `id` is of the item."""
    records = [
        {"sample_id": f"{r['model']}-{r['item']}-{epoch}", "eval_id": f"eval of {r['model']}",
         "model": r["model"], "task_id": f"task of {r['model']}", "id": r["item"], "epoch": epoch,
         "target": "Yes", "score_match": "C" if r["correct"] else "I",
         "score_match_answer": "1", "score_match_explanation": "so"}
        for r in long_records() for epoch in (1, 2)
    ]  # fmt: skip
    for form, text in (("jsonl", as_lines), ("csv", as_csv)):
        found = read_items(write(tmp_path / f"samples.{form}", text(records)))
        assert is_right(found)
        assert found.runs == 2
    evals = [{k: v for k, v in record.items() if k != "model"} for record in records]
    file = write(tmp_path / "evals.jsonl", as_lines(evals))
    assert is_right(read_items(file, model="eval_id"), tuple(f"eval of {name}" for name in RIGHT))
    two = [{**record, "score_model_graded": 0.5} for record in records]
    file = write(tmp_path / "two.jsonl", as_lines(two))
    refused("right or wrong: 'score_match' or 'score_model_graded'?", read_items, file)
    assert is_right(read_items(file, score="score_match"))


def test_one_file_for_each_model_without_its_name(tmp_path):
    files = []
    for name, values in RIGHT.items():
        records = [{"id": i, "correct": v} for i, v in enumerate(values)]
        files.append(write(tmp_path / f"{name}.csv", as_csv(records)))
    assert is_right(read_items(files))
    assert is_right(read_items([f"a={files[0]}", *files[1:]]), ("a", "forest", "bayes"))


def test_a_table_that_was_read_already():
    table = read_table(example_items())
    assert read_items(table, drop="naive_bayes").names == tuple(
        name for name in read_items(example_items()).names if name != "naive_bayes"
    )


# --- What is wrong is named, and asked about ------------------------------------------------------

LONG = "model,item,correct\na,1,1\na,2,0\nb,1,1\nb,2,1\n"
WRONG = {
    "a letter for a digit": ("a,b\n1,0\nl,1\n0,1\n", {}, ["line 3, column 'a': right or wrong must "
                             "be 1 and 0, true and false", "got 'l'", "drop='a'"]),
    "two languages": ("a,b\nyes,0\nno,1\n1,1\n", {}, ["line 4, column 'a'", "got '1'"]),
    "percentages": ("id,a,b\nx,100,0\ny,0,100\nz,100,100\n", {}, ["column 'a'", "got '100'"]),
    "beyond 1": ("a,b\n0.5,0\n1.5,1\n", {}, ["line 3, column 'a'", "a share from 0 to 1; got"]),
    "negative": ("a,b\n0.5,0\n-0.5,1\n", {}, ["line 3, column 'a'", "got '-0.5'"]),
    "infinite": ("a,b\n0.5,0\ninf,1\n", {}, ["line 3, column 'a'", "got 'inf'"]),
    "no header": ("1,0\n0,1\n1,1\n", {}, "must begin with a header that names its columns"),
    "header only": ("a,b\n", {}, "got a header only"),
    "scores on data sets": ("dataset,a,b\niris,0.95,0.93\nwine,0.97,1\nzoo,0.9,0.88\n", {},
                            ["like scores on several data sets", "): pairwise_tests"]),
    "a difficulty": ("a,hard,b\n1,0.31,0\n0,0.5,1\n1,1,1\n", {}, ["most cells of column 'hard' lie "
                     "between 0 and 1", "rows='items'", "drop='hard'"]),
    "other rows": (wide(), {"rows": "folds"}, "for folds, use compare_folds"),
    "only text": ("id,a,b\n1,x,y\n2,x,z\n3,w,z\n", {}, ["no column holds right or wrong",
                  "truth= names the column with the right ones"]),
    "letters for answers": ("id,a,b\n1,A,C\n2,B,C\n3,C,D\n", {}, ["no column holds right "
                            "or wrong", "predicted labels, truth= names the column with the"]),
    "a truth of two classes": ("truth,a,b\n1,0,1\n0,1,1\n1,1,1\n", {}, ["column 'truth' looks like "
                               "the truth", "(truth='truth')", "(drop='truth')"]),
    "scores beside the truth": ("truth,a\n" + "".join(f"{i % 2},0.{i:03}\n" for i in range(99)), {},
                                ["looks like cases with their truth and scores", "): judge. If"]),
    "labels of another kind": ("truth,a\ncat,0\ndog,1\ncat,1\n", {"truth": "truth"},
                               "no column holds labels of the truth"),
    "hardly labels": ("y,a,p\n" + "".join(f"{i % 3},{i % 3},{i / 40}\n" for i in range(99)),
                      {"truth": "y"}, ["line 3, column 'p': '0.025' is no label of the truth, nor",
                      "drop='p'"]),
    "an item twice": ("item,a,b\nq1,1,0\nq2,1,0\nq1,1,1\n", {}, ["line 4, column 'item': item 'q1' "
                      "stands there twice, first in line 2", "runs=", "model=", "ids=", "drop='"]),
    "no name for models": ("engine,item,correct\na,1,1\na,2,0\nb,1,1\nb,2,1\n", {},
                           ["line 4, column 'item': item '1' stands there twice", "model="]),
    "an item twice in a run": ("item,run,a\nq1,1,0\nq1,1,1\nq2,1,1\n", {"runs": "run"},
                               ["item 'q1' stands there twice in run '1', first in line 2"]),
    "runs without items": ("run,a,b\n1,0,1\n1,1,1\n2,1,1\n", {"runs": "run"}, "needs the column"),
    "a cluster": ("id,cluster,a,b\n1,x,0,1\n2,x,1,1\n3,y,1,1\n", {}, ["'cluster' seems to say "
                  "which items belong together", "cluster='cluster'", "drop='cluster'"]),
    "a cluster is missing": ("id,t,a,b\n1,x,0,1\n2,,1,1\n3,y,1,1\n", {"cluster": "t"},
                             "line 3, column 't': a cell is missing"),
    "no such column": (wide(), {"cluster": "topic"}, ["cluster must name a column of",
                       "'item', 'tree', 'forest', 'bayes'; got 'topic'"]),
    "one column for two": (LONG, {"model": "model", "ids": "Model"}, "must be two columns; got "),
    "dropped and named": (wide(), {"drop": "tree", "truth": "tree"}, "must be two columns; got "),
    "another remedy": (wide(), {"missing": "zero"}, "missing must be one of 'drop'; got 'zero'"),
    "every row has a gap": ("a,b\n1,\n,1\n", {"missing": "drop"}, "nothing would be left"),
    "a score of records": (wide(), {"score": "tree"}, "which column names the model (model=)?"),
    "where, no such value": (LONG, {"where": {"model": "c"}}, ["no row has 'c'", "'a', 'b'"]),
    "where, no equation": (LONG, {"where": "model"}, "where must be COLUMN=value; got 'model'"),
    "records, two scores": ("model,item,correct,score\na,1,1,0.2\nb,1,1,0.9\n", {}, ["which column "
                            "says right or wrong: 'correct' or 'score'?", "score='correct'"]),
    "records, no score": ("model,item,tokens\na,1,7\na,2,9\nb,1,1\nb,2,3\n", {}, ["column 'model' "
                          "seems to name the models", "name it with score="]),
    "records, bad score": ("model,item,score\na,1,1\na,2,7\nb,1,1\nb,2,1\n", {}, ["line 3, column "
                           "'score': right or wrong must be", "got '7'"]),
    "records, no item": ("model,correct\na,1\na,0\nb,1\nb,1\n", {}, "which column names the items"),
    "records, ids of their own": ("model,id,correct\na,1,1\na,2,0\nb,3,1\nb,4,1\n", {},
                                  ["which column names the items; 'id' cannot, for no two models "
                                   "have one in common", "ids="]),
    "records, two ids": ("model,item,question_id,correct\na,1,x,1\na,2,y,0\nb,1,y,1\nb,2,x,1\n", {},
                         ["which column names the items: 'item' or 'question_id'?", "ids='item'"]),
    "records, twice": (LONG + "a,1,0\n", {}, ["line 6: 'a' has item '1' twice, first in line 2",
                       "which column says in which run (runs=)?"]),
    "records, twice and why": ("model,item,correct,way\n" + "".join(
                               f"{m},{i},1,{w}\n" for m in "ab" for i in "12" for w in "xy"), {},
                               ["line 3: 'a' has item '1' twice, first in line 2", "column 'way' "
                                "('x' and 'y')", "runs='way'", "where={'way': 'x'}"]),
    "records, twice in a run": ("model,item,correct,run\na,1,1,1\na,1,0,1\nb,1,1,1\nb,1,1,2\n",
                                {"runs": "run"}, "'a' has item '1' twice"),
    "records, unequal runs": ("model,item,correct,run\na,1,1,1\na,1,0,2\na,2,1,1\na,2,1,2\n"
                              "b,1,1,1\nb,2,1,1\n", {}, ["every model must have every item and "
                              "run: 'b' lacks 2 of 4 items (runs counted)", "keeps the 2"]),
    "records, nothing in them": ("model,item,score\na,1,\nb,1,?\n", {}, "all cells are missing"),
    "evaluations": ("sample_id,eval_id,id,score_match\n1,x,1,C\n2,x,2,I\n3,y,1,C\n4,y,2,C\n", {},
                    ["which column names the model (model=)? Column 'eval_id'", "EvalModel"]),
    "records, no model": ("model,item,correct\na,1,1\n,1,0\na,2,1\n,2,1\n", {},
                          "line 3, column 'model': the model is missing"),
    "records, nothing in common": ("model,id,correct\na,1,1\na,2,0\na,3,0\nb,2,1\nb,4,1\nc,3,1\n"
                                   "c,1,1\n", {"missing": "drop"}, "No item is there for all"),
    "records, another truth": ("model,item,prediction,gold\na,1,x,x\nb,1,x,y\n", {"truth": "gold"},
                               ["line 3, column 'gold': the truth of item '1' must be the same in "
                                "all its records; got 'y' here and 'x' in line 2"]),
    "records, no predictions": ("model,item,said,gold\na,1,x,x\nb,1,x,y\n", {"truth": "gold",
                                "model": "model"}, "which column holds what each model predicted?"),
    "one cluster only": ("id,t,a,b\n1,x,0,1\n2,x,1,1\n", {"cluster": "t"}, "at least 2"),
}  # fmt: skip


@pytest.mark.parametrize("kind", WRONG)
def test_what_is_wrong_or_in_doubt_is_named(kind, tmp_path):
    text, options, parts = WRONG[kind]
    refused(parts, read_items, write(tmp_path / "right.csv", text), **options)


WRONG_JSON = {
    "cut off": ("jsonl", '{"model": "a"}\n{"model": ', "line 2: every line must hold one whole"),
    "a list on a line": ("jsonl", '{"model": "a"}\n[1]\n', "line 2: every line must hold a record"),
    "column by column": ("json", '{"a": [1, 0]}', "is a JSON file without a list of records"),
    "no records in it": ("json", "[1, 2]", "record 1: the list must hold records, {...}; got '1'"),
    "empty": ("jsonl", "\n\n", "must hold a header and at least one row below it; got nothing"),
    "no JSON": ("json", "a,b\n1,0\n", "is a JSON file that cannot be read"),
    "too deep": ("jsonl", "[" * 100_000, "nested too deeply"),
    "two values": ("jsonl", '{"a.b": 1, "a": {"b": 0}}\n', "line 1: the record has two values for"),
    "a summary": ("json", '{"results": {}, "configs": {}}', "files samples_*.jsonl beside it"),
    "no samples": ("json", '{"eval": {"model": "a"}}', "an evaluation without its samples"),
    "Inspect": ("eval", "PK", "is a log of Inspect: turn it into JSON first (inspect log convert"),
}


@pytest.mark.parametrize("kind", WRONG_JSON)
def test_json_that_holds_no_records_is_refused(kind, tmp_path):
    ending, text, part = WRONG_JSON[kind]
    refused([f"right.{ending}", part], read_items, write(tmp_path / f"right.{ending}", text))


def test_files_are_named_once_and_exist(tmp_path):
    file = write(tmp_path / "right.csv", LONG)
    refused("files must differ from each other", read_items, [file, str(file)])
    refused("files must name at least one file; got none", read_items, [])
    refused("files must be paths, or NAME=path; got 3", read_items, [3])
    refused("x= names one model, but column 'model' names 2: a, b", read_items, [f"x={file}"])
    with pytest.raises(FileNotFoundError):
        read_items(f"x={tmp_path / 'none.csv'}")
    odd = write(tmp_path / "a=b.csv", LONG)
    assert read_items(str(odd)).names == ("a", "b")


def test_several_tables_with_a_column_for_each_model_are_not_joined(tmp_path):
    files = [write(tmp_path / name, wide()) for name in ("one.csv", "two.csv")]
    refused(["2 files: no column is called as right or wrong is", "score="], read_items, files)


# --- JSON as a table ------------------------------------------------------------------------------


def test_records_are_a_table_with_names_for_what_lies_deeper(tmp_path):
    text = '{"a": 1, "b": {"c": true, "d": null}}\n\n{"a": 2.5, "e": [1, "x"], "b": {}}\n'
    table = read_table(write(tmp_path / "a.jsonl", text))
    assert table.header == ("a", "b.c", "b.d", "e", "b")
    assert table.rows == [["1", "true", "", "", ""], ["2.5", "", "", '[1, "x"]', ""]]
    assert (table.lines, table.unit) == ([1, 3], "line")
    table = read_table(write(tmp_path / "a.json", '[{"a b\\n": "  x "}, {"a b": NaN}]'))
    assert (table.header, table.rows, table.unit) == (("a b",), [["x"], ["nan"]], "record")
    many = as_lines({"a": i, "notes": {f"key {i}": i}} for i in range(100))
    table = read_table(write(tmp_path / "b.jsonl", many))
    assert table.header == ("a", "notes")
    assert table.rows[7] == ["7", '{"key 7": 7}']


def test_records_can_be_judged_like_any_table(tmp_path):
    from course_lib import read_predictions

    records = [{"truth": i % 2, "a": i / 10} for i in range(10)]
    found = read_predictions(write(tmp_path / "a.jsonl", as_lines(records)))
    assert (found.names, found.positives) == (("a",), 5)
    records[3]["a"] = None
    file = write(tmp_path / "a.json", json.dumps(records))
    refused("a.json, record 4, column 'a': the score is missing", read_predictions, file)
    assert Path(file).exists()


# --- The command ----------------------------------------------------------------------------------


def test_the_command_says_what_it_takes_the_file_to_be_and_what_it_found(capsys):
    assert main(["items", "--example"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "digits_predicted.csv: items right or wrong, 11 models on 899 items.\n"
        "Column 'truth' was taken for the right labels.\n"
    )
    found = judge_items(read_items(example_items()))
    assert not missing(out, *found.sentences().values(), found.table().text())
    # The best against the rest comes first, from the nearest to the farthest; then others.
    lines = out.partition("first / second")[2].splitlines()[1:]
    seconds = [line.partition(" / ")[2].split()[0] for line in lines[:10]]
    assert seconds == [one.name for one in found.ranking[1:]]
    assert all(line.startswith("support_vectors / ") for line in lines[:10])
    assert lines[15] == "40 more pairs: --csv writes all of them."
    assert out.count("was taken for the right labels") == 1


def test_the_command_writes_every_pair_and_json(tmp_path, capsys):
    file = write(tmp_path / "right.jsonl", as_lines(long_records()))
    assert main(["items", str(file), "--csv", str(tmp_path / "pairs.csv"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    expected = judge_items(read_items(file))
    assert found == json.loads(json.dumps(expected.as_dict()))
    assert [r["first"] for r in read_table(tmp_path / "pairs.csv").records()] == [
        pair.first for pair in expected.pairs
    ]
    assert main(["items", str(file), "--control", "tree", "--margin", "0.1", "--seed", "5"]) == 0
    out = capsys.readouterr().out
    assert not missing(out, "points above tree", "  margin\n", "Compared with tree")
    assert "rank" not in out.partition("Please note")[0]
    assert main(["items", str(file), "--where", "model=tree"]) == 0  # one model is no contest
    assert judge_items({"tree": RIGHT["tree"]}).sentences()["best"] in capsys.readouterr().out


COMMANDS = {
    "no file": ([], "say which file, as in: course items right.csv (or --example)"),
    "two": (["--example", "a.csv"], "--example brings its own file; got 'a.csv' as well"),
    "none": (["none.csv"], "No such file or directory: 'none.csv'"),
    "over it": (["FILE", "--csv", "FILE"], "--csv must not be the file that is read"),
    "no control": (
        ["FILE", "--control", "oak"],
        "control must be one of 'tree', 'forest', 'bayes'",
    ),
    "no column": (["FILE", "--score", "acc"], "--score must name a column of"),
    "which score": (["TWO"], "'correct' or 'score'? Name it, as in --score correct"),
    "which item": (["FILE", "--drop", "item"], "which column names the items? Name it with --id"),
    "which rows": (
        ["FILE", "--where", "model=oak"],
        "no row has 'oak'; there are 'tree', 'forest'",
    ),
    "gaps": (["GAPS"], "lacks 1 of 4 items, the first of them 'q4'. --missing drop keeps the 3"),
}


@pytest.mark.parametrize("kind", COMMANDS)
def test_the_command_refuses_in_one_line_and_names_the_option(kind, tmp_path, capsys):
    arguments, part = COMMANDS[kind]
    records = long_records()
    files = {
        "FILE": records,
        "TWO": [{**record, "score": 0.5} for record in records],
        "GAPS": records[:-1],
    }
    paths = {name: write(tmp_path / f"{name}.jsonl", as_lines(r)) for name, r in files.items()}
    said = line_of_refusal(["items", *(str(paths.get(a, a)) for a in arguments)], capsys)
    assert part in said


def test_rows_of_models_are_sent_elsewhere(tmp_path):
    for board in ("model,mmlu,gsm8k\nx,88.2,90\ny,70,81.5\n", "model,accuracy\nx,0.88\ny,0.7\n"):
        file = write(tmp_path / "board.csv", board)
        refused(["a row for each of 2 models", "course printed --table"], read_items, file)
    file = write(tmp_path / "side.csv", "model,q1,q2,q3\nx,1,0,1\ny,1,1,0\n")
    refused(["a row for each of 2 models", "Turn it round"], read_items, file)
