"""What was tapped in the form of a correction, as its command."""

from __future__ import annotations

from typing import Literal, cast

from django.http import QueryDict

from rounds import engine, forms
from rounds.corrections.fields import DOUBLE, NO, YES
from rounds.engine.decisions.allowed import DECISIONS
from rounds.engine.setup import INSURANCE, MAIN
from rounds.irregular.said import PREFIX

OFFERS = ("surrender", "rescue")
Then = tuple[Literal["hit", "stand"], ...]


def value(post: QueryDict, name: str) -> str:
    """What was tapped of a field, or typed."""
    typed = post.get(f"{PREFIX}{name}:other", "").strip()
    return (typed or post.get(f"{PREFIX}{name}", "").strip())[:60]


def correction_of(kind: str, post: QueryDict) -> engine.Correction:
    """The correction that the form makes. Raises Unreadable for what is not one."""
    what, was = value(post, "what").split("|"), value(post, "was")
    if not what[0] or not was:
        raise forms.Unreadable("It is not said what was recorded wrongly", "Tap what it is, and what it was.")
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
        cents = 0 if was.strip("$ ") == "0" else forms.amount(was)
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
    raise forms.Unreadable("This is nothing that can be corrected", "Choose from the list.")


def _then(text: str) -> Then:
    words = tuple([word for word in text.split(",") if word])
    if set(words) - {"hit", "stand"}:
        raise forms.Unreadable("What was decided after that could not be read", "Choose from the list.")
    return cast(Then, words)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise forms.Unreadable("That number could not be read", "Choose from the list.")
    return int(text)
