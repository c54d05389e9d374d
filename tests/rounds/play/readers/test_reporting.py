"""A reader's reports in the round: in order, once, and nothing that left the shoe is lost."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.refusals import Refusal
from casino.words import Phrase
from rounds import engine
from rounds.play import service
from rounds.play.readers import following
from rounds.play.readers.protocol import ReportAnswer
from tables.floor import dealers
from tables.models import Reader, Report, Table
from tables.opening import checklist
from tables.readers import registration, source
from tests import floor
from tests.floor import tap, taps
from tests.refusing import code_and_clause, refused_as
from tests.rounds.play.readers.conftest import CODE, Shoe, assigned_reader

pytestmark = pytest.mark.django_db


def line(code: str, **values: object) -> str:
    """The English of the record under a code."""
    return Phrase.of(code, **values).english


def drawn() -> str:
    return " ".join(service.current(CODE).state.drawn)


def outcomes() -> list[str]:
    return list(Report.objects.order_by("sequence").values_list("outcome", flat=True))


# --- in its order, once


def test_cards_go_where_they_are_due_and_the_record_names_the_reader(shoe: Shoe) -> None:
    answer = shoe.card("Ts", "9d", "7h", "8c", "9s")
    assert answer == ReportAnswer(5, "dealt", "9s", place="box 2 9♠", clause="VIC03-7.3.1(d)")
    live = service.current(CODE)
    assert [box.hands[0].cards for box in live.state.boxes if box.hands] == [("Ts", "8c"), ("9d", "9s")]
    assert live.state.dealer == ("7h",)
    cards = Entry.objects.filter(chain=CODE, kind="card").order_by("seq")
    assert {(entry.actor, entry.role) for entry in cards} == {(shoe.reader.number, "reader")}
    # The dealer only decides; who deals stays who deals.
    assert live.due.action == "decision"
    taps(CODE, engine.Decide(1, "stand"), engine.Decide(2, "stand"))
    assert shoe.card("Td").outcome == "dealt"
    assert verify().ok


def test_a_duplicate_gets_the_same_answer_and_deals_nothing(shoe: Shoe) -> None:
    first = shoe.card("Ts")
    again = shoe.sends(1, "card", "Ts")
    assert again.duplicate
    assert (again.outcome, again.place) == (first.outcome, first.place)
    assert drawn() == "Ts"
    # The same card as the house writes it is the same report.
    assert shoe.sends(1, "card", "10S").duplicate


def test_a_number_that_was_another_cards_is_a_conflict(shoe: Shoe) -> None:
    shoe.card("Ts")
    answer = shoe.sends(1, "card", "9d")
    assert (answer.outcome, answer.message) == (
        "conflict",
        line("kept.reader_number_was", number=1, what="card Ts"),
    )
    assert answer.remedy == line("kept.reader_own_number", next=2)
    assert drawn() == "Ts"


def test_out_of_order_says_which_is_expected_and_takes_nothing(shoe: Shoe) -> None:
    answer = shoe.sends(3, "card", "Ts")
    assert (answer.outcome, answer.message) == (
        "out_of_order",
        line("kept.reader_expected", expected=1, number=3),
    )
    assert drawn() == ""
    assert not Report.objects.exists()
    assert source.condition(tied_now(), floor.AT).words == line("kept.reader_missing", expected=1)
    # Sent again from there on, all are dealt in their order.
    for number, card in enumerate(("9d", "8d", "Ts"), start=1):
        assert shoe.sends(number, "card", card).outcome == "dealt"
    assert drawn() == "9d 8d Ts"
    assert source.condition(tied_now(), floor.AT).name == "connected"


def tied_now() -> Reader:
    return Reader.objects.get(revoked_at=None)


def test_lost_reports_are_shown_and_wait_to_be_entered_by_hand(shoe: Shoe) -> None:
    shoe.card("Ts")
    lost = shoe.sends(4, "lost")
    assert (lost.outcome, lost.message) == (
        "waits",
        line("kept.reader_lost"),
    )
    assert Report.objects.get(sequence=4).note == line("kept.reader_lost_reports", count=2, first=2, last=3)
    # What comes now waits behind it; the hand enters what left meanwhile.
    assert shoe.sends(5, "card", "7h").outcome == "waits"
    assert tap(CODE, engine.DealCard("9d")).ok
    assert drawn() == "Ts 9d"
    # A number that was reported as lost is not taken for another card later.
    assert shoe.sends(2, "card", "9d").outcome == "conflict"


# --- no card is due


@pytest.mark.clause("VIC03-9.3")
def test_a_card_while_none_is_due_is_kept_and_leads_to_the_irregularity(shoe: Shoe) -> None:
    shoe.card("Ts", "9d", "7h", "8c", "9s")
    answer = shoe.card("5d")
    refusal = Refusal("card.decision_first", "VIC03-7.5.1", where=(1, 0))
    assert (answer.outcome, answer.message, answer.clause) == ("waits", refusal.message, refusal.clause)
    assert answer.remedy == refusal.remedy
    assert drawn() == "Ts 9d 7h 8c 9s"
    entry = Entry.objects.get(chain=CODE, kind="card_waits")
    assert (entry.actor, entry.detail) == (
        shoe.reader.number, f"no. 6: 5♦: {refusal.message}",
    )  # fmt: skip
    # The dealer says what it was: drawn in excess, seen. It is the next card of the shoe (VIC03-9.3).
    taps(CODE, engine.Irregularity("excess_card", (("seen", "yes"), ("card", "5d"))))
    assert outcomes()[-1] == "excess"
    # It lies there: the reader does not report it again, the hand deals it.
    taps(CODE, engine.Decide(1, "stand"), engine.Decide(2, "hit"))
    answer = shoe.card("2c")
    assert answer.message == line("kept.reader_held_first")
    taps(CODE, engine.DealCard("5d"))
    assert drawn().split()[-1] == "5d"
    assert verify().ok


def test_cards_after_one_that_waits_wait_too(shoe: Shoe) -> None:
    shoe.card("Ts", "9d", "7h", "8c", "9s")
    shoe.card("5d")
    taps(CODE, engine.Decide(1, "hit"))
    assert shoe.card("6d").message == line(following.BEHIND)
    # By hand, only the one that came first may be dealt.
    refused = tap(CODE, engine.DealCard("6d"))
    assert code_and_clause(refused.refusal) == ("reader.card_waits", "")
    taps(CODE, engine.DealCard("5d"))
    assert outcomes()[-2:] == ["known", "waits"]


def test_a_card_that_the_packs_cannot_hold_any_more_is_kept(shoe: Shoe) -> None:
    floor.open_table("BJ-08", decks=8, book="VIC03", game="crown_pontoon")
    other = assigned_reader(code="BJ-08")
    dealers.come_to_table("BJ-08", floor.dealer(), floor.AT)
    answer = other.card("Ts")
    assert answer.outcome == "waits"


def test_an_unknown_card_is_kept_as_one_to_enter_by_hand(shoe: Shoe) -> None:
    answer = shoe.card("Zz")
    assert answer.outcome == "waits"
    assert answer.message == Phrase.of("fault.not_a_card", text="Zz").english
    assert tap(CODE, engine.DealCard("Ts")).ok
    assert outcomes() == ["known"]
    assert shoe.card("9d").outcome == "dealt"
    assert shoe.sends(1, "card", "Zz").duplicate


def test_a_card_that_could_not_be_read_is_entered_by_hand_once(shoe: Shoe) -> None:
    assert shoe.reports("unread").outcome == "waits"
    assert tap(CODE, engine.DealCard("Ts")).ok
    refused = tap(CODE, engine.DealCard("9d"))
    assert code_and_clause(refused.refusal) == ("reader.reports_cards", "")
    assert shoe.card("9d").outcome == "dealt"


def test_nobody_deals_a_closed_table_and_a_revoked_token(shoe: Shoe) -> None:
    Table.objects.filter(code=CODE).update(dealer="")
    assert shoe.card("Ts").message == line("kept.reader_nobody_deals", table=CODE)
    Report.objects.update(outcome="aside")
    Table.objects.filter(code=CODE).update(state="closed")
    answer = shoe.card("9d")
    assert (answer.outcome, answer.message) == ("noted", line("kept.reader_table_closed", table=CODE))
    assert drawn() == ""


def test_the_cutting_card_is_reported_like_a_card(shoe: Shoe) -> None:
    shoe.card("Ts")
    assert shoe.reports("cutting_card").outcome == "dealt"
    assert service.current(CODE).state.cut_card
    answer = shoe.reports("cutting_card")
    assert answer.outcome == "waits"
    assert answer.message == Refusal("cutting_card.out_already").message


def test_notices_of_the_door_and_of_faults_are_recorded_and_shown(shoe: Shoe) -> None:
    assert shoe.reports("door_open").outcome == "noted"
    assert source.condition(tied_now(), floor.AT) == ("failing", line("kept.reader_fault_door"))
    shoe.reports("door_closed")
    assert source.condition(tied_now(), floor.AT).name == "connected"
    shoe.reports("fault", note="lamp")
    assert source.condition(tied_now(), floor.AT).words == "it reports a fault: lamp"
    shoe.reports("works")
    assert source.condition(tied_now(), floor.AT + timedelta(seconds=16)).words.startswith("quiet since")
    kinds = (
        Entry.objects.filter(chain=CODE, actor=shoe.reader.number)
        .order_by("seq")
        .values_list("kind", flat=True)
    )
    assert list(kinds) == ["reader_noted"] * 4


@pytest.mark.clause("VIC03-4.3.1")
def test_what_leaves_the_shoe_while_a_burn_is_due_is_the_burn_card() -> None:
    floor.open_table(CODE, shoe=False)
    dealers.come_to_table(CODE, floor.dealer(), floor.AT)
    checklist.confirm(CODE, "sign", by=floor.dealer(), at=floor.AT)
    shoe = assigned_reader()
    for _ in range(30):
        live = service.current(CODE)
        todo = engine.questions.pending(live.rules, live.state)
        if todo[0] == "burn":
            break
        how = engine.CutCards(by="game_supervisor") if todo[0] == "cut" else engine.ShoeStep(todo[:1])
        assert tap(CODE, how, floor.casino_supervisor()).ok
    refused = tap(CODE, engine.ShoeStep(("burn",)))
    assert code_and_clause(refused.refusal) == ("reader.reports_cards", "")
    answer = shoe.card("5c")
    assert (answer.outcome, answer.clause) == ("dealt", "VIC03-4.3.1")
    live = service.current(CODE)
    assert engine.questions.pending(live.rules, live.state) == ()
    entry = Entry.objects.filter(chain=CODE, folded=True).latest("seq")
    assert entry.actor == shoe.reader.number
    assert "5" not in entry.detail  # it lies face down: the round does not say which it was
    assert service.current(CODE).state.drawn == ()
    # Before the call there is nothing more to come out of the shoe.
    assert shoe.card("Ts").outcome == "waits"
    assert verify().ok


# --- the hand beside the reader


def test_the_hand_is_refused_while_the_reader_reports(shoe: Shoe) -> None:
    refused = tap(CODE, engine.DealCard("Ts"))
    assert code_and_clause(refused.refusal) == ("reader.reports_cards", "")
    assert refused.refusal.values == {"reader": shoe.reader.number}
    assert drawn() == ""


def test_by_hand_what_the_reader_reports_is_recognised(shoe: Shoe) -> None:
    shoe.card("Ts")
    source.turn(CODE, "hand", by=floor.dealer(), at=floor.AT)
    # Entered first, reported later; and the other way about.
    taps(CODE, engine.DealCard("9d"))
    assert shoe.card("9d").message == line("kept.reader_known")
    assert shoe.card("7h").message == line("kept.reader_by_hand")
    taps(CODE, engine.DealCard("7h"))
    assert drawn() == "Ts 9d 7h"
    assert outcomes() == ["dealt", "known", "known"]
    # A card that the reader saw nothing of is not waited for.
    taps(CODE, engine.DealCard("8c"), engine.DealCard("9s"))
    assert shoe.card("9s").outcome == "known"
    # The reader again: from now on its reports deal.
    source.turn(CODE, "reader", by=floor.dealer(), at=floor.AT)
    taps(CODE, engine.Decide(1, "hit"))
    assert shoe.card("2c").outcome == "dealt"
    assert verify().ok


def test_a_report_that_is_older_than_the_change_deals_nothing(shoe: Shoe) -> None:
    source.turn(CODE, "hand", by=floor.dealer(), at=floor.AT - timedelta(seconds=5))
    taps(CODE, engine.DealCard("Ts"))
    Reader.objects.update(heard_at=floor.AT)
    source.turn(CODE, "reader", by=floor.dealer(), at=floor.AT)
    # Kept by the reader while it could not be heard: one card is known already, the other asks what to do.
    assert shoe.reports("card", "Ts", age=4000).outcome == "known"
    answer = shoe.reports("card", "Ts", age=3000)
    assert answer.outcome == "waits"
    assert answer.message == line("kept.reader_unmatched")
    assert drawn() == "Ts"


def test_a_reader_that_is_not_heard_does_not_lead_again(shoe: Shoe) -> None:
    source.turn(CODE, "hand", by=floor.dealer(), at=floor.AT)
    with refused_as("reader.not_reporting") as refusal:
        source.turn(CODE, "reader", by=floor.dealer(), at=floor.AT)
    assert refusal.value.values["condition"] == Phrase.of("condition.not_heard")


def test_what_is_taken_back_has_left_the_shoe_and_waits(shoe: Shoe) -> None:
    shoe.card("Ts")
    taps(CODE, engine.Undo())
    assert outcomes() == ["waits"]
    assert Report.objects.get().message == line("kept.reader_taken_back")
    taps(CODE, engine.DealCard("Ts"))
    assert outcomes() == ["known"]
    source.turn(CODE, "hand", by=floor.dealer(), at=floor.AT)
    taps(CODE, engine.DealCard("9d"), engine.Undo())
    assert tied_now().by_hand == []


def test_a_report_costs_few_queries(shoe: Shoe, django_assert_max_num_queries: Any) -> None:
    shoe.card("Ts", "9d")
    with django_assert_max_num_queries(26):
        shoe.card("7h")
    with django_assert_max_num_queries(6):
        shoe.sends(3, "card", "7h")


def test_a_table_without_a_reader_pays_no_query_for_it() -> None:
    from django.db import connection as here
    from django.test.utils import CaptureQueriesContext

    floor.open_table(CODE)
    taps(CODE, engine.PlaceWager(1, "A", 5000), engine.CallBets())
    with CaptureQueriesContext(here) as queries:
        taps(CODE, engine.DealCard("Ts"))
    assert not [
        query for query in queries if "tables_reader" in query["sql"] or "tables_report" in query["sql"]
    ]


def test_what_nobody_signs_waits_again() -> None:
    """Where the book is silent a supervisor decides what becomes of a card in excess; if he does not, it waits."""
    floor.open_table(CODE, book="UK", decks=6)
    dealers.come_to_table(CODE, floor.dealer(), floor.AT)
    checklist.confirm(CODE, "sign", by=floor.dealer(), at=floor.AT)
    shoe = assigned_reader()
    taps(CODE, engine.PlaceWager(1, "A", 5000), engine.CallBets())
    shoe.card("Ts", "7h", "8c", "5d")
    assert outcomes()[-1] == "waits"
    report = engine.Irregularity("excess_card", (("seen", "yes"), ("card", "5d")))
    assert tap(CODE, report).ok
    assert outcomes()[-1] == "excess"
    answer = tap(CODE, engine.Refuse("casino_supervisor", "no"), floor.casino_supervisor())
    assert answer.ok, answer
    assert outcomes()[-1] == "waits"
    assert Report.objects.last().message == line("kept.reader_not_signed")  # type: ignore[union-attr]


# --- two at once


@pytest.mark.django_db(transaction=True)
def test_two_reports_at_once_are_one_after_the_other(shoe: Shoe) -> None:
    def both(*sent: tuple[int, str]) -> list[ReportAnswer]:
        start = threading.Barrier(len(sent))

        def run(report: tuple[int, str]) -> ReportAnswer:
            try:
                start.wait(10)
                return shoe.sends(report[0], "card", report[1])
            finally:
                connection.close()

        with ThreadPoolExecutor(len(sent)) as pool:
            return list(pool.map(run, sent))

    # The same report twice: dealt once, answered twice alike.
    twice = both((1, "Ts"), (1, "Ts"))
    assert sorted((answer.outcome, answer.duplicate) for answer in twice) == [
        ("dealt", False),
        ("dealt", True),
    ]
    # Two numbers that follow each other: the later is dealt after the earlier, or told to wait for it.
    for number, cards in ((2, "9d 7h"), (4, "8c 9s")):
        first, second = both(*zip((number, number + 1), cards.split(), strict=True))
        assert first.outcome == "dealt"
        if second.outcome == "out_of_order":
            second = shoe.sends(number + 1, "card", cards.split()[1])
        assert second.outcome == "dealt"
    assert drawn() == "Ts 9d 7h 8c 9s"
    assert verify().ok


@pytest.mark.django_db(transaction=True)
def test_revoked_while_it_reports(shoe: Shoe) -> None:
    from rounds.play.readers.reporting import Revoked

    shoe.card("Ts")
    registration.revoke(shoe.reader.pk, by=floor.casino_supervisor(), at=floor.AT)
    with pytest.raises(Revoked):
        shoe.card("9d")
    assert tap(CODE, engine.DealCard("9d")).ok
