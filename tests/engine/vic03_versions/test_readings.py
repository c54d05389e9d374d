"""The other readings of clauses of rules 10 and 12: each changes a result."""

import pytest

from casino.rulebooks import rules_for
from tests.engine.vic03_versions.tables import drawn, pontoon, pontoon_hand, vegas

GAMES = ("crown_pontoon", "vegas_blackjack", "crown_blackjack")


@pytest.mark.parametrize("game", GAMES)
def test_the_default_is_the_registers_reading(game: str) -> None:
    for name, rule in rules_for("VIC03", game).rules().items():
        if rule.readings:
            assert rule.value == rule.readings[0], name
            assert rule.reading, name


@pytest.mark.clause("VIC03-10.7.2")
def test_every_ace_of_a_doubled_hand_counting_one() -> None:
    """8+2 doubled, +A: 11 and not 21; it may be taken back."""
    story = pontoon_hand("8c 2d", read={"double_aces_low": "every"}).double(1).cards("Ac")
    assert (story.hand(1).total, story.want, story.due.announce) == (11, "rescue", "eleven")


@pytest.mark.clause("VIC03-10.9.5", "VIC03-12.4.1(e)")
def test_a_surrender_of_the_whole_box() -> None:
    """18 against K+7 = 17: read so, B's 20 are half lost with A's though the hand would have won."""
    for table in (pontoon, vegas):
        story = table(read={"surrender_shared": "box"}).shared(1, A=20, B=20).call().initial("Kd", "9c 9d")
        story.surrender(1).cards("7c").end()
        assert (story.net("A"), story.net("B")) == (-10, -10)


@pytest.mark.clause("VIC03-10.9.4", "VIC03-12.4.1(d)")
def test_a_dealers_hand_completed_for_surrenders_alone() -> None:
    """K+2+6 = 18: the same 10 are lost, after a whole hand."""
    for table in (pontoon, vegas):
        story = table(read={"surrender_alone": "whole"}).bet(1, "A", 20).call().initial("Kd", "9c 7d")
        story.surrender(1).cards("2c")
        assert (story.want, story.due.box) == ("card", 0)
        assert story.cards("6c").end().net() == -10


@pytest.mark.clause("VIC03-10.8.1")
def test_no_super_bonus_from_any_split() -> None:
    """7c-7h split, 7-7-7 of clubs: 40 and no 1,000."""
    story = pontoon_hand("7c 7h", "7d", read={"bonus_after_split": "none"}).split(1)
    drawn(story.cards("7c"), 1, "7c")
    assert story.items == [("pay", 1, "A", 40)]


@pytest.mark.clause("VIC03-10.7.4(a)")
def test_a_super_bonus_for_who_stayed_out_of_the_double() -> None:
    """A doubled 20 + 20: 40. B did not: 20 and 1,000."""
    story = pontoon(read={"bonus_beside_double": "undoubled"}).shared(1, A=20, B=20).call()
    story.initial("7d", "7c 7c").double(1).cards("7c")
    assert story.items == [("pay", 1, "A", 40), ("pay", 1, "B", 20), ("pay", 1, "B", 1000)]


@pytest.mark.clause("VIC03-10.11.1-T1-L12c")
def test_only_wagers_that_won_or_lost_have_their_50() -> None:
    """17 ties 7+K = 17 and has nothing; 18 wins 10 and 50; 16 loses 10 and has 50."""
    story = pontoon(read={"bonus_others": "decided"}).bet(1, "A", 25).bet(2, "B", 10).bet(3, "C", 10)
    story.bet(4, "D", 10).call().initial("7h", "7c 7c", "Kc 7d", "Kc 8d", "Kc 6d")
    drawn(story, 1, "7c").settle().stand(2).stand(3).stand(4).cards("Kd").end()
    assert [story.net(player) for player in "ABCD"] == [5050, 0, 60, 40]
