"""The side bets of a table's next round: which, on what scale, and what must be displayed for them.

The requirements are in the side bets (`sidebets`), beside their clauses; here they are compared with the table. Play
and screens read `Table.offers`, which `refresh` writes whenever an offer, its equipment or a house-wide scale
changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from django.utils.translation import gettext_noop

from casino.forms.fields import FieldRefused
from casino.money import Cents
from casino.refusals import Refusal
from casino.rulebooks import RuleBookError
from casino.rulebooks.house import House, Mark, diagram
from casino.words import Phrase
from sidebets import SideBet, side_bets, side_bets_of_book
from sidebets.offering import fault, with_its_fellows
from sidebets.table import Equipment
from tables.models import Fitting, HouseScale, Offer, ScaleOrder, Table
from tables.theo import edges_of


class Offered(NamedTuple):
    """A side bet of the next round."""

    bet: str
    scale: str
    most_paid: Cents


def offers_of(table: Table) -> tuple[Offered, ...]:
    """What the next round offers, in the book's order. No query: it is in the table's row."""
    return tuple([Offered(*offer) for offer in table.offers])


def known(table: Table) -> dict[str, SideBet]:
    """The side bets for the table's game, by key, under the house's readings."""
    return side_bets(table.book, table.game, table.reading_pairs)


def of_book(table: Table) -> dict[str, SideBet]:
    """Every side bet of the table's book."""
    return side_bets_of_book(table.book, table.reading_pairs)


def bet_of(table: Table, key: str) -> SideBet:
    """The side bet with that key. Raises Refusal if it does not go with the table's game."""
    bet = known(table).get(key)
    if bet is None:
        wrong = fault(known(table), of_book(table), table.game, table.decks, [(key, "")])
        assert wrong is not None, "a bet that is not known is refused"
        raise wrong
    return bet


def title_of(table: Table, bet: str) -> str:
    """A bet's name for people; the main wager has the game's name."""
    bet_found = of_book(table).get(bet)
    return bet_found.title if bet_found is not None else bet.replace("_", " ").capitalize()


def set_ups(table: Table) -> dict[str, Offer]:
    """The set-up of every bet that was ever set up at the table."""
    return {offer.bet: offer for offer in Offer.objects.filter(table=table)}


def together(table: Table, key: str) -> tuple[str, ...]:
    """The bet and those that the same option of the book offers (ACT96-21.1)."""
    return with_its_fellows(known(table), (key,))


# --- what is refused


def fault_of(
    table: Table, more: Sequence[tuple[str, str]] = (), there: Iterable[Offer] | None = None
) -> Refusal | None:
    """Why the table may not offer what it offers, with `more`; None if it may. `there` are its set-ups, if they are
    known."""
    if there is None:
        there = Offer.objects.filter(table=table) if table.pk else ()
    anew = {key for key, _ in more}
    scales_on = [*((offer.bet, offer.scale) for offer in there if offer.on and offer.bet not in anew), *more]
    try:
        fault_found = fault(known(table), of_book(table), table.game, table.decks, scales_on)
    except RuleBookError as wrong:
        return wrong
    return fault_found or next(layout_faults(table, [key for key, _ in scales_on]), None)


def check_set_up(table: Table) -> None:
    """Check the set-up against the book, and the side bets offered against the set-up. Raises ValidationError, by
    field."""
    table.clean()
    if table.pk and (fault := fault_of(table)) is not None:
        raise FieldRefused(fault)


def layout_faults(table: Table, keys: Iterable[str]) -> Iterator[Refusal]:
    """What the table's number of boxes does not allow of bets with places on its layout."""
    for key in keys:
        bet = known(table)[key]
        numbers, clause = bet.cloth.boxes
        if numbers and table.boxes not in numbers:
            yield Refusal(
                "offer.layout_boxes", clause, bet=bet.title, numbers=list(numbers), boxes=table.boxes
            )
        most, clause = bet.cloth.most_boxes
        if most and table.boxes > most:
            yield Refusal("offer.layout_most_boxes", clause, bet=bet.title, most=most)


def elected_fault(table: Table) -> Refusal | None:
    """Why the table's elections require a side bet that it does not offer; None if they require none (NZ-15H.9)."""
    offered = {offer.bet for offer in offers_of(table)}
    for key, bet in known(table).items():
        if bet.bonus is None or key in offered:
            continue
        if table.elections.get(bet.bonus.election, "none") != "none":
            return Refusal("side_bet.bonus_without_bet", bet.bonus.clause, bonus=bet.bonus.key, bet=bet.title)
    return None


# --- what the dealer confirms


def house_with(table: Table, house: House) -> House:
    """What the table's book requires of the house, with the layouts of the side bets in place of the game's."""
    cloths = [known(table)[offer.bet].cloth for offer in offers_of(table) if offer.bet in known(table)]
    for cloth in cloths:
        if cloth.inscribed:
            house = replace(house, inscribed=cloth.inscribed)
        if cloth.boxes[0]:
            house = replace(house, layout_boxes=cloth.boxes)
    return house


def marks(table: Table) -> tuple[Mark, ...]:
    """What the dealer confirms for the bets on offer: the layout with its areas and inscriptions, and that the scale
    in operation is displayed."""
    bets = known(table)
    wanted_marks: dict[tuple[str, str], Mark] = {}
    for offer in offers_of(table):
        if offer.bet in bets:
            for mark in marks_of(bets[offer.bet], offer.scale, table.boxes):
                wanted_marks.setdefault((mark.words, mark.clause), mark)
    return tuple(wanted_marks.values())


def marks_of(bet: SideBet, scale: str, boxes: int) -> tuple[Mark, ...]:
    """What is confirmed for one bet on a layout with that many boxes.

    It replaces a mark of the table with the same name.
    """
    cloth, key = bet.cloth, bet.key
    marks = []
    if cloth.diagram[0]:
        letter = diagram(cloth.diagrams, boxes)
        if letter:
            words = Phrase.of("kept.layout_diagram", letter=letter)
        else:
            words = Phrase.of("kept.layout_is", text=cloth.diagram[0])
        marks.append(Mark("layout", cloth.diagram[1], words.english))
    if cloth.logo:
        marks.append(Mark("logo", cloth.logo, Phrase.of("kept.layout_logo").english))
    if cloth.approved:
        approved = Phrase.of("kept.layout_approved", bet=bet.title)
        marks.append(Mark(f"layout_{key}", cloth.approved, approved.english))
    marks += [
        Mark(f"{key}_{number}", clause, Phrase.of("kept.layout_shows", text=text).english)
        for number, (text, clause) in enumerate(bet.inscriptions, start=1)
    ]
    if bet.sign_shown:
        marks.append(
            Mark(f"sign_{key}", bet.sign_shown, Phrase.of("kept.sign_of_bet", bet=bet.title).english)
        )
    if bet.scale_shown:
        displayed = Phrase.of("kept.scale_displayed", scale=scale, bet=bet.title)
        marks.append(Mark(f"scale_{key}", bet.scale_shown, displayed.english))
    return tuple(marks)


# --- equipment


def lacking(
    table: Table, bet: SideBet, there: Iterable[Fitting] | None = None
) -> list[tuple[Equipment, str]]:
    """The bet's equipment that is not at the table, not approved or not working, with what is wrong. `there` is what
    is fitted at the table, where the caller has read it."""
    if not bet.equipment:
        return []
    if there is None:
        there = Fitting.objects.filter(table=table, bet=bet.key).select_related("device")
    fitted = {item.item: item for item in there if item.bet == bet.key}
    return [(item, wrong) for item in bet.equipment if (wrong := _wrong_with(item, fitted.get(item.item)))]


def _wrong_with(requirement: Equipment, fitted: Fitting | None) -> str:
    if fitted is None:
        return gettext_noop("is not recorded")
    if requirement.approved and not (fitted.approval and fitted.approved_on):
        return gettext_noop("has no approval of its type")
    if requirement.certified and not fitted.certificate:
        return gettext_noop("has no certificate")
    if not fitted.working or (fitted.device is not None and not fitted.device.working):
        return gettext_noop("does not work")
    return ""


# --- the table's row


def refresh(table: Table) -> list[str]:
    """Work out again what the next round offers and what holds it up; returns the fields to save. The row must be
    locked.

    A bet whose equipment is missing or has failed is left out until that is put right (NZ-3.5, NZ-16.12-S1,
    VIC03-11.3.2, VIC03-11.7.3(a)); the others go on.
    """
    bets = known(table)
    on = {offer.bet: offer for offer in Offer.objects.filter(table=table, on=True)}
    everywhere = {}
    if any(bets[key].same_everywhere.value for key in on if key in bets):
        everywhere = dict(HouseScale.objects.filter(book=table.book).values_list("bet", "scale"))
    table.offers = [
        [key, everywhere.get(key, on[key].scale), _cap(on[key])]
        for key, bet in bets.items()
        if key in on and not lacking(table, bet)
    ]
    table.held = [_hold(bets[offer.bet], offer) for offer in _closing(table, everywhere)]
    table.edges = edges_of(table, bets)
    return ["offers", "held", "edges"]


def _cap(offer: Offer) -> Cents:
    """The most that is paid (cents), while that is displayed (NZ-15F.12-S2); otherwise 0."""
    return offer.most_paid if offer.most_paid_shown else 0


def _closing(table: Table, everywhere: dict[str, str]) -> list[ScaleOrder]:
    """The changes of scale for which this table's game closes, or will at a named time."""
    keys = [order[0] for order in table.offers if order[0] in everywhere]
    if not keys:
        return []
    running = ScaleOrder.objects.filter(
        book=table.book, bet__in=keys, state__in=(ScaleOrder.State.SHOWN, ScaleOrder.State.CLOSED)
    )
    return [
        order for order in running if order.state == ScaleOrder.State.CLOSED or order.change_at is not None
    ]


def _hold(bet: SideBet, order: ScaleOrder) -> dict[str, str]:
    closed = order.closed_at if order.state == ScaleOrder.State.CLOSED else order.change_at
    assert closed is not None
    clause = next(
        (
            change.clause
            for change in bet.changes
            if (change.before, change.after) == (order.before, order.after)
        ),
        bet.same_everywhere.clause,
    )
    words = Phrase.of("kept.game_closed", bet=bet.title, before=order.before, after=order.after).english
    return {"clause": clause, "words": words, "from": closed.isoformat()}
