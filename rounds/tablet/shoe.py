"""The shoe on the tablet: what it waits for, one tap each, and what else may be done with the cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext, gettext_noop

from casino.rulebooks import Rules
from casino.rulebooks.shoes.kind import Change, Ordered, Prepared
from casino.translated import text
from rounds import engine
from rounds.engine import State
from rounds.engine.commands import CutCards, DeclineCut, ShoeStep
from rounds.engine.questions import too_late_for
from rounds.engine.values import ShoeDue
from rounds.read_model.taps import Tap, tap, text_of

TOGETHER: Final = ("move", "place", "second_card", "aside", "load")
"""Steps that one tap records together, since a dealer does them in one go."""
WHY: Final = {
    "opening": gettext_noop("A new shoe at the opening"),
    "new": gettext_noop("All cards are new"),
    "refill": gettext_noop("The rack completes the round"),
    "fault": gettext_noop("The cards of the failed shoe complete the round"),
}
NAMED: Final = {
    "standing": gettext_noop("A standing player cuts"),
    "employee": gettext_noop("An employee cuts"),
}


@dataclass(frozen=True, slots=True)
class Measure:
    """Where the cutting card goes, for a dealer who has counted or measured it."""

    words: str
    range: str
    do: str
    button: str


@dataclass(frozen=True, slots=True)
class CardsDesk:
    """What may be ordered, changed, brought or asked for about the cards."""

    orders: tuple[Ordered, ...]
    changes: tuple[Change, ...]
    some: bool
    """Whether single cards may be changed."""
    prepared: tuple[Prepared, ...]
    sealed: bool
    """Whether cards may come sealed."""
    asks: list[tuple[str, str, str]]
    """What a player may ask, as (what, words, clause)."""


@dataclass(frozen=True, slots=True)
class ShoePanel:
    """What the shoe waits for now, if anything, and what else may be done with the cards."""

    now: ShoeDue | None
    more: CardsDesk | None
    why: str = ""
    taps: list[Tap] = field(default_factory=list)
    then: list[str] = field(default_factory=list)
    named: list[tuple[str, str]] = field(default_factory=list)
    """People who may cut and must be entered by number or mark, as (who, words)."""
    measure: Measure | None = None


def panel(rules: Rules, state: State) -> ShoePanel | None:
    """What the shoe waits for and what else may be done; None if the shoe is not tracked."""
    shoe = state.carry.shoe
    if shoe is None:
        return None
    due = engine.questions.shoe_due(rules, state) if state.shoe_waits else None
    if due is None:
        return ShoePanel(now=None, more=more(rules, state))
    todo = engine.questions.pending(rules, state)
    together = _together(rules, todo)
    return ShoePanel(
        now=due,
        more=more(rules, state),
        why=gettext(WHY[shoe.why]) if shoe.todo and shoe.why in WHY else "",
        taps=taps(rules, state),
        then=[gettext(rules.shoe.step(name).done).lower() for name in todo[len(together) :]][:5],
        named=_named(rules, state) if due.step == "cut" else [],
        measure=_measure(rules, state, due.step, together),
    )


def _together(rules: Rules, todo: tuple[str, ...]) -> tuple[str, ...]:
    """The steps that the next tap records."""
    if todo[0] not in TOGETHER:
        return todo[:1]
    end = next((at for at, name in enumerate(todo) if name not in TOGETHER), len(todo))
    return todo[:end]


def taps(rules: Rules, state: State) -> list[Tap]:
    """The taps for what the shoe waits for: the step, or the cut by the player asked, and that the player
    declines."""
    todo = engine.questions.pending(rules, state)
    if not todo:
        return []
    if todo[0] == "cut":
        return _cut_taps(rules, state)
    steps_together = _together(rules, todo)
    steps = [rules.shoe.step(name) for name in steps_together]
    done = [gettext(step.done) for step in steps]
    words = ", ".join([done[0], *[gettext(step).lower() for step in done[1:]]])
    role = steps[0].role
    command = ShoeStep(steps_together)
    if role:
        return [
            Tap(
                text(gettext("{step}: ask for the signature"), step=done[0]),
                text_of(command),
                css="sup",
                id="shoe",
            )
        ]
    return [tap(rules, state, words, command, css="primary", id="shoe")]


def _cut_taps(rules: Rules, state: State) -> list[Tap]:
    now = engine.questions.cut_offer(rules, state)
    if now.player:
        where = " · ".join(
            filter(
                None, (text(gettext("box {box}"), box=now.box) if now.box else "", _ends(rules), now.clause)
            )
        )
        return [
            Tap(
                text(gettext("Cut by {player}"), player=now.player),
                text_of(CutCards(now.player)),
                small=where,
                css="primary",
                clause=now.clause,
                id="cut",
            ),
            Tap(
                text(gettext("{player} declines"), player=now.player),
                text_of(DeclineCut(now.player)),
                small=text(gettext("then {player}"), player=now.then[0]) if now.then else "",
                id="declined",
            ),
        ]
    return [
        Tap(
            text(gettext("{role:cap:name} cuts"), role=who),
            text_of(CutCards(by=who)),
            small=" · ".join(filter(None, (_ends(rules), gettext("asks for the signature")))),
            css="sup",
            clause=clause,
            id=f"cut-{who}",
        )
        for who, clause in now.others
        if who not in NAMED
    ]


def _ends(rules: Rules) -> str:
    """How far from the ends of the stack a cut must be, in words, which the tap confirms (NZ-7.5, VIC03-4.2.3,
    ACT96-6.2-S1, ACT03-5.4-B01)."""
    packs = rules.shoe.cut_from_ends[0]
    if packs == 1:
        return gettext("at least one pack from either end")
    return text(gettext("at least {packs} packs from either end"), packs=packs) if packs else ""


def _named(rules: Rules, state: State) -> list[tuple[str, str]]:
    """People who may cut and must be entered by number or mark, once no player is left to ask."""
    now = engine.questions.cut_offer(rules, state)
    return [] if now.player else [(who, gettext(NAMED[who])) for who, _ in now.others if who in NAMED]


def _measure(rules: Rules, state: State, step: str, together: tuple[str, ...]) -> Measure | None:
    """Where the cutting card goes, for a dealer who has counted or measured it."""
    cards, pack = engine.questions.cards_in(rules, state), rules.shoe_cards(1)
    if step == "cut" and (player := engine.questions.cut_offer(rules, state).player):
        least = rules.shoe.cut_from_ends[0] * pack
        return Measure(
            words=gettext("Cards in front, if measured"),
            range=text(gettext("{least} to {most}"), least=least, most=cards - least),
            do=f"shoe:cut_at:{player}",
            button=text(gettext("Cut there by {player}"), player=player),
        )
    if "place" in together:
        return Measure(
            words=gettext("Cards behind it, if measured"),
            range=text(gettext("up to {most}"), most=cards // 2),
            do=f"shoe:place:{'+'.join(together)}",
            button=gettext("Placed there"),
        )
    return None


def more(rules: Rules, state: State) -> CardsDesk | None:
    """What may be ordered, changed, brought or asked for at this moment, under the book."""
    book, shoe = rules.shoe, state.carry.shoe
    assert shoe is not None, "only a shoe that is followed has a desk"
    asks = []
    if shoe.status in ("pre_shuffled", "sealed") and not state.drawn:
        asks = [
            ("look", gettext("The player asks to look at the cards"), book.look),
            ("insist", gettext("The player has them checked and shuffled"), book.insist),
        ]
    prepared: tuple[Prepared, ...] = ()
    if (
        not state.drawn
    ):  # after the first card of the round it is too late for all of them: skip the check for every card
        prepared = tuple(item for item in book.prepared if too_late_for(rules, state, item) is None)
    if not (book.orders or book.changes or prepared or asks):
        return None
    return CardsDesk(
        orders=book.orders,
        changes=book.changes,
        some=any(change.what == "some" for change in book.changes),
        prepared=prepared,
        sealed=any("seal" in cards.needs for cards in prepared),
        asks=[ask for ask in asks if ask[2]],
    )
