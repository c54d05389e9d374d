"""What people are compared by, worked out from the record, with figures worked out by hand."""

from decimal import Decimal

import pytest

from casino.staff.models import Staff
from casino.staff.roles import Role
from rounds import engine
from rounds.models import ComparedRound, PlayedRound, RoundCase
from rounds.play import service
from rounds.surveillance.facts import indexing
from tables.floor import people
from tests import floor

pytestmark = pytest.mark.django_db

EXCESS = engine.Irregularity("excess_card", (("seen", "yes"), ("card", "4c")))


def settle(code: str, *dealer: str) -> None:
    """Deal what is due to the end of the round, these cards to the dealer."""
    rest = list(dealer)
    for _ in range(40):
        due = service.current(code).due
        if due.action == "collect":
            floor.taps(code, engine.Collect())
            return
        floor.taps(code, *(floor.cards(rest.pop(0)) if due.action == "card" else [engine.Settle()]))
    pytest.fail(f"the round does not end: {service.current(code).due}")


def signed(code: str, choice: str, by: Staff) -> None:
    """A card is drawn in excess, and somebody signs what is done about it."""
    floor.taps(code, EXCESS)
    answer = floor.tap(code, engine.Approve(str(by.role), choice), by)
    assert answer.ok, answer


def uk_round(code: str, choice: str, by: Staff) -> None:
    """A has 10 9 against a 6; a 4 slips out of the shoe and is seen; the dealer draws to 19 or more."""
    floor.taps(
        code, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *floor.cards("Ts 6d 9h"),
        engine.Decide(1, "stand"),
    )  # fmt: skip
    signed(code, choice, by)
    settle(code, *(["Qs", "Jd"] if choice == "discard" else ["4c", "9c"]))


@pytest.fixture
def like_cases() -> None:
    """The same mistake twice at a table of the United Kingdom: S-07 keeps the card as the book puts first, S-12
    discards it. S-07 was responsible for the table in the first round, S-12 in the second."""
    floor.open_table("BJ-07", book="UK", decks=6, chips=[100, 500, 2500, 10000], boxes=7)
    other = floor.person(Role.CASINO_SUPERVISOR, "S-12")
    people.make_responsible("BJ-07", "S-07", by=floor.casino_supervisor(), at=floor.AT)
    uk_round("BJ-07", "next_card", floor.casino_supervisor())
    people.make_responsible("BJ-07", "S-12", by=floor.casino_supervisor(), at=floor.AT)
    uk_round("BJ-07", "discard", other)
    assert not indexing.catch_up()


@pytest.mark.usefixtures("like_cases")
def test_like_cases_and_who_decided_them() -> None:
    first, second = RoundCase.objects.filter(what="irregularity").order_by("round_no")
    assert first.alike == second.alike
    assert (first.decision, first.supervisor, first.overridden) == ("next_card", "S-07", False)
    assert (second.decision, second.supervisor, second.overridden) == ("discard", "S-12", True)
    assert first.preferred == second.preferred == "next_card"
    assert first.dealer == second.dealer == "D-114"
    assert list(ComparedRound.objects.order_by("round__round_no").values_list("dealer", "supervisor")) == [
        ("D-114", "S-07"),
        ("D-114", "S-12"),
    ]


def test_what_is_written_again_is_the_same(like_cases: None) -> None:
    def rows() -> list[object]:
        kinds = (ComparedRound, RoundCase, PlayedRound)
        left_out = {"id"}
        return [
            [
                tuple(v for k, v in row.items() if k not in left_out)
                for row in kind.objects.order_by("round").values()
            ]
            for kind in kinds
        ]

    before = rows()
    indexing.start_anew()
    assert not indexing.catch_up()
    assert rows() == before


def test_a_round_that_was_dealt_long_ago_keeps_who_was_there(like_cases: None) -> None:
    """A dispute about the first round is an entry of it: S-12 is responsible by then."""
    from tables.disputes import disputes

    people.set_patron_number("BJ-07", "A", "P-2207", by=floor.dealer(), at=floor.AT)
    disputes.raise_dispute(
        "BJ-07", disputes.Complaint("A", "the four", round_no=1), by=floor.dealer(), at=floor.AT
    )
    assert not indexing.catch_up()
    assert ComparedRound.objects.get(round__round_no=1).supervisor == "S-07"
    assert PlayedRound.objects.get(round_no=1).patron == ""


def test_wagers_beside_the_count() -> None:
    """F doubles 8 and 3 for 21 and wins 200: the book keeps 0.2511 % of the 100 in the long run. Six cards of the
    eight packs are seen then: 6 and 3 count +1 each, ten, queen and jack −1 each."""
    floor.open_table()
    floor.taps(
        "BJ-07", engine.PlaceWager(4, "F", 10000), engine.CallBets(), *floor.cards("8s 6d 3d"),
        engine.Decide(4, "double"), *floor.cards("Th"),
    )  # fmt: skip
    settle("BJ-07", "Qs", "Jd")
    people.set_patron_number("BJ-07", "F", "P-2207", by=floor.dealer(), at=floor.AT)
    floor.taps("BJ-07", engine.PlaceWager(4, "F", 25000), engine.CallBets(), *floor.cards("Ks 6h Kd"))
    floor.taps("BJ-07", engine.Decide(4, "stand"))
    settle("BJ-07", "9d", "6s")
    assert not indexing.catch_up()
    first, second = PlayedRound.objects.order_by("round_no")
    assert (first.laid, first.net, first.fresh, first.running, first.unseen) == (10000, 20000, True, 0, 416)
    assert (second.laid, second.fresh, second.running, second.unseen) == (25000, False, -1, 410)
    assert second.net == -25000
    assert (first.theo, second.theo) == (Decimal("25.1100"), Decimal("62.7750"))
    assert first.variance == pytest.approx(1.273 * 10000**2)
    assert (first.patron, second.patron) == ("", "P-2207")
    assert first.insured is None


def test_insurance_beside_its_worth() -> None:
    """Five cards of eight packs are seen and none is a ten: 128 of 411 unseen cards are, so insurance of 10, which pays
    2 to 1, comes to 10 × (3 × 128 / 411 − 1) = −0.66 on average."""
    floor.open_table()
    floor.taps(
        "BJ-07", engine.PlaceWager(3, "A", 5000), engine.PlaceWager(4, "F", 10000), engine.CallBets(),
        *floor.cards("9s 9h As 9d 8c"),
    )  # fmt: skip
    floor.taps("BJ-07", engine.Insure(4, "F", 5000), engine.CloseInsurance())
    indexing.catch_up()
    by_player = {played.player: played for played in PlayedRound.objects.all()}
    assert (by_player["F"].insured, by_player["A"].insured) == (5000, 0)
    assert by_player["F"].insurance_worth == -66


def test_refused_and_taken_back_taps_are_the_dealer_s() -> None:
    floor.open_table()
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000), engine.CallBets(), *floor.cards("8s 6d 3h"))
    assert floor.tap("BJ-07", engine.Decide(3, "split")).refusal is not None
    floor.taps("BJ-07", engine.Decide(3, "hit"), engine.Undo())
    indexing.catch_up()
    refused, back = RoundCase.objects.order_by("seq")
    assert (refused.what, refused.dealer) == ("refusal", "D-114")
    assert refused.kind.startswith("split.") or "split" in refused.kind
    assert (back.what, back.kind, back.dealer) == ("taken_back", "drew", "D-114")
