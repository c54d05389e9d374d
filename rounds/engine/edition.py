"""The edition of the rules that a round is dealt under: all values of its game, side bets and elections, and the hash
by which the round names it.

The books hold today's rules. A recorded round keeps its edition for ever, so a value that has changed since does not
affect it.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from casino.rulebooks import Rules, rules_for
from casino.rulebooks.irregularities import irregularities
from casino.rulebooks.tournament_play import PLAY
from sidebets import SideBet, side_bets_of_book
from sidebets.bet import Judge
from sidebets.judges import judge_of, lines_met_by, tag_of

FORM: Final = 1

Pairs = tuple[tuple[str, str], ...]


class EditionError(Exception):
    """An edition that is not available, or a text that cannot be read as one."""


class LaterEdition(EditionError):
    """An edition that names something known only to a later version of the software."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Values:
    """The stored values of an edition. A field added later has a default that means “as before”."""

    form: int = FORM
    elections: Pairs
    readings: Pairs
    rules: Rules
    side_bets: tuple[SideBet, ...]
    """All of the book's, those of its other games included."""


class Edition(str):
    """The rules of a game with its side bets, identified by the SHA-256 of all their values, in 64 hexadecimal digits.
    Equal hashes mean equal rules.

    An edition read from an event has only its hash; the record has its values.
    """

    # A str, so that comparing editions and looking them up cost no more than comparing their hashes.

    __slots__ = ("every_side_bet", "rules", "side_bets", "text")

    text: str
    """The values in canonical JSON: sorted keys, no blanks, odds as whole numbers. This and the next three fields
    raise EditionError if the values are not available."""
    rules: Rules
    """The rules of the game, with elections and readings applied."""
    side_bets: dict[str, SideBet]
    """The side bets that may be offered with the game, by key, in the book's order."""
    every_side_bet: dict[str, SideBet]
    """Every side bet of the book, those of its other games included."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            # Called only for an empty slot: values that are present cost nothing.
            if name in self.__slots__:
                raise EditionError(f"The values of the edition {self} are not at hand.")
            raise AttributeError(name)


def _edition(text: str, values: _Values) -> Edition:
    edition = Edition(name_of(text))
    edition.text, edition.rules = text, values.rules
    edition.every_side_bet = {bet.key: bet for bet in values.side_bets}
    edition.side_bets = {
        key: bet for key, bet in edition.every_side_bet.items() if values.rules.game in bet.games.value
    }
    return edition


Editions = Callable[[str], Edition]
"""Returns the edition with a hash, with its values."""


@lru_cache(maxsize=64)
def edition_of(book: str, game: str = "blackjack", elections: Pairs = (), readings: Pairs = ()) -> Edition:
    """Today's edition of a game with these elections and readings. Raises RuleBookError as `rules_for` does."""
    rules = rules_for(book, game, elections, readings)
    values = _Values(
        elections=elections,
        readings=readings,
        rules=replace(
            rules, kinds=tuple(irregularities(rules).values()), tournament_play=PLAY.get(rules.book)
        ),
        side_bets=tuple(side_bets_of_book(book, readings).values()),
    )
    return _edition(_encoder.encode(values).decode(), values)


def edition_from(text: str) -> Edition:
    """The edition stored as this text. Raises EditionError for a text that is not an edition, LaterEdition for one that
    names code unknown to this version."""
    try:
        values = _decoder.decode(text)
    except msgspec.MsgspecError as broken:
        raise EditionError(f"An edition of the rules cannot be read: {broken}") from broken
    except LookupError as unknown:
        raise LaterEdition(f"{unknown} judges side bets of a later version") from unknown
    if values.form > FORM:
        raise LaterEdition(f"an edition of the rules is of form {values.form}")
    return _edition(text, values)


def name_of(text: str) -> str:
    """The name of an edition with this text: its SHA-256."""
    return hashlib.sha256(text.encode()).hexdigest()


def edition_named(kind: Any, name: Any) -> Edition:
    """The edition that an event names, without its values. Raises TypeError for anything but a name."""
    if kind is not Edition or not isinstance(name, str):
        raise TypeError("an edition of the rules is named by its hash")
    return Edition(name)


def name_of_edition(value: Any) -> str:
    """An edition's form in JSON: its hash. Raises NotImplementedError for any other value."""
    if not isinstance(value, Edition):
        raise NotImplementedError(f"an event cannot hold {value!r}")
    return str(value)


def _tagged(value: Any) -> Any:
    try:
        return tag_of(value)
    except LookupError:
        raise NotImplementedError(f"{value!r} has no tag in sidebets.judges") from None


def _by_tag(kind: Any, value: Any) -> Any:
    return judge_of(value) if kind == Judge else lines_met_by(value)


_encoder: Final = msgspec.json.Encoder(order="sorted", enc_hook=_tagged)
_decoder: Final = msgspec.json.Decoder(_Values, dec_hook=_by_tag)
