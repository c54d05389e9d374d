"""The query of a comparison: which figure, which kind, when, and at which tables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlencode

from django.db.models import Q
from django.utils.translation import gettext, gettext_lazy

from casino.ledger import ChainHead
from rounds.models import RoundCase
from rounds.surveillance.when import Span, span_of

What = RoundCase.What

OVERRIDDEN: Final = "overridden"
MEASURES: Final = {
    What.IRREGULARITY: gettext_lazy("Irregularities"),
    What.CORRECTION: gettext_lazy("Corrections"),
    What.REFUSAL: gettext_lazy("Refusals"),
    OVERRIDDEN: gettext_lazy("Readings overridden"),
    What.TAKEN_BACK: gettext_lazy("Taps undone"),
    What.WRONG_PAYMENT: gettext_lazy("Wrong payments"),
}
"""What is counted. A reading is overridden if the signer takes another choice than the book's first, or refuses to
sign what was worked out."""
VIEWS: Final = ("staff", "pairs", "player", "cases")
FIELDS: Final = ("view", "what", "kind", "when", "table", "player", "person", "as")
USUAL: Final = timedelta(days=30)
LONGEST: Final = 60

_NUMBER: Final = re.compile(r"[A-Za-z]-\d{1,6}")


@dataclass(slots=True)
class Comparing:
    """The query as given, and the fields that could not be read (``wrong``)."""

    given: dict[str, str]
    view: str
    what: str
    span: Span
    wrong: dict[str, str] = field(default_factory=dict)
    kind: str = ""
    table: str = ""
    player: str = ""
    person: str = ""
    role: str = "dealer"

    @classmethod
    def parse(cls, given: Mapping[str, str], now: datetime) -> Comparing:
        """Read a query string. Fields that cannot be read are reported and left out."""
        words = {name: str(given.get(name, "")).strip()[:LONGEST] for name in FIELDS}
        wrong = {}
        for name, typed in words.items():
            if not typed.isprintable():
                wrong[name] = gettext("It contains a character that no entry has. Type it again.")
                words[name] = ""
        span = span_of(words["when"], now) if words["when"] else (now - USUAL, now)
        if span is None:
            wrong["when"] = gettext(
                "That is not a time. Write last 30 days, last shift, 28 Nov or 18:40 to 21:10."
            )
            span = (now - USUAL, now)
        asked = cls(
            words,
            view=words["view"] if words["view"] in VIEWS else VIEWS[0],
            what=words["what"] if words["what"] in MEASURES else What.IRREGULARITY,
            span=span,
            wrong=wrong,
            kind=words["kind"],
            player=words["player"],
        )
        code = words["table"].upper()
        if code and ChainHead.objects.filter(chain=code).exists():
            asked.table = code
        elif code:
            wrong["table"] = gettext("There is no such table.")
        if _NUMBER.fullmatch(words["person"]):
            asked.person = words["person"].upper()
        elif words["person"]:
            wrong["person"] = gettext("Write a staff number, such as D-114.")
        asked.role = "supervisor" if words["as"] == "supervisor" else "dealer"
        return asked

    @property
    def measure(self) -> str:
        """What is counted, in words."""
        return str(MEASURES[self.what])

    @property
    def during(self) -> Q:
        """The condition for the time and table asked for, on any of the rows."""
        condition = Q(at__gte=self.span[0], at__lte=self.span[1])
        return condition & Q(table=self.table) if self.table else condition

    @property
    def counted(self) -> Q:
        """The condition for the cases that are counted."""
        condition = self.during
        condition &= Q(overridden=True) if self.what == OVERRIDDEN else Q(what=self.what)
        return condition & Q(kind=self.kind) if self.kind else condition

    def address(self, **other: str) -> str:
        """The query string with some fields changed."""
        return urlencode({name: value for name, value in (self.given | other).items() if value})

    @property
    def to_staff(self) -> str:
        """The address of the staff's view, for the same time and tables."""
        return self._to("staff", "what", "kind")

    @property
    def to_pairs(self) -> str:
        """The address of the pairs, for the same time and tables."""
        return self._to("pairs", "what", "kind")

    @property
    def to_player(self) -> str:
        """The address of a player's worksheet, for the same time and tables but no player."""
        return self._to("player")

    @property
    def to_cases(self) -> str:
        """The address of the cases behind a figure."""
        return self._to("cases", "what", "kind")

    @property
    def to_cases_of_all(self) -> str:
        """The address of all cases, whatever is counted."""
        return self._to("cases")

    def _to(self, view: str, *kept: str) -> str:
        names = ("when", "table", *kept)
        return urlencode({"view": view} | {name: self.given[name] for name in names if self.given[name]})
