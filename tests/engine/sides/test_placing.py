"""Which side bets a table may offer, who may place them and how much, and what goes back with the main wager."""

import pytest

from rounds import engine
from rounds.engine.wagers.events import PlayerWarned, WagerRefused, WagerWithdrawn
from tests.engine.story import Story, deal
from tests.refusing import refused_as


def nz(*offer: str, **setup: object) -> Story:
    return deal("NZ", offer=offer or ("perfect_pairs",), **setup)  # type: ignore[arg-type]


# --- what a table may offer


@pytest.mark.clause("NZ-15B.1A", "NZ-15F.2", "NZ-15C.2")
@pytest.mark.parametrize(
    ("offer", "clause"),
    [
        (("perfect_pairs", "lucky_match"), "NZ-15B.1A"),
        (("lucky_match", "any_pair"), "NZ-15F.2"),
        (("any_pair", "perfect_pairs"), "NZ-15C.2"),
    ],
)
def test_three_pair_bets_exclude_each_other(offer: tuple[str, str], clause: str) -> None:
    with refused_as("side_bet.not_together", clause):
        nz(*offer)


@pytest.mark.clause("NZ-15D.12", "NZ-15E.11")
def test_house_money_goes_with_the_pair_bets_alone() -> None:
    nz("house_money", "perfect_pairs")
    for other in ("buster A", "push_22", "lucky_lucky 2", "madness_21"):
        with refused_as("side_bet.not_together", "NZ-15D.12"):
            nz(other, "house_money")
    with refused_as("side_bet.not_together", "NZ-15E.11"):  # the clause of the bet that is named first
        nz("let_it_ride", "house_money")


@pytest.mark.clause("VIC03-15.1")
def test_a_bet_is_offered_with_its_games_alone() -> None:
    deal(offer=["perfect_pairs"], game="crown_blackjack")
    with refused_as("side_bet.not_in_game", "VIC03-15.1"):
        deal(offer=["perfect_pairs"], game="crown_pontoon")


@pytest.mark.clause("NZ-15H.10a", "NZ-15G.8", "NZ-20A.6")
@pytest.mark.parametrize(
    ("offer", "clause"),
    [("buster G", "NZ-15H.10a"), ("lucky_lucky 4", "NZ-15G.8"), ("push_22 3", "NZ-20A.6")],
)
def test_a_scale_is_one_of_the_books(offer: str, clause: str) -> None:
    with refused_as("side_bet.no_such_scale", clause):
        nz(offer)


def test_a_bet_that_the_book_does_not_have_is_refused() -> None:
    with refused_as("side_bet.unknown"):
        nz("royal_match")
    with refused_as("side_bet.offered_twice", "NZ-15H.1"):
        nz("buster A", "buster B")


@pytest.mark.clause("NZ-15H.9-S1")
def test_the_free_bonus_needs_buster() -> None:
    with refused_as("side_bet.bonus_without_bet", "NZ-15H.9-S1"):
        nz("push_22", elect={"free_bonus": "B1"})


@pytest.mark.clause("NZ-15F.12-S1")
def test_only_lucky_match_may_have_a_most_paid() -> None:
    for bet, expected in (("lucky_match", True), ("buster", False)):
        setup = engine.Setup("NZ", offers=(engine.values.SideBetConfig(bet, most_paid=2_500_00),))
        if expected:
            assert engine.start(setup)
            continue
        with refused_as("side_bet.no_payout_limit", "NZ-15H.1"):
            engine.start(setup)


def test_over_and_under_13_are_offered_together() -> None:
    story = deal("ACT96", offer=["under_13"])
    assert list(engine.questions.on_offer(story.state.setup)) == ["over_13", "under_13"]


# --- the main wager first


@pytest.mark.clause("VIC03-15.4.2")
def test_the_players_own_main_wager_comes_first() -> None:
    story = deal(offer=["perfect_pairs"]).bet(3, "A", 50)
    story.refuses("side_bet.needs_wager", "VIC03-15.4.2").bet(3, "B", 5, "perfect_pairs")
    story.refuses("side_bet.needs_wager", "VIC03-15.4.2").bet(4, "A", 5, "perfect_pairs")
    story.bet(3, "A", 5, "perfect_pairs").refuses("side_bet.second_wager", "VIC03-15.4.2").bet(
        3, "A", 5, "perfect_pairs"
    )


@pytest.mark.clause("VIC03-15.4.1")
def test_after_the_call_and_the_first_card_it_waits() -> None:
    story = deal(offer=["perfect_pairs"]).bet(3, "A", 50).call()
    story.refuses("side_bet.after_call", "VIC03-15.4.1").bet(3, "A", 5, "perfect_pairs")
    story.cards("8h").refuses("side_bet.after_first_card", "VIC03-15.4.1").bet(3, "A", 5, "perfect_pairs")


@pytest.mark.clause("NZ-15B.1")
def test_a_bet_that_is_not_offered_is_refused_under_its_own_clause() -> None:
    nz("buster").bet(1, "A", 10).refuses("side_bet.not_offered", "NZ-15B.1").bet(1, "A", 5, "perfect_pairs")


@pytest.mark.clause("NZ-15B.2-S1", "NZ-15B.2-S2")
def test_a_bet_on_any_box_needs_a_wager_there_and_one_of_the_players_somewhere() -> None:
    story = nz().bet(1, "A", 20).bet(6, "B", 20)
    story.bet(6, "A", 5, "perfect_pairs")
    story.refuses("side_bet.empty_box", "NZ-15B.2-S2").bet(7, "A", 5, "perfect_pairs")
    story.refuses("side_bet.needs_any_wager", "NZ-15B.2-S1").bet(6, "C", 5, "perfect_pairs")


@pytest.mark.clause("NZ-15H.2-S2")
def test_a_bet_on_the_own_box_stays_there() -> None:
    nz("buster A").bet(1, "A", 20).bet(2, "B", 20).refuses("side_bet.needs_wager", "NZ-15H.2-S2").bet(
        2, "A", 5, "buster"
    )


# --- room


@pytest.mark.clause("NZ-15B.2-S3")
def test_players_on_the_box_displace_the_last_outsider() -> None:
    story = nz().bet(2, "A", 20)
    for box, player in ((3, "B"), (4, "C"), (5, "D"), (6, "E")):
        story.bet(box, player, 20)
    for player in "BCD":
        story.bet(2, player, 5, "perfect_pairs")
    story.refuses("side_bet.box_full", "NZ-15B.2-S3").bet(2, "E", 5, "perfect_pairs")
    story.bet(2, "A", 5, "perfect_pairs")
    (back,) = story.recorded(WagerRefused)
    assert (back.player, back.amount, back.clause) == ("D", 500, "NZ-15B.2-S3")
    assert [wager.player for wager in story.state.box(2).sides] == ["B", "C", "A"]


@pytest.mark.clause("NZ-15H.2-S3")
def test_three_busters_lie_on_a_box_at_most() -> None:
    story = nz("buster A").shared(2, A=20, B=20, C=20)
    for player in "ABC":
        story.bet(2, player, 5, "buster")
    story.refuses("side_bet.box_full", "NZ-15H.2-S3").bet(2, "A", 5, "buster")


# --- amounts


@pytest.mark.clause("NZ-15B.4", "NZ-15H.4")
@pytest.mark.parametrize(("bet", "clause"), [("perfect_pairs", "NZ-15B.4"), ("buster", "NZ-15H.4")])
def test_amounts_off_the_sign_are_refused_in_new_zealand(bet: str, clause: str) -> None:
    story = nz(bet, sign={bet: (5, 50)}).bet(1, "A", 20)
    story.refuses("side_bet.above_maximum", clause).bet(1, "A", 51, bet)
    story.refuses("side_bet.below_minimum", clause).bet(1, "A", 4, bet)
    story.bet(1, "A", 50, bet)
    # a second wager is bound by the sign for itself
    story.refuses("side_bet.below_minimum", clause).bet(1, "A", 3, bet)
    story.bet(1, "A", 5, bet).call().initial("6d", "8h 9h")
    assert story.state.box(1).sides[0].effective == 55_00


@pytest.mark.clause("NZ-15B.2-S3", "NZ-15C.3-S3", "NZ-15F.3-S3", "NZ-15G.2-S3", "NZ-15H.2-S3")
@pytest.mark.parametrize(
    ("bet", "clause"),
    [
        ("perfect_pairs", "NZ-15B.2-S3"),
        ("any_pair", "NZ-15C.3-S3"),
        ("lucky_match", "NZ-15F.3-S3"),
        ("lucky_lucky", "NZ-15G.2-S3"),
        ("buster", "NZ-15H.2-S3"),
    ],
)
def test_a_second_wager_of_one_player_is_one_of_the_three(bet: str, clause: str) -> None:
    story = nz(bet).shared(2, A=20, B=20)
    story.bet(2, "A", 5, bet).bet(2, "A", 5, bet).bet(2, "B", 5, bet)
    with refused_as("side_bet.box_full", clause) as refused:
        story.bet(2, "A", 5, bet)
    assert refused.value.values["most"] == 3


@pytest.mark.clause("NZ-15G.2-S3")
def test_a_second_wager_of_a_player_on_the_box_displaces_an_outsider() -> None:
    story = nz("lucky_lucky").bet(1, "C", 20).shared(2, A=20, B=20)
    story.bet(2, "A", 5, "lucky_lucky").bet(2, "C", 5, "lucky_lucky").bet(2, "B", 5, "lucky_lucky")
    story.bet(2, "B", 5, "lucky_lucky")
    assert [(wager.player, wager.amount) for wager in story.state.box(2).sides] == [("A", 5_00), ("B", 10_00)]


@pytest.mark.clause("ACT96-23.3-S2")
def test_super_sevens_is_exactly_a_dollar_whatever_the_minimum() -> None:
    story = deal("ACT96", offer=["super_sevens"], minimum=25).bet(1, "A", 25)
    story.refuses("side_bet.exact_amount", "ACT96-23.3-S2").bet(1, "A", 2, "super_sevens")
    story.bet(1, "A", 1, "super_sevens").refuses("side_bet.second_wager", "ACT96-23.3-S2").bet(
        1, "A", 1, "super_sevens"
    )


@pytest.mark.clause("ACT96-21.4-S2", "ACT96-21.4-S1")
def test_over_and_under_are_as_high_as_the_main_wager_each() -> None:
    story = deal("ACT96", offer=["over_13"]).bet(3, "A", 20)
    story.refuses("side_bet.over_main_wager", "ACT96-21.4-S2").bet(3, "A", 25, "over_13")
    story.bet(3, "A", 20, "over_13").bet(3, "A", 20, "under_13")
    story.refuses("side_bet.needs_wager", "ACT96-21.4-S1").bet(3, "B", 5, "over_13")


@pytest.mark.clause("ACT96-21.4-S2")
@pytest.mark.parametrize(
    ("reading", "most", "code"),
    [("together", 5, "side_bet.over_main_wager"), ("one", 0, "side_bet.one_of_two")],
)
def test_over_and_under_under_the_other_readings(reading: str, most: int, code: str) -> None:
    read = {"over_13.cap_binds": reading, "under_13.cap_binds": reading}
    story = deal("ACT96", offer=["over_13"], read=read).bet(3, "A", 20).bet(3, "A", 15, "over_13")
    story.refuses(code, "ACT96-21.4-S2").bet(3, "A", most + 1, "under_13")
    if most:
        story.bet(3, "A", most, "under_13")


@pytest.mark.clause("ACT96-21.4-S2", "ACT96-4.1(d)")
def test_what_cuts_the_main_wager_cuts_the_bet_that_is_as_high() -> None:
    # $30 over a maximum of $20: $20 is in play, so Over 13 counts to $20. 9,5 = 14 wins it one to one.
    story = deal("ACT96", offer=["over_13"], maximum=20).bet(1, "A", 30).bet(1, "A", 30, "over_13")
    story.call().initial("6d", "9h 5c").settle()
    assert story.side(1, "A", "over_13") == ("win", 20)


@pytest.mark.clause("ACT03-18.9")
def test_canberra_counts_a_pair_bet_up_to_its_maximum() -> None:
    story = deal("ACT03", offer=["perfect_pairs"], sign={"perfect_pairs": (2, 50)})
    story.bet(1, "A", 20).bet(1, "A", 60, "perfect_pairs")
    assert story.notice()[1] == "ACT03-3.5"
    story.call().initial("6d", "8h 8c").settle()
    assert story.side(1, "A", "perfect_pairs") == ("win", 300)  # 6 x $50


@pytest.mark.clause("VIC03-6.2.1")
def test_a_second_side_wager_under_its_minimum_is_returned() -> None:
    carry, signs = engine.values.Carry(warned=("A",)), {"perfect_pairs": (5, 50)}
    story = deal(offer=["perfect_pairs"], sign=signs, carry=carry)
    story.bet(1, "A", 20).bet(1, "A", 2, "perfect_pairs").refuses("call.bet_returned", "VIC03-6.2.1").call()
    story.do(engine.RefuseWager(1, "A", "perfect_pairs")).call()
    late = {"under_minimum_returned": "after_result"}
    story = deal(offer=["perfect_pairs"], sign=signs, carry=carry, read=late)
    story.bet(1, "A", 20).bet(1, "A", 2, "perfect_pairs").call().initial("6d", "8h 8c").settle()
    assert story.side(1, "A", "perfect_pairs") == ("void", 0)
    assert story.result(1, "A", 0, "perfect_pairs").clause == "VIC03-6.2.1"


@pytest.mark.clause("VIC03-6.2.1")
def test_the_first_side_wager_under_its_minimum_plays_with_a_warning() -> None:
    story = deal(offer=["perfect_pairs"], sign={"perfect_pairs": (5, 50)})
    story.bet(1, "A", 20).bet(1, "A", 2, "perfect_pairs").call()
    assert [event.player for event in story.recorded(PlayerWarned)] == ["A"]
    story.initial("6d", "8h 8c").settle()
    assert story.side(1, "A", "perfect_pairs") == ("win", 12)


@pytest.mark.clause("VIC03-15.4.2", "VIC03-6.2.1")
def test_without_a_main_wager_in_play_the_side_wager_is_void() -> None:
    # A was warned before: $3 under the minimum of $5 is returned, and nothing is there for the pair to go with.
    late = {"under_minimum_returned": "after_result"}
    story = deal(offer=["perfect_pairs"], minimum=5, carry=engine.values.Carry(warned=("A",)), read=late)
    story.bet(1, "A", 3).bet(1, "A", 5, "perfect_pairs").call().initial("6d", "8h 8c").settle()
    assert story.side(1, "A", "perfect_pairs") == ("void", 0)


@pytest.mark.clause("VIC03-5.13")
def test_a_side_wager_that_cannot_be_paid_exactly_may_be_handed_back() -> None:
    # At 12 to 1 and 25 to 1 and 6 to 1 every multiple of the smallest chip is payable; half of it is not.
    story = deal(offer=["perfect_pairs"], chips=(5, 25)).bet(1, "A", 25)
    story.bet(1, "A", "2.50", "perfect_pairs")
    assert story.notice()[1] == "VIC03-5.13"
    story.do(engine.RefuseWager(1, "A", "perfect_pairs"))
    story.bet(1, "A", 5, "perfect_pairs").refuses("wager.payable", "VIC03-5.13").do(
        engine.RefuseWager(1, "A", "perfect_pairs")
    )


# --- taken back


@pytest.mark.clause("ACT96-21.4-S1")
def test_the_main_wager_takes_its_side_wagers_with_it() -> None:
    story = deal("ACT96", offer=["over_13"]).bet(3, "A", 20).bet(4, "B", 20)
    story.bet(3, "A", 20, "over_13").bet(3, "A", 10, "under_13").bet(4, "B", 5, "over_13")
    story.unbet(3, "A")
    assert [(gone.player, gone.bet) for gone in story.recorded(WagerWithdrawn)] == [
        ("A", "over_13"),
        ("A", "under_13"),
        ("A", "main"),
    ]
    assert not story.state.box(3).sides
    assert story.state.box(4).sides


def test_a_side_wager_is_taken_back_alone() -> None:
    story = deal("ACT96", offer=["over_13"]).bet(3, "A", 20).bet(3, "A", 20, "over_13")
    story.unbet(3, "A", "over_13").call().unbet(3, "A")
    assert story.state.phase == "wagers"


@pytest.mark.clause("NZ-15B.2-S1", "NZ-15B.2-S2")
def test_an_emptied_box_returns_everybodys_bets_on_it_and_its_player_those_elsewhere() -> None:
    story = nz().bet(1, "A", 20).bet(6, "B", 20)
    story.bet(6, "A", 5, "perfect_pairs").bet(6, "B", 5, "perfect_pairs").bet(1, "B", 5, "perfect_pairs")
    story.call().unbet(6, "B")
    gone = [(wager.box, wager.player, wager.bet) for wager in story.recorded(WagerWithdrawn)]
    assert gone == [
        (1, "B", "perfect_pairs"),
        (6, "A", "perfect_pairs"),
        (6, "B", "perfect_pairs"),
        (6, "B", "main"),
    ]
    assert story.state.called
    assert not any(box.sides for box in story.state.boxes)


def test_undo_brings_them_back() -> None:
    story = nz().bet(1, "A", 20).bet(1, "A", 5, "perfect_pairs")
    before = story.state.boxes
    story.unbet(1, "A").undo()
    assert story.state.boxes == before


# --- book by book


@pytest.mark.clause(
    "ACT96-21.3", "ACT96-23.2", "ACT03-17.3-B01", "ACT03-18.8-B01", "VIC03-11.5.1", "VIC03-13.5.1"
)
@pytest.mark.parametrize(
    ("book", "game", "bet", "clause"),
    [
        ("ACT96", "blackjack", "under_13", "ACT96-21.3"),
        ("ACT96", "blackjack", "super_sevens", "ACT96-23.2"),
        ("ACT03", "blackjack", "super_sevens", "ACT03-17.3-B01"),
        ("ACT03", "blackjack", "perfect_pairs", "ACT03-18.8-B01"),
        ("VIC03", "crown_pontoon", "pontoon_pandemonium", "VIC03-11.5.1"),
        ("VIC03", "crown_blackjack", "magnificent_sevens", "VIC03-13.5.1"),
    ],
)
def test_it_lies_there_before_the_first_card(book: str, game: str, bet: str, clause: str) -> None:
    story = deal(book, game=game, offer=[bet]).bet(1, "A", 20).bet(2, "B", 20)
    story.bet(1, "A", 1, bet).call().cards("9h")
    story.refuses("side_bet.after_first_card", clause).bet(2, "B", 1, bet)


@pytest.mark.clause("ACT96-23.3-S1", "ACT96-23.1(d)", "ACT03-18.10", "VIC03-11.5.2", "VIC03-13.5.2")
@pytest.mark.parametrize(
    ("book", "game", "bet", "clause"),
    [
        ("ACT96", "blackjack", "super_sevens", "ACT96-23.3-S1"),
        ("ACT96", "blackjack", "super_sevens", "ACT96-23.1(d)"),
        ("ACT03", "blackjack", "perfect_pairs", "ACT03-18.10"),
        ("VIC03", "crown_pontoon", "pontoon_pandemonium", "VIC03-11.5.2"),
        ("VIC03", "blackjack", "magnificent_sevens", "VIC03-13.5.2"),
    ],
)
def test_it_lies_beside_the_players_own_wager(book: str, game: str, bet: str, clause: str) -> None:
    read = {f"{bet}.needs_wager": "refused"} if book == "ACT03" else {}
    story = deal(book, game=game, offer=[bet], read=read).bet(1, "A", 20).bet(2, "B", 20)
    story.refuses("side_bet.needs_wager", clause).bet(1, "B", 1, bet)
    story.refuses("side_bet.needs_wager", clause).bet(3, "A", 1, bet)
    story.bet(1, "A", 1, bet)


@pytest.mark.clause("VIC03-11.5.3", "VIC03-13.5.3", "VIC03-15.4.3")
@pytest.mark.parametrize(
    ("game", "bet", "clause"),
    [
        ("crown_pontoon", "pontoon_pandemonium", "VIC03-11.5.3"),
        ("blackjack", "magnificent_sevens", "VIC03-13.5.3"),
        ("blackjack", "perfect_pairs", "VIC03-15.4.3"),
    ],
)
def test_one_beside_each_main_wager_of_a_player(game: str, bet: str, clause: str) -> None:
    story = deal(game=game, offer=[bet]).several("A")
    for box in (1, 2, 3):
        story.bet(box, "A", 20).bet(box, "A", 5, bet)
    story.refuses("side_bet.second_wager", clause).bet(2, "A", 5, bet)
    # It opens no further boxes: a player who may have one box has one side wager.
    alone = deal(game=game, offer=[bet]).bet(1, "A", 20).bet(1, "A", 5, bet)
    alone.refuses("player.one_box_only", "VIC03-5.10").bet(2, "A", 20)


@pytest.mark.clause("ACT03-17.3-B02", "ACT03-18.8-B02")
@pytest.mark.parametrize(
    ("bet", "clause"), [("super_sevens", "ACT03-17.3-B02"), ("perfect_pairs", "ACT03-18.8-B02")]
)
def test_it_is_made_in_chips(bet: str, clause: str) -> None:
    deal("ACT03", offer=[bet]).bet(1, "A", 20).refuses("side_bet.chips_only", clause).bet(
        1, "A", 5, bet, medium="cash"
    )


@pytest.mark.clause("VIC03-13.5.1")
def test_under_the_reading_of_one_chip_the_amount_is_one_chip() -> None:
    read = {"magnificent_sevens.one_chip": "True"}
    story = deal(offer=["magnificent_sevens"], read=read, chips=(1, 5, 25)).bet(1, "A", 25)
    story.refuses("side_bet.one_chip", "VIC03-13.5.1").bet(1, "A", 10, "magnificent_sevens")
    story.bet(1, "A", 5, "magnificent_sevens")


@pytest.mark.clause("ACT03-18.14")
def test_after_the_pairs_insurance_and_blackjacks_keep_their_place() -> None:
    story = deal("ACT03", offer=["perfect_pairs"]).bet(1, "A", 20).bet(1, "A", 5, "perfect_pairs").call()
    story.initial("Ah", "8h 8d")
    assert story.action == "insurance"
    story.refuses("decision.insurance_open", "ACT03-7.1-B01").hit(1).asked()
    assert [item.result.bet for item in story.due.items] == ["perfect_pairs"]
    story.settle().stand(1)


@pytest.mark.clause("ACT96-23.1-S1")
def test_the_game_is_played_on_as_usual_beside_super_sevens() -> None:
    story = deal("ACT96", offer=["super_sevens"]).bet(1, "A", 20).bet(1, "A", 1, "super_sevens").call()
    story.initial("6d", "8h 8d").settle()
    for _ in range(3):
        story.split(1).cards("8c")
    assert len(story.state.box(1).hands) == 4  # to four hands, as at any table (ACT96-12.2)


def test_a_spoken_side_wager_counts_once_its_chips_lie_there() -> None:
    story = deal(offer=["perfect_pairs"]).bet(1, "A", 20)
    story.do(engine.DeclareWager(1, "A", 500, "cash", "perfect_pairs"))
    assert story.state.oral
    story.bet(1, "A", 5, "perfect_pairs")
    assert not story.state.oral


@pytest.mark.clause("ACT03-17.5")
def test_nobody_leaves_whose_side_wager_lies_there() -> None:
    read = {"super_sevens.needs_wager": "void"}
    story = deal("ACT03", offer=["super_sevens"], read=read).bet(1, "A", 5, "super_sevens")
    with refused_as("player.has_wagers", "ACT03-4.3"):
        story.leave("A")
    story.unbet(1, "A", "super_sevens").leave("A")


@pytest.mark.clause("NZ-5.6")
def test_a_side_wager_that_the_dealer_has_confirmed_stays() -> None:
    story = nz("buster A").bet(1, "A", 20).bet(2, "B", 20).bet(1, "A", 5, "buster")
    story.unbet(1, "A", "buster").bet(1, "A", 5, "buster").call()
    story.refuses("wager.side_bet_locked", "NZ-5.6").unbet(1, "A", "buster")
    # The main wager may still go, and nothing is left for it to lie beside.
    story.unbet(1, "A")
    assert not story.state.box(1).sides
