"""``correct …``: what the record had wrongly, as a line of a round."""

from pathlib import Path

import pytest

from rounds import notation
from rounds.engine.questions import nets
from rounds.notation.correct_lines import correction_line
from rounds.notation.parse import parse
from rounds.notation.statements import Say

START = """book VIC03
seat 1 A
bet 1 A main 50
bet 3 B main 20
no-more-bets
deal Ts 9h 6d 8c 4h
"""


@pytest.mark.parametrize(
    "line",
    [
        "correct card 3 9h",
        "correct card 3 9h then stand hit",
        "correct box 3 A main 4",
        "correct box 3 A all 4",
        "correct player 3 A perfect_pairs B",
        "correct amount 3 A main 50",
        "correct amount 3 A main 12.50 then stand",
        "correct amount 3.2 A double 25",
        "correct amount 3 A insurance 0",
        "correct amount 3 A insurance hand_2 10",
        "correct decision 3 1 hit stand",
        "correct decision 3.2 2 double A=25 B=free",
        "correct decision 3 1 split A=split B=hand1",
        "correct payment 3 A main paid=25",
        "correct payment 3.2 A main paid=25 took=0 to=B unrecovered=12.50 unpaid why=left",
        "correct payment 3 A insurance hand_2 paid=0 unpaid=5 why=refuses",
        "correct payment 3 A perfect_pairs took=10 unrecovered due=0 dispute=4 round=12",
    ],
)
def test_a_line_gives_its_command(line: str) -> None:
    statement = parse(line)
    assert isinstance(statement, Say)
    (command,) = statement.commands
    assert correction_line(command) == line  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "line",
    [
        "correct",
        "correct colour 3 9h",
        "correct card 3",
        "correct card 3 9h 8h",
        "correct card x 9h",
        "correct card 3 9h then",
        "correct card 3 9h then double",
        "correct card 3 9h by nobody",
        "correct box 3 A main",
        "correct box 3.2 A main 4",
        "correct box 3 A trousers 4",
        "correct amount 3 A main",
        "correct amount 3 A main 0",
        "correct amount 3 A main ten",
        "correct decision 3 hit",
        "correct decision 3 1",
        "correct decision 3 1 A=10",
        "correct decision 3 1 fly",
        "correct decision 3 1 double A=x",
        "correct payment 3 A",
        "correct payment 3 A main paid",
        "correct payment 3 A main paid=ten",
        "correct payment 3 A main paid=25 paid=30",
        "correct payment 3 A main paid=25 tip=5",
        "correct payment 3 A main paid=25 why=rain",
        "correct payment 3 A main paid=25 round=x",
        "correct payment 3 A main paid=25 then stand",
        "correct payment 3 A trousers paid=25",
    ],
)
def test_what_cannot_be_read_is_refused(line: str) -> None:
    played = notation.play(START + line)
    assert not played.ok
    assert played.error is not None
    assert played.error.line == 7


def test_signed_on_its_line_or_on_the_next() -> None:
    for lines in (
        "correct card 2 8h by game_supervisor",
        "correct card 2 8h\napprove game_supervisor",
    ):
        played = notation.play(START + lines)
        assert played.ok, played.error
        assert played.state is not None
        assert played.state.drawn[1] == "8h"


def test_it_waits_for_the_signature_and_may_be_refused() -> None:
    played = notation.play(START + "correct card 2 8h")
    assert played.due is not None
    assert (played.due.action, played.due.role) == ("approval", "game_supervisor")
    refused = notation.play(
        START + "correct card 2 8h\n!VIC03-3.2.4 approve dealer\nrefuse game_supervisor\n1 stand"
    )
    assert refused.ok, refused.error
    assert refused.state is not None
    assert refused.state.drawn[1] == "9h"


def test_the_last_tap_needs_no_signature() -> None:
    played = notation.play(START + "1 stand\ncorrect decision 1 1 hit by game_supervisor\ndeal 2c")
    assert played.ok, played.error
    assert played.state is not None
    assert played.state.box(1).hands[0].cards == ("Ts", "8c", "2c")


def test_corrections_in_a_whole_round() -> None:
    # 50 was 40 and the dealer's six was a seven: 18 against 17, and box 3 has 20.
    text = START + (
        "1 stand\n3 hit\ndeal 7s\n3 stand\ndeal Tc\n"
        "correct amount 1 A main 40 by game_supervisor\ncorrect card 3 7d by game_supervisor\n"
        "!VIC03-7.5.1 correct decision 3 1 stand\n"
    )
    played = notation.play(text)
    assert played.ok, played.error
    assert played.state is not None
    assert nets(played.state) == {"A": 4000, "B": 2000}


def test_the_example_of_the_documentation_comes_out_as_it_says() -> None:
    text = Path("docs/round-notation.md").read_text(encoding="utf-8")
    section = text.split("## A wrong payment")[1].split("\n## ")[0]
    example = section.split("```")[3]
    played = notation.play(example)
    assert played.error is None
    assert played.state is not None
    assert nets(played.state) == {"A": 5000, "B": -2000}
