"""The side bets on a table's page and on its tile: forms that do what they say, and what each role sees."""

import re
from typing import Any

import pytest
from django.utils import timezone

from casino.ledger import Entry
from casino.words.refusals import REFUSALS
from rounds import engine
from rounds.pit.screen import render_tile, tile
from rounds.pit.side_bet_steps import STEPS
from sidebets import side_bets
from tables.models import Offer, ScaleOrder, Table
from tables.offers import offers_of
from tests import floor
from tests.examples import each_time
from tests.floor import taps
from tests.pages import wrong
from tests.refusing import refused_with
from tests.rounds.pit.test_pit import browser, html, step
from tests.tables.games import GAMES, setup_of

pytestmark = pytest.mark.django_db

CODE = "BJ-07"
Role = floor.Role


LOOKING = {Role.CASINO_SUPERVISOR: "S-08", Role.OPERATIONS_MANAGER: "M-8", Role.SURVEILLANCE: "V-3"}
"""The person who looks at a page while another of the same role acts there."""


def page(role: str = Role.CASINO_SUPERVISOR) -> str:
    return html(browser(role, LOOKING[role]).get(f"/pit/table/{CODE}/"))


def offered() -> list[tuple[str, str, int]]:
    return [tuple(offer) for offer in offers_of(Table.objects.get(code=CODE))]


@pytest.mark.parametrize(("book", "game"), each_time([("VIC03", "blackjack"), ("NZ", "blackjack")], GAMES))
def test_every_bet_of_every_game_is_on_the_page(book: str, game: str) -> None:
    floor.open_table(CODE, **setup_of(book, game))
    for role in (Role.CASINO_SUPERVISOR, Role.OPERATIONS_MANAGER, Role.SURVEILLANCE):
        shown = page(role)
        for key, bet in side_bets(book, game).items():
            if key != "under_13":
                assert f'id="bet-{key}"' in shown
            assert bet.title in shown
        assert ("offer_bet" in shown) == (bool(side_bets(book, game)) and role != Role.SURVEILLANCE)


def test_a_bet_is_offered_changed_and_withdrawn_by_form() -> None:
    floor.open_table(CODE, **setup_of("NZ", "blackjack"))
    client = browser(Role.CASINO_SUPERVISOR)
    fields = {"bet": "lucky_match", "scale": "3", "minimum": "5", "maximum": "1,000", "multiple": ""}
    refused = step(client, step="offer_bet", **fields)
    assert refused.status_code == 409
    assert refused_with(html(refused)) == ("offer.not_confirmed", "NZ-15F.11")
    assert 'value="1,000"' in html(refused)  # what was typed stays
    assert re.search(r'<details class="bet" id="bet-lucky_match" open>', html(refused))
    right = step(client, step="offer_bet", seen="yes", **fields)
    assert right.status_code == 302
    assert right["Location"] == f"/pit/table/{CODE}/#in-lucky_match"
    assert offered() == [("lucky_match", "3", 0)]
    assert "✓ offered · scale 3 · $5–1,000" in page()
    capped = fields | {
        "most_paid": "2500",
        "most_paid_approval": "DIA 1",
        "most_paid_shown": "yes",
        "seen": "yes",
    }
    assert step(client, step="offer_bet", **capped).status_code == 409
    assert step(browser(Role.OPERATIONS_MANAGER), step="offer_bet", **capped).status_code == 302
    assert offered() == [("lucky_match", "3", 250_000)]
    assert step(client, step="withdraw_bet", **fields).status_code == 302
    assert (offered(), Offer.objects.get().on) == ([], False)


def test_a_game_supervisor_records_equipment_and_offers_nothing() -> None:
    floor.open_table(CODE, **setup_of("NZ", "blackjack"))
    client = browser(Role.GAME_SUPERVISOR)
    assert "offer_bet" not in html(client.get(f"/pit/table/{CODE}/"))
    assert (
        step(client, step="offer_bet", bet="buster", minimum="5", maximum="50", seen="yes").status_code == 409
    )
    for needed in side_bets("NZ")["madness_21"].equipment:
        fields = {"bet": "madness_21", "thing": needed.item, "device": "c1", "certificate": "R 7"}
        fields |= {"approval_of_type": "DIA 4", "approved_on": "2026-02-30"}
        assert refused_with(html(step(client, step="fit", **fields))) == ("typed.date", "")
        assert step(client, step="fit", **fields | {"approved_on": "2020-01-02"}).status_code == 302
    assert "C1, type approved DIA 4 of 2020-01-02, certificate R 7" in html(client.get(f"/pit/table/{CODE}/"))
    boss = browser(Role.CASINO_SUPERVISOR)
    assert (
        step(boss, step="offer_bet", bet="madness_21", minimum="1", maximum="50", seen="yes").status_code
        == 302
    )
    button = {"bet": "madness_21", "thing": side_bets("NZ")["madness_21"].equipment[1].item}
    assert step(client, step="fail", **button).status_code == 302
    assert "out of order" in page()
    assert offered() == []
    assert step(client, step="repair", **button).status_code == 302
    assert offered() == [("madness_21", "1", 0)]
    assert step(client, step="take_away", **button).status_code == 302
    assert offered() == []


@pytest.mark.clause("VIC03-11.1", "VIC03-13.1", "VIC03-15.1", "ACT96-23.1-S1")
@pytest.mark.parametrize("name", ["offer_bet", "fit", "withdraw_bet"])
@pytest.mark.parametrize(
    ("book", "game", "bet", "clause"),
    [
        ("VIC03", "blackjack", "pontoon_pandemonium", "VIC03-11.1"),
        ("VIC03", "vegas_blackjack", "magnificent_sevens", "VIC03-13.1"),
        ("VIC03", "vegas_blackjack", "perfect_pairs", "VIC03-15.1"),
        ("ACT96", "triple_play", "super_sevens", "ACT96-23.1-S1"),
    ],
)
def test_a_bet_that_the_game_does_not_have_is_shown_with_why_and_refused_with_its_clause(
    book: str, game: str, bet: str, clause: str, name: str
) -> None:
    floor.open_table(CODE, **setup_of(book, game))
    client = browser(Role.CASINO_SUPERVISOR)
    shown = html(client.get(f"/pit/table/{CODE}/"))
    line = re.search(f'<li data-bet="{bet}" data-code="side_bet.not_in_game">.*?</li>', shown, re.DOTALL)
    assert line is not None
    assert clause in line[0]
    assert f'value="{bet}"' not in shown
    entries = Entry.objects.count()
    answer = step(client, step=name, bet=bet, thing="x", minimum="5", maximum="50", seen="yes")
    assert answer.status_code == 409
    assert refused_with(html(answer)) == ("side_bet.not_in_game", clause)
    unknown = step(client, step=name, bet="emperor", thing="x", minimum="5", maximum="50", seen="yes")
    assert refused_with(html(unknown)) == ("side_bet.unknown", "")
    assert Entry.objects.count() == entries
    assert not Offer.objects.exists()


@pytest.mark.clause("VIC03-13.3.1")
def test_a_bet_that_is_not_offered_beside_another_has_its_button_off_with_why() -> None:
    floor.open_table()
    floor.offer(CODE, "magnificent_sevens", scale="2")
    client = browser(Role.CASINO_SUPERVISOR)
    shown = html(client.get(f"/pit/table/{CODE}/"))
    card = shown.partition('id="bet-perfect_pairs"')[2].partition("</details>")[0]
    assert '<p class="why" id="why-perfect_pairs" data-code="side_bet.not_together">' in card
    assert "VIC03-13.3.1" in card
    assert re.search('value="offer_bet"[^>]* disabled aria-describedby="why-perfect_pairs"', card)
    answer = step(client, step="offer_bet", bet="perfect_pairs", minimum="5", maximum="50", seen="yes")
    assert answer.status_code == 409
    assert refused_with(html(answer)) == ("side_bet.not_together", "VIC03-13.3.1")
    assert [key for key, _scale, _most in offered()] == ["magnificent_sevens"]


@pytest.mark.clause("VIC03-13.7.3", "VIC03-13.7.3(b)")
def test_a_change_of_version_by_form() -> None:
    floor.open_table()
    floor.offer(CODE, "magnificent_sevens", scale="2")
    client, boss = browser(Role.OPERATIONS_MANAGER), browser(Role.CASINO_SUPERVISOR)
    fields = {"bet": "magnificent_sevens", "new_scale": "1", "notice_text": "Version 1 from tomorrow"}
    fields |= {"notice_minutes": "30", "closed_minutes": "10", "change_time": "21:00"}
    assert refused_with(html(step(client, step="order_scale", **fields))) == ("typed.date_missing", "")
    fields["change_date"] = f"{timezone.localtime() + timezone.timedelta(days=1):%Y-%m-%d}"
    assert step(boss, step="order_scale", **fields).status_code == 409
    assert step(client, step="order_scale", **fields).status_code == 302
    order = ScaleOrder.objects.get()
    assert (order.notice_minutes, order.closed_minutes, f"{order.change_at:%H:%M}") == (30, 10, "21:00")
    assert "Version 1 from tomorrow" in page()
    how = {"bet": "magnificent_sevens", "order": str(order.pk)}
    assert step(boss, step="close_games", **how).status_code == 409
    assert step(boss, step="drop_order", **how).status_code == 409
    assert step(client, step="drop_order", **how).status_code == 302
    assert ScaleOrder.objects.get().state == "dropped"


@pytest.mark.parametrize("role", [Role.SURVEILLANCE, Role.INSPECTOR, Role.DEALER])
def test_who_only_looks_offers_nothing(role: str) -> None:
    floor.open_table()
    answer = step(browser(role), step="offer_bet", bet="perfect_pairs", minimum="5", maximum="50", seen="yes")
    assert answer.status_code == 403
    assert offered() == []


UNREADABLE: tuple[dict[str, str], ...] = (
    {}, {"bet": "main"}, {"bet": "<b>"}, {"bet": "perfect_pairs", "minimum": "-1"},
    {"bet": "perfect_pairs", "minimum": "5", "maximum": "x"}, {"order": "x"}, {"order": "999999"},
)  # fmt: skip


@pytest.mark.long
def test_a_form_that_cannot_be_read_is_refused_in_words() -> None:
    floor.open_table()
    client = browser(Role.OPERATIONS_MANAGER)
    for number, name in enumerate(STEPS):
        # Each step without a field, and with one kind of what cannot be read in turn: a page takes its time to draw.
        for fields in ({}, UNREADABLE[1 + number % (len(UNREADABLE) - 1)]):
            answer = step(client, step=name, **fields)
            assert (name, fields, answer.status_code) == (name, fields, 409)
            assert refused_with(html(answer))[0] in REFUSALS
            assert "side bet <b>" not in html(answer)
    assert not Offer.objects.exists()


def test_the_tile_and_the_page_draw_every_bet() -> None:
    floor.open_table()
    assert tile(Table.objects.get(code=CODE)).bets == []  # a plain table has nothing to compare
    floor.offer(CODE, "perfect_pairs")
    taps(CODE, engine.PlaceWager(1, "A", 1000), engine.PlaceWager(1, "A", 500, "perfect_pairs"))
    taps(CODE, engine.CallBets(), *floor.cards("8h 6c 8s"), engine.Settle(), engine.Decide(1, "stand"))
    taps(CODE, *floor.cards("Td Tc"), engine.Settle(), engine.Collect())
    drawn = render_tile(Table.objects.get(code=CODE))
    assert "Perfect Pairs: win −$30, theo $0.20" in drawn
    assert "handle $5, hold −600.0%" in drawn
    assert ">PP<" in drawn
    shown = page(Role.SURVEILLANCE)
    assert "4.10%" in shown
    assert "Perfect Pairs: win −$30, theo $0.20" in shown


def test_fifty_tiles_of_tables_with_bets_come_in_a_few_queries(django_assert_max_num_queries: Any) -> None:
    floor.open_table()
    floor.offer(CODE, "perfect_pairs")
    first = Table.objects.get(code=CODE)
    Table.objects.bulk_create(
        [
            Table(code=f"BJ-{n}", pit=first.pit, chips=first.chips, live=first.live, offers=first.offers,
                  edges=first.edges, bets={"main": [1000, 50, 1000], "perfect_pairs:1": [500, -10, 500]})
            for n in range(100, 149)
        ]
    )  # fmt: skip
    client = browser(Role.SURVEILLANCE)
    with django_assert_max_num_queries(19):
        assert html(client.get("/pit/")).count('class="bets"') == 50


@pytest.mark.long
def test_what_is_wrong_is_said_beside_its_field_and_what_was_typed_stays() -> None:
    floor.open_table(CODE, **setup_of("NZ", "blackjack"))
    client = browser(Role.OPERATIONS_MANAGER)

    def refused_at(code: str, clause: str, field: str, **sent: str) -> str:
        answer = step(client, **sent)
        assert answer.status_code == 409
        assert refused_with(html(answer)) == (code, clause)
        assert list(wrong(html(answer))) == [field]
        return html(answer)

    match = {"step": "offer_bet", "bet": "lucky_match", "scale": "3", "minimum": "5", "maximum": "1,000"}
    shown = refused_at("typed.amount", "", "minimum", **match | {"minimum": "five"})
    assert 'value="five"' in shown
    assert re.search(r'<option value="3" selected>', shown)
    refused_at("sign.side_bet_limits", "", "minimum", **match | {"maximum": "1"})
    refused_at("offer.not_confirmed", "NZ-15F.11", "seen", **match)
    shown = refused_at(
        "offer.payout_limit_not_approved",
        "NZ-15F.12-S1",
        "most_paid_approval",
        **match,
        seen="yes",
        most_paid="2500",
    )
    assert re.search(r'name="seen" value="yes"[^>]* checked', shown)
    for needed in side_bets("NZ")["madness_21"].equipment:
        fit = {"step": "fit", "bet": "madness_21", "thing": needed.item, "approval_of_type": "DIA 4"}
        refused_at("typed.date", "", "approved_on", **fit, approved_on="2026-02-30")
        refused_at("equipment.approved_later", "NZ-3.5-S1", "approved_on", **fit, approved_on="2099-02-03")
        refused_at(
            "equipment.not_approved", "NZ-3.5-S1", "approval_of_type", **fit | {"approval_of_type": ""}
        )


def test_what_is_wrong_with_a_change_of_the_scale_is_said_beside_its_field() -> None:
    floor.open_table()
    floor.offer(CODE, "magnificent_sevens", scale="2")
    client = browser(Role.OPERATIONS_MANAGER)
    fields = {"bet": "magnificent_sevens", "new_scale": "1", "notice_text": "Version 1 from tomorrow"}
    fields |= {"notice_minutes": "30", "closed_minutes": "10"}
    for code, clause, field, changes in (
        ("typed.date_missing", "", "change_date", {"change_time": "21:00"}),
        ("typed.time_missing", "", "change_time", {"change_date": "2026-12-24"}),
        ("typed.number", "", "notice_minutes", {"notice_minutes": "soon"}),
        ("typed.number", "", "closed_minutes", {"closed_minutes": "-1"}),
        ("scale.notice_missing", "VIC03-13.7.3", "notice_text", {"notice_text": " "}),
        ("scale.not_chosen", "VIC03-13.7.2", "new_scale", {"new_scale": ""}),
    ):
        shown = html(step(client, step="order_scale", sure="yes", **fields | changes))
        assert (refused_with(shown), list(wrong(shown))) == ((code, clause), [field])
    assert not ScaleOrder.objects.exists()
