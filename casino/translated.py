"""The words on the house's screens: refusals and other texts go through gettext, then their blanks are filled.

The English of `casino.words` and of the templates is the msgid. ``casino/locale/en_AU`` and ``casino/locale/en_GB``
have the words that differ there; a house adds its own with ``CASINO_LOCALE`` (docs/translate.md).

How to write a text for people:

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
- A choice of a model: ``{{ table.get_state_display|term }}``. The recorded label stays English.
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
    """The language of the house, which everybody reads. Django's own `get_language` looks for a thread's or task's
    language, which is never set here, and costs more than the words themselves."""
    return _house()[0]


KEPT = 8192
"""How many texts and lines of each kind are cached: enough for a floor of a hundred tables."""
_kept: list[Callable[[], None]] = []


def kept_in_words(work: Callable[Given, Shown]) -> Callable[Given, Shown]:
    """Cache what a function makes of frozen values in the house's words, amounts and times: a tap changes only a
    line or two of a hundred. The function must depend on nothing but its arguments. With arguments that cannot be
    hashed it is called each time."""

    def anew(words: Any, types: tuple[type, ...], /, *given: Any, **named: Any) -> Any:
        return work(*given, **named)

    cache = lru_cache(maxsize=KEPT)(anew)
    kept: Callable[..., Any] = cache

    @wraps(work)
    def asked(*given: Given.args, **named: Given.kwargs) -> Shown:
        # To Python 1 and True are the same; on a screen they are not.
        types = (*map(type, given), *map(type, named.values()))
        try:
            shown: Shown = kept((_house(), sign_in_use()), types, *given, **named)
        except TypeError:
            return work(*given, **named)
        return shown

    _kept.append(cache.cache_clear)
    return asked


def clear_with_words(clear: Callable[[], None]) -> None:
    """Have a cache of texts in the house's words cleared when tests change these: `clear` is its ``cache_clear``."""
    _kept.append(clear)


@lru_cache(maxsize=1)
def _house() -> tuple[str, str]:
    """The house's language and time zone, cached: only tests change them while the process runs, and asking the
    settings costs as much as rendering a line."""
    return settings.LANGUAGE_CODE, settings.TIME_ZONE


def gettext(text: str) -> str:
    """Django's `gettext`, cached: it searches one catalogue after another each time, and a screen has a hundred
    texts."""
    return _translated(_house()[0], text)


def ngettext(singular: str, plural: str, number: int) -> str:
    """Django's `ngettext`, to go with `gettext`."""
    return translation.ngettext(singular, plural, number)


@lru_cache(maxsize=8192)
def _translated(language: str, text: str) -> str:
    with translation.override(language):
        return translation.gettext(text)


def _other_words(**_: object) -> None:
    """For tests, which change the catalogue while the process runs."""
    _house.cache_clear()
    _translated.cache_clear()
    for clear in _kept:
        clear()


setting_changed.connect(_other_words, dispatch_uid="casino.translated")


class Refused(Protocol):
    """A refusal, or what is recorded of one: ``message`` and ``remedy`` in the record's English; with a code, also
    ``values``."""

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
    """A phrase, or what a row or the record keeps of one, in the house's words; "" for None. If an earlier version
    wrote the row, it keeps its English. Raises KeyError for an unknown code or a missing value."""
    if given is None or isinstance(given, str):
        return recorded(given or "")
    code, values = given
    english = text_of(code)
    filled = _filled(english, values)
    return fill(english, values) if filled is None else filled


@register.filter
def term(word: object) -> str:
    """A word such as a role or a table's state, in the house's words; "" for None."""
    return gettext(str(word)) if word else ""


def recorded(line: str) -> str:
    """A text that an entry keeps in the record's English, in the house's words."""
    reading = read_back(line)
    return phrase(reading) if reading is not None else in_house_currency(gettext(line) if line else "")


def card_words(card: Card) -> str:
    """A card as a screen reader says it: ``ten of spades``."""
    if card == UNKNOWN:
        return gettext("a card face down")
    return _named(gettext("{rank} of {suit}"), gettext(RANK_NAME[card[0]]), gettext(SUIT_NAME[card[1]]))


@lru_cache(maxsize=1024)
def _named(words: str, rank: str, suit: str) -> str:
    """A card in the house's words for its rank and suit; cached, since every card on a screen is named with each
    tap."""
    return text(words, rank=rank, suit=suit)


def whole(refusal: Refused) -> str:
    """What is refused and what to do, as one text of whole sentences."""
    return " ".join(filter(None, (f"{message(refusal)}.", remedy(refusal))))


def _part(refusal: Refused, part: Literal["what", "remedy"]) -> str | None:
    """One text of a refusal's code, with its blanks filled. None without a code, or if its values do not fit."""
    words = REFUSALS.get(getattr(refusal, "code", ""))
    return None if words is None else _filled(getattr(words, part), getattr(refusal, "values", {}))


def _filled(template: str, values: Mapping[str, Any]) -> str | None:
    """The translated template with its blanks filled; if a translation has other blanks than ours, the English is
    used. None if the values fit neither."""
    if not template:
        return ""
    for form in (gettext(template), template):
        try:
            return in_house_currency(fill(form, values, gettext))
        except (KeyError, ValueError, IndexError, TypeError, AttributeError):
            continue
    return None
