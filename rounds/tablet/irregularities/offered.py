"""What can be reported at this moment: the kinds of the table's book, frequent ones first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
from typing import Final

from django.utils.translation import gettext_noop as _

from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.rulebooks.irregularities import Kind, irregularities, role_of
from casino.translated import gettext, message
from rounds import engine
from rounds.engine import State
from rounds.engine.questions import refuse_moment
from rounds.engine.values import Earlier
from rounds.read_model.irregularities.fields import WAGER, Field, Option, fields, with_decision
from rounds.read_model.taps import role_words

CARDS, SHOE = _("Cards and hands"), _("Shoe and packs")
WAGERS, PLAYERS = _("Wagers and round"), _("Players")
RULING = _("Something else")
GROUPS: Final = (CARDS, SHOE, WAGERS, PLAYERS, RULING)
"""In display order: cards go wrong most often."""

_GROUP: Final = {
    "ruling": RULING,
    "hold_winnings": PLAYERS,
    "void_former": WAGERS,
    "void_wager": WAGERS,
    "void_hands": WAGERS,
    "void_round": WAGERS,
    "exclude": PLAYERS,
    "record": SHOE,
    "burn_forgotten": SHOE,
    "shuffle_rack": SHOE,
    "shuffle_rest": SHOE,
    "damaged": SHOE,
    "replaced": SHOE,
    "void_round_or_hands": SHOE,
}
"""The group by procedure; all other procedures are about cards."""

_FIRST: Final = (
    "excess_card",
    "misplaced",
    "misplaced_initial_deal",
    "misplaced_subsequent_deal",
    "decision_not_carried_out",
    "dealer_complete",
    "card_refused",
    "face_up_in_shoe",
    "burnt_by_mistake",
    "insurance_not_offered",
)
"""The most frequent kinds, in order."""

DOES: Final = {
    "hold": _("the card comes next, for the hand that is due one"),
    "hold_or_discard": _("the supervisor chooses: it comes next, or goes to the discards"),
    "discard_next": _("the card goes to the discards; the next one is dealt"),
    "discard_or_hold": _("the supervisor chooses: to the discards, or it comes next"),
    "dealer_excess": _("seen, it is discarded; unseen, it comes next"),
    "turn_down": _("the hand gets no further card; the card goes on"),
    "reconstruct": _("every card is moved to where it belongs"),
    "rewind": _("the hands go back to that decision"),
    "without_wager": _("the cards of that hand go to the discards"),
    "no_cards": _("the wager is void"),
    "one_card": _("taken back, or the second card at its turn"),
    "burn_first": _("the first card is burnt, the others are moved on"),
    "insurance_again": _("it is offered again"),
    "in_error": _("undone while it can be, otherwise it is valid"),
    "void_without_ante": _("the wagers without an ante are void"),
    "void_wager": _("the wager goes back or is kept, as the book has it"),
    "void_hands": _("the hands and their wagers are void"),
    "void_round": _("the round ends without a result"),
    "void_round_or_hands": _("the round, or hands of it, are void"),
    "exclude": _("no further part in the game"),
    "record": _("it is recorded; results are kept"),
    "burn_forgotten": _("it is recorded; results are kept"),
    "shuffle_rack": _("the rack is shuffled and the round completed"),
    "shuffle_rest": _("the cards left in the shoe are shuffled"),
    "damaged": _("it counts; it is replaced before the next round"),
    "replaced": _("the new card takes its place"),
    "dealer_without_card": _("the player finishes, or the dealer takes one at once"),
    "insurance_or_not": _("it is offered again, or the round goes on without it"),
    "in_error_or_void": _("undone, or the hand is void"),
    "void_former": _("that round is void; later rounds are kept"),
    "hold_winnings": _("what the player won is withheld"),
    "ruling": _("a supervisor rules from the book's general power"),
}
"""What a report leads to, in plain words, by procedure."""

MOST_TRIES: Final = 40
"""How many reports are tried on the state before a kind counts as impossible now."""
_SAMPLE: Final = {"count": "20", "amount": "100"}


@dataclass(slots=True)
class OfferedKind:
    """One kind in the list."""

    kind: Kind
    does: str
    who: str
    """Who signs, in words; empty if the dealer acts alone."""
    refused: str = ""
    clause: str = ""


def round_concerned(rules: Rules, state: State, over: State | None, kind: Kind) -> State:
    """The round that a report of the kind is about: the one in progress or, for a kind that rebuilds a round after
    its cards were collected, the one just ``over`` (ACT03-14.4, VIC03-9.8(a))."""
    if over is not None and engine.questions.reopens(rules, over, engine.Irregularity(kind.kind)):
        return over
    return state


def kinds(
    rules: Rules, state: State, earlier: Earlier | None = None, over: State | None = None
) -> list[tuple[str, list[OfferedKind]]]:
    """The kinds that can be reported now, by group; last those that cannot, with the reason. ``over`` is the round
    just over, while nothing is recorded of the next."""
    by_group: dict[str, list[OfferedKind]] = {name: [] for name in GROUPS}
    later: list[OfferedKind] = []
    for kind in irregularities(rules).values():
        line = OfferedKind(kind, does_words(kind), who_signs(rules, kind))
        refusal = refusal_now(rules, round_concerned(rules, state, over, kind), kind, earlier)
        if refusal is None:
            by_group[group_of(kind)].append(line)
        else:
            line.refused = message(refusal)
            line.clause = refusal.clause
            later.append(line)
    for lines in by_group.values():
        lines.sort(key=lambda report: _rank(report.kind))
    groups = [(gettext(name), lines) for name, lines in by_group.items() if lines]
    return [*groups, (gettext("Not possible now"), later)] if later else groups


def group_of(kind: Kind) -> str:
    """The group of a kind in the list."""
    if kind.procedure == "record" and "player" in kind.needs:
        return PLAYERS
    if "round" in kind.needs:
        return WAGERS
    if kind.procedure == "void_round" and (kind.shoe or kind.shuffle):
        return SHOE
    return _GROUP.get(kind.procedure, CARDS)


def does_words(kind: Kind) -> str:
    """What a report of the kind leads to, in plain words; "" if the procedure has none."""
    words = DOES.get(kind.procedure)
    return gettext(words) if words else ""


def _rank(kind: Kind) -> int:
    return _FIRST.index(kind.kind) if kind.kind in _FIRST else len(_FIRST)


def who_signs(rules: Rules, kind: Kind) -> str:
    """The lowest role that signs, in words."""
    return role_words(role_of(rules, kind))


def refusal_now(rules: Rules, state: State, kind: Kind, earlier: Earlier | None = None) -> Refusal | None:
    """Why nothing of the kind can be reported now; None if something can."""
    try:
        refuse_moment(rules, state, kind)
    except Refusal as refusal:
        return refusal
    first: Refusal | None = None
    for values in islice(_samples(rules, state, kind), MOST_TRIES):
        refusal_ = _refused(rules, state, kind, values, earlier)
        if refusal_ is None:
            return None
        first = first or refusal_
    return first or Refusal("irregularity.nothing_fits", kind.clause)


def open_fields(rules: Rules, state: State, kind: Kind, earlier: Earlier | None = None) -> list[Field]:
    """The fields of the kind; if an option is the only value and would be refused, it says why."""
    form_fields = fields(rules, state, kind)
    single = [
        field
        for field in form_fields
        if field.how == "one" and not field.typed and len(field.options) < MOST_TRIES
    ]
    alone = [field for field in single if field.name in ("box", "hand", WAGER)]
    if len(alone) == 1:
        (place,) = alone
        for option in place.options:
            tries = islice(_samples(rules, state, kind, {place.name: [option]}), 4)
            refusals = [_refused(rules, state, kind, values, earlier) for values in tries]
            if refusals and None not in refusals and refusals[0] is not None:
                option.refused = message(refusals[0])
        place.options.sort(key=lambda option: bool(option.refused))
        can = [option for option in place.options if not option.refused]
        if len(can) == 1 and place.needed:
            can[0].chosen = True
    return form_fields


def _refused(
    rules: Rules,
    state: State,
    kind: Kind,
    values: tuple[tuple[str, str], ...],
    earlier: Earlier | None,
) -> Refusal | None:
    try:
        engine.decide(rules, state, engine.Irregularity(kind.kind, values, "dealer"), earlier)
    except Refusal as refusal:
        return refusal
    return None


def _samples(
    rules: Rules, state: State, kind: Kind, given: dict[str, list[Option]] | None = None
) -> Iterator[tuple[tuple[str, str], ...]]:
    """Values to try, to see whether any are accepted: each place, each listed value, some card; first without the
    optional values, then with them."""
    card = next(
        (sample for sample in ("6c", "7d", "8h", "9s") if state.seen().count(sample) < state.setup.decks),
        "5c",
    )
    for whole in (False, True):
        names: list[str] = []
        choices: list[list[str]] = []
        for sample in fields(rules, state, kind):
            if not (sample.needed or whole) or sample.when or (sample.name == "lies" and whole):
                continue
            options = [option.value for option in (given or {}).get(sample.name, sample.options)]
            if sample.how in ("pad", "pads"):
                options = [card]
            elif sample.how in ("text", "figure"):
                options = [_SAMPLE.get(sample.name, "said")]
            elif not options and sample.typed:
                options = ["A"]
            names.append(sample.name)
            choices.append(options)
        for picked in product(*choices):
            yield _values(dict(zip(names, picked, strict=True)), kind, card)


def _values(picked: dict[str, str], kind: Kind, card: str) -> tuple[tuple[str, str], ...]:
    if picked_wager := picked.pop(WAGER, ""):
        parts = zip(("box", "player", "bet"), picked_wager.split("|"), strict=True)
        picked |= {name: part for name, part in parts if part}
    with_decision(picked)
    if picked.get("seen") == "yes" and "card" in kind.may:
        picked["card"] = card
    elif picked.get("seen") == "no":
        picked.pop("card", None)
    return tuple(picked.items())
