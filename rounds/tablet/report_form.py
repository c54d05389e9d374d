"""Shared by reports of irregularities and corrections of the record: the keys to fill in their forms, and what
follows from what has been tapped so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from casino.cards import RANKS
from casino.money import Cents, dollars
from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds.play.snapshot import Live
from rounds.read_model.irregularities.plan import Case
from rounds.read_model.irregularities.presented import PlanView, case_view
from rounds.tablet.buttons import PAD_SUITS
from rounds.tablet.wagers import sums_with_a_key


@dataclass(frozen=True, slots=True)
class Keys:
    """A table's cards and chips, as keys."""

    ranks: list[str]
    suits: str
    chips: list[tuple[Cents, str]]
    sums: list[tuple[Cents, str]]
    """Amounts that are often wagered and that no single chip makes."""

    @classmethod
    def of(cls, live: Live) -> Keys:
        return cls(
            ranks=[rank for rank in RANKS if rank not in live.rules.missing_ranks.value],
            suits=PAD_SUITS,
            chips=[(chip, dollars(chip)) for chip in sorted(live.setup.chips)],
            sums=[(cents, dollars(cents)) for cents in sums_with_a_key(live.state)],
        )


@dataclass(frozen=True, slots=True)
class Outlook:
    """What follows from what has been tapped: what is missing, why it would be refused, or what would be done."""

    open: Sequence[str] = ()
    refusal: Refusal | None = None
    empty: bool = False
    """Whether nothing has been tapped: the refusal then only says what is needed."""
    case: Case | None = None
    plans: Sequence[PlanView] = ()


def outlook(
    rules: Rules, open_: Sequence[str], case_of: Callable[[], Case], *, empty: bool = False
) -> Outlook:
    """The outlook. `open_`: the missing values, in words; `case_of` raises Refusal."""
    if open_:
        return Outlook(open=open_)
    try:
        shown = case_view(rules, case_of())
    except Refusal as refusal:
        return Outlook(refusal=refusal, empty=empty)
    return Outlook(case=shown.case, plans=shown.plans)
