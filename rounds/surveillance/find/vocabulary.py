"""What happened in a round, in the words that reviewers type and tap.

`CHOICES` are tapped; `happening_of` reads what is typed: those words, and phrases with a number, cards or a name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext, gettext_lazy

from casino.translated import text
from rounds.surveillance.facts.cards import typed_cards
from sidebets import EVERY

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    Words = str | StrPromise

_NUMBERS: Final = {
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
}
_COUNT: Final = rf"(\d{{1,2}}|{'|'.join(_NUMBERS)})"


@dataclass(frozen=True, slots=True)
class Happening:
    """Something to search rounds for; fields that are not asked for are empty."""

    words: str
    term: str = ""
    """A term of `rounds.surveillance.facts.terms`."""
    on_box: bool = True
    """Whether it happens on a box, so that a box and a player narrow it."""
    odds: int = 0
    """A side bet paid at these odds to 1 or better, in hundredths."""
    slower: int = 0
    """The least seconds that the round took from the call to the collection."""
    faster: int = 0
    """The most seconds that the round took from the call to the collection."""
    hand: tuple[str, ...] = ()
    """Cards in sequence on a hand."""
    shoe: tuple[str, ...] = ()
    """Cards that left the shoe in sequence."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice to tap. ``code`` is its term."""

    code: str
    words: Words
    on_box: bool = True


GROUPS: Final[Sequence[tuple[Words, Sequence[Choice]]]] = (
    (
        gettext_lazy("Splits"),
        (
            Choice("split", gettext_lazy("Split")),
            Choice("split:2", gettext_lazy("Split twice")),
            Choice("split:3", gettext_lazy("Split three times")),
            Choice("split_aces", gettext_lazy("Aces split")),
            Choice("split_tens", gettext_lazy("Tens split")),
        ),
    ),
    (
        gettext_lazy("Doubles"),
        (
            Choice("doubled", gettext_lazy("Doubled")),
            Choice("doubled_soft", gettext_lazy("Soft double")),
            Choice("doubled_after_split", gettext_lazy("Doubled after a split")),
            Choice("rescued", gettext_lazy("Double taken back")),
        ),
    ),
    (
        gettext_lazy("Cards"),
        (
            Choice("blackjack", gettext_lazy("Player Blackjack")),
            Choice("bust", gettext_lazy("Player bust")),
            Choice("hand_cards:5", gettext_lazy("Five-card hand")),
            Choice("dealer_blackjack", gettext_lazy("Dealer Blackjack"), on_box=False),
            Choice("dealer_bust", gettext_lazy("Dealer bust"), on_box=False),
            Choice("dealer:6:21", gettext_lazy("Dealer six-card 21"), on_box=False),
        ),
    ),
    (
        gettext_lazy("Insurance and surrender"),
        (
            Choice("insured", gettext_lazy("Insured")),
            Choice("insurance_paid", gettext_lazy("Insurance paid")),
            Choice("even_money", gettext_lazy("Even money")),
            Choice("surrendered", gettext_lazy("Surrendered")),
        ),
    ),
    (
        gettext_lazy("Money"),
        (
            Choice("side_bet_paid", gettext_lazy("Side bet paid")),
            Choice("raised_after_win", gettext_lazy("Wager doubled after a win")),
            Choice("wager_void", gettext_lazy("Wager void")),
            Choice("wrong_payment", gettext_lazy("Wrong payment"), on_box=False),
        ),
    ),
    (
        gettext_lazy("What went wrong"),
        (
            Choice("irregularity", gettext_lazy("Irregularity"), on_box=False),
            Choice("corrected", gettext_lazy("Record corrected"), on_box=False),
            Choice("refused", gettext_lazy("Tap refused"), on_box=False),
            Choice("taken_back", gettext_lazy("Tap undone"), on_box=False),
            Choice("directed", gettext_lazy("Hand completed by direction"), on_box=False),
            Choice("void", gettext_lazy("Round void"), on_box=False),
        ),
    ),
)  # fmt: skip

CHOICES: Final[Mapping[str, Choice]] = {choice.code: choice for _, choices in GROUPS for choice in choices}

FIRST: Final = (
    "split:2",
    "split_aces",
    "dealer:6:21",
    "doubled_soft",
    "side_bet_paid",
    "insured",
    "irregularity",
)
"""The choices in sight before the others are opened."""


def chosen(code: str) -> Happening | None:
    """The choice with that code, or None."""
    choice = CHOICES.get(code)
    return None if choice is None else Happening(str(choice.words), choice.code, choice.on_box)


def happening_of(typed: str) -> Happening | None:
    """What a phrase asks for, None if it is not understood. Case, a leading article and plurals do not matter."""
    words = " ".join(typed.lower().replace("\u2011", "-").split()).removeprefix("a ").removeprefix("box ")
    for choice in CHOICES.values():
        if words == str(choice.words).lower():
            return chosen(choice.code)
    for pattern, make in _PATTERNS:
        if match := pattern.fullmatch(words):
            return make(match)
    return _of_bet(words)


def _choice(code: str) -> Callable[[re.Match[str]], Happening | None]:
    return lambda _: chosen(code)


def _number(text: str) -> int:
    return _NUMBERS.get(text) or int(text)


def _dealer_cards(match: re.Match[str]) -> Happening:
    count, total = _number(match[1]), match[2]
    if total:
        words = text(gettext("Dealer {count} cards, {total}"), count=count, total=total)
        return Happening(words, f"dealer:{count}:{total}", on_box=False)
    return Happening(
        text(gettext("Dealer {count} cards"), count=count), f"dealer_cards:{count}", on_box=False
    )


def _dealer_total(match: re.Match[str]) -> Happening:
    return Happening(
        text(gettext("Dealer {total}"), total=match[1]), f"dealer_total:{match[1]}", on_box=False
    )


def _hand_cards(match: re.Match[str]) -> Happening:
    count, total = _number(match[1]), match[2]
    if total:
        return Happening(
            text(gettext("Hand of {count} cards, {total}"), count=count, total=total), f"hand:{count}:{total}"
        )
    return Happening(text(gettext("Hand of {count} cards"), count=count), f"hand_cards:{count}")


def _doubled_on(match: re.Match[str]) -> Happening:
    return Happening(text(gettext("Doubled on {total}"), total=match[1]), f"doubled_on:{match[1]}")


def _insured_on(match: re.Match[str]) -> Happening:
    return Happening(text(gettext("Insured on {total}"), total=match[1]), f"insured_on:{match[1]}")


def _side_bet_odds(match: re.Match[str]) -> Happening:
    words = text(gettext("Side bet paid {odds} to 1 or more"), odds=match[1])
    return Happening(words, odds=100 * int(match[1]), on_box=False)


def _pace(match: re.Match[str]) -> Happening:
    seconds = int(match[2]) * (60 if match[3] and match[3].startswith("m") else 1)
    if match[1] == "slower":
        words = text(gettext("Slower than {seconds} seconds"), seconds=seconds)
        return Happening(words, slower=seconds, on_box=False)
    words = text(gettext("Faster than {seconds} seconds"), seconds=seconds)
    return Happening(words, faster=seconds, on_box=False)


def _cards(match: re.Match[str]) -> Happening | None:
    cards = typed_cards(match[2])
    if cards is None:
        return None
    shown = " ".join(card[0].replace("T", "10") + card[1:] for card in cards)
    if match[1] in ("shoe", "left shoe", "left the shoe"):
        return Happening(
            text(gettext("Left the shoe: {cards}"), cards=shown), shoe=tuple(cards), on_box=False
        )
    return Happening(text(gettext("On a hand: {cards}"), cards=shown), hand=tuple(cards), on_box=False)


def _of_bet(words: str) -> Happening | None:
    """A side bet by its name, or by its name with ``paid``."""
    for bet in EVERY:
        for known in {bet.key.replace("_", " "), bet.title.lower()}:
            if words == known:
                return Happening(bet.title, f"bet:{bet.key}")
            if words in (f"{known} paid", f"{known} won"):
                return Happening(text(gettext("{bet} paid"), bet=bet.title), f"bet_paid:{bet.key}")
    return None


_SECONDS: Final = r"(\d{1,4})\s*(s|sec|seconds?|m|min|minutes?)?"
_PATTERNS: Final[Sequence[tuple[re.Pattern[str], Callable[[re.Match[str]], Happening | None]]]] = tuple(
    (re.compile(pattern), make)
    for pattern, make in (
        (r"splits?", _choice("split")),
        (r"splits? (?:twice|2x|again|two times|re-?split)|re-?split", _choice("split:2")),
        (r"splits? (?:three times|3x|thrice)", _choice("split:3")),
        (r"(?:pair of )?aces? (?:was |were )?split|split (?:a pair of )?aces?", _choice("split_aces")),
        (r"(?:pair of )?tens? (?:was |were )?split|split (?:a pair of )?tens?", _choice("split_tens")),
        (r"doubles?|doubled?", _choice("doubled")),
        (r"soft doubles?|doubled? (?:down )?(?:on )?(?:a )?soft(?: total| hand)?", _choice("doubled_soft")),
        (r"doubled? after (?:a )?split", _choice("doubled_after_split")),
        (r"doubled? (?:down )?on (\d{1,2})", _doubled_on),
        (rf"dealer (?:drew (?:to )?)?(?:a )?{_COUNT}[- ]cards?(?:,? (\d{{1,2}}))?", _dealer_cards),
        (r"dealer (\d{2})", _dealer_total),
        (r"dealer (?:bust|busts|broke|breaks|too many)", _choice("dealer_bust")),
        (r"dealer (?:black ?jack|pontoon|bj)", _choice("dealer_blackjack")),
        (r"black ?jack|pontoon|bj", _choice("blackjack")),
        (rf"(?:hand of )?{_COUNT}[- ]cards?(?: hand)?(?:,? (\d{{1,2}}))?", _hand_cards),
        (r"insur(?:ed|ance|ance taken)", _choice("insured")),
        (r"insur(?:ed|ance) (?:taken )?on (\d{1,2})", _insured_on),
        (r"insurance (?:paid|won)", _choice("insurance_paid")),
        (r"surrender(?:ed|s)?", _choice("surrendered")),
        (r"side bets?(?: paid| won)?", _choice("side_bet_paid")),
        (r"side bets? (?:paid )?(\d{1,5})(?:\.0)? to 1(?: or more|\+| \+)?", _side_bet_odds),
        (r"irregularit(?:y|ies)|irregular", _choice("irregularity")),
        (r"correct(?:ed|ions?)|record corrected", _choice("corrected")),
        (r"refus(?:ed|als?)", _choice("refused")),
        (r"(?:taps? )?(?:taken back|undone)|undo", _choice("taken_back")),
        (r"wrong payments?|paid wrong(?:ly)?", _choice("wrong_payment")),
        (r"(?:round )?void(?:ed)?", _choice("void")),
        (r"(?:wager |bet )?(?:grew|raised|doubled) after (?:a )?win", _choice("raised_after_win")),
        (rf"(slower|faster) than {_SECONDS}", _pace),
        (r"(cards?|hand|shoe|left shoe|left the shoe):? ([0-9atjqkcdhs♣♦♥♠ ,]+)", _cards),
    )
)  # fmt: skip
