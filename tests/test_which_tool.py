"""WHICH_TOOL.md: everything in it runs, and prints what it says."""

import doctest
import re
from pathlib import Path

import course_lib
from course_lib.cli import build_parser, main

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "WHICH_TOOL.md").read_text()


def test_python_blocks_say_what_they_print(monkeypatch):
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    assert len(blocks) >= 9
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "WHICH_TOOL.md", None, 0)
    found = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test)
    assert found.attempted > 30
    assert found.failed == 0


def test_commands_print_what_is_below_them(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"```console\n\$ \.venv/bin/course (.*?)\n(.*?)```", PAGE, re.S)
    assert len(blocks) == PAGE.count("```console")
    assert len(blocks) >= 3
    for command, expected in blocks:
        assert main(command.split()) == 0
        assert capsys.readouterr().out.split() == expected.split(), command


def test_no_block_escapes_the_tests():
    fences = re.findall(r"^```(\w*)", PAGE, re.M)
    assert (set(fences[::2]), set(fences[1::2])) == ({"python", "console"}, {""})


def test_every_name_and_every_link_leads_somewhere():
    commands = build_parser()._subparsers._group_actions[0].choices
    for command in re.findall(r"`course (\w+)", PAGE):
        assert command in commands
    table = PAGE.partition("| --- |")[2].partition("\n\n")[0]
    for name in re.findall(r"`(\w+)`", table):
        assert name in course_lib.__all__, name
    for path in re.findall(r"\]\((notebooks/[^)]*)\)", PAGE):
        assert (ROOT / path).exists()
    headings = re.findall(r"^## (.*)", PAGE, re.M)
    anchors = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in headings}
    linked = set(re.findall(r"\]\(#([^)]*)\)", PAGE))
    assert linked == anchors


def test_each_section_has_a_question_what_it_assumes_a_trap_and_a_lesson():
    sections = re.split(r"^## ", PAGE, flags=re.M)[1:]
    assert len(sections) == PAGE.partition("| --- |")[2].partition("\n\n")[0].count("\n")
    for section in sections:
        assert re.match(r"[^\n]*\n\n\*[^*]", section), section[:40]
        for word in ("- **Assumes**", "- **Trap:**", "- **Lesson"):
            assert word in section, (word, section[:40])
