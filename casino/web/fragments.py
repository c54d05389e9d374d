"""The live fragments: what is drawn with every tap, in Jinja2, which takes a third of the time of Django's templates;
and the screens that are drawn from them in parts.

A fragment is in ``templates/live/`` and is written only in Jinja2. A page, which is a Django template, includes it
with ``{% fragment "read_model/_felt.html" felt=felt %}``. Both escape their values and use the same catalogues: ``{{
_("Place") }}`` and ``{% trans box=row.box %}Box {{ box }}{% endtrans %}`` correspond to ``{% translate %}`` and ``{%
blocktranslate trimmed %}``.

A fragment depends only on its inputs, the house's language and its currency sign, never on a request, the database
or a clock. So a rendered fragment can be used again until one of its inputs changes.

A live screen is in parts: what has not changed is neither drawn nor sent again. Each part is an element of the page
with an id, drawn from a fragment; parts may be nested. A drawn part is reused until one of its inputs changes, and has
a digest of what it shows (``data-part``). The head of a screen, which is always sent, lists the digests of all parts
(``data-parts``). So a page knows whether it shows everything, whatever was lost, overtaken or drawn by another worker,
and asks for what it lacks by saying what it shows (`static/js/parts.js`): nothing here depends on what was sent before.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any, Final

from django import template
from django.conf import settings
from django.core.signals import setting_changed
from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from jinja2 import ChainableUndefined, Environment, Template, meta
from jinja2.ext import Extension
from markupsafe import Markup

from casino.translated import gettext, in_house_currency, language, ngettext, phrase, sign_in_use, term

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
    globals_used: set[str] = set()
    seen, to_read = set(), [name]
    while to_read:
        name = to_read.pop()
        if name in seen:
            continue
        seen.add(name)
        undeclared, others = _names_in(name)
        globals_used |= undeclared
        to_read += others
    return tuple(sorted(globals_used - set(_environment().globals)))


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


# --- a screen in parts

Digests = Mapping[str, str]
"""The digest of each part, by its id."""
LONGEST: Final = 4000
"""The longest list of parts that is read from a page, in characters."""
_SLOT: Final = re.compile("\0([^\0]+)\0")


@dataclass(frozen=True, slots=True)
class Part:
    """A part to be drawn. Nested parts are drawn into the slots that its values have for them."""

    id: str
    fragment: str
    values: Mapping[str, Any]
    parts: tuple[Part, ...] = ()
    kept: str = ""
    """HTML in it that stays as long as the part around it does; left out when this part is sent alone."""


@dataclass(frozen=True, slots=True)
class Log(Part):
    """A part that grows at its top: a page that has an older state is sent only the new lines."""

    lines: Sequence[Any] = ()
    """What its lines show, oldest first; each is drawn from `line_fragment`, which reads it as ``line``."""
    line_fragment: str = ""


def slot(*parts: str) -> SafeString:
    """Where the parts with these ids go in the part around them."""
    return SafeString("".join([f"\0{part}\0" for part in parts]))  # our own ids


def digest_of(*texts: str) -> str:
    """Eight letters for a text: two texts share them with a probability of 2**-48."""
    return urlsafe_b64encode(blake2b("\0".join(texts).encode(), digest_size=6).digest()).decode()


@dataclass(frozen=True, slots=True, eq=False)
class DrawnPart:
    """A part as it was drawn."""

    id: str
    key: tuple[Any, ...]
    """Everything that its appearance depends on."""
    html: str
    """With slots for nested parts."""
    digest: str
    parts: tuple[DrawnPart, ...] = ()
    kept: str = ""
    lines: tuple[tuple[Any, str, str], ...] = ()
    """For a log: each line's input, its HTML and the digest of the log that ends with it."""

    def whole(self) -> str:
        """Its HTML, nested parts included."""
        inside = {part.id: part for part in self.parts}
        html = _SLOT.sub(lambda at: inside[at[1]].whole() if at[1] in inside else self._own(at[1]), self.html)
        return _marked(html, self.id, self.digest)

    def since(self, have: Digests) -> Iterator[str]:
        """The partials that a page lacks, given the parts that it shows."""
        shown = have.get(self.id)
        if shown == self.digest:
            for part in self.parts:
                yield from part.since(have)
        elif shown and self.kept:
            yield _partial(self.id, self.bare())
        elif new := self._lines_since(shown):
            html = _SLOT.sub(new, self.html)
            yield _partial(self.id, _marked(html, self.id, self.digest, f' data-from="{shown}"'))
        else:
            yield _partial(self.id, self.whole())

    def bare(self) -> str:
        """Its element alone, without its content."""
        return _marked(_SLOT.sub("", self.html), self.id, self.digest, " data-bare")

    def all(self) -> list[DrawnPart]:
        """The part and all nested parts."""
        return [self, *[inner for part in self.parts for inner in part.all()]] if self.parts else [self]

    def _own(self, name: str) -> str:
        return self.kept or "".join(html for _, html, _ in reversed(self.lines))

    def _lines_since(self, shown: str | None) -> str:
        """The lines of a log that came after the state that is shown; "" if the log has no such state."""
        for at, (_, _, digest) in enumerate(self.lines):
            if digest == shown:
                return "".join(html for _, html, _ in reversed(self.lines[at + 1 :]))
        return ""


@dataclass(frozen=True)
class DrawnScreen:
    """A screen, drawn."""

    head: DrawnPart
    parts: tuple[DrawnPart, ...]
    is_bare: bool = False
    """Whether the head contains the parts and is sent without them."""

    @cached_property
    def digests(self) -> Digests:
        """The digest of every part except the head."""
        return {part.id: part.digest for top in self.parts for part in top.all()}

    @cached_property
    def whole(self) -> str:
        """All of it, for a page that shows anything else."""
        return "".join(_partial(part.id, part.whole()) for part in self._tops)

    def since(self, have: Digests | None) -> str:
        """What a page lacks, given the parts that it shows; all of it if those are not known."""
        if not have:
            return self.whole
        head = self.head.bare() if self.is_bare else self.head.whole()
        changed = [partial for part in self.parts for partial in part.since(have)]
        return "".join([_partial(self.head.id, head), *changed])

    @cached_property
    def by_id(self) -> dict[str, SafeString]:
        """The outermost parts by id, for the page."""
        return {part.id: mark_safe(part.whole()) for part in self._tops}  # noqa: S308 — drawn by fragments

    @property
    def _tops(self) -> tuple[DrawnPart, ...]:
        return (self.head,) if self.is_bare else (self.head, *self.parts)


@dataclass
class ScreenCache:
    """What is remembered of one screen: the last drawing of each part."""

    last: dict[str, DrawnPart] = field(default_factory=dict)

    def draw(self, head: Part, parts: Sequence[Part], *, holds: bool = False) -> DrawnScreen:
        """The screen with these parts; the head's fragment reads their digests as ``parts``. `holds`: the parts are
        inside the head."""
        words = (language(), sign_in_use())
        drawn = tuple([self._drawn(part, words) for part in parts])
        every = [part for top in drawn for part in top.all()]
        digests = " ".join([f"{part.id}:{part.digest}" for part in every])
        first = Part(head.id, head.fragment, {**head.values, "parts": digests})
        picture = self._shown(first, words, drawn if holds else ())
        self.last = {part.id: part for part in (*every, picture)}
        return DrawnScreen(picture, drawn, holds)

    def _drawn(self, part: Part, words: tuple[Any, ...]) -> DrawnPart:
        inside = tuple([self._drawn(inner, words) for inner in part.parts]) if part.parts else ()
        return self._shown(part, words, inside)

    def _shown(self, part: Part, words: tuple[Any, ...], inside: tuple[DrawnPart, ...]) -> DrawnPart:
        before = self.last.get(part.id)
        key = (words, part.fragment, *[part.values.get(name) for name in inputs_of(part.fragment)])
        if before is not None and before.key == key:
            html = before.html
        else:
            before, html = None, str(render(part.fragment, part.values))
        if isinstance(part, Log):
            lines = self._lines(part, before.lines if before is not None else (), html)
            return DrawnPart(part.id, key, html, lines[-1][2] if lines else digest_of(html), lines=lines)
        if before is not None and before.parts == inside and before.kept == part.kept:
            return before
        kept = "".join([other.kept for other in inside])
        same = before is not None and kept == "".join([other.kept for other in before.parts])
        digest = before.digest if before is not None and same else digest_of(html, kept)
        return DrawnPart(part.id, key, html, digest, inside, part.kept)

    def _lines(
        self, log: Log, before: tuple[tuple[Any, str, str], ...], html: str
    ) -> tuple[tuple[Any, str, str], ...]:
        same = 0
        for (line, _, _), now in zip(before, log.lines, strict=False):
            if line is not now and line != now:
                break
            same += 1
        lines = list(before[:same])
        digest = lines[-1][2] if lines else digest_of(html)
        for line in log.lines[same:]:
            drawn = str(render(log.line_fragment, {"line": line}))
            digest = digest_of(digest, drawn)
            lines.append((line, drawn, digest))
        return tuple(lines)


def shown(text: str) -> dict[str, str]:
    """Which parts a page says it shows: ``felt:Xk29_aQ1 box-1:…``; empty if it says nothing or too much."""
    if len(text) > LONGEST:
        return {}
    return {name: digest for name, _, digest in (part.partition(":") for part in text.split())}


def _partial(name: str, html: str) -> str:
    return f'<hx-partial hx-target="#{name}" hx-swap="outerMorph">{html}</hx-partial>'


def _marked(html: str, name: str, digest: str, more: str = "") -> str:
    """The element with its digest. Raises ValueError if its fragment has another id."""
    mark = f' id="{name}"'
    at = html.find(mark)
    if at < 0 or ">" in html[:at]:
        raise ValueError(f"The fragment of {name} does not begin with an element of that id.")
    return f'{html[:at]}{mark} data-part="{digest}"{more}{html[at + len(mark) :]}'
