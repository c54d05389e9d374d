"""Parse what a tablet posts about the cards of a shoe: ``shoe:what:argument`` and the fields beside it."""

from __future__ import annotations

from django.http import QueryDict

from casino.cards import CardError, parse_card
from casino.refusals import UnreadableRequest
from casino.staff.models import Staff
from rounds import engine
from rounds.engine import Command
from rounds.engine.questions import MOST_NAMED

LONGEST = 120


def read(post: QueryDict) -> Command:
    """The command of a button about the cards. Raises UnreadableRequest."""
    _, what, argument = (*post.get("do", "").split(":", 2), "", "")[:3]
    if what == "cut":
        return engine.CutCards(by=argument[:24], name=_cutter(post, argument))
    if what == "cut_at":
        return engine.CutCards(argument[:24], position=_cards(post))
    if what == "place":
        return engine.ShoeStep(tuple(argument.split("+"))[:6], depth=_cards(post))
    if what == "order":
        return engine.OrderShuffle(argument[:24], _text(post, "card_reason"))
    if what == "change":
        cause, _, of = argument.partition(":")
        return engine.ChangeCards(
            cause[:24], _named(post) if of == "some" else (), _text(post, "card_reason")
        )
    if what == "bring":
        fields = {name: _text(post, name) for name in ("done_by", "area", "released", "seal", "approval")}
        return engine.BringCards(argument[:24], **fields)
    if what == "ask":
        return engine.AskCards(_text(post, "player"), argument[:24])
    raise UnreadableRequest("tap.no_cards")


def _text(post: QueryDict, name: str) -> str:
    return post.get(name, "").strip()[:LONGEST]


def _cutter(post: QueryDict, who: str) -> str:
    """Who cut if no player did: a standing player's mark, or a staff number (VIC03-4.2.2)."""
    name = _text(post, "cutter")
    if who == "employee" and name and not Staff.objects.filter(number=name.upper(), is_active=True).exists():
        raise UnreadableRequest("typed.no_such_number", number=name)
    return name.upper() if who == "employee" else name


def _cards(post: QueryDict) -> int:
    text = post.get("cards_there", "").strip()
    if not (text.isascii() and text.isdecimal() and len(text) < 4):
        raise UnreadableRequest("typed.count_missing")
    return int(text)


def _named(post: QueryDict) -> tuple[str, ...]:
    words = post.get("changed", "").replace(",", " ").split()
    if not words:
        raise UnreadableRequest("typed.no_card")
    if len(words) > MOST_NAMED:
        raise UnreadableRequest("typed.too_many_cards", entered=len(words), most=MOST_NAMED)
    try:
        return tuple(parse_card(word) for word in words)
    except CardError as fault:
        raise UnreadableRequest("typed.cards_replaced", fault=fault.fault) from fault
