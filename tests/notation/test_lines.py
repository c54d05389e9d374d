"""What a line may look like, what is refused, and where a file goes wrong."""

from typing import Any

import pytest

from rounds import engine, notation
from rounds.notation.parse import lines, parse
from rounds.notation.parts import UnknownWord
from rounds.notation.statements import BETS, BOOKS, GAMES
from tests.refusing import refused_as

HEAD = "book VIC03\n"
ROUND = f"{HEAD}bet 1 A main 10\nno-more-bets\n"


def played(text: str) -> dict[str, Any]:
    return notation.document("x.round", notation.play(text))


# --- lines


def test_comments_blanks_and_case() -> None:
    text = "\ufeff# a round\r\n\r\n  BOOK vic03 # the book\r\n\tGame Blackjack\nbet  1  A   MAIN 10\nNo-More-Bets\n"
    document = played(text + "DEAL 10s KH 9c # ten, king, nine\n1 STAND\ndeal 8d")
    assert document["ok"], document["error"]
    assert document["hands"][0]["cards"] == ["Ts", "9c"]
    assert document["net"] == {"A": "10.00"}


def test_lines_are_numbered_as_an_editor_numbers_them() -> None:
    assert [line.number for line in lines("# one\n\nbook VIC03\n\n! decks 3\n")] == [3, 5]


@pytest.mark.parametrize(
    ("text", "clause", "words"),
    [
        ("! 3 double", "", "3 double"),
        ("!3 double", "", "3 double"),
        ("!no-more-bets", "", "no-more-bets"),
        ("!VIC03-7.5.4(a) 3 double", "VIC03-7.5.4(a)", "3 double"),
        ("! vic03-7.5.4(a)   3 double # no", "VIC03-7.5.4(a)", "3 double"),
        ("!NZ-11.2 3 double", "NZ-11.2", "3 double"),
    ],
)
def test_a_marked_line(text: str, clause: str, words: str) -> None:
    [line] = lines(text)
    assert (line.refused, line.text) == (clause, words)


@pytest.mark.parametrize("text", ["frobnicate 3", "bets 3 A main 10", "? 3 hit", "-3 hit", "3a hit", ""])
def test_a_first_word_that_says_nothing_cannot_be_refused_either(text: str) -> None:
    with pytest.raises(UnknownWord):
        parse(text)
    document = played(f"{HEAD}! {text}\n")
    assert not document["ok"]
    assert document["error"]["line"] == 2


REFUSED = """
bet 1 A main; bet 1 A main -5; bet 1 A main $5; bet 1 A main 5.001; bet 1 A main 1e3;
bet x A main 5; bet 0 A main 5; bet 1 A main 0; bet 1 A main 999999999999;
bet 1 by main 5; bet 8 A main 5; bet 9999 A main 5; bet 1.2 A main 5; bet 1 A hand_1 5;
bet 1 A ante 5; unbet 1 A main; seat 9 A; seat 1; no-more-bets now; deal; deal 1s; deal Tx; deal ??;
insure 1 A 5; even-money 1 A; insure 1 A hand_2 5; even-money 1 A hand_1; cut-card 2; allow;
allow limit 1 A 5000 by dealer; allow limit 1 A 5000;
allow several_boxes A for game_supervisor; allow rebate A by casino_supervisor; 1; 1 hit;
1 hit now; 1 surrender; 1 surrender A B; 1.2 surrender; 1 rescue A; 1 rescue; 1 double A;
1 double A=x; 1 double A=free; 1 split A=25; 1 split A=free; 1 double A=5 A=5; 1.0 hit;
ride 3 A house_money 60; keep 3 A house_money; prize 3 A madness_21 25; bet 1.2 A perfect_pairs 5;
irregularity misdeal; irregularity misdeal box; approve game_supervisor;
refuse casino_supervisor void; show 1 As Kd; direct 1 absent by game_supervisor;
direct 1 tired by dealer; book VIC03; book ACT96; book XX; game free_bet; game poker; decks 3;
decks eight; boxes 0; boxes 10; elect; elect limits; elect limits=table; elect style_a=yes;
elect limits=box limits=player; offer perfect_pairs 2; offer main; sign main;
sign main 10; sign main 500..10; sign main 0..10; sign main 1..10 5; sign perfect_pairs 1..10;
chips; chips 0; chips red; reading limits_on=nobody; reading decks=9
"""
"""Lines that nothing can be done with before the first wager of a base Blackjack round."""


@pytest.mark.parametrize("text", [text.strip() for text in REFUSED.split(";")])
def test_what_cannot_be_taken_is_refused_in_words_and_changes_nothing(text: str) -> None:
    """Marked, each of these lets the file go on; unmarked, it stops it on its line with the same words."""
    document = played(f"{HEAD}! {text}\nbet 1 A main 10\nno-more-bets\ndeal Ts 6c 9s\n1 stand\ndeal Td 9c\n")
    assert document["ok"], document["error"]
    assert document["net"] == {"A": "10.00"}
    [refusal] = document["refusals"]
    assert refusal["line"] == 2
    assert refusal["message"]
    unmarked = played(f"{HEAD}{text}\n")
    assert not unmarked["ok"]
    assert unmarked["error"] == refusal
    assert unmarked["phase"] == "wagers"
    assert unmarked["hands"] == []


def test_every_word_of_the_other_games_is_known() -> None:
    """A book, game or bet of the notation that this table does not have is refused by its name."""
    for text in [f"book {book}" for book in BOOKS] + [f"game {game}" for game in GAMES]:
        parse(text)
    for bet in BETS:
        document = played(f"{HEAD}bet 1 A {bet} 10\n")
        assert document["ok"] == (bet == "main"), bet
        message = document["error"]["message"].lower() if document["error"] else bet
        assert bet in message or bet.replace("_", " ") in message


def test_a_refusal_says_what_is_possible() -> None:
    assert "VIC03" in played("book FR1\n")["error"]["message"]
    assert "blackjack" in played(f"{HEAD}game poker\n")["error"]["message"]
    assert "box, player" in played(f"{HEAD}elect limits=table\n")["error"]["message"]
    assert "auto_shuffler" in played(f"{HEAD}elect style_a=yes\n")["error"]["message"]
    assert "4, 5, 6, 7, 8" in played(f"{HEAD}decks 3\n")["error"]["message"]


# --- set-up


def test_the_book_comes_first() -> None:
    assert played("game blackjack\nbook VIC03\n")["error"]["line"] == 1
    assert played("bet 1 A main 10\n")["error"]["line"] == 1
    assert played("! decks 8\nbook VIC03\n")["ok"]
    assert played("")["error"]["line"] == 1
    assert not played("# nothing\n\n")["ok"]


def test_defaults() -> None:
    state = notation.play(ROUND).state
    assert state is not None
    setup = state.setup
    assert (setup.game, setup.decks, setup.boxes, setup.chips) == ("blackjack", 8, 7, (1,))
    sign = setup.main_sign
    # The contract: without a sign 1 to 1,000,000 in cents.
    assert (sign.minimum, sign.maximum, sign.multiple) == (1, 1_000_000, 0)


def test_seats_and_allowances_may_be_written_before_the_rest_of_the_set_up() -> None:
    text = (
        f"{HEAD}seat 2 B\nallow several_boxes A by game_supervisor\ndecks 6\nboxes 2\nsign main 10..100 x5\n"
    )
    state = notation.play(f"{text}chips 2.50 5\nbet 1 A main 10\nbet 2 A main 10\nbet 2 B main 10\n").state
    assert state is not None
    assert (state.setup.decks, state.setup.boxes, state.setup.chips) == (6, 2, (250, 500))
    assert state.box(2).caller == "B"
    late = played(f"{HEAD}seat 7 B\nboxes 2\n")
    assert late["error"]["line"] == 3


@pytest.mark.parametrize(
    "line", ["decks 6", "sign main 1..5", "chips 1", "boxes 7", "game blackjack", "elect limits=player"]
)
def test_the_set_up_ends_with_the_first_wager(line: str) -> None:
    document = played(f"{HEAD}bet 1 A main 10\n{line}\n")
    assert document["error"]["line"] == 3
    taken_back = played(f"{HEAD}bet 1 A main 10\nunbet 1 A main\n{line}\n")
    assert taken_back["error"]["line"] == 4


# --- going wrong


def test_the_state_stays_as_before_the_line_that_goes_wrong() -> None:
    document = played(f"{ROUND}deal Ts 6c 9s 4h 5h\n")
    assert document["error"]["line"] == 4
    assert document["error"]["clause"] == "VIC03-7.5.1"
    assert document["hands"][0]["cards"] == []
    assert document["due"] == {"want": "card", "for": "box 1 hand 1"}
    assert document["left_over"] == ["4h", "5h"]


def test_a_line_after_the_one_that_goes_wrong_is_not_read() -> None:
    document = played(f"{ROUND}deal Ts 6c 9s\n1 dance\n1 stand\n")
    assert document["error"]["line"] == 5
    assert document["due"] == {"want": "decision", "box": 1, "hand": 1, "legal": ["hit", "stand"]}


@pytest.mark.clause("VIC03-7.5.4(a)")
def test_a_marked_line_that_is_accepted_is_the_error() -> None:
    document = played(f"{ROUND}deal 5s 6c 6s\n! 1 double\n")
    assert document["error"]["line"] == 5
    assert document["refusals"] == []
    assert document["hands"][0]["cards"] == ["5s", "6s"]
    assert document["due"]["want"] == "decision"


@pytest.mark.clause("VIC03-7.5.4(a)", "VIC03-7.5.5(a)")
def test_a_marked_line_must_cite_the_clause_it_names() -> None:
    for named in ("VIC03-7.5.4(a)", "VIC03-7.5.4"):  # the item, or the clause that it belongs to
        right = played(f"{ROUND}deal 5s 6c 7s\n!{named} 1 double\n")
        assert right["ok"]
        assert right["refusals"][0]["clause"] == named
    assert not played(f"{ROUND}deal 5s 6c 7s\n!VIC03-7.5 1 double\n")["ok"]
    wrong = played(f"{ROUND}deal 5s 6c 7s\n!VIC03-7.5.5(a) 1 double\n")
    assert wrong["error"]["line"] == 5
    assert wrong["error"]["clause"] == "VIC03-7.5.4(a)"
    assert "VIC03-7.5.5(a)" in wrong["error"]["message"]


@pytest.mark.clause("VIC03-8.1-T03")
def test_a_line_of_a_table_is_cited_by_the_number_of_its_clause_too() -> None:
    for clause in ("VIC03-8.1-T03", "VIC03-8.1"):
        assert played(f"{ROUND}deal Ts Ad 9s\n!{clause} insure 1 A 6\n")["ok"], clause
    assert not played(f"{ROUND}deal Ts Ad 9s\n!VIC03-8 insure 1 A 6\n")["ok"]


def test_a_refused_line_takes_its_neutral_steps_back() -> None:
    """Insurance is still open after a refused decision, and closed by one that is taken."""
    shared = f"{HEAD}bet 1 A main 10\nbet 1 B main 10\nno-more-bets\n"
    text = f"{shared}deal Ts Ad 9s\n!VIC03-7.5.4(a) 1 double\ninsure 1 A 5\n"
    assert played(text)["phase"] == "insurance"
    assert played(f"{text}1 stand\n! insure 1 B 1\n")["due"] == {"want": "card", "for": "dealer"}


# --- neutral steps and the end


def test_due_settlements_are_made_where_the_round_waits_for_more() -> None:
    document = played(
        f"{HEAD}bet 1 A main 10\nbet 2 B main 10\nno-more-bets\ndeal Ts Ts 6c 6d 9s\n1 hit\ndeal Tc\n"
    )
    assert [(each["player"], each["result"]) for each in document["results"]] == [("A", "lose")]
    assert document["phase"] == "subsequent_deal"
    assert document["net"] == {"A": "-10.00", "B": "0.00"}
    assert document["house"] == "10.00"


def test_nothing_is_collected_while_a_card_is_owed() -> None:
    document = played(f"{ROUND}deal Ts 6c 9s\n1 stand\n")
    assert document["phase"] == "dealer_draw"
    assert document["due"] == {"want": "card", "for": "dealer"}
    assert document["results"] == []


def test_insurance_closes_by_itself_only_where_the_round_ends_with_it() -> None:
    """Even money for the only hand: no card and no decision is owed, so the offer is over and all is collected."""
    text = f"{ROUND}deal As Ad Ks\n"
    assert played(text)["due"]["want"] == "insurance"
    ended = played(f"{text}even-money 1 A\n")
    assert ended["phase"] == "collected"
    assert ended["due"] is None


@pytest.mark.clause("VIC03-5.9.1(a)", "VIC03-6.3")
def test_line_and_marker_are_neutral_but_wagers_are_not() -> None:
    text = f"{HEAD}sign main 10..500\nallow limit 2 B 2000 by casino_supervisor\nseat 2 B\n"
    document = played(f"{text}bet 2 A main 10\nbet 2 B main 1000\nno-more-bets\ndeal Tc\n")
    assert document["ok"], document["error"]
    assert played(f"{HEAD}seat 2 B\n! no-more-bets\n")["ok"]


@pytest.mark.clause("VIC03-4.1.1(b)")
def test_the_call_may_be_written_again_after_the_shuffle() -> None:
    text = f"{ROUND}cut-card\nno-more-bets\ndeal Ts\n"
    assert played(text)["ok"]
    assert played(f"{ROUND}cut-card\ndeal Ts\n! no-more-bets\n")["ok"]


def test_the_round_is_over_when_it_is_over() -> None:
    text = f"{ROUND}deal As 6c Ks\n"
    assert played(f"{text}! bet 1 A main 10\n! deal Ts\n! 1 stand\n")["phase"] == "collected"


# --- the document


def test_the_document_has_the_promised_shape() -> None:
    document = played(
        f"{HEAD}bet 3 A main 50\nno-more-bets\n! insure 3 A 5\ndeal 8c 6d 8s\n3 stand\ndeal Kd 2s\n"
    )
    [refusal] = document.pop("refusals")
    assert refusal.keys() == {"line", "clause", "message"}
    assert document == {
        "file": "x.round",
        "ok": True,
        "error": None,
        "phase": "collected",
        "due": None,
        "dealer": {"cards": ["6d", "Kd", "2s"], "total": 18, "soft": False, "blackjack": False, "bust": False},
        "hands": [
            {"box": 3, "hand": 1, "cards": ["8c", "8s"], "total": 16, "soft": False, "blackjack": False, "bust": False}
        ],
        # 16 against 18: the 50 is lost.
        "results": [
            {
                "box": 3, "hand": 1, "player": "A", "bet": "main", "stake": "50.00", "result": "lose",
                "odds": None, "pays": "0.00", "clause": "VIC03-5.6.6",
            }
        ],
        "net": {"A": "-50.00"},
        "house": "50.00",
        "left_over": [],
    }  # fmt: skip


def test_due_names_wagers_and_offers() -> None:
    assert played(HEAD)["due"]["want"] == "wagers"
    offers = played(f"{ROUND}deal As Ad Ks\n")["due"]["offers"]
    assert [(each["player"], each["kind"], each["most"]) for each in offers] == [
        ("A", "insure", "5.00"),
        ("A", "even_money", "10.00"),
    ]


def test_the_table_for_people_names_everything() -> None:
    text = f"{HEAD}bet 1 A main 20\nbet 1 B main 10\nno-more-bets\ndeal 8s Ad 8d\ninsure 1 A 10\n1 split\n"
    table = notation.table(
        "x.round", notation.play(f"{text}deal Td\n! 1 double\n1 stand\ndeal 4c\n1.2 stand\ndeal 4d 5c\n")
    )
    for word in (
        "x.round",
        "VIC03 blackjack",
        "box 1 hand 2",
        "insurance",
        "line 9",
        "VIC03-7.5.4(a)",
        "left over",
    ):
        assert (word in table) == (word != "left over"), (word, table)
    unfinished = notation.table("y.round", notation.play(f"{ROUND}deal Ts 6c 9s\ndeal 4c\n"))
    for word in ("WRONG", "line 5", "VIC03-7.5.1", "Waits for", "left over"):
        assert word in unfinished
    assert "There is no round" in notation.table("z.round", notation.play(""))


@pytest.mark.parametrize(
    "twice",
    [
        "decks 6\ndecks 8",
        "boxes 5\nboxes 7",
        "chips 1\nchips 5",
        "sign main 1..5\nsign main 1..10",
        "elect limits=box\nelect limits=player",
    ],
)
def test_a_line_that_is_written_twice_does_not_quietly_replace_the_first(twice: str) -> None:
    played = notation.play(f"book VIC03\n{twice}\n")
    assert played.error is not None
    assert played.error.line == 3


def test_a_multiple_of_nothing_is_refused() -> None:
    played = notation.play("book VIC03\nsign main 1..5 x0\n")
    assert played.error is not None
    assert played.error.line == 2


def test_digits_of_other_scripts_are_not_an_amount() -> None:
    played = notation.play("book VIC03\nbet 1 A main ٥\n")
    assert played.error is not None
    assert played.error.line == 2


def test_a_comment_ends_where_an_editor_ends_the_line() -> None:
    played = notation.play("book VIC03\n# one\u2028bet 1 A main 5\nbet 1 A main 5\n")
    assert played.error is None


def test_an_election_may_be_written_before_its_game() -> None:
    text = "book NZ\nelect ante=0.50\ngame ante_up\nsign main 10..20\nbet 1 A main 10\nbet 1 A ante 0.50\n"
    assert notation.play(text).error is None


@pytest.mark.parametrize("rest", ["", "bet 1 A main 10\n"])
def test_an_election_of_a_game_that_never_follows_is_an_error(rest: str) -> None:
    error = notation.play(f"book NZ\nelect ante=0.50\n{rest}").error
    assert error is not None
    assert error.code == "rule_book.no_election"


def test_an_election_marked_as_refused_is_judged_at_once() -> None:
    result = notation.play("book NZ\n!elect ante=0.50\nbet 1 A main 10\n")
    assert result.error is None
    assert len(result.refusals) == 1


@pytest.mark.parametrize("mark", ["A", "P12", "é", "D_1", "P-1042", "x" * 16])
def test_a_mark_that_a_table_takes_is_one_that_a_file_carries(mark: str) -> None:
    assert notation.play(f"book VIC03\nbet 1 {mark} main 10\n").error is None
    setup = engine.Setup("VIC03")
    engine.apply(setup.rules, engine.fold(engine.start(setup)), engine.PlaceWager(1, mark, 1000))


@pytest.mark.parametrize(
    "mark", ["by", "+", "-", "@SUM(A1)", "a/b", "(z)", '"q"', "A|B", "x" * 17, "a\0b", "", "A B"]
)
def test_a_mark_that_no_file_could_carry_is_refused_at_the_table(mark: str) -> None:
    setup = engine.Setup("VIC03")
    state = engine.fold(engine.start(setup))
    with refused_as("player.not_a_mark"):
        engine.apply(setup.rules, state, engine.PlaceWager(1, mark, 1000))


def test_an_election_is_read_in_any_case() -> None:
    assert played("book NZ\nelect STYLE_A=Yes\nbet 1 A main 10\n")["ok"]
    assert played("book NZ\noffer buster A\nelect free_bonus=b1\nbet 1 A main 10\n")["ok"]


@pytest.mark.parametrize(
    "line",
    [
        "strand 1",
        "1 dance",
        "bet 1 A roulette 5",
        "offer roulette",
        "approve king",
        "allow several_boxes A by nobody",
        "1 hitt",
        "bet 1 A mian 10",
        "approve game_supervsor",
        "direct 1 absent by game_supervsor",
        "correct crad 1 9h",
        "irregularity void_wager box=1 player=A reason=late bet=main\nregret",
    ],
)
def test_an_unknown_word_after_the_mark_is_an_error_of_the_file(line: str) -> None:
    """A slip of the pen is not a refusal: it would prove nothing."""
    text = f"book VIC03\nbet 1 A main 10\nno-more-bets\ndeal Ts 6d 5h\n! {line}\n"
    played = notation.play(text)
    assert played.error is not None
    assert played.error.line >= 5
    assert not played.refusals or "regret" in line


@pytest.mark.parametrize(
    "line",
    [
        "bet 1 A insurance 5",
        "bet 9 B main 10",
        "irregularity no_ante box=1",
        "1 double",
        "deal 9z",
        "elect x=1",
    ],
)
def test_a_line_that_can_be_read_is_refused_as_it_should(line: str) -> None:
    played = notation.play(f"book VIC03\nbet 1 A main 10\nno-more-bets\ndeal Ts 6d 5h\n! {line}\n")
    assert played.error is None
    assert len(played.refusals) == 1
