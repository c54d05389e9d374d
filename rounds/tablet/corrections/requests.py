"""Parse the form of a correction into its command."""

from __future__ import annotations

from typing import Literal, cast

from django.http import QueryDict

from casino.refusals import UnreadableRequest
from rounds import engine
from rounds.engine.questions import DECISIONS, WHY_OPEN
from rounds.engine.values import INSURANCE, MAIN
from rounds.read_model.irregularities.payment_fields import NOTHING, PAID, TAKEN
from rounds.tablet import requests
from rounds.tablet.corrections.fields import DOUBLE, NO, YES
from rounds.tablet.irregularities.requests import PREFIX

OFFERS = ("surrender", "rescue")
Then = tuple[Literal["hit", "stand"], ...]


def value(post: QueryDict, name: str) -> str:
    """The value of a field, tapped or typed."""
    typed = post.get(f"{PREFIX}{name}:other", "").strip()
    return (typed or post.get(f"{PREFIX}{name}", "").strip())[:60]


def correction_of(kind: str, post: QueryDict) -> engine.Correction:
    """The correction in the form. Raises UnreadableRequest if it is not one."""
    if kind == "payment":
        return payment_of(post)
    what, was = value(post, "what").split("|"), value(post, "was")
    if not what[0] or not was:
        raise UnreadableRequest("correction.not_chosen")
    then = _then(value(post, "then"))
    if kind == "card":
        return engine.CorrectCard(_number(what[0]), was, then)
    box, _, hand_text = what[0].partition(".")
    number, hand = _number(box), _number(hand_text or "1")
    who, bet = (*what[1:], "", "")[:2]
    if kind == "box":
        return engine.CorrectWager(number, who, bet, to_box=_number(was), then=then)
    if kind == "player":
        return engine.CorrectWager(number, who, bet, to_player=was, then=then)
    if kind == "amount":
        cents = 0 if was.strip("$ ") == "0" else requests.amount(was)
        if bet == DOUBLE:
            return engine.CorrectDouble(number, who, cents, hand)
        if bet == INSURANCE:
            return engine.CorrectInsurance(number, who, cents, (*what, MAIN)[3])
        return engine.CorrectWager(number, who, bet, amount=cents, then=then)
    if kind == "decision" and bet in OFFERS and was in (YES, NO):
        offer = cast(Literal["surrender", "rescue"], bet)
        return engine.CorrectAnswer(number, who, offer, was == YES, hand, then)
    if kind == "decision" and bet not in OFFERS and was in DECISIONS:
        words = cast(tuple[Literal["hit", "stand", "double", "split"], ...], (was, *then))
        return engine.CorrectDecision(number, _number(who), words, hand)
    raise UnreadableRequest("correction.unknown")


def payment_of(post: QueryDict) -> engine.CorrectPayment:
    """The correction of a wrong payment in the form. Raises UnreadableRequest if it is not one."""
    place, player, bet, wager = (*value(post, "what").split("|"), "", "", "", "")[:4]
    box, _, hand = place.partition(".")
    did = value(post, "did")
    if not box or not player or not bet or did not in (PAID, TAKEN, NOTHING):
        raise UnreadableRequest("correction.payment_not_chosen")
    cents = 0 if did == NOTHING else _cents(value(post, "sum"))
    to = value(post, "to") if did == PAID else ""
    side, _, why = value(post, "open").partition("|")
    if side not in ("", "recover", "pay") or why not in WHY_OPEN:
        raise UnreadableRequest("correction.open_bets")
    stays = _cents(value(post, "stays")) if side and value(post, "stays") else None
    due = value(post, "due")
    return engine.CorrectPayment(
        _number(box),
        player,
        bet,
        _number(hand or "1") or 1,
        wager or MAIN,
        paid=cents if did == PAID else 0,
        took=cents if did == TAKEN else 0,
        to=to if to not in ("-", player) else "",
        unrecovered=stays if side == "recover" else 0,
        unpaid=stays if side == "pay" else 0,
        why=cast(Literal["", "left", "refuses", "other"], why),
        due=_cents(due) if due else None,
        dispute=_long(value(post, "dispute")),
        round_no=_long(value(post, "round")),
    )


def _cents(text: str) -> int:
    return 0 if text.strip("$ ") in ("0", "0.00") else requests.amount(text)


def _long(text: str) -> int:
    """The number of a round or a dispute; 0 if empty."""
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise UnreadableRequest("typed.choice")
    return int(text)


def _then(text: str) -> Then:
    words = tuple([word for word in text.split(",") if word])
    if set(words) - {"hit", "stand"}:
        raise UnreadableRequest("correction.later_decisions")
    return cast(Then, words)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise UnreadableRequest("typed.choice")
    return int(text)
