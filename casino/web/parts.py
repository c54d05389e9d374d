"""A live screen in parts: what has not changed is neither drawn nor sent again.

Each part is an element of the page with an id, drawn from a fragment; parts may be nested. A drawn part is reused
until one of its inputs changes, and has a digest of what it shows (``data-part``). The head of a screen, which is
always sent, lists the digests of all parts (``data-parts``). So a page knows whether it shows everything, whatever
was lost, overtaken or drawn by another worker, and asks for what it lacks by saying what it shows
(`static/js/parts.js`): nothing here depends on what was sent before.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Any, Final

from django.utils.safestring import SafeString, mark_safe

from casino.translated import language, sign_in_use
from casino.web import fragments

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
        key = (words, part.fragment, *[part.values.get(name) for name in fragments.inputs_of(part.fragment)])
        if before is not None and before.key == key:
            html = before.html
        else:
            before, html = None, str(fragments.render(part.fragment, part.values))
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
            drawn = str(fragments.render(log.line_fragment, {"line": line}))
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
