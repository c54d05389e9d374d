"""The words of the house on its screens: refusals and other texts through gettext, then with their blanks filled.

The English of `casino.words` and of the templates is the msgid. ``casino/locale/en_AU`` and ``casino/locale/en_GB``
say what these houses call otherwise; a house brings its own with ``CASINO_LOCALE`` (docs/translate.md).

How to write a text that people read:

- A refusal: ``raise Refusal("wager.below_minimum", clause, minimum=500)``, its words in `casino.words.refusals`. A
  template that has one shows ``{{ refusal|message }}. {{ refusal|remedy }}``; Python that needs the text calls
  `message` and `remedy`. Never ``refusal.message`` on a screen: that is the English of the record.
- What the table waits for or the dealer calls: ``Phrase.of("prompt.card", place=(3, 1))``, its words in
  `casino.words.prompts` and `casino.words.announcements`. A template shows ``{{ due.prompt|phrase }}``; Python that
  needs the text calls `phrase`.
- A text of a template: ``{% translate "Open the table" %}``; with values
  ``{% blocktranslate with box=box.number trimmed %}Box {{ box }} is closed{% endblocktranslate %}``; with a number of
  things ``{% blocktranslate count n=rounds trimmed %}{{ n }} round{% plural %}{{ n }} rounds{% endblocktranslate %}``.
  The tags need no ``{% load %}``. Wrap whole sentences, never pieces of one, and no tags of HTML that a translator
  need not see.
- A choice of a model: ``{{ table.get_state_display|term }}``. Its label stays English where it is recorded.
- A text of a view: ``from django.utils.translation import gettext as _`` and ``_("Saved")``; a label made at import
  (a form's field) takes ``gettext_lazy``. With values use `text`: ``text(_("Box {box} is closed"), box=3)``; never an
  f-string inside ``_()``.
- A text that a script writes: ``house.words("sent.repeat")``, its words in `casino.words.scripts`.
- What is recorded is not translated: entries keep their English.

``make words`` lists every text in ``casino/locale/words.pot`` and compiles the catalogues.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, wraps
from typing import Any, Literal, ParamSpec, Protocol, TypeVar

from django import template
from django.conf import settings
from django.core.signals import setting_changed
from django.utils import translation

from casino.cards import RANK_NAME, SUIT_NAME, UNKNOWN, Card
from casino.currency import in_house_currency, sign_in_use
from casino.words.filling import fill, text_of
from casino.words.read_back import read_back
from casino.words.refusals import REFUSALS

register = template.Library()

Given = ParamSpec("Given")
Shown = TypeVar("Shown")


def language() -> str:
    """The language of the house, which is that of everybody who looks. Django's own question goes through what is set
    for a thread or a task, where nothing is ever set, and costs more than the words themselves."""
    return _house()[0]


def kept_in_words(work: Callable[Given, Shown]) -> Callable[Given, Shown]:
    """What a function makes of frozen values in the house's words, amounts and times is kept for the next screen: a tap
    changes a line or two of a hundred. The function reads nothing but what it is given. What cannot be a key is
    made each time."""

    def anew(words: Any, types: tuple[type, ...], /, *given: Any, **named: Any) -> Any:
        return work(*given, **named)

    cache = lru_cache(maxsize=KEPT)(anew)
    kept: Callable[..., Any] = cache

    @wraps(work)
    def asked(*given: Given.args, **named: Given.kwargs) -> Shown:
        # Python finds 1 and True the same; on a screen they are not.
        types = (*map(type, given), *map(type, named.values()))
        try:
            shown: Shown = kept((_house(), sign_in_use()), types, *given, **named)
        except TypeError:
            return work(*given, **named)
        return shown

    _kept.append(cache.cache_clear)
    return asked


@lru_cache(maxsize=1)
def _house() -> tuple[str, str]:
    """The house's language and time zone, which only tests change while the process runs: to ask the settings costs as
    much as a line."""
    return settings.LANGUAGE_CODE, settings.TIME_ZONE


KEPT = 8192
"""Texts and lines that are kept of each kind: those of a floor of a hundred tables."""
_kept: list[Callable[[], None]] = []


def gettext(text: str) -> str:
    """Django's `gettext`, which looks in one catalogue after another each time: a screen has a hundred texts."""
    return _translated(_house()[0], text)


def ngettext(singular: str, plural: str, number: int) -> str:
    """Django's `ngettext`, beside `gettext`."""
    return translation.ngettext(singular, plural, number)


@lru_cache(maxsize=8192)
def _translated(language: str, text: str) -> str:
    with translation.override(language):
        return translation.gettext(text)


def _other_words(**_: object) -> None:
    """Tests set another catalogue while the process runs."""
    _house.cache_clear()
    _translated.cache_clear()
    for clear in _kept:
        clear()


setting_changed.connect(_other_words, dispatch_uid="casino.translated")


class Refused(Protocol):
    """A refusal, or what is recorded of one: ``message`` and ``remedy`` in the English of the record, and with a code
    also its ``values``."""

    @property
    def message(self) -> str: ...
    @property
    def remedy(self) -> str: ...


def text(template: str, **values: Any) -> str:
    """A text of the catalogue in the house's words, with its blanks filled."""
    return _text(template, **values)


@kept_in_words
def _text(template: str, /, **values: Any) -> str:
    filled = _filled(template, values)
    return in_house_currency(template) if filled is None else filled


@register.filter
def message(refusal: Refused) -> str:
    """What is refused and why, in the house's words."""
    part = _part(refusal, "what")
    return in_house_currency(refusal.message) if part is None else part


@register.filter
def remedy(refusal: Refused) -> str:
    """What to do now, in the house's words; "" if there is nothing."""
    part = _part(refusal, "remedy")
    return in_house_currency(refusal.remedy) if part is None else part


@register.filter
def phrase(given: Sequence[Any] | None) -> str:
    """A phrase, or what a row or the record keeps of one, in the house's words; "" for None. A row that an earlier
    version wrote has its English. Raises KeyError for a code or a value that is missing."""
    if given is None or isinstance(given, str):
        return recorded(given or "")
    code, values = given
    english = text_of(code)
    filled = _filled(english, values)
    return fill(english, values) if filled is None else filled


@register.filter
def term(word: object) -> str:
    """A word of the house, such as a role or a state of a table, in the house's words; "" for none."""
    return gettext(str(word)) if word else ""


def recorded(line: str) -> str:
    """A text that an entry keeps in the English of the record, in the house's words."""
    reading = read_back(line)
    return phrase(reading) if reading is not None else in_house_currency(gettext(line) if line else "")


def card_words(card: Card) -> str:
    """A card as a screen reader says it: ``ten of spades``."""
    if card == UNKNOWN:
        return gettext("a card face down")
    return _named(gettext("{rank} of {suit}"), gettext(RANK_NAME[card[0]]), gettext(SUIT_NAME[card[1]]))


@lru_cache(maxsize=1024)
def _named(words: str, rank: str, suit: str) -> str:
    """A card by the house's words for both: every card of a screen is named with each tap."""
    return text(words, rank=rank, suit=suit)


def whole(refusal: Refused) -> str:
    """What is refused and what to do, in one text of whole sentences."""
    return " ".join(filter(None, (f"{message(refusal)}.", remedy(refusal))))


def _part(refusal: Refused, part: Literal["what", "remedy"]) -> str | None:
    """One text of a refusal's code, with its blanks filled. None without a code, or if its values do not fit."""
    words = REFUSALS.get(getattr(refusal, "code", ""))
    return None if words is None else _filled(getattr(words, part), getattr(refusal, "values", {}))


def _filled(template: str, values: Mapping[str, Any]) -> str | None:
    """The translated template with its blanks filled; a translation whose blanks are not ours gives way to English.
    None if the values fit neither."""
    if not template:
        return ""
    for form in (gettext(template), template):
        try:
            return in_house_currency(fill(form, values, gettext))
        except (KeyError, ValueError, IndexError, TypeError, AttributeError):
            continue
    return None
