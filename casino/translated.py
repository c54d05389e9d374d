"""The words and the currency sign on the house's screens: texts go through gettext, then their blanks are filled.

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

The rules and the record write every amount with ``$`` (`casino.money.dollars`): a hash must not depend on a setting.
A rendered template is rewritten once, as a whole, with the sign of ``settings.CURRENCY``: a ``$`` before a digit, or
alone at the end of a label, becomes that sign. This covers amounts from views, rules and the record alike. Printed
reports use it too; answers to programs, exports of the audit log and the other files of an evidence pack keep the
record's form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import Any, Final, Literal, ParamSpec, Protocol, TypeVar

from django import template
from django.conf import settings
from django.core.signals import setting_changed
from django.template.backends import django as backend
from django.utils import translation
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from casino.cards import RANK_NAME, SUIT_NAME, UNKNOWN, Card
from casino.money import dollars
from casino.words.filling import fill, text_of
from casino.words.read_back import read_back
from casino.words.refusals import REFUSALS

register = template.Library()

# --- the currency sign

RECORDED: Final = "$"
"""The currency sign that the record uses."""
_AMOUNT: Final = re.compile(r"\$(?=\d)|(?<!\w)\$(?=[)\",]|\s*<|\Z)")
"""The sign before an amount, or alone at the end of a label, such as ``Amount ($)``."""

_written: ContextVar[str | None] = ContextVar("_written", default=None)


@contextmanager
def written_with(sign: str | None) -> Iterator[None]:
    """Write every amount rendered inside this block with another sign, or with no sign if it is empty:
    tournament chips are not money. With None, the house's own sign is used."""
    before = _written.set(_written.get() if sign is None else sign)
    try:
        yield
    finally:
        _written.reset(before)


def sign_in_use() -> str:
    """The currency sign in use at the moment."""
    written = _written.get()
    return _house()[2] if written is None else written


def in_house_currency(text: str) -> str:
    """The text with the house's sign in place of ``$`` before every amount and at the end of labels."""
    sign = sign_in_use()
    return text if sign == RECORDED else _AMOUNT.sub(lambda _: sign, text)


# --- what is drawn in the house's words is kept

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
            shown: Shown = kept((_house(), _written.get()), types, *given, **named)
        except TypeError:
            return work(*given, **named)
        return shown

    _kept.append(cache.cache_clear)
    return asked


def clear_with_words(clear: Callable[[], None]) -> None:
    """Have a cache of texts in the house's words cleared when tests change these: `clear` is its ``cache_clear``."""
    _kept.append(clear)


@lru_cache(maxsize=1)
def _house() -> tuple[str, str, str]:
    """The house's language, time zone and currency sign, cached: only tests change them while the process runs, and
    asking the settings costs as much as rendering a line."""
    return settings.LANGUAGE_CODE, settings.TIME_ZONE, str(settings.CURRENCY)


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
    """For tests, which change the catalogue and the sign while the process runs."""
    _house.cache_clear()
    _translated.cache_clear()
    for clear in _kept:
        clear()


setting_changed.connect(_other_words, dispatch_uid="casino.translated")


class RefusalTexts(Protocol):
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
def message(refusal: RefusalTexts) -> str:
    """What is refused and why, in the house's words."""
    part = _part(refusal, "what")
    return in_house_currency(refusal.message) if part is None else part


@register.filter
def remedy(refusal: RefusalTexts) -> str:
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


@register.filter
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


def whole(refusal: RefusalTexts) -> str:
    """What is refused and what to do, as one text of whole sentences."""
    return " ".join(filter(None, (f"{message(refusal)}.", remedy(refusal))))


def _part(refusal: RefusalTexts, part: Literal["what", "remedy"]) -> str | None:
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


# --- amounts in templates


@register.simple_tag
def currency() -> str:
    """The house's sign, for amounts that the browser writes."""
    return sign_in_use()


@register.filter
def money(cents: int) -> str:
    """An amount in cents, written with the house's sign."""
    return dollars(cents)


@register.filter
def as_recorded(text: str) -> SafeString:
    """A text of the record letter for letter: its amounts keep the recorded sign, because a digest is made of
    it."""
    return mark_safe(escape(text).replace(RECORDED, "&#36;"))  # noqa: S308


class Template(backend.Template):
    """A template whose amounts are written with the house's sign."""

    def render(self, context: dict[str, Any] | None = None, request: Any = None) -> SafeString:
        return mark_safe(in_house_currency(super().render(context, request)))  # noqa: S308


class Templates(backend.DjangoTemplates):
    """Django's own templates, in the house's currency."""

    def from_string(self, template_code: str) -> Template:
        return Template(super().from_string(template_code).template, self)

    def get_template(self, template_name: str) -> Template:
        return Template(super().get_template(template_name).template, self)
