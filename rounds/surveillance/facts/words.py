"""The names of kinds of cases and of decisions."""

from __future__ import annotations

from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from casino.rulebooks import BOOKS
from casino.rulebooks.irregularities import irregularities
from rounds.models import RoundCase
from rounds.read_model.irregularities.plan import choice_words
from rounds.read_model.log_rows import kind_words

What = RoundCase.What

CORRECTIONS = {
    "correct_card": gettext_noop("Card corrected"),
    "correct_wager": gettext_noop("Wager corrected"),
    "correct_double": gettext_noop("Double corrected"),
    "correct_insurance": gettext_noop("Insurance corrected"),
    "correct_decision": gettext_noop("Decision corrected"),
    "correct_answer": gettext_noop("Answer corrected"),
    "correct_payment": gettext_noop("Payment corrected"),
}
DECISIONS = {
    "approved": gettext_noop("signed as it was worked out"),
    "refused": gettext_noop("not signed: left as it was"),
}


@lru_cache(maxsize=1)
def _titles() -> dict[str, str]:
    """The title of every irregularity in any book."""
    titles: dict[str, str] = {}
    for book in BOOKS.values():
        for rules in book.games.values():
            for kind in irregularities(rules).values():
                titles.setdefault(kind.kind, kind.title)
    return titles


def words_of_kind(what: str, kind: str) -> str:
    """The name of a case."""
    if kind in CORRECTIONS:
        return _(CORRECTIONS[kind])
    if what == What.TAKEN_BACK:
        return kind_words(kind)
    if what == What.REFUSAL:
        return kind.replace(".", ", ").replace("_", " ")
    title = _titles().get(kind)
    return _(title) if title else kind.replace("_", " ")


def decision_words(decision: str) -> str:
    """How it was decided; "" if it was not."""
    if decision in DECISIONS:
        return _(DECISIONS[decision])
    return choice_words(decision)
