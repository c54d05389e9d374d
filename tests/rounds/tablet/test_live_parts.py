"""The live screen of a table in parts: what changed is always sent, what did not is neither drawn nor sent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from casino.web.fragments import Digests, DrawnScreen, ScreenCache
from rounds.play import service
from rounds.play.snapshot import Live
from rounds.simulation.autoplay import Croupier
from rounds.tablet import live_parts
from rounds.tablet.live_screen import screen_of
from tables.models import Table
from tests import floor
from tests.examples import TIMES, each_time, long_run
from tests.tracing import Trace

pytestmark = pytest.mark.django_db

TAPS = 25 * (TIMES if long_run() else 1)
VOID = {"input", "br", "hr", "img", "line", "rect", "polyline", "circle", "path"}


class Element:
    """An element of a page, as far as the parts need it."""

    def __init__(self, tag: str, attributes: dict[str, str | None]) -> None:
        self.tag, self.attributes = tag, attributes
        self.inside: list[Element | str] = []

    def all(self) -> Iterator[Element]:
        yield self
        for inside in self.inside:
            if isinstance(inside, Element):
                yield from inside.all()

    def find(self, name: str) -> Element | None:
        return next((element for element in self.all() if element.attributes.get("id") == name), None)

    def text(self) -> str:
        inside = "".join(part if isinstance(part, str) else part.text() for part in self.inside)
        return f"<{self.tag} {sorted(self.attributes.items(), key=str)}>{inside}</{self.tag}>"


class Reader(HTMLParser):
    """Reads a text of HTML into elements."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self.open = [self.root]
        self.feed(html)
        self.close()
        assert self.open == [self.root], f"{self.open[-1].tag} is not closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs))
        self.open[-1].inside.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].inside.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.open[-1].inside.append(" ".join(data.split()))


class Page:
    """A page that shows the parts, and takes partials as `static/js/parts.js` and htmx do."""

    def __init__(self, picture: DrawnScreen) -> None:
        self.body = Element("body", {})
        for partial in Reader(picture.whole).root.inside:
            assert isinstance(partial, Element)
            self.body.inside += partial.inside

    def take(self, partials: str) -> None:
        for partial in Reader(partials).root.inside:
            assert isinstance(partial, Element)
            assert partial.attributes["hx-swap"] == "outerMorph"
            (new,) = partial.inside
            assert isinstance(new, Element)
            name = str(partial.attributes["hx-target"]).removeprefix("#")
            assert new.attributes["id"] == name
            old = self.body.find(name)
            if old is None:
                continue  # such as a part of the tray, where the page still shows the pad
            if "data-bare" in new.attributes:
                del new.attributes["data-bare"]
                old.attributes = new.attributes
            elif "data-from" in new.attributes:
                if old.attributes["data-part"] == new.attributes["data-from"]:
                    old.inside = [*new.inside, *old.inside]
                    old.attributes["data-part"] = new.attributes["data-part"]
            else:
                old.tag, old.attributes, old.inside = new.tag, new.attributes, new.inside

    @property
    def shows(self) -> dict[str, str]:
        """What it would say that it shows."""
        parts = [element for element in self.body.all() if "data-part" in element.attributes]
        return {str(part.attributes["id"]): str(part.attributes["data-part"]) for part in parts}

    @property
    def lacks(self) -> bool:
        """Whether its head lists another digest than a part has."""
        facts = self.body.find("facts")
        assert facts is not None
        listed = dict(part.split(":") for part in str(facts.attributes["data-parts"]).split())
        return any(self.shows.get(name) not in (None, digest) for name, digest in listed.items())

    def text(self) -> str:
        tops = [element for element in self.body.inside if isinstance(element, Element)]
        return "\n".join(
            element.text() for element in sorted(tops, key=lambda top: str(top.attributes["id"]))
        )


def pictures(code: str, seed: int, taps: int, **setup: Any) -> Iterator[DrawnScreen]:
    """The screens of a table at which guests play, after each tap."""
    floor.open_table(code, **setup)
    floor.offer_some(code)
    croupier = Croupier(code, floor.dealer(), seed=seed, crowd=1.0, slips=0.05)
    croupier.take_place(timezone.now())
    for _ in range(taps):
        croupier.tap()
        yield live_parts.picture(service.current(code))


def afresh(live: Live) -> DrawnScreen:
    """The same screen, drawn without any cache."""
    with live_parts.in_chips(live):
        return ScreenCache().draw(*live_parts.parts_of(screen_of(live)))


GAMES: list[dict[str, Any]] = [
    {"book": "ACT96", "game": "triple_play", "boxes": 6},
    {"book": "ACT03"},
    {"book": "VIC03"},
    {"book": "NZ", "game": "free_bet"},
]


@pytest.mark.parametrize(
    "setup", each_time(GAMES[:2], GAMES), ids=lambda setup: "-".join(map(str, setup.values()))
)
def test_pages_that_take_what_changed_show_the_whole(setup: dict[str, Any]) -> None:
    """One page takes every push; the second misses some, sees that it lacks something, and asks by what it shows."""
    chance = Random(str(setup))
    always: Page | None = None
    sometimes: Page | None = None
    pushed: Digests | None = None
    lacked = 0
    for picture in pictures("BJ-07", 7, TAPS, **setup):
        push = picture.since(pushed)
        pushed = picture.digests
        if always is None or sometimes is None:
            always, sometimes = Page(picture), Page(picture)
            continue
        always.take(push)
        assert not always.lacks
        assert always.text() == Page(picture).text()
        assert afresh(service.current("BJ-07")).whole == picture.whole
        if chance.random() < 0.3:
            continue  # lost on its way
        sometimes.take(push)
        if sometimes.lacks:
            lacked += 1
            sometimes.take(picture.since(sometimes.shows))
        assert not sometimes.lacks
        assert sometimes.text() == always.text()
    assert lacked


def test_a_page_whose_every_part_is_wrong_gets_the_whole() -> None:
    (first, *_, last) = pictures("BJ-07", 3, 40)
    assert last.since(None) == last.since({}) == last.whole
    page = Page(first)
    page.take(last.since(dict.fromkeys(first.digests, "unknown")))
    assert page.text() == Page(last).text()


def test_a_tap_sends_a_third_of_the_screen_and_draws_ten_parts_of_it() -> None:
    """The busiest table: seven boxes, every side bet, splits and doubles. A whole screen has more than sixty
    parts, with its boxes and the lines of its log."""
    sent, whole, drawn, worded, taps, pushed = 0, 0, 0, 0, 0, None
    screens = pictures("BJ-07", 5, 80)
    while True:
        with Trace() as trace:
            picture = next(screens, None)
        if picture is None:
            break
        taps += 1
        drawn += trace.calls_of("casino/web/fragments.py:render")
        worded += trace.calls_of("casino/words/filling.py:fill")
        sent += len(picture.since(pushed).encode()) if pushed else 0
        whole += len(picture.whole.encode())
        pushed = picture.digests
    assert sent / taps < 7_000
    assert sent < 0.35 * whole
    assert drawn / taps < 12
    # Of the hundred texts of the screen with their values, those that were never shown before.
    assert worded / taps < 20


def test_what_did_not_change_is_not_drawn_again() -> None:
    for _ in pictures("BJ-07", 5, 60):
        pass
    again = service.current("BJ-07")
    with Trace() as trace:
        before = live_parts.picture(again)
    # Another load of the same table: all parts are compared, none is drawn.
    assert trace.calls_of("rounds/tablet/live_screen.py:screen_of") == 1
    assert trace.calls_of("casino/web/fragments.py:render") == 0
    Table.objects.filter(code="BJ-07").update(relief="D-102")
    with Trace() as trace:
        after = live_parts.picture(service.current("BJ-07"))
    changed = {name for name, digest in after.digests.items() if before.digests.get(name) != digest}
    assert changed == {"next"}
    assert trace.calls_of("casino/web/fragments.py:render") == 2  # the head lists the digests
    assert re.findall(r'hx-target="#([\w-]+)"', after.since(before.digests)) == ["facts", "next"]
