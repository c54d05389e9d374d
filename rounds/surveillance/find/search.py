"""A search for rounds: what was typed and tapped, what it means, and the rounds found, newest first.

Pages go by key, and no count goes beyond `COUNTED`. Whatever cannot be understood is reported and left out; the rest
still searches.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from django.db.models import Q, QuerySet
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext

from casino import clause_register
from casino.ledger import ChainHead
from casino.ledger.search import BOOKS, time_limited
from casino.money import Cents, MoneyError, parse_typed
from casino.translated import text
from rounds.models import RoundFacts
from rounds.surveillance.facts.cards import HAND, THREE, pattern, runs_of
from rounds.surveillance.find.vocabulary import Happening, chosen, happening_of
from rounds.surveillance.when import Span, span_of

PAGE: Final = 50
COUNTED: Final = 1_000
FIELDS: Final = ("q", "when", "table", "box", "player", "dealer", "supervisor", "amount", "clause")
LONGEST: Final = 200
NEAREST: Final = 3
"""How many clauses are proposed in place of an unknown one."""

_OR: Final = re.compile(r"\s*(?:,|;|\bor\b)\s*", re.IGNORECASE)
_STAFF: Final = re.compile(r"[A-Za-z]-\d{1,6}")
_BOX: Final = re.compile(r"(?:box|betting area)\s*#?(\d{1,2})", re.IGNORECASE)
_PLAYER: Final = re.compile(r"player\s+(\S{1,16})", re.IGNORECASE)
_AMOUNT: Final = re.compile(
    r"(?:payments? |paid |wagers? |amount )?(?:over|above|more than)\s+(\S+)", re.IGNORECASE
)
_CLAUSE: Final = re.compile(rf"(?:clause\s+)?((?:{'|'.join(BOOKS)})-\S+)|clause\s+(\S+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Cursor:
    """The last round of a page; the next page starts after it."""

    at: datetime
    round_id: int

    def __str__(self) -> str:
        return f"{self.at.isoformat()}~{self.round_id}"

    @classmethod
    def parse(cls, given: str) -> Cursor | None:
        """The cursor in a text, or None: an invalid one shows the first page."""
        at, _, number = given.partition("~")
        try:
            moment = parse_datetime(at.replace(" ", "+"))
        except ValueError:
            return None
        if moment is None or moment.tzinfo is None or not re.fullmatch(r"[0-9]{1,18}", number):
            return None
        return cls(moment, int(number))


@dataclass(slots=True)
class FindSearch:
    """A search as given, what was understood of it, and what was not (``wrong``, by field)."""

    given: dict[str, str]
    what: list[str] = field(default_factory=list)
    """The codes of the choices that were tapped."""
    wrong: dict[str, str] = field(default_factory=dict)
    happened: list[Happening] = field(default_factory=list)
    """The round must have any of these."""
    span: Span | None = None
    tables: list[str] = field(default_factory=list)
    box: int | None = None
    player: str = ""
    terms: list[str] = field(default_factory=list)
    """The round must have all of these, such as ``dealt_by:D-114``."""
    over: Cents | None = None
    nearest: list[str] = field(default_factory=list)
    """Clauses similar to an unknown one."""

    @classmethod
    def parse(cls, given: Mapping[str, str], what: Sequence[str], now: datetime) -> FindSearch:
        """Read a search; ``what`` are the codes of tapped choices."""
        search = cls({name: given.get(name, "").strip()[:LONGEST] for name in FIELDS})
        for name, typed in search.given.items():
            if not typed.isprintable():
                search.wrong[name] = gettext("It contains a character that no entry has. Type it again.")
                search.given[name] = ""
        for code in dict.fromkeys(what[:40]):
            if happening := chosen(code):
                search.what.append(code)
                search.happened.append(happening)
        search._fields(now)
        unknown = [
            phrase for phrase in _OR.split(search.given["q"]) if phrase and not search._phrase(phrase, now)
        ]
        if unknown:
            search.wrong["q"] = text(
                gettext("“{phrase}” was not understood and is left out."), phrase="”, “".join(unknown)
            )
        return search

    def _fields(self, now: datetime) -> None:
        given = self.given
        if given["when"]:
            self.span = span_of(given["when"], now)
            if self.span is None:
                self.wrong["when"] = gettext(
                    "That is not a time. Write 15:28, 18:40 to 21:10, 10 minutes ago, last shift or 28 Nov."
                )
        if given["table"] and not self._table(given["table"]):
            self.wrong["table"] = gettext("There is no such table.")
        if given["box"]:
            number = given["box"].lower().removeprefix("box").strip()
            if number.isascii() and number.isdigit() and 0 < int(number) < 100:
                self.box = int(number)
            else:
                self.wrong["box"] = gettext("Write the box as a number, such as 4.")
        self.player = given["player"].removeprefix("player ").strip()[:16]
        for name, part in (("dealer", "dealt_by"), ("supervisor", "supervisor")):
            if not given[name]:
                continue
            if _STAFF.fullmatch(given[name]):
                self.terms.append(f"{part}:{given[name].upper()}")
            else:
                self.wrong[name] = gettext("Write a staff number, such as D-114.")
        if given["amount"]:
            self._amount("amount", given["amount"])
        if given["clause"]:
            self._clause("clause", given["clause"])

    def _phrase(self, phrase: str, now: datetime) -> bool:
        """Read one phrase of the search line; returns False if it is not understood."""
        if happening := happening_of(phrase):
            if happening not in self.happened:
                self.happened.append(happening)
        elif box := _BOX.fullmatch(phrase):
            self.box = int(box[1])
        elif player := _PLAYER.fullmatch(phrase):
            self.player = player[1]
        elif _STAFF.fullmatch(phrase):
            self.terms.append(f"by:{phrase.upper()}")
        elif amount := _AMOUNT.fullmatch(phrase):
            self._amount("q", amount[1])
        elif clause := _CLAUSE.fullmatch(phrase):
            self._clause("q", clause[1] or clause[2])
        elif span := span_of(phrase, now):
            self.span = span
        else:
            return self._table(phrase)
        return True

    def _table(self, typed: str) -> bool:
        code = typed.upper()
        if not ChainHead.objects.filter(chain=code).exists():
            return False
        self.tables.append(code)
        return True

    def _amount(self, name: str, typed: str) -> None:
        try:
            self.over = parse_typed(typed)
        except MoneyError as wrong:
            self.wrong[name] = text(
                gettext("{fault:cap:phrase}. Write it as 25 or 12.50."), fault=wrong.fault
            )

    def _clause(self, name: str, typed: str) -> None:
        book, dash, number = typed.partition("-")
        if dash and book.upper() in BOOKS:
            clauses = [f"{book.upper()}-{number}"]
        else:
            clauses = [f"{key}-{typed}" for key in BOOKS]
        known = clause_register.by_id()
        there = [
            clause
            for clause in clauses
            if clause in known
            or any(other.startswith((f"{clause}.", f"{clause}(", f"{clause}-")) for other in known)
        ]
        if there:
            self.terms.append("|".join(f"clause:{clause}" for clause in there))
            return
        self.nearest = _nearest(clauses)
        self.wrong[name] = text(
            gettext("No book has the clause {clause}: it is left out."), clause=typed.upper()
        )

    @property
    def any(self) -> bool:
        """Whether anything is searched for."""
        return bool(self.what) or any(self.given.values())

    def address(self, **more: str) -> str:
        """The search as a query string."""
        pairs = [(name, value) for name, value in (self.given | more).items() if value]
        return urlencode([*pairs, *(("what", code) for code in self.what)])

    def rounds(self) -> QuerySet[RoundFacts]:
        """The rounds found, newest first; not evaluated yet."""
        query = RoundFacts.objects.order_by("-at", "-round")
        if self.span:
            query = query.filter(at__gte=self.span[0], at__lte=self.span[1])
        if self.tables:
            query = query.filter(table__in=self.tables)
        if self.box is not None:
            query = query.filter(terms__contains=[f"box:{self.box}"])
        if self.player:
            query = query.filter(terms__contains=[f"player:{self.player}"])
        for term in self.terms:
            query = query.filter(terms__overlap=term.split("|"))
        if self.over is not None:
            query = query.filter(most_money__gt=self.over)
        if self.happened:
            condition = Q()
            for happening in self.happened:
                condition |= self._condition(happening)
            query = query.filter(condition)
        return query

    def _condition(self, happening: Happening) -> Q:
        if happening.term:
            return Q(terms__contains=self.terms_for(happening))
        if happening.odds:
            return Q(best_odds__gte=happening.odds)
        if happening.slower:
            return Q(seconds__gt=happening.slower)
        if happening.faster:
            return Q(seconds__lt=happening.faster)
        cards, column, base = (
            (happening.hand, "lay", HAND) if happening.hand else (happening.shoe, "left_shoe", 0)
        )
        runs = list(runs_of(cards, of_hand=bool(happening.hand)))
        if len(cards) > 2:
            runs = [run for run in runs if run - base >= THREE]
        return Q(runs__contains=runs) & Q(**{f"{column}__regex": pattern(cards)})

    def terms_for(self, happening: Happening) -> list[str]:
        """The terms of a round in which this happened, at the box and to the player searched for."""
        places = []
        if happening.on_box and self.box is not None:
            places.append(f"@{self.box}")
        if happening.on_box and self.player:
            places.append(f"@{self.player}")
        return [f"{happening.term}{place}" for place in places] or [happening.term]

    def page(self, before: Cursor | None) -> tuple[list[RoundFacts], Cursor | None]:
        """One page of rounds, and the cursor of the next page, None at the end.

        Raises OperationalError if the database cancels the query.
        """
        query = self.rounds()
        if before is not None:
            query = query.filter(Q(at__lt=before.at) | Q(at=before.at, round__lt=before.round_id))
        with time_limited():
            rounds = list(query[: PAGE + 1])
        last = rounds[PAGE - 1] if len(rounds) > PAGE else None
        return rounds[:PAGE], Cursor(last.at, last.round_id) if last else None

    def count(self) -> int:
        """How many rounds are found, `COUNTED` + 1 for more than that. Raises OperationalError as `page` does."""
        with time_limited():
            return self.rounds().order_by().values("round_id")[: COUNTED + 1].count()


def _nearest(clauses: Sequence[str]) -> list[str]:
    """Clauses of the register that begin like an unknown one."""
    known = sorted(clause_register.by_id())
    for clause in clauses:
        beginning = clause
        while "-" in beginning and len(beginning) > len(clause.partition("-")[0]) + 1:
            beginning = beginning[:-1]
            if near := [other for other in known if other.startswith(beginning)]:
                # Of equally deep clauses take the last: 7.5.8 is nearer to 7.5.9 than 7.5.1.
                same = [other for other in near if len(other) == len(clause)] or near
                return same[-NEAREST:]
    return []
