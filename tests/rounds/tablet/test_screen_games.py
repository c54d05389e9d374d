"""What the screens make of the versions: controls, the felt, what is written at the table. No server, no database."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.http import QueryDict
from django.template.loader import get_template

from casino.rulebooks.layout import inscriptions
from rounds import engine
from rounds.play.snapshot import Live
from rounds.read_model import taps
from rounds.read_model.felt.felt import FeltView, felt_view, limit_words
from rounds.tablet import buttons, decisions, requests, settlement, wagers
from rounds.tablet.insurance_and_surrender import insurance, surrender
from tests.engine.story import Story, deal

CHIPS = ("2.50", 5, 25, 100)


def at(book: str, game: str = "blackjack", *, minimum: float = 10, **setup: Any) -> Story:
    return deal(book, game=game, minimum=minimum, maximum=500, chips=CHIPS, **setup)


def live(story: Story, previous: engine.State | None = None) -> Live:
    """The round as a tablet has it."""
    table: Any = SimpleNamespace(code="BJ-07", live={})
    state = story.state
    due: Any = engine.due(story.rules, state)
    return Live(table, state.setup, story.rules, state, due, 1, 1, tuple(story.events), previous=previous)


def taps_of(story: Story) -> dict[str, taps.Tap]:
    return {tap.id: tap for tap in decisions.decisions(story.rules, story.state, story.due).taps}


def others_of(story: Story) -> dict[str, list[str]]:
    """What each other player on the box may choose, by name of the field; the first is chosen."""
    others = decisions.decisions(story.rules, story.state, story.due).others
    return {
        group.name: [choice.value for choice in group.choices] for other in others for group in other.groups
    }


def posted(command: str, **fields: str) -> engine.Command:
    post = QueryDict(mutable=True)
    post.update({"command": command} | {name.replace("_of_", ":"): value for name, value in fields.items()})
    return requests.command_of(post)


def felt(story: Story) -> FeltView:
    return felt_view(story.state, story.rules, engine.due(story.rules, story.state))


# --- what one tap lays


@pytest.mark.clause("NZ-18.3", "NZ-18.4", "NZ-18.5")
def test_the_ante_goes_with_the_wager_until_it_is_waived() -> None:
    story = at("NZ", "ante_up", minimum=40, elect={"ante": "5", "ante_waived_from": "100"})
    wager = engine.PlaceWager(1, "A", 50_00)
    ante = engine.PlaceWager(1, "A", 5_00, "ante")
    assert requests.in_one_tap(live(story), [wager]) == [wager, ante]
    story.do(wager).do(ante)
    # A second one is not placed; what lifts the wager to the waiver hands it back.
    assert requests.in_one_tap(live(story), [engine.PlaceWager(1, "A", 25_00)])[1:] == []
    back = engine.WithdrawWager(1, "A", "ante")
    assert requests.in_one_tap(live(story), [wager])[1:] == [back]
    assert requests.in_one_tap(live(story), [engine.PlaceWager(2, "B", 100_00)])[1:] == []


@pytest.mark.clause("NZ-18.5")
def test_a_missing_ante_has_a_tap_of_its_own_before_the_call() -> None:
    story = at("NZ", "ante_up", minimum=40, elect={"ante": "5"}).bet(1, "A", 50)
    (blocker,) = wagers.blockers(story.rules, story.state, story.due)
    assert engine.decode_command(blocker.taps[0].command) == engine.PlaceWager(1, "A", 5_00, "ante")


@pytest.mark.clause("ACT96-22.3", "ACT96-22.4")
def test_an_amount_on_several_places_of_a_hand() -> None:
    story = at("ACT96", "triple_play", boxes=6)
    shown = wagers.tray(story.rules, story.state, story.due, [])
    assert [bets for bets, _ in shown.places] == [
        "hand_1",
        "hand_2",
        "hand_3",
        "hand_1 hand_2",
        "hand_1 hand_2 hand_3",
    ]
    post = QueryDict("do=place&box=1&player=A&amount=25&bet=hand_1+hand_2")
    laid = [engine.PlaceWager(1, "A", 25_00, bet) for bet in ("hand_1", "hand_2")]
    assert requests.commands_of(post) == laid
    assert requests.in_one_tap(live(story), laid) == laid


def test_same_again_lays_every_place_and_ante_that_is_not_there() -> None:
    before = at("ACT96", "triple_play", boxes=6).hands(1, "A", 25, 50)
    story = at("ACT96", "triple_play", boxes=6).hands(1, "A", 25)
    again = wagers.same_again(live(story, before.state), 0)
    assert again == [engine.PlaceWager(1, "A", 50_00, "hand_2")]
    assert wagers.same_again(live(story, before.state), 2) == []


@pytest.mark.clause("NZ-13.1(d)")
def test_a_card_says_the_draw_too_where_nothing_else_is_open() -> None:
    story = at("NZ").bet(1, "A", 25).call().initial("6d", "5s 2c").hit(1)
    card = engine.DealCard("3d")
    assert requests.in_one_tap(live(story), [card]) == [card]
    story.do(card)
    assert buttons.pad(story.rules, story.due).enabled
    assert requests.in_one_tap(live(story), [card]) == [engine.Decide(1, "hit", 1), card]
    story.hit(1).do(engine.DealCard("4d"))
    assert not buttons.pad(story.rules, story.due).enabled


# --- decisions


@pytest.mark.clause("NZ-20.3-S1", "NZ-20.4-S1")
def test_the_lammer_is_the_plain_choice_and_own_money_the_other() -> None:
    story = at("NZ", "free_bet").shared(1, A=50, B=25).call().initial("6d", "8c 8s")
    taps = taps_of(story)
    assert engine.decode_command(taps["decide-split"].command) == engine.Decide(1, "split", free=("A",))
    assert engine.decode_command(taps["own-split"].command) == engine.Decide(1, "split")
    assert "own-double" not in taps  # sixteen is doubled with money alone
    assert others_of(story) == {"match:B": ["free", "", "hand2", "split"], "add:B": ["", "2500"]}
    both = posted(taps["decide-split"].command, match_of_B="free")
    assert both == engine.Decide(1, "split", free=("A", "B"))
    story.do(both)
    assert [line.lammers for line in felt(story).boxes[0].lines] == [1, 1]


@pytest.mark.clause("NZ-11.6-S1", "NZ-20.3-S1")
def test_a_table_without_doubling_still_has_the_free_one() -> None:
    story = at("NZ", "free_bet", elect={"double_on": "none"}).shared(1, A=50, B=25)
    story.call().initial("6d", "6c 5s")
    assert set(taps_of(story)) == {"decide-hit", "decide-stand", "decide-split", "decide-double"}
    assert others_of(story) == {"add:B": ["free", ""]}
    assert decisions.decisions(story.rules, story.state, story.due).adders == []


@pytest.mark.clause("NZ-14.3(d)", "VIC03-7.5.5(a)(i)")
@pytest.mark.parametrize(("book", "rides"), [("NZ", ["", "hand2", "split"]), ("VIC03", ["", "split"])])
def test_where_a_wager_may_ride(book: str, rides: list[str]) -> None:
    story = at(book).shared(1, A=50, B=25).call().initial("6d", "8c 8s")
    assert others_of(story)["match:B"] == rides


@pytest.mark.clause("ACT96-13.1-S1", "VIC03-7.5.4(a)(i)")
@pytest.mark.parametrize(("book", "players"), [("ACT96", []), ("VIC03", ["A"])])
def test_double_for_less_only_where_the_book_has_it(book: str, players: list[str]) -> None:
    story = at(book).bet(1, "A", 50).call().initial("6d", "6c 5s")
    adders = decisions.decisions(story.rules, story.state, story.due).adders
    assert [row.player for row in adders] == players


@pytest.mark.clause("VIC03-10.9.1", "VIC03-10.9.5")
def test_surrender_is_the_callers_first() -> None:
    story = at("VIC03", "crown_pontoon").shared(1, A=50, B=25).call().initial("Kd", "9c 7s")
    names = [row.player for column in surrender(story.state, story.due).columns for row in column.rows]
    assert names == ["A"]
    story.surrender(1, "A")
    rows = surrender(story.state, story.due).columns[0].rows
    assert [(row.player, row.done) for row in rows] == [("A", True), ("B", False)]
    assert ("marker", "surrender A") in felt(story).boxes[0].notes


@pytest.mark.clause("ACT96-22.6", "ACT96-22.7")
def test_insurance_goes_with_one_of_the_wagers() -> None:
    story = at("ACT96", "triple_play", boxes=6).hands(1, "A", 25, 50).call().initial("Ad", "Ks Ah")
    (column,) = insurance(story.state, story.due).columns
    assert [(row.whose, row.most) for row in column.rows] == [("A·1", 12_50), ("A·2", 25_00)]
    post = QueryDict("do=insure&box=1&player=A&amount=25&wager=hand_2")
    assert requests.command_of(post) == engine.Insure(1, "A", 25_00, "hand_2")


# --- what is written


@pytest.mark.clause("VIC03-10.11.1-T1-L01", "VIC03-10.11.1-T1-L06")
def test_a_pontoon_is_called_so_and_a_special_hand_by_its_name() -> None:
    story = (
        at("VIC03", "crown_pontoon").bet(1, "A", 25).bet(2, "B", 25).call().initial("5d", "Ah Kh", "6d 7d")
    )
    story.settle().hit(2).cards("8d")
    boxes = felt(story).boxes
    assert [box.hands[0].mark for box in boxes[:2]] == ["Pontoon", "6 7 8 one suit"]
    assert "T" not in {card[0] for card in re.findall(r'data-card="(..)"', _pad(story))}


def _pad(story: Story) -> str:
    return str(buttons.pad(story.rules, story.due).keys)


@pytest.mark.clause("NZ-21.2", "NZ-21.3-S1")
def test_two_minima_and_the_level_of_each_wager() -> None:
    story = at("NZ", "player_select", elect={"upper_min": "50", "lower_blackjack_pays": "6:5"})
    story.bet(1, "A", 25).bet(1, "B", 50)
    assert limit_words(story.rules, story.state.setup) == "$10 · ▲ $50 – $500 a box"
    assert [line.level for line in felt(story).boxes[0].lines] == ["", "▲"]
    assert [line.text for line in felt(story).inscriptions.cloth[:2]] == [
        "Blackjack pays 3 to 2",
        "6 to 5 under $50",
    ]


@pytest.mark.parametrize(
    ("book", "game", "elect"),
    [
        ("NZ", "blackjack", {"style_a": "yes", "double_on": "10-11", "max_hands": "2"}),
        ("NZ", "ante_up", {"ante": "1"}),
        ("ACT96", "blackjack", {"multiples_notice": "yes"}),
        ("VIC03", "crown_blackjack", {}),
    ],
)
def test_the_cloth_and_every_notice_in_force_are_on_the_felt(
    book: str, game: str, elect: dict[str, str]
) -> None:
    story = at(book, game, elect=elect)
    html = get_template("read_model/_felt.html").render({"felt": felt(story)})
    printed = [line.text for line in inscriptions(story.rules)] + [text for text, _ in story.rules.notices]
    written = [text.replace("&#x27;", "'") for text in re.findall(r"<li>([^<]+)</li>", html)]
    assert set(printed) <= set(written)


@pytest.mark.parametrize(
    ("hands", "word", "sums"),
    [("3d 9c 9h", "even", "2 · takes $25, pays $25"), ("Kd Jd", "push", "")],
)
def test_hands_of_a_split_that_net_to_nothing_stand_off_only_where_each_does(
    hands: str, word: str, sums: str
) -> None:
    # The dealer has 18. Box 1 splits eights: 8 3 9 wins and 8 9 loses, or 8 K and 8 J stand off.
    story = at("VIC03").bet(1, "A", 25).call().initial("Tc", "8d 8s").split(1)
    *first, last = hands.split()
    story.cards(first[0])
    for card in first[1:]:
        story.hit(1).cards(card)
    story.stand(1).cards(last).stand(1, 2).cards("8h")
    taps = {tap.id: tap.small for tap in settlement.settlement(story.state, story.due).taps}
    assert taps.get("settle-all", "") == sums
    while story.action == "settle":
        story.settle()
    assert [line.amount for line in felt(story).boxes[0].lines] == [word]


def test_an_amount_of_insurance_is_called_half_only_where_it_is() -> None:
    story = at("VIC03").bet(1, "A", 50).bet(2, "B", 25).call().initial("Ad", "9d 8s", "9c 7s")
    rows = [
        [(tap.label, tap.small) for tap in row.taps]
        for column in insurance(story.state, story.due).columns
        for row in column.rows
    ]
    assert rows == [[("$25", "most"), ("$12.50", "half")], [("$12.50", "most"), ("$5", "")]]


def cells(story: Story, box: int = 1) -> dict[str, list[str]]:
    """What a split box says of each player's hands, in columns; empty where it says sums."""
    view = felt_view(story.state, story.rules).boxes[box - 1]
    return {line.player: line.cells for line in view.lines if line.cells}


def test_a_split_box_shows_what_lies_on_each_hand() -> None:
    """A splits twice for $50, B matches the first split for $25 and rides on the second, C rides on the first."""
    story = at("VIC03").shared(1, A=50, B=25, C=100).call().initial("6d", "8h 8d")
    assert cells(story) == {}
    story.split(1, B="split")
    assert cells(story) == {"A": ["50", "50"], "B": ["25", "25"], "C": ["100", "–"]}
    story.cards("8s").split(1).cards("3s").double(1, A=50, B=12)
    assert cells(story) == {"A": ["100", "50", "50"], "B": ["37", "–", "25"], "C": ["100", "–", "–"]}
    # 8-3-T = 21 waits; 8-7-T on the second hand breaks and A's $50 there is taken.
    story.cards("Ts").cards("7c").hit(1, hand=2).cards("Tc").settle()
    assert cells(story)["A"] == ["100", "−50", "50"]


@pytest.mark.parametrize(
    ("boxes", "wager", "hands", "fits"),
    [
        (7, 999, 3, True),
        (7, 1000, 3, False),
        (7, 10000, 2, True),
        (7, 10000, 3, False),
        (7, "100.50", 2, False),
        (9, 1000, 3, False),
    ],
)
def test_sums_that_no_column_holds_stay_sums(boxes: int, wager: Any, hands: int, fits: bool) -> None:
    story = (
        deal("VIC03", boxes=boxes, maximum=20_000).bet(1, "A", wager).call().initial("6d", "8h 8d").split(1)
    )
    if hands == 3:
        story.cards("8s").split(1)
    assert bool(cells(story)) is fits


def test_what_has_come_out_on_every_hand_is_one_sum() -> None:
    lost = at("VIC03").bet(1, "A", 20).call().initial("6d", "8h 8d").split(1)
    for hand in (1, 2):
        lost.cards("7c").hit(1, hand=hand).cards("Tc").settle()
    assert cells(lost) == {}


@pytest.mark.clause("NZ-20.4-S1", "NZ-20.8-S1")
def test_a_lammer_has_its_letter_on_its_hand() -> None:
    story = at("NZ", game="free_bet").bet(1, "A", 50).call().initial("6d", "8h 8d")
    story.do(engine.Decide(1, "split", free=("A",)))
    assert cells(story) == {"A": ["50", "L"]}
