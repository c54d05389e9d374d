"""The words of the house on its screens: refusals and other texts through gettext, then with their blanks filled.

The English of `casino.words` and of the templates is the msgid. ``casino/locale/en_AU`` and ``casino/locale/en_GB``
say what these houses call otherwise; a house brings its own with ``CASINO_LOCALE`` (docs/translate.md).

How to write a text that people read:

- A refusal: ``raise Refusal("wager.below_minimum", clause, minimum=500)``, its words in `casino.words.refusals`. A
  template that has one shows ``{{ refusal|message }}. {{ refusal|remedy }}``; Python that needs the text calls
  `message` and `remedy`. Never ``refusal.message`` on a screen: that is the English of the record.
- A text of a template: ``{% translate "Open the table" %}``; with values
  ``{% blocktranslate with box=box.number trimmed %}Box {{ box }} is closed{% endblocktranslate %}``; with a number of
  things ``{% blocktranslate count n=rounds trimmed %}{{ n }} round{% plural %}{{ n }} rounds{% endblocktranslate %}``.
  The tags need no ``{% load %}``. Wrap whole sentences, never pieces of one, and no tags of HTML that a translator
  need not see.
- A text of a view: ``from django.utils.translation import gettext as _`` and ``_("Saved")``; a label made at import
  (a form's field) takes ``gettext_lazy``. With values use `text`: ``text(_("Box {box} is closed"), box=3)``; never an
  f-string inside ``_()``.
- What is recorded is not translated: entries keep their English.

``make words`` lists every text in ``casino/locale/words.pot`` and compiles the catalogues.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from django import template
from django.utils.translation import gettext

from casino.currency import in_house_currency
from casino.words.filling import fill
from casino.words.refusals import REFUSALS

register = template.Library()


class Said(Protocol):
    """A refusal, or what is recorded of one: ``message`` and ``remedy`` in the English of the record, and with a code
    also its ``values``."""

    @property
    def message(self) -> str: ...
    @property
    def remedy(self) -> str: ...


def text(template: str, **values: Any) -> str:
    """A text of the catalogue in the house's words, with its blanks filled."""
    return _filled(template, values)


@register.filter
def message(refusal: Said) -> str:
    """What is refused and why, in the house's words."""
    words = REFUSALS.get(getattr(refusal, "code", ""))
    if words is None:
        return in_house_currency(refusal.message)
    return _filled(words.what, getattr(refusal, "values", {}), refusal.message)


@register.filter
def remedy(refusal: Said) -> str:
    """What to do now, in the house's words; "" if there is nothing."""
    words = REFUSALS.get(getattr(refusal, "code", ""))
    if words is None:
        return in_house_currency(refusal.remedy)
    return _filled(words.remedy, getattr(refusal, "values", {}), refusal.remedy)


def whole(refusal: Said) -> str:
    """What is refused and what to do, in one text of whole sentences."""
    return " ".join(filter(None, (f"{message(refusal)}.", remedy(refusal))))


def _filled(template: str, values: Mapping[str, Any], otherwise: str = "") -> str:
    """The translated template with its blanks filled; a translation whose blanks are not ours gives way to English."""
    if not template:
        return ""
    for form in (gettext(template), template):
        try:
            return in_house_currency(fill(form, values, gettext))
        except (KeyError, ValueError, IndexError, TypeError, AttributeError):
            continue
    return in_house_currency(otherwise or template)
