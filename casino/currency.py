"""The house's currency sign on its screens.

The rules and the record write every amount with ``$`` (`casino.money.dollars`): a hash must not depend on a
setting. A rendered template is rewritten once, as a whole, with the sign of ``settings.CURRENCY``: a ``$``
before a digit, or alone at the end of a label, becomes that sign. This covers amounts from views, rules and
the record alike. Printed reports use it too; answers to programs, exports of the audit log and the other
files of an evidence pack keep the record's form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, Final

from django import template
from django.conf import settings
from django.core.signals import setting_changed
from django.template.backends import django as backend
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from casino.money import dollars

register = template.Library()

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
    return _own_sign() if written is None else written


@lru_cache(maxsize=1)
def _own_sign() -> str:
    """The house's own sign, cached: only tests change it while the process runs."""
    return str(settings.CURRENCY)


def _another_sign(setting: str, **_: object) -> None:
    if setting == "CURRENCY":
        _own_sign.cache_clear()


setting_changed.connect(_another_sign, dispatch_uid="casino.currency")


def in_house_currency(text: str) -> str:
    """The text with the house's sign in place of ``$`` before every amount and at the end of labels."""
    sign = sign_in_use()
    return text if sign == RECORDED else _AMOUNT.sub(lambda _: sign, text)


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
