"""A session: who wagers where, in which turn and how much, and when it is over."""

import pytest

from rounds import engine
from tests.engine.story import Story, deal
from tests.engine.tournament.tables import next_hand, passed, stacks, tournament
from tests.refusing import refused_as


def dealt(story: Story, **wagers: float) -> Story:
    """A hand in which everybody stands on 19 and ties with the dealer."""
    boxes = {"A": 1, "B": 3, "C": 5}
    for player, amount in wagers.items():
        story.bet(boxes[player], player, amount)
    story.call()
    in_play = [box.number for box in story.state.in_play()]
    story.initial("9d", *["Ts 9s" for _ in in_play])
    for box in in_play:
        story.stand(box)
    return story.cards("Td").end()


# --- the table is used for the tournament alone


@pytest.mark.clause("VIC03-16.3.2")
def test_only_who_plays_the_session_wagers() -> None:
    story = tournament()
    story.refuses("tournament_table.not_entered", "VIC03-16.3.2").bet(2, "P9", 50)
    story.refuses("tournament_table.not_entered", "VIC03-16.3.2").bet(1, "P9", 50)
    story.refuses("tournament_table.not_entered", "VIC03-16.3.2").say(1, "P9", 50, "chips")
    story.refuses("tournament_table.other_box", "VIC03-16.3.3").bet(2, "A", 50)


@pytest.mark.clause("VIC03-16.3.2")
@pytest.mark.parametrize("medium", ["cash", "voucher", "token"])
def test_nothing_but_tournament_chips_is_wagered(medium: str) -> None:
    story = tournament()
    story.refuses("tournament_table.chips_only", "VIC03-16.3.2").bet(1, "A", 50, medium=medium)
    story.refuses("tournament_table.chips_only", "VIC03-16.3.2").say(1, "A", 50, medium)
    story.bet(1, "A", 50)


@pytest.mark.clause("VIC03-16.1.1")
def test_all_players_have_the_same_chance() -> None:
    story = tournament()
    story.refuses("tournament_table.equal_chances", "VIC03-16.1.1").several("A")
    story.refuses("tournament_table.equal_chances", "VIC03-16.1.1").limit(1, "A", 5000)


def test_the_seats_are_the_directors() -> None:
    story = tournament()
    assert [box.caller for box in story.state.boxes] == ["A", "", "B", "", "C", "", ""]
    story.refuses("tournament_table.seats_allotted", "VIC03-16.3.3").seat(2, "A")
    story.refuses("tournament_table.seats_allotted", "VIC03-16.3.3").leave("A")
    story.seat(1, "A")


@pytest.mark.parametrize("seats", [((8, "A"),), ((1, "A"), (1, "B")), ((1, "A"), (2, "A"))])
def test_each_player_has_one_box_of_the_layout(seats: tuple[tuple[int, str], ...]) -> None:
    with refused_as("tournament_table.no_seat", "VIC03-16.3.3"):
        tournament(seats=seats)


@pytest.mark.parametrize("book", ["ACT03", "NZ", "UK"])
def test_other_books_have_no_tournaments(book: str) -> None:
    with refused_as("tournament_table.no_tournaments"):
        tournament(book)


# --- its length


@pytest.mark.clause("VIC03-16.2.1(d)")
def test_no_hand_beyond_its_hands() -> None:
    story = dealt(tournament(hands=2), A=50, B=50).next_round()
    assert not engine.questions.session_over(story.state)
    story = dealt(story, C=50).next_round()
    story.refuses("session.hands_dealt", "VIC03-16.2.1(d)").bet(1, "A", 50)
    story.refuses("session.hands_dealt", "VIC03-16.2.1(d)").call()
    assert (story.due.text, story.due.clause) == (
        "The session is over: all its hands are dealt",
        "VIC03-16.2.1(d)",
    )


@pytest.mark.clause("VIC03-13.9.5(c)")
def test_no_hand_beyond_its_shoes() -> None:
    story = tournament(shoes=1).bet(1, "A", 50).call().cards("Ts").cut_card()
    story.cards("9d 9s").stand(1).cards("Td").end()
    assert next_hand(story).shoes == 1
    story.next_round().refuses("session.shoes_dealt", "VIC03-16.2.1(d)").bet(1, "A", 50)


def test_a_cutting_card_that_comes_first_ends_the_last_shoe_before_the_hand() -> None:
    """No card of the hand was dealt: the wagers go back, and nothing is shuffled for it."""
    story = tournament(shoes=1).bet(1, "A", 50).call().cut_card()
    story.refuses("session.shoes_dealt", "VIC03-16.2.1(d)").bet(3, "B", 50)
    story.refuses("session.shoes_dealt", "VIC03-16.2.1(d)").cards("Ts")
    story.unbet(1, "A")
    two = tournament(shoes=2).bet(1, "A", 50).call().cut_card().shuffle()
    two.cards("Ts 9d 9s").stand(1).cards("Td").end()
    assert next_hand(two).shoes == 1


def test_shoes_cannot_be_counted_where_there_is_no_cutting_card() -> None:
    with refused_as("tournament_table.no_shoes", "VIC03-16.2.1(d)"):
        tournament("VIC03", shoes=3, elect={"auto_shuffler": "yes"})


def test_another_session_begins_again() -> None:
    first = dealt(tournament(hands=1), A=50)
    carry = engine.carry(first.state)
    second = tournament(hands=1, session="2.1", stacks={"A": 70}, carry=carry)
    assert stacks(second)["A"] == 70
    standing = second.state.carry.tournament
    assert standing is not None
    assert (standing.hands, standing.out) == (0, ())


def test_after_the_tournament_nothing_of_it_is_left() -> None:
    cash = deal("VIC03", carry=engine.carry(dealt(tournament(), A=50).state))
    assert cash.state.carry.tournament is None
    cash.bet(7, "P9", 50)


@pytest.mark.clause("VIC03-13.9.5(d)")
def test_a_tie_break_goes_on_until_the_tie_is_broken() -> None:
    """Only the two who tied sit there, with the chips that they had."""
    seats = ((1, "A"), (3, "B"))
    story = tournament(seats=seats, tie_for=1)
    story = dealt(story, A=50, B=50).next_round()  # both tie with the dealer: still 1,000 each
    story.bet(1, "A", 50).bet(3, "B", 50).call().initial("9d", "Ts Ks", "Ts 8s").stand(1).stand(3)
    story.cards("Td").end()
    assert stacks(story) == {"A": 1050, "B": 950}
    after = story.next_round()
    after.refuses("session.tie_broken", "VIC03-16.2.1(d)").bet(1, "A", 50)
    tournament(seats=seats).refuses("tournament_table.not_entered", "VIC03-16.3.2").bet(5, "C", 50)


def test_chips_that_the_director_gives_and_takes_are_counted_once() -> None:
    story = dealt(tournament(stacks={"B": 0}), A=50)
    given = tournament(stacks={"B": 0}, given={"B": 500, "C": -100}, carry=engine.carry(story.state))
    assert stacks(given) == {"A": 1000, "B": 500, "C": 900}
    again = dealt(given, A=50).next_round()
    assert stacks(again) == {"A": 1000, "B": 500, "C": 900}
    again.bet(3, "B", 500)


def test_a_substitute_for_an_absent_player_has_the_chips_of_the_seat() -> None:
    """C was absent: 50 were forfeited for the first hand, then D came in C's place."""
    first = dealt(tournament(given={"C": -50}), A=50, B=50)
    assert stacks(first)["C"] == 950
    came = tournament(seats=((1, "A"), (3, "B"), (5, "D")), given={"D": -50}, carry=engine.carry(first.state))
    assert stacks(came) == {"A": 1000, "B": 1000, "D": 950}
    came.bet(5, "D", 500).refuses("tournament_table.not_entered", "VIC03-16.3.2").bet(5, "C", 50)


# --- who wagers what


@pytest.mark.clause("VIC03-16.2.1(c)")
def test_a_compulsory_wager_holds_the_call() -> None:
    story = tournament(compulsory=100, stacks={"C": 60}).bet(1, "A", 100).bet(3, "B", 99)
    story.refuses("call.compulsory_short", "VIC03-16.2.1(c)").call()
    assert story.due.blockers[0].players == ("B",)
    story.unbet(3, "B").refuses("call.compulsory_missing", "VIC03-16.2.1(c)").call()
    # Who has less than that is not held to it.
    story.bet(3, "B", 100).call()


@pytest.mark.clause("ACT96-24.2")
def test_a_compulsory_wager_of_the_older_book() -> None:
    tournament("ACT96", compulsory=100).bet(1, "A", 100).refuses(
        "call.compulsory_missing", "ACT96-24.2"
    ).call()


def test_wagers_are_announced_from_the_button() -> None:
    story = tournament(order="announced", first_box=3, minimum=10)
    assert engine.questions.turn(story.state) == (3, "B")
    story.refuses("turn.another", "VIC03-16.2.1(k)").bet(1, "A", 50)
    story.bet(3, "B", 50)
    # What was announced is not raised.
    story.refuses("turn.another", "VIC03-16.2.1(k)").bet(3, "B", 10)
    assert engine.questions.turn(story.state) == (5, "C")
    story.refuses("call.turn_waits", "VIC03-16.2.1(k)").call()
    passed(story, "C")
    story.bet(1, "A", 50)
    assert engine.questions.turn(story.state) == (0, "")
    story.call()


@pytest.mark.clause("VIC03-16.2.1(k)")
def test_an_announced_wager_is_neither_raised_nor_taken_back_once_others_know_it() -> None:
    story = tournament(order="announced", minimum=10)
    # As long as nobody has answered it, a wager or a pass is taken back.
    story.bet(1, "A", 50).unbet(1, "A")
    passed(story, "A").bet(1, "A", 20).bet(3, "B", 100)
    story.refuses("turn.over", "VIC03-16.2.1(k)").unbet(1, "A")
    passed(story, "C")
    assert engine.questions.turn(story.state) == (0, "")
    story.refuses("turn.over", "VIC03-16.2.1(k)").bet(1, "A", 90)
    story.refuses("turn.over", "VIC03-16.2.1(k)").unbet(1, "A")
    story.refuses("turn.over", "VIC03-16.2.1(k)").bet(3, "B", 10)
    # The last in turn has let the hand pass, and nobody has answered that.
    story.bet(5, "C", 10).call()


@pytest.mark.clause("VIC03-16.2.1(k)")
def test_a_pass_is_not_taken_back_once_others_have_wagered() -> None:
    story = passed(tournament(order="announced", minimum=10), "A").bet(3, "B", 50).bet(5, "C", 50)
    story.refuses("turn.over", "VIC03-16.2.1(k)").bet(1, "A", 50)


@pytest.mark.clause("VIC03-16.2.1(c)")
def test_an_announced_wager_that_is_too_small_is_raised_to_what_is_compulsory_and_no_further() -> None:
    story = tournament(order="announced", compulsory=50, minimum=10)
    story.bet(1, "A", 20).bet(3, "B", 50).bet(5, "C", 50)
    story.refuses("call.compulsory_short", "VIC03-16.2.1(c)").call()
    story.refuses("turn.over", "VIC03-16.2.1(k)").bet(1, "A", 31)
    story.bet(1, "A", 30).call()


def test_the_button_goes_round_among_those_with_chips() -> None:
    story = dealt(tournament(stacks={"C": 0}, order="announced", first_box=3), B=50, A=50)
    assert next_hand(story).button == 1  # box 5 has no chips
    again = story.next_round().bet(1, "A", 50)
    assert engine.questions.turn(again.state) == (3, "B")


def test_nobody_passes_a_compulsory_wager() -> None:
    story = tournament(order="announced", compulsory=50)
    story.refuses("turn.compulsory", "VIC03-16.2.1(c)").do(engine.PassTurn("A"))
    story.refuses("turn.another", "VIC03-16.2.1(k)").do(engine.PassTurn("B"))


def test_in_any_order_nobody_is_in_turn() -> None:
    story = tournament()
    with refused_as("turn.nobody", "VIC03-5.5.1"):
        story.do(engine.PassTurn("A"))


def test_the_last_hands_are_announced_and_secret() -> None:
    story = tournament(hands=3, secret=1, last_hands=2, order="announced")
    ask = engine.questions

    def of(hand: Story) -> tuple[bool, bool]:
        table, standing = hand.state.setup.tournament, hand.state.carry.tournament
        assert table is not None
        assert standing is not None
        return ask.announced_last(table, standing), ask.secret(table, standing)

    assert of(story) == (False, False)
    story = dealt(story, A=50, B=50, C=50).next_round()
    assert of(story) == (True, False)
    story = dealt(story, B=50, C=50, A=50).next_round()
    assert of(story) == (True, True)
    # Secret wagers are made at the same time: nobody is in turn.
    story.bet(1, "A", 50).bet(5, "C", 50).call()


def test_pass_is_taken_back() -> None:
    story = passed(tournament(order="announced"), "A")
    assert engine.questions.turn(story.undo().state) == (1, "A")


def test_amounts_in_words_are_chips() -> None:
    with refused_as("stack.too_small", "VIC03-16.2.1(b)") as refused:
        tournament(stacks={"A": 1250}, maximum=5000).bet(1, "A", 1300)
    assert refused.value.message == "Player A has only 1,250 in chips: 50 are missing"
