"""What the screens make of side bets: spots, the tray, the felt, what is asked. No server, no database."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.http import QueryDict
from django.template.loader import get_template

from rounds import engine
from rounds.engine.setup import Setup, SideBetConfig, Sign
from rounds.play.snapshot import Live
from rounds.read_model.felt.felt import felt_view
from rounds.read_model.felt.spots import spots
from rounds.tablet import decisions, requests, settlement, side_bets, wagers
from sidebets.titles import initials
from tests.engine.story import Story, cents

CHIPS = (250, 500, 2500, 10000)


def at(
    book: str,
    *offers: str,
    game: str = "blackjack",
    elect: dict[str, str] | None = None,
    most_paid: int = 0,
    signs: tuple[Sign, ...] = (),
    carry: engine.values.Carry | None = None,
) -> Story:
    """A table from $10 to $500 that offers these bets (``bet`` or ``bet:scale``) from $5 to $50."""
    named = [offer.partition(":")[::2] for offer in offers]
    return Story.of(
        Setup(
            book,
            game,
            elections=tuple((elect or {}).items()),
            offers=tuple(SideBetConfig(bet, scale, most_paid) for bet, scale in named),
            signs=(Sign("main", 1000, 50000), *(signs or [Sign(bet, 500, 5000) for bet, _ in named])),
            chips=CHIPS,
            carry=carry or engine.values.Carry(),
        )
    )


def live(story: Story, previous: engine.State | None = None) -> Live:
    table: Any = SimpleNamespace(code="BJ-07", live={})
    state, due = story.state, engine.due(story.rules, story.state)
    assert due is not None
    return Live(table, state.setup, story.rules, state, due, 1, 1, tuple(story.events), previous=previous)


def posted(**fields: str) -> engine.Command:
    post = QueryDict(mutable=True)
    post.update(fields)
    return requests.command_of(post)


def lines(story: Story, box: int) -> list[tuple[str, str]]:
    """The side lines of a box as they read: the short name, and the rest without its marks."""
    shown = felt_view(story.state, story.rules, story.due).boxes[box - 1]
    return [(line.short, _text(line.parts)) for line in shown.sides]


def _text(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


# --- what the layout says


@pytest.mark.parametrize(
    ("title", "short"),
    [
        ("Perfect Pairs", "PP"),
        ("Madness 21", "M21"),
        ("21 + 3", "21+3"),
        ("Let It Ride", "LIR"),
        ("Buster", "Bus"),
    ],
)
def test_a_title_in_short(title: str, short: str) -> None:
    assert initials(title) == short


@pytest.mark.clause(
    "NZ-15B.8-S1", "NZ-15C.9", "NZ-15F.11", "NZ-15G.9", "NZ-20A.7", "NZ-15H.9-S2", "NZ-15F.12-S2"
)
@pytest.mark.parametrize(
    ("offer", "pays", "line"),
    [
        ("perfect_pairs:1", "30 · 10 · 5 to 1", ("coloured pair", "10 to 1")),
        ("perfect_pairs:2", "25 · 12 · 6 to 1", ("mixed pair", "6 to 1")),
        ("any_pair:2", "10 to 1", ("any pair", "10 to 1")),
        ("lucky_match:3", "200 · 25 · 10 · 5 to 1", ("the most paid on a wager", "$2,500")),
        ("lucky_lucky:2", "200 · 100 · 50 · 30 · 15 · 3 · 2 · 1 to 1", ("suited 21", "15 to 1")),
        ("push_22:2", "50 · 20 · 7 to 1", ("same colour 22", "20 to 1")),
        ("buster:F", "250 · 50 · 20 · 8 · 2 · 1 to 1", ("bust 6", "20 to 1")),
    ],
)
def test_the_scale_in_operation_is_on_the_felt_and_line_by_line_on_the_watch(
    offer: str, pays: str, line: tuple[str, str]
) -> None:
    game = "blackjack_plus" if offer.startswith("push") else "blackjack"
    story = at("NZ", offer, game=game, most_paid=2500_00 if offer.startswith("lucky_match") else 0)
    (spot,) = spots(story.state.setup)
    assert spot.pays == pays
    assert line in spot.table
    felt = get_template("read_model/_felt.html").render({"felt": felt_view(story.state, story.rules)})
    assert f"{spot.title} pays {pays}, $5\N{NO-BREAK SPACE}–\N{NO-BREAK SPACE}$50" in felt
    watch = get_template("tablet/_scales.html").render({"spots": spots(story.state.setup)})
    assert f'<th scope="row">{line[0]}</th><td>{line[1]}</td>' in watch


@pytest.mark.clause("NZ-15H.9-S2")
def test_the_free_bonus_is_shown_under_the_scale_that_it_comes_on_top_of() -> None:
    (spot,) = spots(at("NZ", "buster:A", elect={"free_bonus": "B1"}).state.setup)
    assert [pays for words, pays in spot.table if words.startswith("and with a Blackjack")] == [
        "$8,000",
        "$1,000",
    ]


@pytest.mark.clause("VIC03-15.6.1-T1-L02")
def test_odds_by_the_packs_in_the_shoe() -> None:
    setup = Setup("VIC03", decks=4, offers=(SideBetConfig("perfect_pairs"),))
    assert spots(setup)[0].pays == "25 · 15 · 6 to 1"


@pytest.mark.clause("ACT03-18.9", "ACT96-23.3-S2")
def test_limits_and_what_one_tap_lays_are_those_of_the_sign() -> None:
    (pairs,) = spots(at("ACT03", "perfect_pairs").state.setup)
    assert (pairs.limits, pairs.usual_words) == ("$5 – $50", "+$5")
    (sevens,) = spots(at("ACT96", "super_sevens", signs=(Sign("super_sevens", 500, 5000),)).state.setup)
    assert (sevens.limits, sevens.usual) == ("$1", 100)


# --- wagers


def test_a_spot_of_the_tray_names_its_bet() -> None:
    laid = posted(do="place:lucky_lucky", box="3", player="A", amount="5", bet="main")
    assert laid == engine.PlaceWager(3, "A", 500, "lucky_lucky")
    further = posted(do="place:perfect_pairs", box="3", player="B", amount="12.50", hand="2")
    assert further == engine.PlaceWager(3, "B", 1250, "perfect_pairs", hand=2)
    assert posted(do="place", box="1", player="A", amount="25") == engine.PlaceWager(1, "A", 2500)


def test_same_again_lays_main_wagers_before_the_bets_that_need_them() -> None:
    before = at("NZ", "perfect_pairs", "lucky_lucky").bet(1, "A", 25).bet(2, "B", 50)
    before.bet(1, "B", 5, "perfect_pairs").bet(2, "B", 5, "lucky_lucky")
    story = at("NZ", "perfect_pairs", "lucky_lucky")
    again = wagers.same_again(live(story, before.state), 0)
    assert again == [
        engine.PlaceWager(1, "A", 2500),
        engine.PlaceWager(2, "B", 5000),
        engine.PlaceWager(1, "B", 500, "perfect_pairs"),
        engine.PlaceWager(2, "B", 500, "lucky_lucky"),
    ]
    for command in again:
        story.do(command)
    # One box alone: what B has there waits until B wagers somewhere.
    alone = at("NZ", "perfect_pairs", "lucky_lucky")
    assert wagers.same_again(live(alone, before.state), 1) == [engine.PlaceWager(1, "A", 2500)]


@pytest.mark.clause("NZ-15B.2-S1", "NZ-15B.2-S3")
def test_several_wagers_of_a_player_on_one_spot_are_laid_again_one_by_one() -> None:
    before = at("NZ", "perfect_pairs").bet(1, "A", 25)
    before.bet(1, "A", 5, "perfect_pairs").bet(1, "A", 10, "perfect_pairs")
    assert lines(before, 1) == [("PP", "A $5+10")]
    story = at("NZ", "perfect_pairs").bet(1, "A", 25).bet(1, "A", 5, "perfect_pairs")
    again = wagers.same_again(live(story, before.state), 0)
    assert again == [engine.PlaceWager(1, "A", 1000, "perfect_pairs")]
    story.do(again[0])
    assert wagers.same_again(live(story, before.state), 0) == []


@pytest.mark.clause("NZ-16.12-S1", "NZ-16.12-S2")
def test_same_again_and_the_tray_leave_a_suspended_bet_out() -> None:
    before = at("NZ", "madness_21").bet(1, "A", 25).bet(1, "A", 5, "madness_21")
    story = at("NZ", "madness_21", carry=engine.values.Carry(suspended=("madness_21",)))
    assert wagers.same_again(live(story, before.state), 0) == [engine.PlaceWager(1, "A", 2500)]
    assert (
        '"off":{"madness_21":["Madness 21 is not offered until'
        in wagers.tray(story.rules, story.state, story.due, []).data
    )


def test_each_wager_on_the_layout_can_be_taken_back_by_itself() -> None:
    story = at("NZ", "perfect_pairs").bet(1, "A", 25).bet(2, "B", 25).bet(1, "B", 5, "perfect_pairs")
    rows = wagers.wager_rows(story.rules, story.state)
    assert [(row.box, row.player, row.place, row.caller) for row in rows] == [
        (1, "A", "", False),
        (1, "B", "Perfect Pairs", False),
        (2, "B", "", False),
    ]
    assert rows[1].taps[0].label == "withdraw"
    story.do(engine.decode_command(rows[1].taps[0].command))
    assert not story.state.boxes[0].sides


# --- the felt and the settlement


def pairs_and_lucky() -> Story:
    """A 8♥ 8♦ and B K Q; A and B on A's box with Perfect Pairs scale 2, B alone on Lucky Lucky; the dealer shows 5."""
    story = at("NZ", "perfect_pairs:2", "lucky_lucky:1").bet(1, "A", 25).bet(2, "B", 50)
    story.bet(1, "A", 5, "perfect_pairs").bet(1, "B", 10, "perfect_pairs")
    return story.bet(2, "B", 5, "lucky_lucky").call()


@pytest.mark.clause("NZ-15B.7-T2", "NZ-15B.6")
def test_side_bets_on_the_felt_before_and_after() -> None:
    story = pairs_and_lucky()
    assert lines(story, 1) == [("PP", "A $5 B $10")]
    assert lines(story, 2) == [("LL", "B $5")]
    story.cards("8h Kd 5c 8d Qs")
    assert story.due.action == "settle"
    story.do(engine.Settle())
    # A coloured pair at 12 to 1: $60 and $120; K Q 5 is 25 and loses.
    assert lines(story, 1) == [("PP", "A +$60 B +$120")]
    assert lines(story, 2) == [("LL", "B −$5")]
    label = felt_view(story.state, story.rules).boxes[0].label
    assert "Perfect Pairs: player A $5, won $60, player B $10, won $120" in label


@pytest.mark.clause("NZ-15B.6", "NZ-15G.7")
def test_the_settlement_names_each_bet_and_settles_one_of_them_in_a_tap() -> None:
    story = pairs_and_lucky().cards("8h Kd 5c 8d Qs")
    shown = settlement.settlement(story.state, story.due)
    assert [(row.word, row.amount, row.where, row.odds) for row in shown.rows] == [
        ("Pay", "$60", "Box 1 · A Perfect Pairs", "12 to 1"),
        ("Pay", "$120", "Box 1 · B Perfect Pairs", "12 to 1"),
        ("Take", "$5", "Box 2 · B Lucky Lucky", ""),
    ]
    taps = {tap.id: tap for tap in shown.taps}
    assert (taps["settle-bet"].label, taps["settle-bet"].small) == ("All Perfect Pairs", "2 · pays $180")
    story.do(engine.decode_command(taps["settle-bet"].command))
    assert [item.result.bet for item in story.due.items] == ["lucky_lucky"]


@pytest.mark.clause("VIC03-6.2.3", "VIC03-15.4.1")
def test_what_the_call_leaves_in_play_is_shown() -> None:
    story = at("VIC03", "perfect_pairs").bet(1, "A", 25).bet(1, "A", 60, "perfect_pairs").call()
    assert lines(story, 1) == [("PP", "A $50 of $60")]


# --- what stays in action


def riding() -> Story:
    """A K♥ Q♥ with House Money $10: 4 to 1, so $50 may stay; B 9 9 with $5: 3 to 1, so $20."""
    story = at("NZ", "house_money").bet(1, "A", 25).bet(2, "B", 25)
    story.bet(1, "A", 10, "house_money").bet(2, "B", 5, "house_money").call()
    return story.initial("6d", "Kh Qh", "9c 9d")


@pytest.mark.clause("NZ-15D.6", "NZ-15D.6(a)", "NZ-15D.6(b)-S1")
def test_taking_down_leaving_all_or_the_payout_is_one_tap() -> None:
    story = riding()
    assert story.due.action == "ride"
    first, second = side_bets.ride(story.state, story.due).rows
    assert [(tap.label, tap.small) for tap in first.taps] == [
        ("Take down", ""),
        ("$50", "stays"),
        ("$40", "wager back"),
    ]
    assert [engine.decode_command(tap.command) for tap in second.taps] == [
        engine.Ride(2, "B", "house_money"),
        engine.Ride(2, "B", "house_money", 2000),
        engine.Ride(2, "B", "house_money", 1500),
    ]
    other = posted(do="ride:house_money", box="1", player="A", amount="22.50")
    assert other == engine.Ride(1, "A", "house_money", 2250)
    story.do(other)
    assert lines(story, 1) == [("HM", "A $22.50 in action")]
    down = side_bets.all_down(story.due)
    assert down == [engine.Ride(2, "B", "house_money")]
    story.do(down[0])
    assert lines(story, 2) == [("HM", "B +$15")]


@pytest.mark.clause("NZ-15D.10-S2", "NZ-16.14-S1")
def test_money_in_action_is_told_with_the_hand_that_it_rode_with() -> None:
    story = riding().do(engine.Ride(1, "A", "house_money", 5000))
    (row,) = side_bets.ride(story.state, story.due).rows
    story.do(engine.decode_command(row.late))
    assert lines(story, 2) == [("HM", "B +$15")]
    story.stand(1).stand(2).cards("5h Ts")
    shown = settlement.settlement(story.state, story.due)
    assert [(row.word, row.amount, row.where) for row in shown.rows] == [
        ("Take", "$25", "Box 1 · A"),
        ("Take", "$50", "Box 1 · A House Money in action"),
        ("Take", "$25", "Box 2 · B"),
    ]
    story.do(engine.Settle())
    # $40 won, then all $50 lost with the hand.
    assert lines(story, 1) == [("HM", "A −$10")]


# --- the button


def madness() -> Story:
    """C calls a Blackjack on box 3 with $5 on Madness 21, H has $2 beside; B's $5 on box 1 lost."""
    story = at("NZ", "madness_21", signs=(Sign("madness_21", 100, 5000),)).bet(1, "B", 25)
    story.shared(3, C=25, H=50, J=10).bet(1, "B", 5, "madness_21")
    story.bet(3, "C", 5, "madness_21").bet(3, "H", 2.5, "madness_21").call()
    return story.initial("6d", "Ts 9s", "As Kd").do(engine.Settle())


@pytest.mark.clause("NZ-15A.6-T", "NZ-15A.7-S2", "NZ-15A.9-S1", "NZ-15A.9-S2", "NZ-15A.9-S3")
def test_the_display_is_read_off_the_table_in_operation() -> None:
    story = madness()
    shown = side_bets.prize(story.state, story.due)
    assert (shown.title, shown.stake, shown.presser, shown.nominees) == (
        "Madness 21",
        "$7.50",
        "C",
        ["H"],
    )
    assert not shown.misfires
    assert [tap.label for tap in shown.prizes][:3] == ["$1,000", "$100", "$50"]
    assert len(shown.prizes) == 23
    key = next(tap.command for tap in shown.prizes if tap.label == "$35")
    by_c = engine.Prize(3, "C", "madness_21", 3500)
    assert posted(command=key) == by_c
    assert posted(command=key, by="player:H") == engine.Prize(3, "C", "madness_21", 3500, "H")
    assert posted(command=key, by="staff", by_staff="D-114") == engine.Prize(
        3, "C", "madness_21", 3500, "D-114", True
    )
    story.do(by_c)
    big = settlement.settlement(story.state, story.due).prize
    assert big == settlement.BigPrize("$35", "Madness 21", "for each $1 of $5: $175")
    story.do(engine.Settle())
    assert lines(story, 3) == [("M21", "C +$175 H +$87.50")]


def test_what_the_machine_drew_is_for_the_machine_to_say() -> None:
    forged = engine.encode_command(engine.Prize(3, "C", "madness_21", 100000, drawn=True)).decode()
    assert posted(command=forged) == engine.Prize(3, "C", "madness_21", 100000)


@pytest.mark.clause("VIC03-11.6.4(b)", "VIC03-11.7.1")
def test_a_press_by_nobody_entitled_is_a_misfire_and_the_winner_answers() -> None:
    story = at("VIC03", "pontoon_pandemonium:2", game="crown_pontoon")
    story.shared(2, B=25, C=25).bet(2, "B", 5, "pontoon_pandemonium").call().initial("6d", "As Kd")
    shown = side_bets.prize(story.state, story.due)
    assert (shown.table, shown.nominees, shown.anybody, shown.misfires) == (
        "2",
        ["C"],
        True,
        True,
    )
    key = shown.prizes[-1].command
    assert shown.prizes[-1].label == "$10"
    story.do(posted(command=key, by="misfire"))
    answers = side_bets.prize(story.state, story.due).answer
    assert [tap.label for tap in answers.taps] == ["B takes $10", "Press again"]
    story.do(engine.decode_command(answers.taps[1].command))
    assert side_bets.prize(story.state, story.due).prizes


@pytest.mark.clause("NZ-16.12-S1", "NZ-16.12-S2", "VIC03-11.7.2")
def test_a_press_for_nobody_and_equipment_are_recorded_by_form() -> None:
    story = at("NZ", "madness_21").bet(1, "A", 25)
    (row,) = side_bets.machine(story.state)
    assert (row.bet, row.title, row.suspended) == ("madness_21", "Madness 21", False)
    assert posted(do="void_press:madness_21", box="", player="", amount="25") == engine.VoidPress(
        "madness_21", 2500
    )
    failed = posted(do="failed:madness_21", device="button")
    assert failed == engine.EquipmentFailed("madness_21", "button", "dealer")
    assert posted(do="repaired:madness_21", note="new lamp") == engine.EquipmentRepaired(
        "madness_21", "dealer", "new lamp"
    )


# --- split hands


@pytest.mark.clause("NZ-15B.9", "NZ-15B.10(a)", "NZ-15B.10(b)", "NZ-15B.10(c)", "NZ-15B.10-S1")
def test_further_pair_bets_are_offered_on_the_hands_that_wait_for_their_second_card() -> None:
    story = at("NZ", "perfect_pairs:2", elect={"pairs_on_split": "yes"})
    story.bet(1, "D", 25).bet(2, "C", 25).bet(3, "A", 25).bet(5, "B", 25)
    story.bet(3, "B", 5, "perfect_pairs").call()
    story.initial("6d", "Ts 9s", "Th 9h", "8s 8h", "Tc 9d").do(engine.Settle())
    story.stand(1).stand(2).split(3)
    first, second = side_bets.further(story.state, story.due)
    assert (first.name, first.players) == ("Box 3 · hand 1", ["A", "B", "D", "C"])
    assert (second.name, [spot.bet for spot in second.bets]) == ("Box 3 · hand 2", ["perfect_pairs"])
    story.do(engine.PlaceWager(3, "B", cents(5), "perfect_pairs", hand=2))
    assert side_bets.further(story.state, story.due)[1].placed == ["B Perfect Pairs $5"]
    assert lines(story, 3) == [("PP", "B +$30"), ("PP·2", "B $5")]
    story.cards("8d")
    assert [hand.hand for hand in side_bets.further(story.state, story.due)] == [2]


@pytest.mark.clause("NZ-15D.7", "NZ-15D.8")
def test_what_rides_raises_what_a_double_and_a_split_add() -> None:
    """B holds 9 9 with $25 and $20 in action beside it; C is on the box with $10 and nothing beside."""
    story = at("NZ", "house_money").shared(1, B=25, C=10).bet(1, "B", 5, "house_money").call()
    story.initial("6d", "9c 9d").do(engine.Ride(1, "B", "house_money", 2000))
    shown = decisions.decisions(story.rules, story.state, story.due)
    small = {tap.id: tap.small for tap in shown.taps}
    assert (small["decide-double"], small["decide-split"]) == ("+$45 B", "+$45 B")
    assert [row.base_words for row in shown.adders] == ["$45", "$10"]
    (other,) = shown.others
    assert [group.choices[-1].value for group in other.groups] == ["split", "1000"]
    story.split(1)
    assert [stake.base for hand in story.state.boxes[0].hands for stake in hand.stakes] == [2500, 1000, 4500]
