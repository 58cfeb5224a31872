"""The one reader of files: the same table in many spellings, and a clear word on what is none."""

import csv
import gzip
import io
import json
import pickle
import random
import re

import numpy as np
import pandas as pd
import pytest

from course_lib import read_predictions, read_scores
from course_lib.cli import main
from course_lib.common import memory
from course_lib.common.cells import RowsOfColumns, rows_of
from course_lib.common.files import read_table
from tests.helpers import line_of_refusal, refused

PREDICTIONS = "truth,tree,forest\n1,0.9,0.8\n0,0.2,-3e-1\n1,0.7,0.125\n0,0.4,0.2\n"
SCORES = "dataset,tree,forest\niris,0.9,0.95\nwine,0.8,0.7\n"


def decimal_commas(text, separator):
    return text.replace(",", separator).replace(".", ",")


#: The same table otherwise, and the note that it brings.
SPELLINGS = {
    "plain": (lambda t: t, None),
    "semicolons": (lambda t: t.replace(",", ";"), "separated by semicolons"),
    "tabs": (lambda t: t.replace(",", "\t"), "separated by tabs"),
    "semicolons, decimal commas": (lambda t: decimal_commas(t, ";"), "written with a comma"),
    "tabs, decimal commas": (lambda t: decimal_commas(t, "\t"), "written with a comma"),
    "sep=;": (lambda t: "sep=;\n" + t.replace(",", ";"), "separated by semicolons"),
    "sep=; with decimal commas": (lambda t: '"sep=;"\r\n' + decimal_commas(t, ";"), "with a comma"),
    "sep=, as Excel has it": (lambda t: "sep=,\r\n" + t, None),
    "sep= and a tab": (lambda t: "SEP=\t\n" + t.replace(",", "\t"), "separated by tabs"),
    "byte-order mark": (lambda t: "\ufeff" + t, None),
    "byte-order mark, sep=": (lambda t: "\ufeffsep=;\n" + decimal_commas(t, ";"), "with a comma"),
    "names in quotes": (lambda t: t.replace("tree", '" tree\n"').replace("for", '"for', 1)
                        .replace("est", 'est"', 1), None),
    "everything in quotes": (lambda t: re.sub(r"[^,\n]+", r'"\g<0>"', t), None),
    "CRLF": (lambda t: t.replace("\n", "\r\n"), None),
    "CR": (lambda t: t.replace("\n", "\r"), None),
    "empty lines": (lambda t: "\n\n" + t.replace("\n", "\n\n") + " , ,\n", None),
    "space around": (lambda t: t.replace(",", " , ").replace("\n", " \n"), None),
    "no end of line": (lambda t: t.rstrip(), None),
}  # fmt: skip


@pytest.mark.parametrize("packed", [False, True], ids=["text", "gz"])
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_the_same_table_in_many_spellings_is_the_same_at_both_doors(spelling, packed, tmp_path):
    change, note = SPELLINGS[spelling]
    found = []
    for door, text in ((read_predictions, PREDICTIONS), (read_scores, SCORES)):
        plain, other = tmp_path / "plain.csv", tmp_path / f"other.csv{'.gz' if packed else ''}"
        plain.write_text(text)
        data = change(text).encode()
        other.write_bytes(gzip.compress(data) if packed else data)
        ours, theirs = door(plain), door(str(other))
        assert theirs.names == ours.names == ("tree", "forest")
        assert np.array_equal(theirs.scores, ours.scores)
        assert (note is None and not theirs.notes) or any(note in text for text in theirs.notes)
        found += [ours, theirs]
    assert np.array_equal(found[0].is_positive, found[1].is_positive)
    assert found[2].data_sets == found[3].data_sets == ("iris", "wine")


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_comparison_does_not_depend_on_the_spelling(spelling, tmp_path, capsys):
    rows = [f"set {i},{0.6 + i / 100},{0.7 + i / 90:.4f},{0.9 - i / 80:.4f}" for i in range(9)]
    text = "data set,tree,forest,bayes\n" + "\n".join(rows) + "\n"
    answers = []
    for name, words in (("plain.csv", text), ("other.csv", SPELLINGS[spelling][0](text))):
        (tmp_path / name).write_bytes(words.encode())
        assert main(["compare", str(tmp_path / name), "--json"]) == 0
        answers.append(json.loads(capsys.readouterr().out))
    notes = [answer.pop("notes") for answer in answers]
    assert (notes[0], answers[0]) == ([], answers[1])
    assert main(["compare", str(tmp_path / "other.csv")]) == 0
    out = capsys.readouterr().out
    assert all(note in out for note in notes[1])
    assert ("Please note" in out) == bool(notes[1])


def test_a_separator_inside_quotes_separates_nothing(tmp_path):
    file = tmp_path / "quotes.csv"
    file.write_text('truth,"b;c;d",e\n1,0.9,0.8\n0,0.2,0.3\n')
    assert read_predictions(file).names == ("b;c;d", "e")
    file.write_text('truth;"x,y,z";e\n1;0,9;0,8\n0;0,2;0,3\n')
    table = read_predictions(file)
    assert (table.names, table.scores.tolist()) == (("x,y,z", "e"), [[0.9, 0.8], [0.2, 0.3]])
    file.write_text('dataset,"b;c",e\n"small, round",0.9,0.8\n"a\nb",0.2,0.3\n')
    assert read_scores(file).data_sets == ("small, round", "a\nb")


def test_cells_are_those_of_the_csv_reader_whatever_stands_in_the_text():
    generator = random.Random(1)
    plain = refusals = 0
    for _ in range(4_000):
        signs = generator.choice(["ab1.,\n\n,", 'ab ,\n\r\t\xa0"', "1,\r\n", '1,,\n"', "é\x0b,\n;"])
        pieces = ["\r\n" if sign == "\r" else sign for sign in signs] + ["1,2\n", "x , y\n"]
        text = "".join(generator.choices(pieces, k=generator.randrange(1, 16)))
        reader = csv.reader(io.StringIO(text, newline=""), strict=True)
        try:
            stripped = [([cell.strip() for cell in row], reader.line_num) for row in reader]
        except csv.Error as error:
            told = f"line {reader.line_num}: must be .*; {re.escape(str(error))}"
            with pytest.raises(csv.Error, match=told):
                rows_of(text, ",")
            refusals += 1
            continue
        rows, lines = rows_of(text, ",")
        plain += isinstance(rows, RowsOfColumns) and len(rows) > 1
        assert list(rows) == [row for row, _ in stripped if any(row)]
        assert lines == [line for row, line in stripped if any(row)]
    assert plain > 100
    assert refusals > 50


def test_a_long_plain_file_is_kept_in_columns_and_looks_like_rows(tmp_path):
    file = tmp_path / "long.csv"
    file.write_text('"truth","a b",c\n' + "1,0.5,2\n0,0.25,3\n" * 500)
    table = read_table(file)
    assert isinstance(table.rows, RowsOfColumns)
    assert (table.header, len(table.rows)) == (("truth", "a b", "c"), 1_000)
    assert table.rows[1] == ["0", "0.25", "3"] == list(table.records()[1].values())
    assert table.rows[:2] == [["1", "0.5", "2"], ["0", "0.25", "3"]]
    assert table.column(1) == ["0.5", "0.25"] * 500
    assert table.where(999, 1) == f"{file}, line 1001, column 'a b'"
    assert np.array(table.rows[-3:], float).tolist() == [[0, 0.25, 3], [1, 0.5, 2], [0, 0.25, 3]]


def test_a_file_that_would_not_fit_into_the_memory_is_refused_before_it_is_read(
    tmp_path, monkeypatch
):
    file, packed = tmp_path / "large.csv", tmp_path / "large.csv.gz"
    header, _, rows = PREDICTIONS.partition("\n")
    file.write_text(header + "\n" + rows * 125)
    packed.write_bytes(gzip.compress(file.read_bytes()))
    monkeypatch.setattr(memory, "memory_of_machine", lambda: 50_000)
    for large in (file, packed):
        refused("is too large: 0.0 GB of text take some 0 GB of memory to read, and this machine "
                "has 0 GB", read_table, large)  # fmt: skip
    for enough in (None, 10**6):
        monkeypatch.setattr(memory, "memory_of_machine", lambda enough=enough: enough)
        assert len(read_table(file).rows) == 125 * rows.count("\n")
    monkeypatch.undo()
    assert memory.memory_of_machine() > 10**8


def test_what_may_be_thousands_is_said_to_be_read_as_decimals(tmp_path):
    file = tmp_path / "thousands.tsv"
    file.write_text("truth\ta\n1\t1,234\n0\t12,345\n")
    table = read_predictions(file)
    assert table.scores.tolist() == [[1.234], [12.345]]
    told = [note for note in table.notes if "three digits after every comma" in note]
    assert "1,234 was read as 1.234. If thousands are meant" in told[0]
    file.write_text("tree\tforest\n1,234\t2\n12,345\t3\n")
    assert told[0].replace("'a'", "'tree'") in read_scores(file, rows="sets").notes
    file.write_text("truth\ta\n1\t1,234\n0\t0,345\n")
    assert not any("three digits" in note for note in read_predictions(file).notes)


# --- A file is refused with its name, the line and the column -------------------------------------

REFUSED = {
    "nothing": ("", "must hold a header and at least one row below it; got nothing"),
    "empty lines": ("\n \n", "got nothing"),
    "header only": ("dataset,tree,forest\n", "got a header only"),
    "missing": ("tree,b\n0.9,1\n,0.7\n", "line 3, column 'tree': the score is missing; got ''"),
    "NA": ("tree,forest\n0.9,1\nNA,0.7\n", "line 3, column 'tree': the score is missing; got 'NA'"),
    "?": ("data,a,b\niris,0.9,?\nwine,1,1\n", "line 2, column 'b': the score is missing; got '?'"),
    "nan": ("data,a,b\niris,0.9,nan\nwine,1,1\n", "line 2, column 'b': the score is missing"),
    "infinite": ("data,a,b\niris,0.9,inf\nwine,1,1\n", "must be a finite number; got 'inf'"),
    "underscore": ("a,b\n1_0,1\n1,1\n", "line 2, column 'a': a score must be a finite number"),
    "text after an empty line": ("a,b\n\n0.9,0.95\n0.8,x\n", "line 4, column 'b'"),
    "text below a note": ("sep=;\na;b\n1;2\n2;x\n", "line 4, column 'b'"),
    "too few": ("data,a,b\niris,0.9,0.95\nwine,0.8\n", "line 3: there must be 3 values, as in the"),
    "too many": ("data,a,b\niris,0.9,1\nwine,1,1,2\n", "line 3: there must be 3 values, as in the "
                 "header; got 4. Decimals with a comma go with semicolons"),
    "commas in quotes": ('a,b\n"0,9","1,5"\n1,2\n', "column 'a': a score must be a finite number; "
                         "got '0,9'. Decimals with a comma go with semicolons between the columns"),
    "points and commas": ("a;b\n0.5;1\n0,7;1\n", "line 2, column 'a': a column must have points or "
                          "commas in its numbers, not both; got '0.5' and in line 3 '0,7'"),
    "both in one": ("a;b\n1,234.5;1\n0,7;1\n", "points or commas in its numbers, not both"),
    "two commas": ("a;b\n1,2,3;1\n0,7;1\n", "line 2, column 'a': a number must have one decimal"),
    "same names": ("data,a,a\niris,1,2\nwine,1,2\n", "line 1, column 3: the names of the columns "
                   "must differ; 'a' occurs 2 times"),
    "no name": ("data,,b\niris,1,2\nwine,1,2\n", "line 1, column 2: every column must have a name"),
    "no print": ("data,a\x1b[31m\niris,1\nwine,2\n", "line 1, column 2: a name must hold letters"),
    "no header": ("0.9,0.95\n0.8,0.7\n0.7,0.75\n", "must begin with a header"),
    "no header, decimal commas": ("0,9;0,95\n0,8;0,7\n", "must begin with a header"),
    "one data set": ("dataset,tree,forest\niris,0.9,0.95\n", "at least 2 data sets (rows); got 1"),
    "one algorithm": ("dataset,tree\niris,0.9\nwine,0.8\n", "at least 2 algorithms (columns)"),
    "open quote": ('a,b\n1,2\n"1,2\n', "line 3: must be a text file with commas, semicolons"),
    "Latin-1": ("a,b\n1,2\ntrée,2\n".encode("latin-1"), "line 3: must be a text file in UTF-8"),
    "UTF-16": ("a,b\n1,2\n".encode("utf-16"), "line 1: must be a text file in UTF-8"),
    "zero byte": (b"a,b\n1,2\n1,\0\n", "line 3: must be a text file in UTF-8; it holds a zero"),
    "spreadsheet": (b"PK\x03\x04\x14\0", "is a spreadsheet: save the table as CSV first"),
    "old spreadsheet": (b"\xd0\xcf\x11\xe0\xa1\xb1", "is a spreadsheet"),
    "JSON": ('\n{"a": [1, 2]}', "on each line: save the table as CSV first (in pandas: to_csv("),
    "JSON, rows": ("[[1, 2], [3, 4]]", "record 1: the list must hold records, {...}; got '[1, 2]'"),
    "pickle": (pickle.dumps({"a": [1, 2]}), "is a pickle"),
    "damaged gzip": (gzip.compress(b"a,b\n1,2\n" * 99)[:25], "the compressed file is damaged"),
}  # fmt: skip


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_no_table_is_refused_in_one_line_with_the_place(kind, tmp_path, capsys):
    content, line = REFUSED[kind]
    file = tmp_path / "scores.csv"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    refused(line, read_scores, file, rows="sets")
    said = line_of_refusal(["compare", str(file), "--rows", "sets"], capsys)
    assert line in said
    if "at least 2" not in line:  # which a table made of arrays would be told as well
        assert str(file) in said


@pytest.mark.parametrize("ending", ["xlsx", "pkl", "npy", "feather"])
def test_a_name_tells_what_is_no_text_too(ending, tmp_path):
    file = tmp_path / f"scores.{ending}"
    file.write_text("a,b\n1,2\n")
    with pytest.raises(ValueError, match=f"scores.{ending} is a.*: save the table as CSV first"):
        read_table(file)


def test_records_in_json_are_a_table_of_scores_too(tmp_path):
    frame = pd.read_csv(io.StringIO(SCORES))
    for name, lines in (("scores.json", False), ("scores.jsonl", True), ("scores.jsonl.gz", True)):
        frame.to_json(tmp_path / name, orient="records", lines=lines)
        table = read_scores(tmp_path / name)
        assert (table.names, table.data_sets) == (("tree", "forest"), ("iris", "wine"))
        assert table.scores.tolist() == [[0.9, 0.95], [0.8, 0.7]]
    (tmp_path / "scores.json").write_text("a,b\n1,2\n")
    refused(["scores.json is a JSON file that", "save the table as CSV first"], read_table,
            tmp_path / "scores.json")  # fmt: skip


def test_a_file_that_is_not_there_is_the_systems_to_tell(tmp_path):
    for name in ("none.csv", "none.parquet"):
        with pytest.raises(FileNotFoundError):
            read_table(tmp_path / name)


# --- Parquet --------------------------------------------------------------------------------------


def test_parquet_needs_packages_and_says_which(tmp_path, monkeypatch):
    def no_engine(path):
        raise ImportError("Unable to find a usable engine")

    monkeypatch.setattr(pd, "read_parquet", no_engine)
    for name in ("scores.parquet", "scores.csv"):
        (tmp_path / name).write_bytes(b"PAR1 and so on")
        refused("must be installed (pip install pandas pyarrow)", read_scores, tmp_path / name)


def test_parquet_is_read_as_pandas_reads_it(tmp_path, monkeypatch):
    file = tmp_path / "scores.parquet"
    file.write_bytes(b"PAR1")
    frame = pd.DataFrame({"tree": [0.1 + 0.2, 1 / 3], "forest": [1, 2]}, index=["iris", "wine"])
    monkeypatch.setattr(pd, "read_parquet", lambda path: frame)
    table = read_scores(file)
    assert table.data_sets == ("iris", "wine")
    assert table.scores.tolist() == frame.to_numpy().tolist()
    frame = pd.DataFrame({"truth": [True, False], "a": [0.9, None]})
    refused(f"{file}, row 2, column 'a': the score is miss", read_predictions, file)
    frame = pd.DataFrame({"truth": ["yes", "no"], "a": np.float32([0.9, 0.1])})
    assert read_predictions(file).scores[:, 0].tolist() == frame["a"].tolist()


# --- What the columns mean: data sets -------------------------------------------------------------


@pytest.mark.parametrize("first", ["dataset", "Data Set", "name", "", "what"])
def test_a_first_column_of_text_names_the_data_sets(first, tmp_path):
    file = tmp_path / "scores.csv"
    file.write_text(SCORES.replace("dataset", first))
    assert read_scores(file).data_sets == ("iris", "wine")


def test_scores_without_names_of_data_sets_are_read(tmp_path):
    file = tmp_path / "scores.csv"
    for text in ("tree,forest\n0.9,0.95\n0.8,.7\n", "tree;forest\n0,9;95e-2\n0,8;0,7\n"):
        file.write_text(text)
        refused("what is a row? Nothing names the rows. If each is a data set", read_scores, file)
        table = read_scores(file, rows="sets")
        assert (table.names, table.data_sets) == (("tree", "forest"), ("1", "2"))
        assert table.scores.tolist() == [[0.9, 0.95], [0.8, 0.7]]
    # Numbers that name data sets are not scores if the header says so, or if they count.
    file.write_text("dataset,tree,forest\n7,0.9,0.95\n9,0.8,0.7\n")
    assert read_scores(file).data_sets == ("7", "9")
    file.write_text("set,tree,forest\n1,0.9,0.95\n2,0.8,0.7\n3,1,1\n")
    assert read_scores(file, rows="sets").names == ("tree", "forest")


def test_what_pandas_writes_is_read(tmp_path):
    frame = pd.DataFrame({"tree": [0.9, 0.8], "forest, deep": [0.95, 0.7]}, index=["iris", "wine"])
    for name, more in (("a.csv", {}), ("b.csv", {"index": False}), ("c.csv.gz", {}),
                       ("d.csv", {"sep": ";", "decimal": ","})):  # fmt: skip
        frame.to_csv(tmp_path / name, **more)
        table = read_scores(tmp_path / name, rows="sets")
        assert table.names == ("tree", "forest, deep")
        assert (table.scores == frame.to_numpy()).all()


def test_a_file_without_a_header_and_records_by_name(tmp_path):
    file = tmp_path / "plain.csv"
    file.write_text("1,a\n2,b\n")
    table = read_table(file, header=False)
    assert (table.header, table.rows, table.lines) == ((), [["1", "a"], ["2", "b"]], [1, 2])
    file.write_text("number;letter\n1;a\n2;\n")
    assert read_table(file).records() == [
        {"number": "1", "letter": "a"},
        {"number": "2", "letter": ""},
    ]
    file.write_text("1,a\n2\n")
    refused("line 2: there must be 2 values, as in the first row", read_table, file, header=False)


def test_a_word_to_another_spreadsheet_however_its_line_ends(tmp_path):
    file = tmp_path / "sep.csv"
    for first in ("sep=;\n", "sep=;\r", "sep=; \r\n", "sep=;;;\n"):
        file.write_bytes(f"{first}data;a;b\nx;1,5;2\ny;3;4\n".encode())
        assert read_scores(file, rows="sets").scores.tolist() == [[1.5, 2], [3, 4]]
