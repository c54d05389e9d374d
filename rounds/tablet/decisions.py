"""Players' choices: the decisions on a hand, and what the others on the box do.

The legal decisions look alike and have a fixed order: nothing here advises a play (VIC03-17.5).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext_noop

from casino.cards import HARD_VALUE
from casino.money import Cents, dollars
from casino.rulebooks import Rules
from casino.translated import gettext as _
from casino.translated import message, text
from rounds.engine import Due, State
from rounds.engine.commands import AskDirection, Decide
from rounds.engine.questions import (
    addition_base,
    free_double,
    free_split,
    money_in_action,
    no_double_under,
    no_split_under,
    rules_for_wager,
    split_wager,
)
from rounds.engine.values import Box, Hand, Stake
from rounds.read_model.felt.words import hand_name
from rounds.read_model.taps import Tap, tap, text_of

DECISIONS = (
    ("hit", gettext_noop("Draw"), "h"),
    ("stand", gettext_noop("Stand"), "s"),
    ("split", gettext_noop("Split"), "p"),
    ("double", gettext_noop("Double"), "d"),
)
"""Engine name, word on the button, key. The order is fixed, so that it implies nothing."""

FREE = {"split": gettext_noop("Free split"), "double": gettext_noop("Free double")}
OWN = {"split": gettext_noop("Split with own money"), "double": gettext_noop("Double with own money")}
LAMMER = gettext_noop("the house's lammer")


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice of a player other than the caller."""

    value: str
    words: str
    on: bool
    """Whether it is chosen initially."""


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """One player's choices for a split or a double."""

    name: str
    id: str
    word: str
    label: str
    """Its name for people who cannot see it."""
    choices: list[Choice]


@dataclass(frozen=True, slots=True)
class OtherPlayer:
    """A player on the box other than the caller, with that player's choices."""

    player: str
    level: str
    """A mark if the wager plays by the rules of the higher minimum."""
    groups: list[ChoiceGroup]


@dataclass(frozen=True, slots=True)
class Adder:
    """A player who may double for less."""

    player: str
    name: str
    base_words: str
    """The most that the player may add, in words."""


@dataclass(frozen=True, slots=True)
class DecisionActs:
    """The decisions on the hand in turn."""

    kind: ClassVar[str] = "decision"
    title: str
    taps: list[Tap]
    others: list[OtherPlayer]
    adders: list[Adder]
    caller: str
    caller_stake: Cents
    """What the caller adds in doubling, in cents."""
    only_draw: bool
    ask: list[Tap]
    """Taps for a player who does not act."""


def decisions(rules: Rules, state: State, due: Due) -> DecisionActs:
    """The four decisions, and what each other player on the box does."""
    box = state.box(due.box)
    hand = box.hands[due.hand - 1] if 0 < due.hand <= len(box.hands) else Hand()
    caller = box.caller or due.player
    stakes = [stake for stake in hand.stakes if stake.player == caller]
    money = {
        "double": sum(_to_double(rules, state, box, stake) for stake in stakes),
        "split": sum(_to_split(rules, state, box, hand, stake) for stake in stakes),
    }
    free = _free(rules, hand)
    return DecisionActs(
        title=hand_name(due.box, due.hand, len(box.hands)),
        taps=_decision_taps(rules, due, hand, caller, money, free),
        others=_others(rules, state, due, hand, caller),
        adders=_adders(rules, state, due, hand),
        caller=caller,
        caller_stake=money["double"],
        only_draw=due.legal == ("hit",),
        ask=[
            tap(
                rules,
                state,
                _("No signal"),
                AskDirection(due.box, due.hand, "no_action"),
                small=_("player is silent"),
            ),
            tap(
                rules,
                state,
                _("Player absent"),
                AskDirection(due.box, due.hand, "absent"),
                small=_("not at the table"),
            ),
        ],
    )


def _to_double(rules: Rules, state: State, box: Box, stake: Stake) -> Cents:
    """The most that a player adds in doubling, in cents: the stake and what rides beside it (NZ-15D.7)."""
    return addition_base(rules, box, stake) + money_in_action(state, box, stake)


def _to_split(rules: Rules, state: State, box: Box, hand: Hand, stake: Stake) -> Cents:
    """What a player adds to split, in cents, including as much again as rides beside the stake (NZ-15D.8)."""
    return split_wager(rules, box, hand, stake) + money_in_action(state, box, stake)


def _free(rules: Rules, hand: Hand) -> set[str]:
    """The decisions that the house's lammer pays for on this hand (NZ-20.3, NZ-20.4)."""
    if not hand.cards or hand.hidden:
        return set()
    return {
        name
        for name, is_free in (("double", free_double(rules, hand)), ("split", free_split(rules, hand)))
        if is_free
    }


def _decision_taps(
    rules: Rules, due: Due, hand: Hand, caller: str, money: dict[str, Cents], free: set[str]
) -> list[Tap]:
    """The decisions in order; if a lammer pays, it is the plain button, and own money is below it."""
    refused = {refused_decision.decision: refused_decision for refused_decision in due.refused}
    taps, with_money = [], []
    for name, word, key in DECISIONS:
        if name not in due.legal and name not in refused:
            continue
        doing = Decide(due.box, name, due.hand)  # type: ignore[arg-type]  # names of the engine's own
        costs = name in ("split", "double")
        new_tap = Tap(
            _(word),
            text_of(doing),
            key=key,
            id=f"decide-{name}",
            money=name if name in ("split", "double") else "",
        )
        if name not in due.legal:
            new_tap.refused, new_tap.clause = message(refused[name]), refused[name].clause
        elif costs and name in free:
            lammer = Decide(due.box, name, due.hand, free=(caller,))  # type: ignore[arg-type]
            new_tap.label, new_tap.command, new_tap.small = _(FREE[name]), text_of(lammer), _(LAMMER)
            if _open_for_money(rules, hand, name):
                words = _(OWN[name])
                with_money.append(
                    Tap(
                        words,
                        text_of(doing),
                        small=f"+{dollars(money[name])} {caller}",
                        id=f"own-{name}",
                        css="own",
                        money=name,
                    )
                )
        elif costs and money[name]:
            new_tap.small = f"+{dollars(money[name])} {caller}"
        taps.append(new_tap)
    return taps + with_money


def _open_for_money(rules: Rules, hand: Hand, name: str) -> bool:
    """Whether players may also do it with their own chips. A limit on the number of hands applies to both, so the box
    does not matter."""
    if name == "double":
        return no_double_under(rules, hand) is None
    return rules.may_split(HARD_VALUE[hand.cards[0]])


def _adders(rules: Rules, state: State, due: Due, hand: Hand) -> list[Adder]:
    """The players who may double for less, up to the original wager (VIC03-7.5.4(a)(i)); empty if the book requires the
    same amount, or if a double covers every wager on the hand."""
    if "double" not in due.legal or rules.double_amount.value == "equal" or _several(rules):
        return []
    if no_double_under(rules, hand) is not None and rules.lower is None:
        return []  # it may be doubled with a lammer only, which is worth the whole wager
    return [
        Adder(
            player=stake.player,
            name=f"{due.box}-{due.hand}-{stake.player}",
            base_words=dollars(_to_double(rules, state, state.box(due.box), stake)),
        )
        for stake in hand.stakes
        if stake.base
    ]


def _several(rules: Rules) -> bool:
    """Whether a hand has several wagers, which then double and split together (ACT96-22.9, 22.12)."""
    return len(rules.wagers_on_hand.value) > 1


def _others(rules: Rules, state: State, due: Due, hand: Hand, caller: str) -> list[OtherPlayer]:
    """The choices of players other than the caller: add to a double or not, match a split or ride (VIC03-7.5.4,
    7.5.5)."""
    if _several(rules):
        return []
    box = state.box(due.box)
    free = _free(rules, hand)
    others = []
    for stake in hand.stakes:
        if stake.player == caller or not stake.base:
            continue
        name = f"{due.box}-{due.hand}-{len(hand.cards)}-{stake.player}"
        groups = []
        if "split" in due.legal:
            groups.append(_match_choices(rules, state, box, hand, stake, name, free="split" in free))
        if "double" in due.legal:
            groups.append(_add_choices(rules, state, box, hand, stake, name, free="double" in free))
        if groups:
            upper = rules.lower is not None and rules_for_wager(rules, box, stake.player) is rules
            others.append(OtherPlayer(stake.player, "▲" if upper else "", groups))
    return others


def _group(kind: str, name: str, player: str, choices: list[tuple[str, str, str]]) -> ChoiceGroup:
    """One player's choices, the first of them chosen: (value, words, shorter words if there are many)."""
    many = len(choices) > 2
    return ChoiceGroup(
        name=f"{kind}:{player}",
        id=f"{kind[0]}-{name}",
        word=_("split") if kind == "match" else _("double"),
        label=text(
            _("{player}, if the hand is split") if kind == "match" else _("{player}, if the hand is doubled"),
            player=player,
        ),
        choices=[
            Choice(value, short if many else words, on=place == 0)
            for place, (value, words, short) in enumerate(choices)
        ],
    )


def _match_choices(
    rules: Rules, state: State, box: Box, hand: Hand, stake: Stake, name: str, *, free: bool
) -> ChoiceGroup:
    """What happens to another player's wager if the hand is split (VIC03-7.5.5(a)(i), NZ-14.3(d), NZ-20.4)."""
    choices = []
    if free:
        choices.append(("free", _("free split"), _("free")))
    if rules.split_unmatched.value != "blocks":
        choices.append(("", _("rides on hand 1"), _("on 1")))
    if rules.split_unmatched.value == "rides_named":
        choices.append(("hand2", _("rides on hand 2"), _("on 2")))
    if not free or no_split_under(rules, box, hand) is None:
        more = _to_split(rules, state, box, hand, stake)
        choices.append(("split", text(_("splits +{amount:money}"), amount=more), f"+{dollars(more)}"))
    return _group("match", name, stake.player, choices)


def _add_choices(
    rules: Rules, state: State, box: Box, hand: Hand, stake: Stake, name: str, *, free: bool
) -> ChoiceGroup:
    """What another player adds if the hand is doubled (VIC03-7.5.4(a)(i), NZ-14.3(c), NZ-20.3)."""
    choices = []
    if free:
        choices.append(("free", _("free double"), _("free")))
    if rules.double_shared.value != "all":
        choices.append(("", _("adds nothing"), _("no")))
    if not free or no_double_under(rules, hand) is None:
        more = _to_double(rules, state, box, stake)
        choices.append((str(more), text(_("adds {amount:money}"), amount=more), f"+{dollars(more)}"))
    return _group("add", name, stake.player, choices)
