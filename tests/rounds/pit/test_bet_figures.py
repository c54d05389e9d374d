"""Handle, win and theo bet by bet: worked out from the wagers of a few rounds, and drawn."""

from fractions import Fraction

import pytest

from casino.rulebooks import BOOKS, rules_for
from rounds import engine
from rounds.pit.bet_figures import Bar, Row, bars, each_bet, initials, rows_of, theo_of
from rounds.simulation.edge import edge
from sidebets import side_bets
from tables import theo
from tables.models import Table
from tables.opening import closing, opening
from tests import floor
from tests.floor import AT, tap, taps
from tests.tables.games import setup_of

CODE = "BJ-07"


def bets() -> dict[str, list[int]]:
    return dict(Table.objects.get(code=CODE).bets)


def place(box: int, player: str, amount: int, bet: str = "main") -> engine.Command:
    return engine.PlaceWager(box, player, amount, bet)


@pytest.mark.django_db
def test_each_bet_has_its_own_figures() -> None:
    floor.open_table()
    floor.offer(CODE, "perfect_pairs")
    taps(CODE, place(1, "A", 1000), place(1, "A", 500, "perfect_pairs"), place(2, "B", 2000))
    assert bets() == {}  # nothing is at stake before the call
    # Box 1: 8h 8s, a mixed pair at 6 to 1; box 2: 19. The dealer: 6, ten, ten, broken.
    taps(CODE, engine.CallBets(), *floor.cards("8h Ts 6c 8s 9d"), engine.Settle())
    taps(CODE, engine.Decide(1, "stand"), engine.Decide(2, "stand"), *floor.cards("Td Tc"), engine.Settle())
    taps(CODE, engine.Collect())
    assert bets() == {"main": [3000, -3000, 3000], "perfect_pairs:1": [500, -3000, 500]}
    table = Table.objects.get(code=CODE)
    assert (table.handle, table.win) == (3500, -6000)
    # The edge of the pairs is 17/415 (see below): of 5 it is 20.48 cents; of the main wager 0.2511 %, 7.53 cents.
    assert [(row.title, row.theo) for row in rows_of(table)] == [("Main", 8), ("Perfect Pairs", 20)]
    assert theo_of(table) == 28


@pytest.mark.django_db
def test_what_doubling_adds_is_in_the_handle_and_not_in_the_base_of_theo() -> None:
    floor.open_table()
    taps(CODE, place(1, "A", 1000), engine.CallBets(), *floor.cards("6h 6c 5s"))
    taps(CODE, engine.Decide(1, "double"), *floor.cards("9d Td Tc"), engine.Settle(), engine.Collect())
    assert bets() == {"main": [2000, -2000, 1000]}
    taps(CODE, place(1, "A", 1000), engine.CallBets())
    assert bets() == {"main": [3000, -2000, 2000]}
    # An undo takes the figures back with the tap.
    assert tap(CODE, engine.Undo()).ok
    assert bets() == {"main": [2000, -2000, 1000]}


@pytest.mark.django_db
def test_insurance_is_a_bet_of_its_own() -> None:
    floor.open_table()
    taps(CODE, place(1, "A", 1000), engine.CallBets(), *floor.cards("9h Ac 9s"), engine.Insure(1, "A", 500))
    taps(CODE, engine.Decide(1, "stand"), *floor.cards("9d"), engine.Settle(), engine.Settle())
    taps(CODE, engine.Collect())
    # The dealer has 20: both are lost. 31/415 of 5 is 37.3 cents.
    assert bets() == {"main": [1000, 1000, 1000], "insurance": [500, 500, 500]}
    assert {row.title: row.theo for row in rows_of(Table.objects.get(code=CODE))}["Insurance"] == 37


@pytest.mark.django_db
def test_the_ante_is_won_on_no_handle_and_expected_whole() -> None:
    setup = setup_of("NZ", "ante_up")
    floor.open_table(CODE, **setup)
    taps(CODE, place(1, "A", 1000), place(1, "A", 125, "ante"), engine.CallBets(), *floor.cards("9h 9c 9s"))
    taps(
        CODE,
        engine.Settle(),
        engine.Decide(1, "stand"),
        *floor.cards("Td"),
        engine.Settle(),
        engine.Collect(),
    )
    assert bets()["ante"] == [0, 125, 125]
    assert {row.title: row.theo for row in rows_of(Table.objects.get(code=CODE))}["Ante"] == 125


@pytest.mark.django_db
def test_the_lower_level_has_its_own_edge() -> None:
    floor.open_table(CODE, **setup_of("NZ", "player_select"))
    taps(CODE, place(1, "A", 1000), place(2, "B", 6000), engine.CallBets(), *floor.cards("9h 9s 9c 9d 8d"))
    taps(CODE, engine.Decide(1, "stand"), engine.Decide(2, "stand"), *floor.cards("Td"))
    taps(CODE, engine.Settle(), engine.Collect())
    # The dealer has 19, so the upper wager of 17 is lost and the lower of 18 too.
    assert bets() == {"main": [6000, 6000, 6000], "main_lower": [1000, 1000, 1000]}
    edges = Table.objects.get(code=CODE).edges
    # Blackjacks at 6 to 5 come to 1.3 % more of every wager, and there are fewer doubles.
    assert edges["main_lower"] > edges["main"] + 0.013


@pytest.mark.django_db
def test_figures_begin_again_with_an_opening_and_are_recorded_with_the_closing() -> None:
    floor.open_table(CODE, **setup_of("UK", "blackjack"))
    taps(CODE, place(1, "A", 1000), engine.CallBets(), *floor.cards("9h 9c 9s"))
    taps(CODE, engine.Decide(1, "stand"), *floor.cards("Td"), engine.Settle(), engine.Collect())
    assert bets() == {"main": [1000, 1000, 1000]}
    boss = floor.casino_supervisor()
    floor.begin_closing(CODE)
    floor.count_closing(CODE)
    closing.close_table(CODE, by=boss, at=AT)
    floor.complete_opening_list(Table.objects.get(code=CODE))
    opening.open_table(CODE, by=boss, at=AT)
    assert bets() == {}


# --- edges


@pytest.mark.parametrize(("book", "game"), theo.MAIN_EDGES)
def test_the_figures_of_the_main_wager_are_what_is_worked_out(book: str, game: str) -> None:
    assert edge(BOOKS[book].games[game]) == pytest.approx(theo.MAIN_EDGES[book, game], abs=6e-7)


def test_every_game_has_its_figure() -> None:
    assert set(theo.MAIN_EDGES) == {(book.key, game) for book in BOOKS.values() for game in book.games}


def test_published_figures() -> None:
    # Endless shoe, dealer stands on soft 17 and has no hole card, doubling on two cards and after a split.
    assert edge(rules_for("UK")) == pytest.approx(0.0055, abs=0.001)
    # 6 to 5 instead of 3 to 2: 0.3 on each Blackjack that the dealer does not tie, 2 x 4/169 of all hands.
    cheap = edge(rules_for("NZ", "blackjack", (("blackjack_pays", "6:5"),)))
    ties = Fraction(2 * 4, 169)
    usual = edge(rules_for("NZ"))
    assert cheap - usual == pytest.approx(float(Fraction(3, 10) * ties * (1 - ties)), abs=1e-9)


def test_elections_that_leave_the_play_alone_have_the_same_edge() -> None:
    plain = theo.main_edge(rules_for("NZ"))
    same = rules_for(
        "NZ", "blackjack", (("limits", "player"), ("auto_shuffler", "yes"), ("pairs_on_split", "yes"))
    )
    assert theo.main_edge(same) == plain == theo.MAIN_EDGES["NZ", "blackjack"]
    dearer = theo.main_edge(rules_for("NZ", "blackjack", (("style_a", "yes"),)))
    assert dearer is not None
    assert plain is not None
    assert dearer > plain


def test_the_edge_of_insurance() -> None:
    # Eight packs without the ace: 128 tens of 415 cards pay 2 to 1: 1 - 3 x 128/415.
    assert theo.insurance_edge(rules_for("UK"), 8) == pytest.approx(31 / 415)
    # Crown Pontoon has no tens: 96 court cards of 383.
    assert theo.insurance_edge(rules_for("VIC03", "crown_pontoon"), 8) == pytest.approx(95 / 383)


def test_the_edge_of_a_side_bet() -> None:
    # After the first card, of 415: 7 alike, 8 of the other suit of its colour, 16 of the other colour, 384 none:
    # 25 x 7 + 12 x 8 + 6 x 16 - 384 = -17.
    bet = side_bets("VIC03")["perfect_pairs"]
    assert theo.side_edge(bet, bet.scale(), rules_for("VIC03"), 8) == pytest.approx(17 / 415)


# --- drawn


def test_bars_have_one_scale_and_a_mark_for_theo() -> None:
    rows = [
        Row("main", "Main", "M", "Main", 100_000, -10_000, 600, 0.006),
        Row("x:1", "Pairs", "P", "Pairs", 5_000, 5_000, None, None),
        Row("insurance", "Insurance", "I", "Insurance", 0, 0, 0, 0.07),
    ]
    # 120 wide, zero at 60; the largest of all is 10,000: a bar of 60 to the left, one of 30 to the right.
    assert bars(rows) == [
        Bar(0, 60, 63.6, "Main: win −$100, theo $6"),
        Bar(60, 30, None, "Pairs: win $50"),
        Bar(60, 0, 60, "Insurance: win $0, theo $0"),
    ]
    assert bars([]) == []


def test_a_bet_whose_scale_has_changed_is_one_bet_on_the_tile() -> None:
    rows = [
        Row("pairs:1", "Pairs, scale 1", "P", "Pairs", 1000, -500, 34, 0.03),
        Row("pairs:2", "Pairs, scale 2", "P", "Pairs", 500, 500, 20, 0.04),
        Row("push:1", "Push", "P", "Push", 100, 0, None, None),
    ]
    assert each_bet(rows) == [
        Row("pairs:1", "Pairs", "P", "Pairs", 1500, 0, 54, None),
        Row("push:1", "Push", "P", "Push", 100, 0, None, None),
    ]


@pytest.mark.parametrize(
    ("title", "short"), [("Perfect Pairs", "PP"), ("21 + 3", "21+3"), ("Over 13", "O13"), ("Push 22", "P22")]
)
def test_a_bet_in_a_few_characters(title: str, short: str) -> None:
    assert initials(title) == short
