"""``manage.py play`` as the contract promises it: one document, the exit status, nothing that it needs."""

import json
import time
from pathlib import Path

import pytest
from django.core.management import call_command

from casino.rulebooks import Rules
from rounds.engine.cards import dealing
from rounds.engine.state import State
from tests.commands.running import manage, manage_from_the_start

WINS = "book VIC03\nbet 1 A main 10\nno-more-bets\ndeal Ts 6c 9s\n1 stand\ndeal Td 9c\n"
GOES_WRONG = "book VIC03\nbet 1 A main 10\ndeal Ts\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "wins.round").write_text(WINS)
    (tmp_path / "wrong.round").write_text(GOES_WRONG)
    return tmp_path


def test_one_file_is_one_document(folder: Path) -> None:
    result = manage_from_the_start("play", "--json", "wins.round", folder=folder)
    assert (result.status, result.err) == (0, "")
    document = json.loads(result.out)
    assert document["file"] == "wins.round"
    assert document["net"] == {"A": "10.00"}


def test_several_files_are_a_list_and_one_wrong_is_status_1(folder: Path) -> None:
    result = manage("play", "wins.round", "wrong.round", "--json", folder=folder)
    assert (result.status, result.err) == (1, "")
    document = json.loads(result.out)
    assert document.keys() == {"files"}
    assert [each["ok"] for each in document["files"]] == [True, False]
    assert document["files"][1]["error"]["line"] == 3
    assert document["files"][1]["error"]["clause"] == "VIC03-7.3.1(a)"


def test_a_file_on_which_the_state_machine_fails_is_one_files_error(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No file is known to do this, so that a fault is put where a card is dealt to box 9."""
    (folder / "fails.round").write_text("book VIC03\nboxes 9\nbet 9 A main 10\nno-more-bets\ndeal Ts\n")
    real = dealing.initial_target

    def faulty(rules: Rules, state: State) -> tuple[int, int, str] | None:
        place = real(rules, state)
        assert place is None or place[0] != 9, "a fault"
        return place

    monkeypatch.setattr(dealing, "initial_target", faulty)
    with pytest.raises(SystemExit) as ended:
        call_command("play", str(folder / "fails.round"), str(folder / "wins.round"), "--json")
    assert ended.value.code == 1
    output = capsys.readouterr()
    first, second = json.loads(output.out)["files"]
    assert (first["ok"], first["error"]["line"], first["error"]["clause"]) == (False, 4, None)
    assert (second["ok"], second["net"]) == (True, {"A": "10.00"})
    assert "AssertionError: a fault" in output.err


def test_standard_input() -> None:
    result = manage("play", "-", "--json", given=WINS)
    assert result.status == 0
    assert json.loads(result.out)["file"] == "-"


def test_the_output_for_people(folder: Path) -> None:
    result = manage("play", "wins.round", "wrong.round", folder=folder)
    assert (result.status, result.err) == (1, "")
    assert "every line went as written" in result.out
    assert "line 3" in result.out


@pytest.mark.parametrize(
    "words",
    [
        ["nowhere.round"],
        ["--json", "nowhere.round"],
        [],
        ["--yaml", "x"],
        ["."],
        ["wins.round", "nowhere.round"],
    ],
)
def test_wrong_usage_is_status_2_and_prints_no_document(folder: Path, words: list[str]) -> None:
    result = manage("play", *words, folder=folder)
    assert result.status == 2
    assert result.out == ""
    assert result.err


def test_a_file_that_is_not_text_goes_wrong_and_the_others_are_played(folder: Path) -> None:
    (folder / "photo.round").write_bytes(b"\x89PNG\xff\xfe")
    result = manage("play", "--json", "photo.round", "wins.round", folder=folder)
    assert result.status == 1
    assert [each["ok"] for each in json.loads(result.out)["files"]] == [False, True]


def test_it_answers_while_one_waits(folder: Path) -> None:
    """The best of three starts, since the machine may be busy with other tests."""
    taken = []
    for _ in range(3):
        begun = time.monotonic()
        assert manage_from_the_start("play", "--json", "wins.round", folder=folder).status == 0
        taken.append(time.monotonic() - begun)
    assert min(taken) < 3


def test_it_leaves_nothing_behind(folder: Path) -> None:
    """No key, no server, no file: the folder of the project is as it was."""
    manage_from_the_start("play", "wins.round", folder=folder)
    assert sorted(path.name for path in folder.iterdir()) == ["wins.round", "wrong.round"]
