"""Crown Pontoon, rules 10.1 to 10.4 and 10.10: base rules below, packs without tens, the dealer's hand."""

import pytest

from casino.cards import pack_without, score
from casino.rulebooks import Rule, rules_for
from rounds import engine
from rounds.engine.events import RoundOpened
from tests.engine.vic03_versions.tables import drawn, pontoon, pontoon_hand
from tests.refusing import refused_as

BASE = rules_for("VIC03").rules()
PONTOON = rules_for("VIC03", "crown_pontoon").rules()


@pytest.mark.clause("VIC03-10.1")
def test_every_value_that_differs_from_blackjack_cites_rule_10() -> None:
    differs = {name for name, rule in PONTOON.items() if name not in BASE or rule.value != BASE[name].value}
    for name in differs:
        assert PONTOON[name].clause.startswith("VIC03-10."), name
    assert {"missing_ranks", "dealer_stands_soft", "double_on", "surrender_against", "paid_at_21"} <= differs


@pytest.mark.clause("VIC03-10.1")
@pytest.mark.parametrize(
    "name",
    ["players_per_box", "under_minimum", "insurance_odds", "insurance_most", "split_hands", "split_loss",
     "split_aces_one_card", "dealer_draws_without_effect", "absent_stands_soft"],
)  # fmt: skip
def test_where_rule_10_is_silent_the_base_rule_holds(name: str) -> None:
    rule: Rule[object] = PONTOON[name]
    assert rule == BASE[name]


@pytest.mark.clause("VIC03-10.1", "VIC03-10.10.1")
def test_the_version_wins_where_the_two_conflict() -> None:
    """Dealer A-6 is a soft 17: at Blackjack he stands (7.5.6(a)), here he draws (10.10.1)."""
    story = pontoon_hand("9c 9h", "Ah").asked().kept().stand(1).cards("6c")
    assert (story.action, story.due.box, story.due.clause) == ("card", 0, "VIC03-10.10.1")
    assert story.events[0] == RoundOpened(round_no=1, setup=story.state.setup, clause="VIC03-5.5.1")
    assert story.state.setup.game == "crown_pontoon"  # the round is stamped with its version


@pytest.mark.clause("VIC03-10.3.1(a)")
def test_at_most_nine_areas() -> None:
    pontoon(boxes=9)
    with refused_as("setup.boxes", "VIC03-10.3.1(a)"):
        pontoon(boxes=10)


@pytest.mark.clause("VIC03-10.4.1")
@pytest.mark.parametrize(("decks", "cards"), [(4, 192), (5, 240), (6, 288), (7, 336), (8, 384)])
def test_four_to_eight_packs_of_48_cards(decks: int, cards: int) -> None:
    """52 - 4 tens = 48 a pack; 12 a pack count ten."""
    story = pontoon(decks=decks)
    assert story.rules.shoe_cards(decks) == cards == 48 * decks
    pack = pack_without(story.rules.missing_ranks.value)
    assert len(pack) == 48
    assert sum(card[0] in "TJQK" for card in pack) == 12


@pytest.mark.clause("VIC03-10.4.1")
@pytest.mark.parametrize("decks", [3, 9])
def test_fewer_or_more_packs_are_refused(decks: int) -> None:
    with refused_as("setup.decks", "VIC03-10.4.1"):
        pontoon(decks=decks)


@pytest.mark.clause("VIC03-10.4.1")
@pytest.mark.parametrize("ten", ["Th", "Td", "Tc", "Ts"])
def test_a_ten_is_refused_wherever_it_is_dealt(ten: str) -> None:
    first = pontoon().bet(1, "A", 20).call()
    first.refuses("packs.without_card", "VIC03-10.4.1").cards(ten)
    first.cards("5h").refuses("packs.without_card", "VIC03-10.4.1").cards(ten)  # the dealer's
    player = pontoon_hand("5c 6c").hit(1)
    player.refuses("packs.without_card", "VIC03-10.4.1").cards(ten)
    dealer = pontoon_hand("9c Kh").stand(1)
    dealer.refuses("packs.without_card", "VIC03-10.4.1").cards(ten)


@pytest.mark.clause("VIC03-10.10.1")
@pytest.mark.parametrize(
    ("first", "then", "total"),
    [
        ("6d", "Ac 4d", 21),  # 17 soft is drawn to: 6+11, +4 = 21
        ("6d", "Ac Kd", 17),  # 6+1+10 = hard 17
        ("6d", "Kc Ad", 17),  # 6+10+1 = hard 17
        ("7d", "Ac", 18),  # soft 18 stands
        ("8d", "Ac", 19),
        ("9d", "Ac", 20),
        ("2d", "Ac 4d 9c 5h", 21),  # 2+11+4 = soft 17; +9 = 16 hard; +5 = 21
        ("2d", "Ac 4d Ah", 18),  # soft 17, then soft 18
        ("9d", "8c", 17),
        ("6d", "Kc 6h", 22),
    ],
)
def test_the_dealer_draws_on_soft_17_and_stops_on_hard_17_or_soft_18(
    first: str, then: str, total: int
) -> None:
    story = pontoon_hand("9c Kh", first).stand(1)
    for card in then.split():
        assert (story.action, story.due.box, story.due.clause) == ("card", 0, "VIC03-10.10.1")
        story.cards(card)
    assert story.state.phase == "final_settlement"
    assert score(story.state.dealer)[0] == total
    story.refuses_dealer("VIC03-10.10.1").cards("2h")


@pytest.mark.clause("VIC03-10.10.1")
def test_no_dealer_card_where_none_matters() -> None:
    """Both hands are over before the dealer draws: 7+7+7 paid at once, 9+6+8 = 23 broken (7.5.6(c))."""
    story = pontoon().bet(1, "A", 20).bet(2, "B", 20).call().initial("9d", "7h 7c", "9c 6c")
    drawn(story, 1, "7s").settle()
    drawn(story, 2, "8s").settle()
    assert (story.state.phase, story.action) == ("final_settlement", "collect")
    assert story.state.dealer == ("9d",)
    story.refuses("card.changes_nothing", "VIC03-7.5.6(c)").cards("2h")


TEN = (("card", "Th"),)


@pytest.mark.clause("VIC03-10.4.1", "VIC03-9.2", "VIC03-9.3", "VIC03-9.12.2")
@pytest.mark.parametrize(
    ("command", "clause"),
    [
        (engine.DealCard("Th"), "VIC03-10.4.1"),
        (engine.ShowBurn("A", "Th"), "VIC03-10.4.1"),
        (engine.Irregularity("face_up_in_shoe", TEN, "dealer"), "VIC03-9.2"),
        (engine.Irregularity("excess_card", (("seen", "yes"), *TEN), "dealer"), "VIC03-9.3"),
    ],
    ids=["dealt", "burnt", "face up in the shoe", "drawn in error"],
)
def test_a_ten_comes_from_no_pack_of_this_game_by_any_door(command: engine.Command, clause: str) -> None:
    story = pontoon_hand("9s 2c").hit(1)
    with refused_as("packs.without_card", clause) as caught:
        engine.decide(story.rules, story.state, command)
    assert caught.value.values["card"] == "Th"


@pytest.mark.clause("VIC03-9.12.2")
def test_a_ten_that_is_really_there_voids_the_round() -> None:
    story = pontoon_hand("9s 2c").wrong("wrong_cards", note="a ten of hearts").approve("casino_supervisor")
    assert story.state.phase == "void"
