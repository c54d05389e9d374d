"""Tables of every book and game are opened, dealt and closed under the clauses of their own book."""

from datetime import UTC, datetime

import pytest

from casino.forms.fields import refusals_in
from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.refusals import Refusal
from casino.rulebooks import BOOKS
from casino.rulebooks.house import house_of
from rounds import engine, notation
from rounds.play import service
from tables.book import house_at
from tables.models import Table
from tables.opening import checklist, closing, opening
from tests import floor
from tests.examples import each_time
from tests.floor import AT, tap
from tests.refusing import refusal_of, refused_as, refused_at
from tests.tables.games import GAMES, setup_of

pytestmark = pytest.mark.django_db

CODE = "BJ-07"


def cannot_open(clause: str) -> Refusal:
    """The refusal under the clause of what is missing."""
    how = {"by": floor.casino_supervisor(), "at": AT}
    return refusal_of("opening.incomplete", clause, opening.open_table, CODE, **how)


def close() -> Table:
    floor.begin_closing(CODE)
    table = Table.objects.get()
    floor.count_closing(CODE)
    if house_at(table).cards_counted:
        assert floor.count_cards(CODE)
    else:
        closing.close_table(CODE, by=floor.dealer(), at=AT)
    return Table.objects.get()


CARDS_COUNTED = {"ACT96": "ACT96-3.2", "ACT03": "ACT03-2.2-B02", "VIC03": "VIC03-3.2.5"}
"""The clause under which the cards are counted once a table's gaming is over; the other books have none."""
STANDS, DRAWS = "Dealer stands on 17 and draws to 16", "Dealer draws to 16 and on soft 17"
PAYS, INSURES = "Blackjack pays 3 to 2", "Insurance pays 2 to 1"
NZ = {
    "layout": ("NZ-3.2(c)", "the one in appendix 1"),
    "places": ("NZ-3.2(a)", "the places for wagers are marked"),
    "drop_box": ("NZ-3.1-S2", "the drop box is on the table"),
    "shoe": ("NZ-3.3(c)", "the shoe holds all the cards"),
    "rack": ("NZ-3.3(d)", "the discard rack holds all the cards"),
    "inscriptions": ("NZ-3.2(b)(i)", PAYS, STANDS, INSURES),
    "sign": ("NZ-14.2-S2", "minimum and maximum"),
}
VIC03 = {
    "layout": ("VIC03-2.2", "diagram A"),
    "logo": ("VIC03-2.2.2", "name or logo"),
    "shoe": ("VIC03-7.1", "the dealing shoe"),
    "inscriptions": ("VIC03-8.1-T01", PAYS, STANDS, INSURES),
    "sign": ("VIC03-6.1", "minimum and maximum"),
}
ACT96 = {
    "layout": ("ACT96-1-S1", "diagram A"),
    "shoe": ("ACT96-7.1-S1", "the dealing shoe"),
    "inscriptions": ("ACT96-1(b)(i)", PAYS, STANDS, INSURES),
    "sign": ("ACT96-4.1(a)", "minimum and maximum"),
}
CONFIRMED = {
    ("ACT96", "blackjack"): ACT96,
    ("ACT96", "triple_play"): ACT96
    | {
        "layout": ("ACT96-22.1-S2", "diagram E"),
        "areas": ("ACT96-22.1(c)", "an area for each of the hands 1, 2 and 3"),
        "hand_shown": ("ACT96-22.1(d)", "the number of the hand in play"),
        "inscriptions": ("ACT96-22.1(b)(i)", PAYS, STANDS, INSURES),
    },
    ("ACT03", "blackjack"): {
        "layout": ("ACT03-1.1", "the Commission approved"),
        "shoe": ("ACT03-6.1", "the shoe stands"),
        "multiples": ("ACT03-3.3", "the permitted multiples"),
        "inscriptions": ("ACT03-13.2(a)", PAYS, STANDS, INSURES),
        "sign": ("ACT03-3.1-B01", "minimum and maximum"),
    },
    ("VIC03", "blackjack"): VIC03,
    ("VIC03", "vegas_blackjack"): VIC03,
    ("VIC03", "crown_blackjack"): VIC03 | {"inscriptions": ("VIC03-8.1-T01", PAYS, DRAWS, INSURES)},
    ("VIC03", "crown_pontoon"): VIC03
    | {
        "layout": ("VIC03-10.3.1", "diagram C"),
        "logo": ("VIC03-10.3.1(b)", "name or logo"),
        "inscriptions": ("VIC03-10.11.1-T1-L01", "Pontoon pays 3 to 2", DRAWS, INSURES),
    },
    ("NZ", "blackjack"): NZ,
    ("NZ", "ante_up"): NZ | {"areas": ("NZ-18.2", "areas for the wager and for the ante")},
    ("NZ", "blackjack_plus"): NZ,
    ("NZ", "free_bet"): NZ
    | {
        "lammers": ("NZ-20.2-S2", "the lammers"),
        "inscriptions": ("NZ-3.2(b)(i)", PAYS, DRAWS, INSURES),
    },
    ("NZ", "player_select"): NZ
    | {"inscriptions": ("NZ-3.2(b)(i)", PAYS, "6 to 5 under $50", STANDS, INSURES)},
    ("UK", "blackjack"): {
        "inscriptions": ("UK-B09", PAYS, STANDS, INSURES),
        "sign": ("UK-B25", "minimum and maximum"),
    },
}
"""What each book requires at the table before it opens: the clause, and words of what is confirmed. Notices are beside
it while elections are in force."""
INSCRIBED = {
    ("ACT96", "blackjack"): ("ACT96-1(b)(i)", "ACT96-1(b)(ii)", "ACT96-1(b)(iii)"),
    ("ACT96", "triple_play"): ("ACT96-22.1(b)(i)", "ACT96-22.1(b)(ii)", "ACT96-22.1(b)(iii)"),
    "NZ": ("NZ-3.2(b)(i)", "NZ-3.2(b)(ii)", "NZ-3.2(b)(iii)"),
}
"""The clauses that require on the layout what a Blackjack pays, when the dealer draws and what insurance pays."""


@pytest.mark.clause(
    "ACT96-1-S1", "ACT96-1(b)(i)", "ACT96-1(b)(ii)", "ACT96-1(b)(iii)", "ACT96-3.2", "ACT96-4.1(a)", "ACT96-22.1-S2",
    "ACT96-22.1(c)", "ACT96-22.1(d)", "ACT96-7.1-S1", "ACT03-1.1", "ACT03-2.2-B01", "ACT03-2.2-B02", "ACT03-3.1-B01",
    "NZ-3.1-S2", "NZ-3.2(a)", "NZ-3.2(b)(i)", "NZ-3.2(b)(ii)", "NZ-3.2(b)(iii)", "NZ-3.2(c)", "NZ-3.3(c)", "NZ-3.3(d)",
    "NZ-6.1", "UK-B25", "VIC03-10.3.1", "VIC03-10.3.1(b)", "VIC03-2.2", "VIC03-2.2.2",
)  # fmt: skip
@pytest.mark.parametrize(("book", "game"), each_time([(book, "blackjack") for book in BOOKS], GAMES))
def test_every_game_opens_deals_and_closes_under_its_own_book(book: str, game: str) -> None:
    table = floor.set_up(CODE, **setup_of(book, game))
    # Everything on the list is the book's own, and each item of it bars the opening.
    barred = opening.missing(table)
    assert barred
    for _item, clause, _words in barred:
        assert clause == "" or clause.startswith(f"{book}-")
    asked = checklist.confirmations(table)
    expected = CONFIRMED[book, game]
    assert {item for item in asked if not item.startswith("notice_")} == set(expected)
    floor.complete_opening_list(table)
    table = Table.objects.get()
    assert opening.missing(table) == []
    for item, (clause, *phrases) in expected.items():
        assert asked[item][0] == clause
        assert all(phrase in asked[item][1] for phrase in phrases), (asked[item], phrases)
        check = table.checks.pop(item)
        assert [(item_missing, under) for item_missing, under, _ in opening.missing(table)] == [
            (item, clause)
        ]
        table.checks[item] = check
    if under := INSCRIBED.get((book, game), INSCRIBED.get(book, ())):
        body = Entry.objects.get(kind="confirmed", body__contains='"item":"inscriptions"').body
        assert '"under":[' + ",".join(f'"{clause}"' for clause in under) + "]" in body
    opening.open_table(CODE, by=floor.casino_supervisor(), at=AT)
    for bet in table.rules.wagers_on_hand.value:
        assert tap(CODE, engine.PlaceWager(1, "A", 1000, bet)).ok
    if table.rules.ante.value:
        assert tap(CODE, engine.PlaceWager(1, "A", 125, "ante")).ok
    assert tap(CODE, engine.CallBets()).ok or tap(CODE, engine.Seat(1, "A")).ok
    floor.begin_closing(CODE)
    with refused_as("table.round_open", CARDS_COUNTED.get(book, "")):
        if house_of(table.rules).cards_counted:
            floor.count_cards(CODE)
        else:
            closing.close_table(CODE, by=floor.dealer(), at=AT)
    own = Entry.objects.filter(chain=CODE).order_by("seq").exclude(clause="").values_list("clause", flat=True)
    assert {clause.split("-")[0] for clause in own} == {book}
    assert verify().ok


@pytest.mark.clause("ACT96-3.2", "ACT03-2.2-B02")
@pytest.mark.parametrize(
    ("book", "checked", "counted"),
    [
        ("ACT96", "ACT96-3.2", "ACT96-3.2"),
        ("ACT03", "ACT03-2.2-B01", "ACT03-2.2-B02"),
        ("NZ", "NZ-6.1", None),
        ("UK", None, None),
    ],
)
def test_what_a_book_does_not_ask_for_is_not_asked(
    book: str, checked: str | None, counted: str | None
) -> None:
    floor.open_table(CODE, **setup_of(book, "blackjack"))
    assert close().state == "closed"
    clauses = dict(Entry.objects.filter(chain=CODE).values_list("kind", "clause"))
    assert (clauses.get("cards_checked"), clauses.get("cards_counted")) == (checked, counted)


@pytest.mark.clause("ACT96-3.2")
def test_a_table_whose_book_requires_the_count_does_not_close_without() -> None:
    floor.open_table(CODE, **setup_of("ACT96", "blackjack"))
    floor.begin_closing(CODE)
    with refused_as("closing.cards_not_counted", "ACT96-3.2"):
        closing.close_table(CODE, by=floor.dealer(), at=AT)


@pytest.mark.clause("UK-B05")
def test_another_number_of_packs_than_eight_is_displayed() -> None:
    table = floor.set_up(CODE, **setup_of("UK", "blackjack", decks=8))
    assert "packs" not in checklist.confirmations(table)
    table = floor.set_up("BJ-08", **setup_of("UK", "blackjack", decks=4))
    assert checklist.confirmations(table)["packs"] == ("UK-B05", "the number of packs, 4, is displayed")


@pytest.mark.clause("VIC03-8.1-T01", "ACT96-1(b)(i)", "NZ-3.2(b)(i)", "NZ-10.1A")
def test_the_inscriptions_are_those_of_the_payments() -> None:
    table = floor.set_up(CODE, **setup_of("NZ", "blackjack", elections={"blackjack_pays": "6:5"}))
    clause, words = checklist.confirmations(table)["inscriptions"]
    assert clause == "NZ-3.2(b)(i)"
    assert "Blackjack pays 6 to 5" in words
    floor.complete_opening_list(table)
    entry = Entry.objects.get(kind="confirmed", body__contains='"item":"inscriptions"')
    assert '{"clause":"NZ-10.1A","text":"Blackjack pays 6 to 5"}' in entry.body
    assert '"under":["NZ-3.2(b)(i)","NZ-3.2(b)(ii)","NZ-3.2(b)(iii)"]' in entry.body


@pytest.mark.clause("ACT96-1(b)(i)", "ACT96-22.1(b)(i)", "ACT96-22.1(b)(ii)", "ACT96-22.1(b)(iii)")
@pytest.mark.parametrize(
    ("game", "clause"), [("blackjack", "ACT96-1(b)(i)"), ("triple_play", "ACT96-22.1(b)(i)")]
)
def test_the_cloth_of_canberra_says_three_things(game: str, clause: str) -> None:
    table = floor.set_up(CODE, **setup_of("ACT96", game))
    cited, words = checklist.confirmations(table)["inscriptions"]
    assert cited == clause
    assert words == (
        "the layout reads: Blackjack pays 3 to 2; Dealer stands on 17 and draws to 16; Insurance pays 2 to 1"
    )


@pytest.mark.clause("ACT96-P-B01", "ACT03-P-B01")
@pytest.mark.parametrize(
    ("book", "clause", "before", "first"),
    [
        (
            "ACT96",
            "ACT96-P-B01",
            datetime(1996, 1, 22, 20, tzinfo=UTC),
            datetime(1996, 1, 23, 20, tzinfo=UTC),
        ),
        (
            "ACT03",
            "ACT03-P-B01",
            datetime(2003, 5, 29, 20, tzinfo=UTC),
            datetime(2003, 5, 30, 20, tzinfo=UTC),
        ),
    ],
)
def test_no_table_opens_under_a_book_before_its_day(
    book: str, clause: str, before: datetime, first: datetime
) -> None:
    floor.ready(CODE, **setup_of(book, "blackjack"))
    with refused_as("opening.book_not_in_force", clause):
        opening.open_table(CODE, by=floor.casino_supervisor(), at=before)
    assert opening.open_table(CODE, by=floor.casino_supervisor(), at=first).is_open


@pytest.mark.clause("ACT96-P-B01")
def test_the_book_of_1996_is_in_force_from_the_gazette_or_from_the_signature() -> None:
    floor.ready(CODE, **setup_of("ACT96", "blackjack"), readings={"in_force": "1996-01-19"})
    by = floor.casino_supervisor()
    with refused_as("opening.book_not_in_force", "ACT96-P-B01"):
        opening.open_table(CODE, by=by, at=datetime(1996, 1, 18, 20, tzinfo=UTC))
    assert opening.open_table(CODE, by=by, at=datetime(1996, 1, 19, 20, tzinfo=UTC)).is_open


@pytest.mark.clause("ACT96-P-B02", "ACT03-P-B02")
@pytest.mark.parametrize(
    ("book", "clause", "instead"), [("ACT95", "ACT96-P-B02", "ACT96"), ("ACT99", "ACT03-P-B02", "ACT03")]
)
def test_a_withdrawn_version_is_chosen_for_no_table_and_no_round(
    book: str, clause: str, instead: str
) -> None:
    with refused_at("book", "rule_book.withdrawn", clause) as refused:
        floor.set_up(CODE, book=book)
    assert refusals_in(refused.value)["book"].values["instead"] == instead
    played = notation.play(f"book {book}\nbet 1 A main 10\n")
    assert played.error is not None
    assert (played.error.code, played.error.clause) == ("rule_book.withdrawn", clause)


# --- notices


@pytest.mark.clause(
    "NZ-11.8", "NZ-12.10", "NZ-14.2-S2", "NZ-17.3", "NZ-18.2", "NZ-18.3", "NZ-19.2", "NZ-20.2-S1", "NZ-21.2",
    "NZ-21.3-S1", "NZ-21.4", "NZ-21.6",
)  # fmt: skip
@pytest.mark.parametrize(
    ("game", "elections", "clause", "words"),
    [
        ("blackjack", {"double_on": "9-11"}, "NZ-11.8", "Doubling only on 9, 10 and 11"),
        ("blackjack", {"double_all_lose": "yes"}, "NZ-11.8", "takes doubling wagers too"),
        ("blackjack", {"split": "no_aces"}, "NZ-12.10", "No splitting of aces"),
        ("blackjack", {"max_hands": "2"}, "NZ-12.10", "split once only"),
        ("blackjack", {"split_all_lose": "yes"}, "NZ-12.10", "takes splitting wagers too"),
        ("blackjack", {"limits": "player"}, "NZ-14.2-S2", "for each player on a box"),
        ("blackjack", {"style_a": "yes"}, "NZ-17.3", "Style A"),
        ("ante_up", {}, "NZ-18.2", "Ante Up"),
        ("ante_up", {}, "NZ-18.3", "Ante $1.25"),
        ("blackjack_plus", {}, "NZ-19.2", "Blackjack +"),
        ("free_bet", {}, "NZ-20.2-S1", "Free Bet"),
        ("player_select", {}, "NZ-21.2", "Upper minimum $50"),
        ("player_select", {}, "NZ-21.3-S1", "3 to 2 on wagers of $50 or more, 6 to 5 on others"),
        ("player_select", {}, "NZ-21.6", "Wagers under $50: doubling on 10 to 11"),
    ],
)
def test_a_table_opens_only_with_its_notices_up(
    game: str, elections: dict[str, str], clause: str, words: str
) -> None:
    table = floor.ready(CODE, **setup_of("NZ", game, elections=elections))
    item = next(
        item
        for item, (cited, question) in checklist.confirmations(table).items()
        if cited == clause and words in question
    )
    del table.checks[item]
    table.save(update_fields=["checks"])
    assert words in cannot_open(clause).message
    checklist.confirm(CODE, item, by=floor.dealer(), at=AT)
    assert opening.open_table(CODE, by=floor.casino_supervisor(), at=AT).is_open


@pytest.mark.clause("NZ-11.8", "NZ-12.10")
def test_an_election_that_changes_asks_for_its_notice_before_the_next_round() -> None:
    table = floor.open_table(CODE, **setup_of("NZ", "blackjack", elections={"double_on": "9-11"}))
    assert checklist.wanted_before_round(table) == {}
    # As an election in force that was changed since the notice was put up.
    Table.objects.update(elections={"double_on": "10-11"})
    answer = tap(CODE, engine.PlaceWager(1, "A", 1000))
    assert answer.refusal is not None
    assert (answer.refusal.code, answer.refusal.clause) == ("opening.not_confirmed", "NZ-11.8")
    table = Table.objects.get()
    (item, (clause, words)), *others = checklist.wanted_before_round(table).items()
    assert (clause, words, others) == ("NZ-11.8", "the notice is up: Doubling only on 10 and 11", [])
    checklist.confirm(CODE, item, by=floor.dealer(), at=AT)
    assert tap(CODE, engine.PlaceWager(1, "A", 1000)).ok
    assert service.current(CODE).setup.elections == (("double_on", "10-11"),)


@pytest.mark.clause("NZ-20.2-S2")
def test_a_free_bet_table_has_its_lammers() -> None:
    table = floor.set_up(CODE, **setup_of("NZ", "free_bet"))
    assert checklist.confirmations(table)["lammers"][0] == "NZ-20.2-S2"
    other = floor.set_up("BJ-08", **setup_of("NZ", "blackjack"))
    assert "lammers" not in checklist.confirmations(other)


@pytest.mark.clause("ACT96-P-B03")
@pytest.mark.parametrize(
    ("game", "boxes", "letter"), [("blackjack", 7, "A"), ("blackjack", 9, "B"), ("triple_play", 6, "E")]
)
def test_the_record_names_the_diagram_of_the_layout(game: str, boxes: int, letter: str) -> None:
    floor.open_table(CODE, **setup_of("ACT96", game, boxes=boxes, seats=boxes))
    entry = Entry.objects.get(chain=CODE, kind="confirmed", detail__startswith="the layout is")
    assert entry.detail == f"the layout is that of diagram {letter}"
    assert Table.objects.get().boxes == boxes


@pytest.mark.clause("ACT96-P-B03")
def test_triple_play_has_no_layout_of_diagram_a() -> None:
    with refused_at("boxes", "setup.boxes", "ACT96-22.1(a)"):
        floor.set_up(CODE, **{**setup_of("ACT96", "triple_play"), "boxes": 7})
