"""The lines of side bets: what a table may offer, what they may look like, what waits for an answer, both ways."""

from typing import Any

import pytest

from rounds import engine, notation
from rounds.engine.irregularities.kinds import of_bets
from rounds.engine.setup import SideBetConfig

MAIN = "bet 1 A main 10\n"


def played(text: str) -> dict[str, Any]:
    return notation.document("x.round", notation.play(text))


# --- the set-up


@pytest.mark.parametrize(
    "text",
    [
        "book VIC03\noffer pontoon_pandemonium 5\ngame crown_pontoon\n",
        "book NZ\nelect free_bonus=B1\noffer buster a\n",
        "book NZ\nelect free_bonus=B1 pairs_on_split=yes\nsign buster 5..50\noffer buster\noffer any_pair TWO\n",
        "book ACT96\noffer under_13\nsign over_13 5..50\n",
        "book VIC03\nreading perfect_pairs.excludes=none\nreading magnificent_sevens.excludes=none\n"
        "offer perfect_pairs\noffer magnificent_sevens 2\n",
        "book NZ\ndecks 6\noffer super_sevens\n",
    ],
)
def test_the_set_up_may_be_written_in_any_order(text: str) -> None:
    """What one line says may have to wait for another: it is judged when the first wager lies."""
    document = played(text + MAIN)
    assert document["ok"], document["error"]


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("book VIC03\noffer pontoon_pandemonium\n", 3, "side_bet.not_in_game"),
        ("book VIC03\ngame vegas_blackjack\noffer perfect_pairs\n", 3, "side_bet.not_in_game"),
        ("book VIC03\noffer buster\n", 2, "notation.unknown_bet"),
        ("book VIC03\noffer perfect_pairs 2\n", 2, "side_bet.no_such_scale"),
        ("book VIC03\noffer perfect_pairs\noffer perfect_pairs\n", 3, "notation.said_already"),
        ("book VIC03\noffer perfect_pairs\noffer magnificent_sevens\n", 3, "side_bet.not_together"),
        ("book VIC03\noffer perfect_pairs max=100\n", 2, "side_bet.no_payout_limit"),
        ("book NZ\noffer lucky_match max=0\n", 2, "notation.no_payout_limit"),
        ("book NZ\noffer lucky_match 1 most=5\n", 2, "notation.usage"),
        ("book NZ\nelect free_bonus=B1\n", 3, "side_bet.bonus_without_bet"),
        ("book NZ\nsign buster 5..50\n", 3, "notation.sign_without_offer"),
        ("book NZ\noffer super_sevens\ndecks 4\n", 3, "side_bet.number_of_packs"),
        ("book NZ\nreading buster.settles=final\n", 2, "rule_book.one_reading"),
        ("book NZ\nreading buster.box_order=north\n", 2, "rule_book.no_such_reading"),
        ("book NZ\nreading triple_play.turns=box\n", 2, "rule_book.no_side_bet"),
    ],
)
def test_what_a_table_may_not_offer_stops_the_file(text: str, line: int, code: str) -> None:
    error = notation.play(text + MAIN).error
    assert error is not None
    assert (error.line, error.code) == (line, code)


def test_a_marked_line_is_judged_at_once() -> None:
    document = played("book NZ\n!NZ-15H.9-S1 elect free_bonus=B1\n! sign buster 5..50\n!NZ-15D.12 offer x\n")
    assert document["error"]["line"] == 4  # no book has a bet x, so no clause forbids it
    assert [refusal["line"] for refusal in document["refusals"]] == [2, 3]


# --- lines


NZ = "book NZ\noffer madness_21\noffer perfect_pairs\n"
WON = f"{NZ}{MAIN}bet 1 A madness_21 5\nno-more-bets\ndeal As 6h Ks\n"


@pytest.mark.parametrize(
    "line",
    [
        "prize 1 A madness_21", "prize 1 A madness_21 25 by", "prize 1 A madness_21 25 C", "prize 1.2 A madness_21 25",
        "prize 1 A madness_21 25 by staff", "prize 1 A madness_21 25 by staff D-114 now", "prize 1 A perfect_pairs 25",
        "prize 2 A madness_21 25", "prize 9 A madness_21 25", "prize 1 A main 25", "ride 1 A madness_21 5",
        "keep 1 A main", "keep 1 A house_money", "ride 1 A house_money", "bet 1.1 A perfect_pairs 5",
        "bet 1.2 A madness_21 5", "irregularity void_press", "irregularity void_press bet=madness_21 box=x",
        "irregularity void_press bet=madness_21 role=dealer", "irregularity misfire box=1 player=A bet=madness_21",
        "irregularity misfire box=1 player=A bet=madness_21 amount=25",
        "irregularity misfire_answer box=1 player=A bet=madness_21 choice=keep",
        "irregularity misfire_answer box=1 player=A bet=madness_21 choice=accept",
        "irregularity equipment_failure bet=madness_21", "irregularity void_press bet=madness_21",
        "approve game_supervisor", "refuse game_supervisor", "approve game_supervisor now",
    ],
)  # fmt: skip
def test_what_has_no_place_is_refused_and_changes_nothing(line: str) -> None:
    document = played(f"{WON}! {line}\nprize 1 A madness_21 25\n")
    assert document["ok"], document["error"]
    assert document["net"] == {"A": "140.00"}  # 5 x 25, and the Blackjack 3 to 2 against the six
    assert played(WON + line)["error"]["line"] == 8


KINDS = of_bets(engine.Setup("NZ").rules, engine.Setup("NZ"))


@pytest.mark.parametrize("name", KINDS)
def test_a_kind_says_how_it_is_written(name: str) -> None:
    message = played(f"{WON}irregularity {name} nothing=1")["error"]["message"]
    assert KINDS[name].usage in message


def test_what_a_book_does_not_know_is_named_with_what_it_knows() -> None:
    error = notation.play(f"{WON}irregularity misfire box=1 player=A bet=madness_21 amount=25").error
    assert error is not None
    assert error.code == "notation.unknown_irregularity"
    assert "void_press" in error.message


@pytest.mark.clause("NZ-16.12-S1")
def test_a_bet_without_a_button_has_no_equipment_to_fail() -> None:
    for line in ("bet=perfect_pairs device=cards", "bet=super_sevens device=cards", "bet=x device=cards"):
        result = played(f"{WON}irregularity equipment_failure {line}")
        assert result["error"]["line"] == 8
        assert "Choose from madness_21" in result["error"]["message"]
        assert result["due"]["want"] == "prize"
    assert played(f"{WON}irregularity equipment_repaired bet=madness_21")["error"]["line"] == 8


def test_a_line_may_name_who_pressed() -> None:
    for by in ("", " by A", " by staff D-114", " BY STAFF D-114"):
        document = played(f"{WON}prize 1 A madness_21 25{by}")
        assert document["ok"], document["error"]
        won = next(result for result in document["results"] if result["bet"] == "madness_21")
        assert (won["hand"], won["odds"], won["pays"]) == (1, "25:1", "125.00")


@pytest.mark.clause("NZ-16.12-S3")
def test_equipment_that_fails_waits_for_the_role_to_confirm_it() -> None:
    failed = f"{WON}irregularity equipment_failure bet=madness_21 device=prize_display\n"
    waiting = played(failed)
    assert waiting["due"]["want"] == "approval"
    assert waiting["due"]["role"] == "game_supervisor"
    assert played(f"{failed}deal Ts")["error"]["line"] == 9
    dropped = played(f"{failed}refuse game_supervisor\nprize 1 A madness_21 5\n")
    assert dropped["net"] == {"A": "40.00"}  # 5 x 5 and 15
    confirmed = played(f"{failed}approve game_supervisor\n")
    assert confirmed["net"] == {"A": "40.00"}  # 25 for the wager, and 15
    assert confirmed["phase"] == "collected"


# --- what waits for an answer


def test_the_prize_and_the_choice_that_are_due() -> None:
    assert played(WON)["due"] == {
        "want": "prize",
        "offers": [{"box": 1, "player": "A", "kind": "prize", "wager": "madness_21", "most": "0.00"}],
    }
    choice = f"book NZ\noffer house_money\n{MAIN}bet 1 A house_money 5\nno-more-bets\ndeal 8s 6h 8h\n"
    # A pair pays 3 to 1: 15 with the wager of 5.
    assert played(choice)["due"] == {
        "want": "ride",
        "offers": [{"box": 1, "player": "A", "kind": "ride", "wager": "house_money", "most": "20.00"}],
    }
    decided = played(f"{choice}1 stand\n")
    assert decided["net"] == {"A": "15.00"}
    assert decided["due"] == {"want": "card", "for": "dealer"}


@pytest.mark.clause("NZ-15D.6")
def test_insurance_may_be_written_before_or_after_the_choice() -> None:
    choice = f"book NZ\noffer house_money\n{MAIN}bet 1 A house_money 5\nno-more-bets\ndeal 8s Ah 8h\n"
    rest = "1 stand\ndeal Kd\n"
    first = played(f"{choice}insure 1 A 5\nride 1 A house_money 20\n{rest}")
    later = played(f"{choice}ride 1 A house_money 20\ninsure 1 A 5\n{rest}")
    # The dealer's Blackjack: 15 from House Money, its 20 in action stand off, insurance 10, the wager lost.
    assert first["net"] == later["net"] == {"A": "15.00"}


def test_the_table_for_people_names_what_lies_beside() -> None:
    text = f"book NZ\noffer house_money\n{MAIN}bet 1 A house_money 5\nno-more-bets\ndeal 8s 6h 8h\n"
    table = notation.table("x", notation.play(f"{text}ride 1 A house_money 15\n"))
    for words in ("house_money", "$15 in action", "A $5", "3 to 1", "pays $15"):
        assert words in table, table
    assert "House Money" in notation.table("x", notation.play(text))


# --- writing


def test_the_set_up_is_written_so_that_it_reads_the_same() -> None:
    setup = engine.Setup(
        "NZ",
        readings=(("any_pair.excludes", "perfect_pairs+house_money"),),
        offers=(SideBetConfig("lucky_match", "3", 2500_00), SideBetConfig("lucky_lucky")),
        signs=(engine.values.Sign(), engine.values.Sign("lucky_match", 500, 2500, 500)),
    )
    text = notation.write_round(setup, engine.start(setup))
    for line in (
        "reading any_pair.excludes=perfect_pairs+house_money",
        "offer lucky_match 3 max=2500",
        "offer lucky_lucky",
        "sign lucky_match 5..25 x5",
    ):
        assert line in text.splitlines()
    state = notation.play(text).state
    assert state is not None
    assert state.setup == setup
