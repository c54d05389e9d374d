"""A seat asked back, the last rounds announced, the burn card looked at: the books that know them and those that do
not."""

import pytest

from rounds import engine
from rounds.engine.cards.events import CutCardDrawn
from rounds.engine.permits.events import SeatVacated
from rounds.engine.setup import Idle
from rounds.engine.shoe.events import BurnShown
from tests.engine.story import Story, deal
from tests.refusing import refused_as

SEATS = [("ACT96", "ACT96-20.8"), ("ACT03", "ACT03-16.8"), ("VIC03", "VIC03-17.8")]


def vacate(story: Story, player: str, role: str = "casino_supervisor") -> Story:
    return story.do(engine.VacateSeat(player, role))


def full_table(book: str, **table: object) -> Story:
    """Three seats at three boxes: A, B and C sit there."""
    story = deal(book, boxes=3, **table)  # type: ignore[arg-type]
    return story.seat(1, "A").seat(2, "B").seat(3, "C")


def rounds(story: Story, *wagering: str) -> Story:
    """One round for each text, in which these players wager on their boxes."""
    for players in wagering:
        for player in players:
            story.bet("ABC".index(player) + 1, player, 10)
        story.call().initial("Td", *["Ts 7h"] * len(players))
        for player in players:
            story.stand("ABC".index(player) + 1)
        story = story.cards("7c").end().next_round()
    return story


@pytest.mark.clause("ACT96-20.8", "ACT03-16.8", "VIC03-17.8")
@pytest.mark.parametrize(("book", "clause"), SEATS)
def test_a_seat_is_asked_back_after_three_rounds_with_every_other_seat_taken(book: str, clause: str) -> None:
    story = rounds(full_table(book), "AB", "AB")
    vacate(story.refuses("seat.not_idle", clause), "C")
    story = rounds(story, "AB")
    assert story.state.carry.idle == (Idle("C", 3),)
    vacate(story.refuses("seat.not_idle", clause), "A")
    vacate(story, "C")
    assert story.recorded(SeatVacated)[0].rounds == 3
    assert dict(story.state.carry.callers) == {1: "A", 2: "B"}
    vacate(story.refuses("seat.not_idle", clause), "C")


@pytest.mark.clause("ACT96-20.8", "ACT03-16.8", "VIC03-17.8")
@pytest.mark.parametrize(("book", "clause"), SEATS)
def test_never_by_itself_and_a_wager_sets_the_count_back(book: str, clause: str) -> None:
    story = rounds(full_table(book), "AB", "AB", "AB", "AB")
    assert dict(story.state.carry.callers)[3] == "C"
    story.bet(3, "C", 10)
    vacate(story.refuses("seat.not_idle", clause), "C")
    story.unbet(3, "C")
    story = rounds(story, "ABC", "AB", "AB")
    vacate(story.refuses("seat.not_idle", clause), "C")


@pytest.mark.clause("ACT96-20.8", "ACT03-16.8", "VIC03-17.8")
@pytest.mark.parametrize(("book", "clause"), SEATS)
def test_a_free_seat_in_one_of_the_rounds_sets_it_back_too(book: str, clause: str) -> None:
    """B gets up before the second round and sits down again after it."""
    story = rounds(full_table(book), "AB").leave("B")
    story = rounds(rounds(story, "A").seat(2, "B"), "AB", "AB")
    vacate(story.refuses("seat.not_idle", clause), "C")
    vacate(rounds(story, "AB"), "C")


@pytest.mark.clause("VIC03-17.8")
def test_by_the_other_reading_seats_taken_in_the_last_round_are_enough() -> None:
    def after(**read: str) -> Story:
        story = rounds(full_table("VIC03", read=read), "AB").leave("B")
        return rounds(rounds(story, "A").seat(2, "B"), "AB")

    vacate(after().refuses("seat.not_idle", "VIC03-17.8"), "C")
    vacate(after(vacate_counts="last_round"), "C")
    free = rounds(after(vacate_counts="last_round").leave("B"), "A")
    vacate(free.refuses("seat.not_idle", "VIC03-17.8"), "C")


@pytest.mark.clause("VIC03-17.8", "ACT96-20.8", "ACT03-16.8")
def test_who_may_ask_a_seat_back() -> None:
    for book, clause in SEATS:
        story = rounds(full_table(book), "AB", "AB", "AB")
        vacate(story.refuses("role.too_low", clause), "C", "dealer")
        if book == "VIC03":
            vacate(story, "C", "game_supervisor")
        else:
            vacate(story.refuses("role.too_low", clause), "C", "game_supervisor")
    casino = rounds(full_table("VIC03", read={"vacate_role": "casino_supervisor"}), "AB", "AB", "AB")
    vacate(casino.refuses("role.too_low", "VIC03-17.8"), "C", "game_supervisor")
    vacate(casino, "C", "casino_supervisor")


def test_fewer_seats_than_boxes_are_full_sooner() -> None:
    """Two seats at three boxes: with A at one of them every other seat is taken."""
    story = deal("VIC03", boxes=3, seats=2).seat(1, "A").seat(3, "C")
    vacate(rounds(story, "A", "A", "A"), "C")


@pytest.mark.parametrize("book", ["NZ", "UK"])
def test_a_book_that_takes_no_seat_back(book: str) -> None:
    story = rounds(full_table(book), "AB", "AB", "AB")
    with refused_as("seat.kept"):
        vacate(story, "C")


# --- the last rounds


def announce(story: Story, role: str = "casino_supervisor") -> Story:
    return story.do(engine.AnnounceLastRounds(role))


@pytest.mark.clause("ACT03-5.6", "ACT96-6.2(c)")
@pytest.mark.parametrize(("book", "clause"), [("ACT03", "ACT03-5.6"), ("ACT96", "ACT96-6.2(c)")])
def test_in_the_last_three_rounds_the_cutting_card_is_put_aside(book: str, clause: str) -> None:
    story = announce(rounds(full_table(book), "AB"))
    story = rounds(story, "AB")
    story.bet(1, "A", 10).call().cards("Ts").cut_card()
    assert story.recorded(CutCardDrawn)[0].clause == clause
    story.cards("Td 7h").stand(1).cards("7c").end()
    assert not story.state.carry.shuffle_due
    story = rounds(story.next_round(), "AB")  # the third is dealt without a shuffle
    story.refuses("wager.last_round_dealt", clause).bet(1, "A", 10)


@pytest.mark.clause("ACT03-5.6", "ACT03-5.5(a)", "ACT96-6.2(c)", "ACT96-6.2(a)")
@pytest.mark.parametrize("book", ["ACT03", "ACT96"])
def test_in_the_last_rounds_a_cutting_card_is_put_aside_as_the_first_card_too(book: str) -> None:
    story = announce(full_table(book)).bet(1, "A", 10).call().cut_card()
    assert story.action == "card"
    usual = full_table(book).bet(1, "A", 10).call().cut_card()
    assert usual.action == "shuffle"


@pytest.mark.clause("ACT03-5.6", "ACT03-5.5(b)")
def test_a_cutting_card_in_the_round_before_still_asks_for_the_shuffle() -> None:
    story = full_table("ACT03").bet(1, "A", 10).call().cards("Ts").cut_card().cards("Td 7h")
    story = announce(story.stand(1).cards("7c").end().next_round())
    assert story.state.carry.shuffle_due == "ACT03-5.5(b)"
    story.bet(1, "A", 10).refuses("call.shuffle_first", "ACT03-5.5(b)").call()
    story.shuffle().call()


@pytest.mark.clause("ACT03-5.6")
def test_a_supervisor_announces_them_between_rounds_and_once() -> None:
    story = full_table("ACT03")
    announce(story.refuses("role.too_low", "ACT03-5.6-N1"), "game_supervisor")
    announce(story).refuses("last_rounds.announced", "ACT03-5.6").do(
        engine.AnnounceLastRounds("casino_supervisor")
    )
    dealt = full_table("ACT03").bet(1, "A", 10).call().cards("Ts")
    announce(dealt.refuses("last_rounds.round_open", "ACT03-5.6"))


@pytest.mark.parametrize("book", ["VIC03", "NZ", "UK"])
def test_a_book_without_last_rounds(book: str) -> None:
    with refused_as("last_rounds.not_announced"):
        announce(full_table(book))


# --- the burn card


@pytest.mark.clause("NZ-8.1-S2")
def test_players_may_see_the_burn_card_until_the_next_shuffle() -> None:
    story = rounds(full_table("NZ"), "AB", "AB")
    story.do(engine.ShowBurn("C"))
    assert story.state.carry.burn == ""
    story.bet(1, "A", 10).call().do(engine.ShowBurn("B", "5c"))
    assert story.recorded(BurnShown)[0].clause == "NZ-8.1-S2"
    story.refuses("burn_card.seen_already", "NZ-8.1-S2").do(engine.ShowBurn("A", "6c"))
    story.refuses("burn_card.not_a_card", "NZ-8.2(a)").do(engine.ShowBurn("A", "joker"))
    story.initial("Td", "Ts 7h").stand(1).cards("7c").end()
    assert story.next_round().state.carry.burn == "5c"
    assert story.next_round().shuffle().state.carry.burn == ""


@pytest.mark.clause("NZ-8.1-S2")
def test_what_it_is_counts_as_a_card_that_has_left_the_shoe() -> None:
    """Of four packs' four fives of clubs one was burnt: the fourth in the round is a slip."""
    story = deal("NZ", decks=4).do(engine.ShowBurn("A", "5c"))
    story.bet(1, "A", 10).bet(2, "B", 10).call().cards("5c 5c 5c")
    story.refuses("packs.used_up_in_round", "NZ-3.3(a)").cards("5c")
    story.cards("6c")


@pytest.mark.parametrize("book", ["ACT96", "ACT03", "UK"])
def test_a_book_that_shows_nobody_the_burn_card(book: str) -> None:
    with refused_as("burn_card.shown_to_nobody"):
        deal(book).do(engine.ShowBurn("A"))
