"""Side bets at a table: offered with what each book requires first, and in force from the next round."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.refusals import Refusal
from casino.staff.roles import Role
from rounds import engine
from rounds.play import service
from sidebets import side_bets
from tables import offers
from tables.bets import offering
from tables.models import Offer, Table
from tables.offers import offers_of
from tables.opening import checklist, opening
from tables.signs import signs
from tests import floor
from tests.floor import AT, taps
from tests.refusing import code_and_clause, refusal_of, refused_as, refused_at
from tests.tables.games import setup_of

pytestmark = pytest.mark.django_db

CODE = "BJ-07"


def refused(code: str, clause: str, bet: str, **terms: Any) -> Refusal:
    """The refusal of an offer."""
    return refusal_of(code, clause, floor.offer, CODE, bet, **terms)


def offered(code: str = CODE) -> list[tuple[str, str, int]]:
    return [tuple(offer) for offer in offers_of(Table.objects.get(code=code))]


def nz(code: str = CODE, game: str = "blackjack", **more: Any) -> Table:
    return floor.open_table(code, **setup_of("NZ", game, **more))


# --- offered, and withdrawn


@pytest.mark.clause("VIC03-15.1", "VIC03-15.3.1(b)")
def test_a_bet_that_is_offered_is_in_the_next_round_with_its_sign() -> None:
    floor.open_table()
    floor.offer(CODE, "perfect_pairs", minimum=500, maximum=20000, multiple=500)
    setup: dict[str, Any] = service.current(CODE).setup
    assert setup.offers == (engine.values.SideBetConfig("perfect_pairs", "1"),)
    assert setup.sign("perfect_pairs") == engine.values.Sign("perfect_pairs", 500, 20000, 500)
    table = Table.objects.get(code=CODE)
    assert table.live["limits"] == {"main": [1000, 50000, 0], "perfect_pairs": [500, 20000, 500]}
    entry = Entry.objects.get(kind="side_bet_offered")
    assert (entry.actor, entry.clause) == ("S-07", "VIC03-15.1")
    assert "areas for Perfect Pairs wagers" in entry.body
    assert verify().ok


@pytest.mark.clause("ACT03-17.1", "VIC03-11.6.2", "NZ-15.1")
def test_nothing_changes_while_a_round_is_in_hand() -> None:
    floor.open_table()
    taps(CODE, engine.PlaceWager(1, "A", 1000))
    refused("offer.round_open", "VIC03-15.1", "perfect_pairs")
    taps(CODE, engine.CallBets(), *floor.cards("Ts 9d 9c"), engine.Decide(1, "stand"), *floor.cards("Td"))
    taps(CODE, engine.Collect())
    floor.offer(CODE, "perfect_pairs")
    taps(CODE, engine.PlaceWager(1, "A", 1000))
    with refused_as("offer.round_open", "VIC03-15.1"):
        offering.withdraw(CODE, "perfect_pairs", by=floor.casino_supervisor(), at=AT)
    assert offered() == [("perfect_pairs", "1", 0)]


def test_a_bet_that_is_withdrawn_is_not_in_the_next_round_and_its_set_up_stays() -> None:
    floor.open_table()
    floor.offer(CODE, "perfect_pairs", maximum=20000)
    offering.withdraw(CODE, "perfect_pairs", by=floor.casino_supervisor(), at=AT)
    assert service.current(CODE).setup.offers == ()
    table = Table.objects.get(code=CODE)
    assert list(table.live["limits"]) == ["main"]
    assert not Offer.objects.get().on
    assert Entry.objects.get(kind="side_bet_withdrawn").actor == "S-07"
    with refused_as("offer.not_offered", "VIC03-15.1"):
        offering.withdraw(CODE, "perfect_pairs", by=floor.casino_supervisor(), at=AT)
    floor.offer(CODE, "perfect_pairs", maximum=20000)
    assert offered() == [("perfect_pairs", "1", 0)]


@pytest.mark.clause(
    "NZ-15B.1", "NZ-15C.1", "NZ-15D.1", "NZ-15E.1", "NZ-15F.1", "NZ-15G.1", "NZ-15H.1", "NZ-20A.1"
)
@pytest.mark.parametrize(
    ("bet", "clause"),
    [
        ("super_sevens", "NZ-15.1"), ("perfect_pairs", "NZ-15B.1"), ("any_pair", "NZ-15C.1"),
        ("house_money", "NZ-15D.1"), ("let_it_ride", "NZ-15E.1"), ("lucky_match", "NZ-15F.1"),
        ("lucky_lucky", "NZ-15G.1"), ("buster", "NZ-15H.1"), ("push_22", "NZ-20A.1"),
    ],
)  # fmt: skip
def test_the_operator_decides_and_a_bet_is_off_until_then(bet: str, clause: str) -> None:
    nz()
    assert service.current(CODE).setup.offers == ()
    refused("staff.role_too_low", clause, bet, by=floor.person(Role.GAME_SUPERVISOR))
    floor.offer(CODE, bet)
    assert [offer.bet for offer in service.current(CODE).setup.offers] == [bet]
    entry = Entry.objects.get(kind="side_bet_offered")
    # Not before the shoe was made ready, which was by the clock of today.
    assert (entry.actor, entry.at >= AT, entry.clause) == ("S-07", True, clause)


@pytest.mark.parametrize(
    "role", [Role.DEALER, Role.GAME_SUPERVISOR, Role.SURVEILLANCE, Role.INSPECTOR, Role.TOURNAMENT_DIRECTOR]
)
def test_who_may_not_offer_or_withdraw_does_not(role: Role) -> None:
    floor.open_table()
    floor.offer(CODE, "perfect_pairs")
    by = floor.person(role)
    refused("staff.role_too_low", "VIC03-15.1", "perfect_pairs", by=by)
    with refused_as("staff.role_too_low", "VIC03-15.1"):
        offering.withdraw(CODE, "perfect_pairs", by=by, at=AT)
    assert offered() == [("perfect_pairs", "1", 0)]


# --- which go together


@pytest.mark.clause(
    "NZ-15B.1A",
    "NZ-15C.2",
    "NZ-15F.2",
    "NZ-15D.12",
    "NZ-15E.11",
    "ACT96-21.1-S2",
    "ACT96-23.1-S2",
    "VIC03-15.3.1",
)
@pytest.mark.parametrize(
    ("book", "first", "second", "clause"),
    [
        ("NZ", "perfect_pairs", "lucky_match", "NZ-15B.1A"),
        ("NZ", "perfect_pairs", "any_pair", "NZ-15B.1A"),
        ("NZ", "any_pair", "lucky_match", "NZ-15C.2"),
        ("NZ", "house_money", "buster", "NZ-15D.12"),
        ("NZ", "house_money", "let_it_ride", "NZ-15D.12"),
        ("NZ", "let_it_ride", "lucky_lucky", "NZ-15E.11"),
        ("NZ", "push_22", "house_money", "NZ-15D.12"),
        ("NZ", "perfect_pairs", "house_money", ""),
        ("NZ", "house_money", "lucky_match", ""),
        ("NZ", "any_pair", "let_it_ride", ""),
        ("NZ", "lucky_lucky", "buster", ""),
        ("ACT96", "over_13", "super_sevens", "ACT96-21.1-S2"),
        ("ACT03", "super_sevens", "perfect_pairs", ""),
        ("VIC03", "perfect_pairs", "magnificent_sevens", "VIC03-15.3.1"),
    ],
)
def test_which_bets_may_be_offered_together(book: str, first: str, second: str, clause: str) -> None:
    floor.open_table(CODE, **setup_of(book, "blackjack"))
    terms: dict[str, Any] = {"cloth_approval": "CL-1", "amount_approval": "CL-2"}
    dollar: dict[str, Any] = {"minimum": 100, "maximum": 100}
    floor.offer(CODE, first, **terms)
    if clause:
        terms |= dollar if (book, second) == ("ACT96", "super_sevens") else {}
        refused("side_bet.not_together", clause, second, **terms)
    else:
        floor.offer(CODE, second, **terms)
        assert {offer[0] for offer in offered()} == {first, second}


@pytest.mark.clause("VIC03-13.1", "VIC03-15.1", "VIC03-11.1")
@pytest.mark.parametrize(
    ("game", "bet", "allowed"),
    [
        ("crown_blackjack", "perfect_pairs", True), ("vegas_blackjack", "perfect_pairs", False),
        ("crown_blackjack", "magnificent_sevens", True), ("crown_pontoon", "magnificent_sevens", False),
        ("blackjack", "pontoon_pandemonium", False),
    ],
)  # fmt: skip
def test_which_games_a_bet_is_offered_with(game: str, bet: str, allowed: bool) -> None:
    floor.open_table(CODE, **setup_of("VIC03", game))
    if allowed:
        floor.offer(CODE, bet)
        assert [offer[0] for offer in offered()] == [bet]
    else:
        clause = {"perfect_pairs": "VIC03-15.1", "magnificent_sevens": "VIC03-13.1"}.get(bet, "VIC03-11.1")
        refused("side_bet.not_in_game", clause, bet)


@pytest.mark.clause("NZ-3.3(a)")
def test_super_sevens_needs_six_packs() -> None:
    floor.open_table(CODE, **setup_of("NZ", "blackjack", decks=5))
    refused("side_bet.number_of_packs", "NZ-3.3(a)", "super_sevens")
    floor.open_table("BJ-08", **setup_of("NZ", "blackjack", decks=6))
    floor.offer("BJ-08", "super_sevens")


@pytest.mark.clause("ACT96-21.1-S1")
def test_over_and_under_are_offered_together() -> None:
    floor.open_table(CODE, **setup_of("ACT96", "blackjack"))
    floor.offer(CODE, "under_13")
    assert {offer[0] for offer in offered()} == {"over_13", "under_13"}
    offering.withdraw(CODE, "over_13", by=floor.casino_supervisor(), at=AT)
    assert offered() == []


def test_the_set_up_cannot_be_changed_under_a_bet() -> None:
    table = floor.set_up()
    floor.offer(CODE, "perfect_pairs")
    table.refresh_from_db()
    table.game = "vegas_blackjack"
    table.decks = 4
    with refused_at("", "side_bet.not_in_game", "VIC03-15.1"):
        offers.check_set_up(table)
    table.refresh_from_db()
    table.readings = {"perfect_pairs.excludes": "whatever"}
    with refused_at("readings", "rule_book.no_such_reading"):
        table.full_clean()


# --- scales


@pytest.mark.clause("NZ-15B.7", "NZ-15F.9", "NZ-15G.8", "NZ-15H.10a", "NZ-20A.6")
@pytest.mark.parametrize(
    ("bet", "scale"),
    [("perfect_pairs", "4"), ("lucky_match", "5"), ("lucky_lucky", "4"), ("buster", "G"), ("push_22", "3")],
)
def test_a_scale_is_one_of_the_books(bet: str, scale: str) -> None:
    nz()
    clause = side_bets("NZ")[bet].scales[0].clause
    wrong = refused("side_bet.no_such_scale", clause, bet, scale=scale)
    assert f"no scale {scale}" in wrong.message
    assert offered() == []


@pytest.mark.clause("NZ-15B.8-S1", "NZ-15C.9", "NZ-15F.11", "NZ-15G.9", "NZ-20A.7", "NZ-15H.10a")
@pytest.mark.parametrize(
    ("bet", "scale", "clause"),
    [
        ("perfect_pairs", "2", "NZ-15B.8-S1"), ("any_pair", "2", "NZ-15C.9"), ("lucky_match", "3", "NZ-15F.11"),
        ("lucky_lucky", "3", "NZ-15G.9"), ("buster", "F", "NZ-15H.10a"), ("push_22", "2", "NZ-20A.7"),
    ],
)  # fmt: skip
def test_no_bet_without_its_scale_displayed(bet: str, scale: str, clause: str) -> None:
    nz()
    refused("offer.not_confirmed", clause, bet, scale=scale, seen=False)
    assert offered() == []
    floor.offer(CODE, bet, scale=scale)
    assert offered() == [(bet, scale, 0)]
    # Offered at a closed table, the opening list asks for it.
    floor.set_up("BJ-08", **setup_of("NZ", "blackjack"))
    floor.offer("BJ-08", bet, scale=scale, seen=False)
    expected = checklist.confirmations(Table.objects.get(code="BJ-08"))[f"scale_{bet}"]
    assert expected == (clause, f"scale {scale} of {side_bets('NZ')[bet].title} is displayed")
    floor.complete_opening_list(Table.objects.get(code="BJ-08"))
    table = Table.objects.get(code="BJ-08")
    del table.checks[f"scale_{bet}"]
    table.save()
    with refused_as("opening.incomplete", clause):
        opening.open_table("BJ-08", by=floor.casino_supervisor(), at=AT)


@pytest.mark.clause("NZ-15C.9", "VIC03-11.6.2")
def test_a_scale_of_the_table_alone_may_differ_and_change_between_rounds() -> None:
    nz()
    nz("BJ-08")
    floor.offer(CODE, "any_pair", scale="one")
    floor.offer("BJ-08", "any_pair", scale="2")
    assert (offered(), offered("BJ-08")) == ([("any_pair", "1", 0)], [("any_pair", "2", 0)])
    taps(CODE, engine.PlaceWager(1, "A", 1000))
    assert service.current(CODE).setup.offers[0].scale == "1"
    refused("offer.round_open", "NZ-15C.1", "any_pair", scale="2")
    taps(CODE, engine.CallBets(), *floor.cards("Ts 9d 9c"), engine.Decide(1, "stand"), *floor.cards("Td"))
    taps(CODE, engine.Collect())
    floor.offer(CODE, "any_pair", scale="2")
    assert service.current(CODE).setup.offers[0].scale == "2"
    body = Entry.objects.get(kind="side_bet_changed").body
    assert '"scale":"1"' in body
    assert '"scale":"2"' in body


# --- approvals and limits


@pytest.mark.clause("ACT03-17.2", "ACT03-18.2")
@pytest.mark.parametrize(("bet", "clause"), [("super_sevens", "ACT03-17.2"), ("perfect_pairs", "ACT03-18.2")])
def test_a_layout_is_approved_before_it_is_used(bet: str, clause: str) -> None:
    floor.open_table(CODE, **setup_of("ACT03", "blackjack"))
    refused("offer.layout_not_approved", clause, bet, amount_approval="GRC 8/2026")
    floor.offer(CODE, bet, cloth_approval="GRC 7/2026", amount_approval="GRC 8/2026")
    offer = Offer.objects.get()
    assert (offer.cloth_approval, offer.set_by, offer.set_at) == ("GRC 7/2026", "S-07", AT)
    assert "GRC 7/2026" in Entry.objects.get(kind="side_bet_offered").body
    mark = checklist.confirmations(Table.objects.get(code=CODE))[f"layout_{bet}"]
    assert mark[0] == clause


@pytest.mark.clause("ACT03-17.4")
def test_the_amounts_of_super_sevens_are_approved_ones() -> None:
    floor.open_table(CODE, **setup_of("ACT03", "blackjack"))
    refused("offer.amounts_not_approved", "ACT03-17.4", "super_sevens", cloth_approval="GRC 7/2026")
    five: dict[str, Any] = {"minimum": 500, "maximum": 500, "cloth_approval": "GRC 7/2026"}
    floor.offer(CODE, "super_sevens", amount_approval="GRC 8/2026", **five)
    assert service.current(CODE).setup.sign("super_sevens") == engine.values.Sign("super_sevens", 500, 500)
    # Another amount is another approval, whichever way it is set.
    boss = floor.casino_supervisor()
    with refused_as("sign.amounts_not_approved", "ACT03-17.4"):
        signs.set_limits(CODE, signs.Limits(500, 1000), bet="super_sevens", told=True, by=boss, at=AT)
    floor.offer(CODE, "super_sevens", amount_approval="GRC 9/2026", told=True, **five | {"maximum": 1000})
    assert Offer.objects.get().amount_approval == "GRC 9/2026"


@pytest.mark.clause("ACT03-18.9")
def test_perfect_pairs_of_canberra_has_its_limits_on_the_sign() -> None:
    floor.open_table(CODE, **setup_of("ACT03", "blackjack"))
    refused("sign.side_bet_limits", "ACT03-18.9", "perfect_pairs", cloth_approval="GRC 7", minimum=0)
    refused(
        "sign.side_bet_limits",
        "ACT03-18.9",
        "perfect_pairs",
        cloth_approval="GRC 7",
        minimum=500,
        maximum=200,
    )
    floor.offer(CODE, "perfect_pairs", cloth_approval="GRC 7", minimum=200, maximum=5000)
    assert "sign_perfect_pairs" in checklist.confirmations(Table.objects.get(code=CODE))


@pytest.mark.clause("ACT96-23.3-S2")
def test_super_sevens_of_1996_is_a_dollar() -> None:
    floor.open_table(CODE, **setup_of("ACT96", "blackjack"))
    refused("sign.side_bet_amount", "ACT96-23.3-S2", "super_sevens")
    floor.offer(CODE, "super_sevens", minimum=100, maximum=100)
    assert service.current(CODE).setup.sign("super_sevens") == engine.values.Sign("super_sevens", 100, 100)


@pytest.mark.clause("VIC03-6.4")
def test_a_higher_minimum_of_a_side_bet_waits_for_its_notice_too() -> None:
    floor.open_table()
    floor.offer(CODE, "perfect_pairs", minimum=500)
    refused("sign.rise_needs_notice", "VIC03-6.4", "perfect_pairs", minimum=1000)
    floor.offer(CODE, "perfect_pairs", minimum=200, maximum=30000)
    assert service.current(CODE).setup.sign("perfect_pairs") == engine.values.Sign(
        "perfect_pairs", 200, 30000
    )


@pytest.mark.clause("VIC03-6.4")
def test_withdrawing_a_side_bet_does_not_avoid_the_notice() -> None:
    """Offered again, its minimum is higher only once as much time has gone by as a notice would be up."""
    floor.open_table()
    floor.offer(CODE, "perfect_pairs", minimum=500)
    boss = floor.casino_supervisor()
    offering.withdraw(CODE, "perfect_pairs", by=boss, at=floor.AT + timedelta(minutes=1))
    for minutes, allowed in ((2, False), (20, False), (21, True)):
        terms = {"minimum": 1000, "at": floor.AT + timedelta(minutes=minutes)}
        if allowed:
            floor.offer(CODE, "perfect_pairs", **terms)
        else:
            with refused_as("sign.rise_needs_notice", "VIC03-6.4"):
                floor.offer(CODE, "perfect_pairs", **terms)
    assert service.current(CODE).setup.sign("perfect_pairs").minimum == 1000


@pytest.mark.clause("NZ-15F.12-S1", "NZ-15F.12-S2")
def test_the_most_that_lucky_match_pays() -> None:
    nz()
    manager = floor.person(Role.OPERATIONS_MANAGER)
    cap: dict[str, Any] = {"scale": "2", "most_paid": 250_000, "most_paid_shown": True}
    refused("offer.payout_limit_not_approved", "NZ-15F.12-S1", "lucky_match", by=manager, **cap)
    approved: dict[str, Any] = cap | {"most_paid_approval": "DIA 12/2026"}
    refused("staff.role_too_low", "NZ-15F.12-S1", "lucky_match", **approved)  # a casino supervisor
    floor.offer(CODE, "lucky_match", by=manager, **approved)
    assert service.current(CODE).setup.offers == (engine.values.SideBetConfig("lucky_match", "2", 250_000),)
    # Not displayed it does not hold; a casino supervisor may say so.
    floor.offer(CODE, "lucky_match", **approved | {"most_paid_shown": False})
    assert service.current(CODE).setup.offers == (engine.values.SideBetConfig("lucky_match", "2", 0),)
    assert Offer.objects.get().most_paid == 250_000
    # Taking it away is the operations manager's too.
    refused("staff.role_too_low", "NZ-15F.12-S1", "lucky_match", scale="2")
    floor.offer(CODE, "lucky_match", by=manager, scale="2")
    assert Offer.objects.get().most_paid == 0


def test_no_other_bet_has_a_largest_payment() -> None:
    floor.open_table()
    cap: dict[str, Any] = {"most_paid": 100_000, "most_paid_approval": "X", "most_paid_shown": True}
    wrong = refused("offer.no_payout_limit", "VIC03-15.1", "perfect_pairs", **cap)
    assert wrong.values == {"bet": "Perfect Pairs"}


# --- the layout


@pytest.mark.clause(
    "ACT96-21.1(a)", "ACT96-21.1(b)(i)", "ACT96-21.1(b)(ii)", "ACT96-21.1(b)(iii)", "ACT96-21.1(b)(iv)",
    "ACT96-21.1(c)", "ACT96-23.1(a)", "ACT96-23.1(b)(i)", "ACT96-23.1(b)(ii)", "ACT96-23.1(b)(iii)", "ACT96-23.1(c)",
    "ACT96-23.1(d)", "ACT96-P-B03",
)  # fmt: skip
@pytest.mark.parametrize("boxes", [7, 9])
@pytest.mark.parametrize(
    ("bet", "layout", "lines"),
    [
        (
            "over_13",
            ("ACT96-21.1-S2", {7: "C", 9: "D"}),
            [("ACT96-21.1(b)(iv)", "Over/Under 13 pays 1 to 1"), ("ACT96-21.1(c)", "circles")],
        ),
        (
            "super_sevens",
            ("ACT96-23.1-S2", {7: "F", 9: "G"}),
            [("ACT96-23.1(c)", "a circle marked Super Sevens"), ("ACT96-23.1(d)", "spaces")],
        ),
    ],
)
def test_the_opening_list_is_that_of_the_layout_with_the_bet(
    boxes: int, bet: str, layout: tuple[str, dict[int, str]], lines: list[tuple[str, str]]
) -> None:
    table = floor.set_up(CODE, **setup_of("ACT96", "blackjack", boxes=boxes, seats=boxes))
    assert checklist.confirmations(table)["layout"][0] == "ACT96-1-S1"
    floor.offer(CODE, bet, minimum=100, maximum=100)
    table.refresh_from_db()
    expected = checklist.confirmations(table)
    assert expected["layout"] == (layout[0], f"the layout is that of diagram {layout[1][boxes]}")
    section = layout[0].partition(".")[0]
    assert expected["inscriptions"][0] == f"{section}.1(b)(i)"
    assert "Blackjack pays 3 to 2" in expected["inscriptions"][1]
    assert "Dealer stands on 17 and draws to 16" in expected["inscriptions"][1]
    assert "Insurance pays 2 to 1" in expected["inscriptions"][1]
    for clause, words in lines:
        assert any(clause == cited and words in text for cited, text in expected.values()), clause
    floor.check_cards(CODE)
    floor.count_opening(CODE)
    for item in expected:
        if item != "layout":
            checklist.confirm(CODE, item, by=floor.dealer(), at=AT)
    with refused_as("opening.incomplete", layout[0]):
        opening.open_table(CODE, by=floor.casino_supervisor(), at=AT)
    under = Entry.objects.get(kind="confirmed", body__contains='"item":"inscriptions"').body
    for number in ("i", "ii", "iii"):
        assert f"{section}.1(b)({number})" in under
    checklist.confirm(CODE, "layout", by=floor.dealer(), at=AT)
    assert opening.open_table(CODE, by=floor.casino_supervisor(), at=AT).is_open


@pytest.mark.clause("ACT96-23.1(a)", "ACT96-21.1(a)")
@pytest.mark.parametrize(("bet", "clause"), [("super_sevens", "ACT96-23.1(a)"), ("over_13", "ACT96-21.1(a)")])
def test_no_layout_with_the_bet_has_eight_boxes(bet: str, clause: str) -> None:
    table = floor.set_up(CODE, **setup_of("ACT96", "blackjack"))
    for boxes in (7, 9):
        table.boxes = boxes
        assert offers.fault_of(table, [(bet, "")]) is None
    for boxes in (6, 8):
        table.boxes = boxes
        fault = offers.fault_of(table, [(bet, "")])
        assert code_and_clause(fault) == ("offer.layout_boxes", clause)
    with pytest.raises(ValidationError) as caught:
        offers.check_set_up(table)
    assert clause.partition("-")[0] in str(caught.value)


@pytest.mark.clause(
    "VIC03-11.3.1", "VIC03-11.3.1(a)", "VIC03-11.3.1(b)", "VIC03-11.3.1(c)", "VIC03-13.3.1", "VIC03-13.3.1(a)",
    "VIC03-13.3.1(b)", "VIC03-13.3.1(c)", "VIC03-15.3.1", "VIC03-15.3.1(a)", "VIC03-15.3.1(b)", "VIC03-15.3.1(c)",
)  # fmt: skip
@pytest.mark.parametrize(
    ("game", "bet", "rule", "diagram"),
    [
        ("blackjack", "perfect_pairs", "VIC03-15.3.1", "B"),
        ("crown_blackjack", "magnificent_sevens", "VIC03-13.3.1", "B"),
        ("crown_pontoon", "pontoon_pandemonium", "VIC03-11.3.1", "D"),
    ],
)
def test_the_layouts_of_victoria(game: str, bet: str, rule: str, diagram: str) -> None:
    table = floor.set_up(CODE, **setup_of("VIC03", game, boxes=9))
    floor.fit(CODE, bet)
    floor.offer(CODE, bet)
    table.refresh_from_db()
    expected = checklist.confirmations(table)
    assert expected["layout"] == (rule, f"the layout is that of diagram {diagram}")
    assert expected["logo"][0] == f"{rule}(c)"
    assert expected[f"{bet}_1"][0] == f"{rule}(b)"
    for item in ("layout", "logo", f"{bet}_1"):
        floor.complete_opening_list(table)
        table.refresh_from_db()
        del table.checks[item]
        table.save()
        with refused_as("opening.incomplete", expected[item][0]):
            opening.open_table(CODE, by=floor.casino_supervisor(), at=AT)


@pytest.mark.clause("VIC03-15.3.1")
def test_two_bets_on_one_layout_where_both_are_approved() -> None:
    both: dict[str, Any] = {"perfect_pairs.excludes": "none", "magnificent_sevens.excludes": "none"}
    floor.open_table(CODE, readings=both)
    floor.offer(CODE, "perfect_pairs")
    refused("offer.shared_layout_not_approved", "VIC03-15.3.1", "magnificent_sevens")
    floor.offer(CODE, "magnificent_sevens", cloth_approval="VCGLR 3/2026")
    assert {offer[0] for offer in offered()} == {"perfect_pairs", "magnificent_sevens"}


# --- elections that need a bet


@pytest.mark.clause("NZ-15H.9-S1", "NZ-15H.9-S2")
def test_the_free_bonus_goes_with_buster_alone() -> None:
    setup: dict[str, Any] = setup_of("NZ", "blackjack", elections={"free_bonus": "B1"})
    table = floor.set_up(CODE, **setup)
    floor.complete_opening_list(table)
    with refused_as("opening.incomplete", "NZ-15H.9-S1"):
        opening.open_table(CODE, by=floor.casino_supervisor(), at=AT)
    floor.offer(CODE, "buster")
    table.refresh_from_db()
    notice = [words for clause, words in checklist.confirmations(table).values() if clause == "NZ-15H.9-S2"]
    assert len(notice) == 1
    assert "B1" in notice[0]
    floor.complete_opening_list(table)
    assert opening.open_table(CODE, by=floor.casino_supervisor(), at=AT).is_open
