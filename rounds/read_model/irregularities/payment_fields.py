"""A wrong payment as things to tap: the round's payments as recorded, and what the dealer really did."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop

from casino.rulebooks import Rules
from casino.translated import gettext as _
from casino.translated import text
from rounds.engine import State
from rounds.engine.values import IN_ACTION, INSURANCE, MAIN, SUPER_BONUS, Result, settlement_of
from rounds.read_model.felt.spots import bet_words
from rounds.read_model.felt.words import hand_name, odds_words, result_words
from rounds.read_model.irregularities.fields import Field, Option, worded

PAID, TAKEN, NOTHING = "paid", "taken", "nothing"
MOVED: Final = f"did={PAID}|{TAKEN}"
"""The condition for asking an amount: that something was paid or taken."""
OPEN: Final = (
    Option("", gettext_noop("Everything is put right now"), chosen=True),
    Option("recover|left", gettext_noop("Not recovered"), gettext_noop("the player has left")),
    Option("recover|refuses", gettext_noop("Not recovered"), gettext_noop("the player refuses")),
    Option("recover|other", gettext_noop("Not recovered"), gettext_noop("another reason")),
    Option("pay|left", gettext_noop("Not paid"), gettext_noop("the player has left")),
    Option("pay|other", gettext_noop("Not paid"), gettext_noop("another reason")),
)
"""The values for what stays open of the difference, and why."""


def payment_fields(rules: Rules, state: State) -> list[Field]:
    """The values of a payment correction: which payment, what was really done, and what cannot be put right."""
    return [
        Field("what", _("Which payment"), "one", True, payments(state)),
        Field(
            "did",
            _("What the dealer did"),
            "one",
            True,
            [
                Option(PAID, _("Paid")),
                Option(TAKEN, _("Took")),
                Option(NOTHING, _("Nothing")),
            ],
        ),
        Field("sum", _("How much"), "money", True, when=MOVED),
        Field("to", _("Who was paid"), "one", True, _players(state), typed=True, when=f"did={PAID}"),
        Field("open", _("Not all can be put right"), "one", False, worded(OPEN)),
        Field("stays", _("How much of it"), "money", False),
    ]


def payments(state: State) -> list[Option]:
    """Every settlement of the round, the last first, with what was due and recorded."""
    options: list[Option] = []
    right = {settlement_of(payment) for payment in state.payments}
    for result in reversed(state.results):
        place = settlement_of(result)
        value = f"{place.box}.{place.hand}|{place.player}|{place.bet}|{place.wager}"
        if value in [option.value for option in options]:
            continue
        hands = len(state.box(place.box).hands)
        name = f"{hand_name(place.box, place.hand, hands)} · {place.player}"
        label = f"{_bet(state, result)} {_due(result)}".strip()
        options.append(
            Option(value, name, text(_("{bet} · put right before"), bet=label) if place in right else label)
        )
    return options


def _due(result: Result) -> str:
    words = result_words(result.result)
    if result.pays and result.odds:
        odds = odds_words(result.odds)
        return text(_("{result}: {amount:money} paid at {odds}"), result=words, amount=result.pays, odds=odds)
    if result.pays:
        return text(_("{result}: {amount:money} paid"), result=words, amount=result.pays)
    if result.takes > 0:
        return text(_("{result}: {amount:money} taken"), result=words, amount=result.takes)
    return text(_("{result}: {amount:money} stays"), result=words, amount=result.stake)


def _bet(state: State, result: Result) -> str:
    if result.bet == MAIN:
        return ""
    if result.bet == SUPER_BONUS:
        return _("Super Bonus")
    words = bet_words(state.setup, result.bet)
    if result.bet == INSURANCE and result.wager != MAIN:
        words = text(_("{bet} of {wager}"), bet=words, wager=bet_words(state.setup, result.wager))
    return text(_("{bet} in action"), bet=words) if result.wager == IN_ACTION else words


def _players(state: State) -> list[Option]:
    """The players who may have been paid: the wager's own player first, chosen unless another is tapped."""
    marks = dict.fromkeys([result.player for result in state.results])
    marks |= dict.fromkeys([name for box in state.boxes for name in box.players])
    return [Option("-", _("Its player"), chosen=True), *[Option(name, name) for name in marks]]
