"""Rows of side wagers that a round can hold more than once: on split hands, and what stayed in action."""

from rounds import engine
from rounds.play.projection.rows import rows_of
from tests.engine.sides.answers import ride
from tests.engine.story import cents, deal


def test_a_second_pair_wager_on_a_hand_that_is_split_again_has_a_row_of_its_own() -> None:
    story = deal("NZ", offer=["perfect_pairs 2"], elect={"pairs_on_split": "yes"}).bet(1, "A", 20)
    story.call().initial("6d", "8s 8h").split(1)
    story.do(engine.PlaceWager(1, "A", cents(5), "perfect_pairs", hand=1)).cards("8c").settle().split(1)
    story.do(engine.PlaceWager(1, "A", cents(7), "perfect_pairs", hand=1)).cards("8d").settle()
    rows = rows_of(story.state).wagers
    # Spades and clubs at 12 to 1 on 5, then spades and diamonds at 6 to 1 on 7.
    first = rows[1, 1, "A", "perfect_pairs"]
    second = rows[1, 1, "A", "perfect_pairs_again"]
    assert (first[0], first[3:6]) == (cents(5), ("win", "12:1", cents(60)))
    assert (second[0], second[3:6]) == (cents(7), ("win", "6:1", cents(42)))
    assert rows_of(story.state).win == -cents(102)


def test_what_stays_in_action_has_a_row_from_the_choice_to_its_result() -> None:
    story = deal("NZ", offer=["house_money"]).bet(1, "A", 20).bet(1, "A", 5, "house_money")
    ride(story.call().initial("6d", "8c 8s"), 20)
    row = rows_of(story.state).wagers[1, 0, "A", "house_money_in_action"]
    assert row[:4] == (cents(20), cents(20), "", "")
    story.stand(1).cards("Kd 2c").end()  # 16 against 18
    row = rows_of(story.state).wagers[1, 0, "A", "house_money_in_action"]
    assert row[3:7] == ("lose", "", 0, cents(20))
