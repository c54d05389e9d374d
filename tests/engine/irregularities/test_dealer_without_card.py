"""The dealer took no card in the initial deal (VIC03 9.6)."""

import pytest

from rounds.engine.irregularities.events import DealerCardDue
from tests.engine.story import Story, deal


def dealt(game: str = "blackjack", **table: object) -> Story:
    """Boxes 1, 3 and 4 got Ts 8h, Tc 3d and 9s 5c and the dealer nothing; box 1 stands, box 3 is being decided. The
    record has every card from the fourth on one place too late."""
    story = deal("VIC03", game=game, **table)  # type: ignore[arg-type]
    story.bet(1, "A", 10).bet(3, "B", 10).bet(4, "C", 10).call().cards("Ts Tc 9s 8h 3d 5c")
    return story


def noticed(choice: str, **table: object) -> Story:
    story = dealt(**table)  # type: ignore[arg-type]
    story.wrong("dealer_without_card")
    assert story.due.legal == ("finish_hand", "dealer_first")
    return story.approve("game_supervisor", choice)


@pytest.mark.clause("VIC03-9.6", "VIC03-9.6.1")
def test_the_player_finishes_the_hand_first() -> None:
    story = noticed("finish_hand")
    assert [story.hand(box).cards for box in (1, 3, 4)] == [("Ts", "8h"), ("Tc", "3d"), ("9s", "5c")]
    assert (story.action, story.due.box, story.state.dealer) == ("decision", 1, ())
    story.hit(1).cards("Ac").stand(1)
    # Its hand is complete: the next card is the dealer's, before any other decision.
    assert (story.action, story.due.box, story.due.clause) == ("card", 0, "VIC03-9.6.1")
    story.refuses("decision.dealer_card_first", "VIC03-9.6.1").hit(3)
    story.cards("9d")
    assert (story.action, story.due.box, story.state.dealer) == ("decision", 3, ("9d",))
    story.hit(3).cards("6d").stand(3).stand(4).cards("Kh").end()
    assert (story.net("A"), story.net("B"), story.net("C")) == (0, 0, -10)


@pytest.mark.clause("VIC03-9.6", "VIC03-9.6.2")
def test_the_player_has_the_dealer_take_a_card_first() -> None:
    story = noticed("dealer_first")
    assert (story.action, story.due.box, story.due.clause) == ("card", 0, "VIC03-9.6.2")
    story.refuses("decision.dealer_card_first", "VIC03-9.6.2").stand(1)
    story.cards("9d")
    assert (story.action, story.due.box, story.state.dealer) == ("decision", 1, ("9d",))


@pytest.mark.clause("VIC03-9.6")
def test_noticed_at_a_later_box_whose_player_chooses() -> None:
    # Box 1 drew 2c, which the record has as the last box's second card, and stood; box 3 is being decided.
    story = dealt().cards("2c").stand(1)
    story.wrong("dealer_without_card").approve("game_supervisor", "finish_hand")
    (due,) = story.recorded(DealerCardDue)
    # The card left the shoe before box 1 stood, so it was drawn to it.
    assert story.hand(1).cards == ("Ts", "8h", "2c")
    assert (due.box, due.player, story.due.box) == (3, "B", 3)
    story.hit(3).cards("6d").stand(3).cards("9d")
    assert (story.due.box, story.state.dealer) == (4, ("9d",))


@pytest.mark.clause("VIC03-9.6.1")
def test_a_hand_that_is_split_is_finished_with_its_second() -> None:
    story = deal("VIC03").bet(1, "A", 10).bet(2, "B", 10).call().cards("8s Tc 8h 9d")
    story.wrong("dealer_without_card").approve("game_supervisor", "finish_hand")
    story.split(1).cards("Td").stand(1).cards("9c")
    assert (story.action, story.due.box, story.due.hand) == ("decision", 1, 2)
    story.stand(1, 2)
    assert (story.action, story.due.box) == ("card", 0)


@pytest.mark.clause("VIC03-9.6.2", "VIC03-7.4.1(a)")
def test_a_blackjack_is_paid_once_the_late_card_cannot_tie() -> None:
    story = deal("VIC03").bet(1, "A", 20).bet(2, "B", 10).call().cards("As Tc Kh 9d")
    story.wrong("dealer_without_card").approve("game_supervisor", "dealer_first")
    assert story.action == "card"
    story.cards("6d")
    assert story.items == [("pay", 1, "A", 30.0)]


@pytest.mark.clause("VIC03-9.6.2")
@pytest.mark.parametrize(
    ("read", "action"), [({}, "decision"), ({"late_dealer_ace": "offered"}, "insurance")]
)
def test_a_late_ace(read: dict[str, str], action: str) -> None:
    story = deal("VIC03", read=read).bet(1, "A", 20).bet(2, "B", 10).call().cards("As Tc Kh 4d")
    story.wrong("dealer_without_card").approve("game_supervisor", "dealer_first").cards("Ac")
    assert story.action == action
    if action == "insurance":
        story.insure(2, "B", 5).asked()
    else:
        assert not story.due.offers
        story.refuses("insurance.too_late", "VIC03-7.3.2(a)").insure(2, "B", 5)
    story.stand(2).cards("Kd").end()
    assert story.net("A") == 0
    assert story.net("B") == (0 if action == "insurance" else -10)


@pytest.mark.clause("VIC03-9.6")
def test_it_is_not_reported_while_no_hand_is_being_decided() -> None:
    story = deal("VIC03").bet(1, "A", 10).bet(3, "B", 10).call().cards("Ts Tc 9s")
    story.refuses("report.nobody_decides", "VIC03-9.6").wrong("dealer_without_card")


@pytest.mark.clause("VIC03-9.6")
@pytest.mark.parametrize("game", ["crown_pontoon", "vegas_blackjack", "crown_blackjack"])
def test_a_dealer_without_card_in_every_version(game: str) -> None:
    decks = {"vegas_blackjack": 4}.get(game, 8)
    story = deal("VIC03", game=game, decks=decks).bet(1, "A", 10).bet(2, "B", 10).call().cards("9s Jc 8h 3d")
    story.wrong("dealer_without_card").approve("game_supervisor", "dealer_first").cards("Ks")
    story.stand(1)
    assert (story.action, story.due.box) == ("decision", 2)
    story.hit(2).cards("9d")
    while story.action != "card":
        story.settle() if story.action == "settle" else story.stand(2)
    story.cards("7s").end()
    assert (story.net("A"), story.net("B")) == (0, -10)
