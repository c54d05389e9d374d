"""What people have signed under a table's set-up, and what happens to it when the set-up changes.

The set-up is changed while the table is closed. What was signed under the old one either lapses and must be done
again before the table opens, or bars the change until it is undone. `SIGNED` lists both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from casino.refusals import Refusal
from casino.words import Phrase
from tables.float import record, sessions
from tables.models import Dispute, Offer, Table
from tables.offers import title_of
from tables.opening import packs

LAYOUT: Final = frozenset((
    "book", "game", "decks", "boxes", "seats", "elections", "readings", "face_down", "face_down_reference",
    "face_down_approved_by", "face_down_approved_on", "results_display", "results_display_reference",
    "results_display_approved_on", "shoe_approval", "layout",
))  # fmt: skip
"""The fields of the set-up that the dealer can see when confirming the opening checklist."""


@dataclass(frozen=True, slots=True)
class Signed:
    """Something that is signed under certain fields of the set-up. `bars` returns why they may not be changed now
    (None if they may); `falls` takes back what was signed, and returns whether there was anything."""

    detail: Phrase
    under: frozenset[str]
    bars: Callable[[Table], Refusal | None] = lambda table: None
    falls: Callable[[Table], bool] = lambda table: False


def refused(table: Table, changed: Iterable[str]) -> Iterator[tuple[str, Refusal]]:
    """Each field of a closed table's set-up that may not be changed now, with the reason and what to do first."""
    for field in changed:
        for signed in SIGNED:
            if field in signed.under and (why := signed.bars(table)):
                yield field, why


def lapse(table: Table, changed: Iterable[str]) -> list[Phrase]:
    """Take back what was signed under these fields of a saved and locked table; returns what must be done again, for
    the caller's entry."""
    fields = set(changed)
    fell = [signed.detail for signed in SIGNED if fields & signed.under and signed.falls(table)]
    if fell:
        table.save(update_fields=["checks"])
    return fell


def _chips_moved(table: Table) -> Refusal | None:
    session = record.running(table)
    if session is None or not (session.slips.exists() or session.exchanges.exists()):
        return None
    return Refusal("setup.chips_moved")


def _float_again(table: Table) -> bool:
    if record.running(table) is None:
        return False
    table.checks[sessions.RECOUNT] = True
    return True


def _on_offer(table: Table) -> Refusal | None:
    bets = [title_of(table, offer.bet) for offer in Offer.objects.filter(table=table, on=True)]
    return Refusal("setup.bets_on_offer", bets=bets) if bets else None


def _equipment(table: Table) -> Refusal | None:
    pieces = [
        Phrase.of("bars.piece_of", item=fitting.item, bet=title_of(table, fitting.bet))
        for fitting in table.fittings.all()
    ]
    return Refusal("setup.equipment_recorded", things=pieces) if pieces else None


def _disputed(table: Table) -> Refusal | None:
    waits = table.disputes.filter(state__in=(Dispute.State.OPEN, Dispute.State.REVIEW)).count()
    return Refusal("setup.disputes_wait", waits=waits) if waits else None


def _cards_again(table: Table) -> bool:
    given = packs.CARDS in table.checks or packs.GIVEN in table.checks
    for item in (packs.CARDS, packs.GIVEN, packs.READ):
        table.checks.pop(item, None)
    return given


def _packs_again(table: Table) -> bool:
    return packs.CARDS in table.checks and packs.right_check(table) is None


def _list_again(table: Table) -> bool:
    items = [item for item in table.checks if item not in (*NOT_ON_THE_LIST, sessions.RECOUNT)]
    for item in items:
        del table.checks[item]
    return bool(items)


NOT_ON_THE_LIST: Final = (packs.CARDS, packs.GIVEN, packs.READ, packs.WRONG)
SIGNED: Final = (
    Signed(
        detail=Phrase.of("signed.float"),
        under=frozenset({"chips"}),
        bars=_chips_moved,
        falls=_float_again,
    ),
    Signed(detail=Phrase.of("signed.slips"), under=frozenset({"pit"}), bars=_chips_moved),
    Signed(detail=Phrase.of("signed.cards"), under=frozenset({"book", "game"}), falls=_cards_again),
    Signed(
        detail=Phrase.of("signed.cards"),
        under=frozenset({"decks", "elections", "readings"}),
        falls=_packs_again,
    ),
    Signed(detail=Phrase.of("signed.opening_list"), under=LAYOUT, falls=_list_again),
    Signed(detail=Phrase.of("signed.side_bets"), under=frozenset({"book", "game", "boxes"}), bars=_on_offer),
    Signed(detail=Phrase.of("signed.equipment"), under=frozenset({"book", "game"}), bars=_equipment),
    Signed(detail=Phrase.of("signed.disputes"), under=frozenset({"book", "game"}), bars=_disputed),
)
"""What can be signed, and under which fields."""
