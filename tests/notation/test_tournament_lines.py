"""The lines of a tournament's hand: read, refused where they say nothing, and written."""

import pytest

from rounds import engine, notation
from tests.engine.tournament.tables import tournament

HEAD = "book VIC03\ntournament T-1 1.1 hands=20\n"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("book VIC03\nstack 1 A 100\n", "notation.no_tournament"),
        ("book VIC03\noverride insurance=no\n", "notation.no_tournament"),
        ("book VIC03\ntournament T-1\n", "notation.usage"),
        ("book VIC03\ntournament T-1 a/b\n", "notation.not_a_name"),
        ("book VIC03\ntournament T-1 1 hand=0\n", "notation.usage"),
        ("book VIC03\ntournament T-1 1 order=loud\n", "notation.not_a_choice"),
        ("book VIC03\ntournament T-1 1 pace=9\n", "notation.no_such_name"),
        (f"{HEAD}tournament T-1 1.1\n", "notation.said_already"),
        (f"{HEAD}stack 1 A 100\nstack 2 A 100\n", "notation.said_already"),
        (f"{HEAD}stack 1 A 100\nstack 1 B 100\n", "tournament_table.no_seat"),
        (f"{HEAD}stack 9 A 100\n", "tournament_table.no_seat"),
        ("book NZ\ntournament T-1 1.1\n", "tournament_table.no_tournaments"),
        (f"{HEAD}stack 1 A 100\npass A\n", "turn.nobody"),
    ],
)
def test_a_line_that_cannot_be_taken(text: str, code: str) -> None:
    played = notation.play(text)
    assert played.error is not None
    assert played.error.code == code


def test_a_hand_is_written_as_it_began() -> None:
    story = tournament(hands=5, order="announced", first_box=3, secret=1, compulsory=0, last_hands=2)
    story.bet(3, "B", 100).do(engine.PassTurn("C")).bet(1, "A", 50).call()
    story.initial("9d", "Ts 9s", "8h 8c").stand(1).stand(3).cards("Td").end()
    text = notation.write_round(story.state.setup, story.events)
    assert [line for line in text.splitlines() if line.split()[:1] in (["tournament"], ["stack"])] == [
        "tournament T-1 1.1 hands=5 last=2 secret=1 button=3 order=announced",
        "stack 1 A 1000",
        "stack 3 B 1000",
        "stack 5 C 1000",
    ]
    lines = text.splitlines()
    assert lines.index("bet 3 B main 100") < lines.index("pass C") < lines.index("bet 1 A main 50")
    second = story.next_round().bet(5, "C", 50)
    text = notation.write_round(second.state.setup, second.events)
    assert "tournament T-1 1.1 hands=5 last=2 secret=1 button=5 order=announced hand=2" in text
    # B's 16 lost to 19.
    assert "stack 3 B 900" in text


def test_the_document_has_stacks_in_a_tournament_alone() -> None:
    text = f"{HEAD}stack 1 A 100\nstack 2 B 50.50\nbet 1 A main 40\n"
    document = notation.document("x", notation.play(text))
    assert document["stacks"] == {"A": "100.00", "B": "50.50"}
    assert "stacks" not in notation.document("x", notation.play("book VIC03\nbet 1 A main 40\n"))
