"""The live fragments: what is drawn with every tap, in Jinja2, which takes a third of the time of Django's
templates.

A fragment is in ``templates/live/`` and is written only in Jinja2. A page, which is a Django template, includes it
with ``{% fragment "read_model/_felt.html" felt=felt %}``. Both escape their values and use the same catalogues: ``{{
_("Place") }}`` and ``{% trans box=row.box %}Box {{ box }}{% endtrans %}`` correspond to ``{% translate %}`` and ``{%
blocktranslate trimmed %}``.

A fragment depends only on its inputs, the house's language and its currency sign, never on a request, the database
or a clock. So a rendered fragment can be used again until one of its inputs changes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, MutableMapping
from functools import lru_cache
from typing import Any, Final

from django import template
from django.conf import settings
from django.core.signals import setting_changed
from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from jinja2 import ChainableUndefined, Environment, Template, meta
from jinja2.ext import Extension
from markupsafe import Markup

from casino.translated import gettext, in_house_currency, ngettext, phrase, term

register = template.Library()

FOLDER: Final = settings.BASE_DIR / "templates" / "live"
_FIXED: Final = re.compile(r"""\b_\(("[^"\\]*"|'[^'\\]*')\)""")
_INDENT: Final = re.compile(r"[ \t]*\n\s*")
_BLANKS: Final = re.compile(r">\s+<")


class FixedWords(Extension):
    """Looks up texts without values at compile time, since the house's words do not change: ``_("Place")`` becomes a
    filter of a constant, which Jinja2 then evaluates once."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return _FIXED.sub(r"(\1|house_words)", source)


class _Environment(Environment):
    """Builds the globals that all fragments share once, instead of for each rendering."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


def _house_words(text: str) -> Markup:
    """As Jinja2's own ``_``, which fills `%` blanks if there are any."""
    return Markup(gettext(text)) % {}  # noqa: S704 — a text of the project or of the house's catalogue


class Unindented(Extension):
    """Removes the blanks at both ends of a line, which only lay out the source: a fragment is sent with every tap."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return _INDENT.sub("\n", source)


def environment(**options: Any) -> Environment:
    """The Jinja2 environment of the fragments, for `settings.TEMPLATES`."""
    environment = _Environment(
        **options
        | {"undefined": ChainableUndefined, "extensions": ["jinja2.ext.i18n", FixedWords, Unindented]}
    )
    environment.policies["ext.i18n.trimmed"] = True
    environment.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]  # of the extension
    environment.filters |= {"capfirst": capfirst, "phrase": phrase, "term": term, "house_words": _house_words}
    environment.globals["url"] = _url
    return environment


def render(name: str, values: Mapping[str, Any]) -> SafeString:
    """The fragment with these values, in the house's currency, without blanks between its tags."""
    return SafeString(in_house_currency(_BLANKS.sub("><", _template(name).render(values))))


@lru_cache(maxsize=256)
def inputs_of(name: str) -> tuple[str, ...]:
    """The names of the values that a fragment and the fragments in it read: it must be given at least these."""
    wanted: set[str] = set()
    seen, to_read = set(), [name]
    while to_read:
        name = to_read.pop()
        if name in seen:
            continue
        seen.add(name)
        undeclared, others = _names_in(name)
        wanted |= undeclared
        to_read += others
    return tuple(sorted(wanted - set(_environment().globals)))


@lru_cache(maxsize=256)
def _names_in(name: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """The names that the fragment itself reads, and the fragments that it includes."""
    tree = _environment().parse((FOLDER / name).read_text(encoding="utf-8"))
    others = tuple(other for other in meta.find_referenced_templates(tree) if other is not None)
    return frozenset(meta.find_undeclared_variables(tree)), others


def load() -> None:
    """Compile all fragments before anybody has to wait for one."""
    for path in FOLDER.rglob("*.html"):
        name = path.relative_to(FOLDER).as_posix()
        _template(name)
        inputs_of(name)


def _environment() -> Environment:
    engine = engines["live"]
    assert isinstance(engine, Jinja2)
    return engine.env


@lru_cache(maxsize=256)
def _template(name: str) -> Template:
    return _environment().get_template(name)


def _other_words(setting: str, **_: object) -> None:
    """For tests, which change the catalogue while the process runs: compiled fragments have the old words."""
    if setting in ("LANGUAGE_CODE", "LOCALE_PATHS"):
        _template.cache_clear()
        cache = _environment().cache
        if cache is not None:
            cache.clear()


setting_changed.connect(_other_words, dispatch_uid="casino.web.fragments")


@lru_cache(maxsize=1024)
def _url(name: str, *given: object) -> str:
    return reverse(name, args=given)


@register.simple_tag(takes_context=True)
def fragment(context: template.Context, name: str, **values: Any) -> SafeString:
    """A live fragment in a page, with the page's values and the given ones."""
    return render(name, {str(name): value for name, value in context.flatten().items()} | values)
