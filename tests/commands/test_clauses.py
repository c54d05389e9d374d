"""``manage.py clauses`` and how citations and probes are found."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import override_settings

from casino import citations, clause_register
from casino.citations import ids_in, probes, round_probes
from tests.commands.running import ROOT, manage, manage_from_the_start


def test_the_register_is_whole() -> None:
    """Five books, 1,338 clauses, every id once."""
    rows = clause_register.clauses()
    assert len(rows) == 1338
    assert len(clause_register.by_id()) == 1338
    assert set(clause_register.books()) == {"ACT96", "ACT03", "VIC03", "NZ", "UK"}
    assert {row.kind for row in rows} == clause_register.WORKING_KINDS | {"define", "conduct"}
    assert sum(row.kind in clause_register.WORKING_KINDS for row in rows) == 1212


@pytest.mark.parametrize(
    ("clause", "rule"),
    [
        ("VIC03-7.5.4(a)(i)", "7"),
        ("NZ-15B.9", "15B"),
        ("UK-B01", "B01"),
        ("NZ-20A.3", "20A"),
        ("ACT96-9-S1", "9"),
    ],
)
def test_the_rule_of_a_clause(clause: str, rule: str) -> None:
    row = clause_register.Clause(clause, "", "", "", "", "", "", "", "")
    assert (row.rule, f"{row.book}-{row.number}") == (rule, clause)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("doubled (VIC03-7.5.4(a)).", ["VIC03-7.5.4(a)"]),
        ("VIC03-7.5.4(a)(i), VIC03-7.5.5(a)", ["VIC03-7.5.4(a)(i)", "VIC03-7.5.5(a)"]),
        ("see VIC03-5.11.", ["VIC03-5.11"]),
        ("(ACT96-22.13(b), (c))", ["ACT96-22.13(b)"]),
        ('clause="VIC03-8.1-T01",', ["VIC03-8.1-T01"]),
        ("(as in VIC03-6.1-FN2-66(1)(d))", ["VIC03-6.1-FN2-66(1)(d)"]),
        ("(the VIC03-7.2) rule (a)", ["VIC03-7.2"]),
        ("XVIC03-7.2 VIC-7.2", []),
    ],
)
def test_ids_are_read_whole(text: str, ids: list[str]) -> None:
    assert list(ids_in(text)) == ids


def test_probes_are_found_without_running_anything() -> None:
    source = """
import pytest
pytestmark = pytest.mark.clause("NZ-1")
CASES = [pytest.param(1, marks=pytest.mark.clause("NZ-2")), pytest.param(2, marks=[pytest.mark.clause("NZ-3")])]
@pytest.mark.clause("NZ-4", "NZ-5")
@pytest.mark.parametrize("n", CASES)
def test_one(n): ...
@pytest.mark.clause("NZ-6")
class TestGroup:
    pytestmark = [pytest.mark.clause("NZ-7")]
    @pytest.mark.clause("NZ-8")
    async def test_two(self): ...
    def helper(self): ...
@pytest.mark.clause("NZ-9")
def not_a_test(): ...
"""
    clauses_of = {name: set(clauses) for name, clauses in probes(source)}
    assert clauses_of == {
        "test_one": {"NZ-1", "NZ-2", "NZ-3", "NZ-4", "NZ-5"},
        "TestGroup::test_two": {"NZ-1", "NZ-6", "NZ-7", "NZ-8"},
    }


def test_probes_of_a_round_file() -> None:
    text = (
        "# clause VIC03-5.8, VIC03-5.9\nbook VIC03 # clause VIC03-5.1\n# by VIC03-5.2\n#clauses: VIC03-5.3\n"
    )
    assert round_probes(text) == ["VIC03-5.8", "VIC03-5.9", "VIC03-5.3"]


def test_places_are_below_the_project_and_outside_tests_and_migrations(tmp_path: Path) -> None:
    for name in (
        "casino/a.py",
        "casino/migrations/b.py",
        "rounds/tests/c.py",
        "tests/test_d.py",
        "other/e.py",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text('"""VIC03-5.8"""\n\n# again VIC03-5.8 and VIC03-5.8\n')
    (tmp_path / "casino/rulebooks").mkdir()
    (tmp_path / "casino/rulebooks/one_reading.py").write_text('READINGS = {"VIC03-5.8": "so"}')
    citation = citations.search(tmp_path)
    assert citation.code["VIC03-5.8"] == ["casino/a.py:1", "casino/a.py:3"]
    assert not citation.decides["VIC03-5.8"]
    assert "VIC03-5.8" not in citation.tests


def test_every_clause_that_the_code_cites_is_in_the_register() -> None:
    """Or is the heading of clauses that are, such as VIC03-6.2 of VIC03-6.2.1."""
    ids = clause_register.by_id()
    unknown = [
        (clause, place)
        for clause, place in citations.search(ROOT).unknown
        if not any(known.startswith((f"{clause}.", f"{clause}(", f"{clause}-")) for known in ids)
    ]
    assert unknown == []


def test_the_document() -> None:
    result = manage_from_the_start("clauses", "vic03", "--json")
    assert (result.status, result.err) == (0, "")
    rows = json.loads(result.out)
    assert len(rows) == 365  # 199 of rules 1 to 9, 16 and 17 and 166 of rules 10 to 15
    for row in rows:
        assert row.keys() == {"clause", "variant", "kind", "code", "tests", "decides", "only_mentioned"}
        assert set(row["decides"]) <= set(row["code"])
        assert row["only_mentioned"] == (bool(row["code"]) and not row["decides"])
    [double] = [row for row in rows if row["clause"] == "VIC03-7.5.4(a)"]
    assert any(place.startswith("casino/rulebooks/vic03.py:") for place in double["code"])
    assert any("::" in place and place.startswith("tests/") for place in double["tests"])
    path, line = double["code"][0].rsplit(":", 1)
    assert "VIC03-7.5.4(a)" in (ROOT / path).read_text().splitlines()[int(line) - 1]


def test_no_clause_of_the_five_books_is_missing() -> None:
    result = manage("clauses", "--missing", "--json")
    assert (result.status, json.loads(result.out)) == (0, [])


def test_missing_is_a_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In a project without a line of code everything that asks something of the software is missing."""
    (tmp_path / "tests").mkdir()
    with override_settings(BASE_DIR=tmp_path), pytest.raises(SystemExit) as left:
        call_command("clauses", "VIC03", "--missing", "--rule", "16", "--json")
    assert left.value.code == 1
    rows = json.loads(capsys.readouterr().out)
    working = [
        row
        for row in clause_register.clauses()
        if (row.book, row.rule) == ("VIC03", "16") and row.kind in clause_register.WORKING_KINDS
    ]
    assert [row["clause"] for row in rows] == [row.clause for row in working]
    assert not any(row["code"] or row["tests"] for row in rows)


@pytest.mark.parametrize("words", [["FR1"], ["VIC03", "--rule", "99"], ["VIC03", "NZ"], ["--yaml"]])
def test_wrong_usage_is_status_2(words: list[str]) -> None:
    result = manage("clauses", *words)
    assert (result.status, result.out) == (2, "")
    assert result.err


def test_the_output_for_people() -> None:
    result = manage("clauses", "VIC03", "--rule", "5")
    assert result.status == 0
    assert "VIC03-5.8  [enforce]" in result.out
    assert "    test       tests/" in result.out
    assert "    decided    casino/rulebooks/vic03.py:" in result.out
    assert "    mentioned  " in result.out


def test_what_is_decided_is_told_from_what_is_mentioned() -> None:
    source = """
\"\"\"The rules of VIC03-5.1.\"\"\"
NAME = Rule(True, "VIC03-5.2", also=("VIC03-5.3", "VIC03-5.4"))  # and VIC03-5.6
OTHER = Rule(
    False,
    "VIC03-5.7",
    reading="as VIC03-5.8 has it",
)
def refuse():
    \"\"\"VIC03-5.9\"\"\"
    raise Refusal("bet.no", "VIC03-5.10", least=25)
"""
    assert list(citations.used_in(source)) == [
        (3, "VIC03-5.2"),
        (6, "VIC03-5.7"),
        (11, "VIC03-5.10"),
    ]
