"""Whatever is done with a float, in whatever order and however often it is sent: not a cent is lost, no number is
missing, and the record agrees."""

from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from casino.ledger.verify import verify
from casino.refusals import Refusal
from casino.staff.roles import Role
from tables.float import balance, cash, counts, slips
from tables.float.record import running
from tables.models import Exchange, Session, Slip, SlipBook, Table
from tables.opening import closing
from tests import floor
from tests.examples import examples
from tests.floor import AT
from tests.refusing import refused_as
from tests.rounds.play.test_together import at_once

CODE = "BJ-07"
CHIPS = (250, 500, 2500, 10000, 50000)
OPENING = 100 * sum(CHIPS)

chips = st.dictionaries(st.sampled_from(CHIPS), st.integers(1, 60), min_size=1, max_size=3)
moves = st.lists(
    st.one_of(
        st.tuples(st.just("fill"), chips, st.integers(0, 3), st.booleans()),
        st.tuples(st.just("credit"), chips, st.integers(0, 3), st.booleans()),
        st.tuples(st.just("buy_in"), chips, st.just(0), st.booleans()),
        st.tuples(st.just("colour_up"), st.just({500: 5}), st.just(0), st.booleans()),
        st.tuples(st.just("count"), st.just({}), st.integers(-3, 3), st.booleans()),
    ),
    max_size=14,
)


def total(counted: dict[int, int]) -> int:
    return sum(chip * number for chip, number in counted.items())


class Story:
    """The float as somebody would keep it on paper: one sum, moved by what was carried out."""

    def __init__(self) -> None:
        self.sum = OPENING
        self.cash = 0
        self.numbers = 0

    def slip(self, key: str, kind: str, counted: dict[int, int], signed: int, void: bool) -> None:
        asks: dict[str, Any] = {"by": floor.dealer(), "at": AT, "key": key}
        if kind == "credit" and total(counted) > self.sum:
            with refused_as("slip.credit_exceeds_float"):
                slips.request(CODE, kind, counted, **asks)
            return
        slip = slips.request(CODE, kind, counted, **asks)
        self.numbers += 1
        assert slip.number == self.numbers
        assert slips.request(CODE, kind, counted, **asks).pk == slip.pk
        game, boss = floor.person(Role.GAME_SUPERVISOR), floor.casino_supervisor()
        order = [game, boss, floor.dealer()] if kind == "fill" else [game, floor.dealer(), boss]
        for person in order[:signed]:
            slip = slips.sign(slip.pk, by=person, at=AT)
        if void and signed < 3:
            # One of the two had no part in the slip.
            other = floor.person(Role.OPERATIONS_MANAGER)
            slip = slips.void(slip.pk, "not wanted", by=game, signed_by=other, at=AT)
        elif kind == "fill" and signed == 3:
            self.sum += total(counted)
        elif kind == "credit" and signed >= 2:
            self.sum -= total(counted)

    def exchange(self, key: str, kind: str, counted: dict[int, int], back: bool) -> None:
        how: dict[str, Any] = {"by": floor.dealer(), "at": AT, "key": key}
        paid = total(counted)
        for _ in range(2):  # the second is the first, sent again
            if kind == "buy_in":
                row = cash.buy_in(CODE, paid, counted, **how)
            else:
                row = cash.colour_up(CODE, counted, {2500: 1}, **how)
        if back:
            boss, dealer = floor.casino_supervisor(), floor.dealer()
            cash.reverse(row.pk, "wrong", by=dealer, signed_by=boss, at=AT, key=f"{key}-back")
            assert (
                cash.reverse(row.pk, "wrong", by=dealer, signed_by=boss, at=AT, key=f"{key}-back").reverses
                == row
            )
        elif kind == "buy_in":
            self.sum -= paid
            self.cash += paid

    def count(self, off: int) -> None:
        there = self.sum + 250 * off
        if there < 0:
            return
        how: dict[str, Any] = {"by": floor.dealer(), "signed_by": floor.casino_supervisor(), "at": AT}
        if off:
            with refused_as("float.over" if off > 0 else "float.short"):
                counts.count_now(CODE, {250: there // 250}, **how)
        count = counts.count_now(CODE, {250: there // 250}, note_text="why" if off else "", **how)
        assert count.variance == 250 * off


@pytest.mark.long
@pytest.mark.django_db
@examples(7, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(moves=moves)
def test_random_movements_balance_to_the_cent(moves: list[tuple[str, dict[int, int], int, bool]]) -> None:
    with transaction.atomic():
        floor.open_table()
        boss = floor.casino_supervisor()
        cash.change_box(CODE, old="", new="D1", by=floor.dealer(), signed_by=boss, at=AT)
        story = Story()
        for number, (kind, counted, how_far, flag) in enumerate(moves):
            key = f"k{number}"
            if kind in ("fill", "credit"):
                story.slip(key, kind, counted, how_far, flag)
            elif kind == "count":
                story.count(how_far)
            else:
                story.exchange(key, kind, counted, flag)
            table = Table.objects.get()
            session = running(table)
            assert session is not None
            assert balance.balance(session, table).expected == story.sum
        assert list(Slip.objects.values_list("number", flat=True)) == list(range(1, story.numbers + 1))
        assert sum(Exchange.objects.values_list("cash", flat=True)) == story.cash
        # Nothing was dealt: what the counts say was won is nothing.
        for slip in Slip.objects.exclude(state__in=("received", "void")):
            if slip.kind == "credit" and slip.state == "sent":
                story.sum += slip.amount
            slips.void(slip.pk, "the end", by=floor.person(Role.OPERATIONS_MANAGER), signed_by=boss, at=AT)
        floor.begin_closing(CODE)
        if story.sum >= 0:
            count = closing.count_float(
                CODE, {250: story.sum // 250}, by=floor.dealer(), signed_by=boss, at=AT
            )
            session = Session.objects.get()
            assert balance.balance(session, Table.objects.get()).counted_win(count.total) == 0
        assert verify().ok
        transaction.set_rollback(True)


@pytest.mark.django_db(transaction=True)
def test_slips_asked_for_at_once_at_several_tables_are_numbered_without_a_gap() -> None:
    codes = ["BJ-01", "BJ-02", "BJ-03", "BJ-04"]
    for code in codes:
        floor.open_table(code)
    by = floor.dealer()

    def ask(code: str, key: str) -> int:
        return slips.request(code, "fill", {500: 20}, by=by, at=AT, key=key).number

    for turn in range(3):
        # Each table's request is sent twice at the same instant.
        keys = [(code, f"{code}-{turn}") for code in codes for _ in range(2)]
        numbers = at_once(*[lambda code=code, key=key: ask(code, key) for code, key in keys])
        assert sorted(set(numbers)) == [4 * turn + number for number in range(1, 5)]
        assert all(numbers[place] == numbers[place + 1] for place in range(0, 8, 2))
    assert SlipBook.objects.get().last == 12
    assert verify().ok


@pytest.mark.django_db(transaction=True)
def test_two_who_sign_at_once_give_one_signature() -> None:
    floor.open_table()
    slip = slips.request(CODE, "fill", {500: 20}, by=floor.dealer(), at=AT)
    people = [floor.person(Role.GAME_SUPERVISOR), floor.person(Role.GAME_SUPERVISOR, "G-22")]

    def sign(number: int) -> bool:
        try:
            return bool(slips.sign(slip.pk, by=people[number], at=AT))
        except Refusal:
            return False

    # The second is too low for the step that follows.
    assert sorted(at_once(lambda: sign(0), lambda: sign(1))) == [False, True]
    slip.refresh_from_db()
    assert slip.state == "approved"
