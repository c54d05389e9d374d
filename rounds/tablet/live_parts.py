"""The live screen of a table, part by part: what is pushed after a tap, what answers it, and what a page begins with.

A tablet has all parts, a read-only watcher lacks the controls: the same text serves both. Each part is drawn again
only when something that it shows has changed, and is sent only to pages that lack it (`casino.web.fragments`).
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any, Final

from django.http import HttpRequest, HttpResponse

from casino.translated import written_with
from casino.web.fragments import DrawnScreen, Log, Part, ScreenCache, shown, slot
from rounds.play.snapshot import Live
from rounds.read_model.felt.felt import FeltView
from rounds.tablet import buttons
from rounds.tablet.buttons import Acts, CardActs, WagerActs
from rounds.tablet.live_screen import LiveScreen, screen_of
from rounds.tablet.wagers import TrayDesk

PAGE_SHOWS: Final = "Page-Shows"
"""The header in which a page says what each of its parts shows (`casino.web.fragments`)."""


@dataclass
class _Table:
    """What is cached of one table's screen."""

    sheet: ScreenCache = field(default_factory=ScreenCache)
    drawing: Lock = field(default_factory=Lock)
    """Only one thread draws; others that want the same meanwhile take its result."""
    of: Live | None = None
    screen: LiveScreen | None = None
    picture: DrawnScreen | None = None


_tables: dict[str, _Table] = {}


def picture(live: Live) -> DrawnScreen:
    """The screen of a table (`rounds.play.snapshot.Live`). The push after a tap and its answer share one `Live`, so
    it is drawn only once."""
    return _drawn(live)[1]


def screen_and_picture(live: Live) -> tuple[LiveScreen, DrawnScreen]:
    """The screen together with the values it was drawn from, for a page."""
    return _drawn(live)


def fragment(
    live: Live, answer: str, notice: str = "", status: int = 200, request: HttpRequest | None = None
) -> HttpResponse:
    """The live parts of the page, with a rendered notice; ``answer`` says in a word how the tap went. For the page of
    `request`, which says what it shows, only the parts that it lacks."""
    headers = {"Table-Version": str(live.version), "Table-Answer": answer}
    shows = shown(request.headers.get(PAGE_SHOWS, "")) if request is not None else None
    return HttpResponse(picture(live).since(shows) + notice, status=status, headers=headers)


def render_felt(live: Live) -> str:
    """The whole live fragment of a table, for a page that may show anything."""
    return picture(live).whole


def in_chips(live: Live) -> AbstractContextManager[None]:
    """A context in which amounts at a tournament table are written without a currency sign, since its chips are not
    money."""
    return written_with("" if live.setup.tournament is not None else None)


def _drawn(live: Live) -> tuple[LiveScreen, DrawnScreen]:
    table = _tables.setdefault(live.table.code, _Table())
    with table.drawing, in_chips(live):
        if table.of is not live or table.screen is None or table.picture is None:
            table.screen = screen_of(live)
            table.picture = table.sheet.draw(*parts_of(table.screen))
            table.of = live
        return table.screen, table.picture


def parts_of(screen: LiveScreen) -> tuple[Part, tuple[Part, ...]]:
    """The head, which lists what all parts show, and the parts in page order."""
    acts = _without_rows(screen.acts)
    to_do = {"play_url": screen.play_url, "acts": acts}
    return (
        Part(
            "facts",
            "tablet/_facts.html",
            {"facts": screen.facts, "reader": screen.reader, "tournament": screen.tournament},
        ),
        (
            _felt(screen.felt),
            Part("prompt", "tablet/_prompt.html", {"prompt": screen.prompt}),
            _desk(screen),
            Part("todo", "tablet/irregularities/_todo.html", {"todo": screen.todo}),
            Part("reader", "tablet/_reader.html", {"reader": screen.reader, "reader_url": screen.reader_url}),
            _acts(screen, to_do),
            Part("newcomer", "tablet/_newcomer.html", {"newcomer": screen.newcomer}),
            Part("asks", "tablet/_asks.html", {"asks": screen.asks, "sign_url": screen.sign_url}),
            _record(screen),
            Part("pays", "tablet/_pays.html", to_do | {"further": screen.further}),
            Part("last", "tablet/_last.html", to_do),
            Part("supervisor", "tablet/_call.html", {"called": screen.called}),
            Part("undo", "tablet/_undo.html", {"undo": screen.undo}),
        ),
    )


def _felt(felt: FeltView) -> Part:
    """The layout, with one part for each box and for the dealer's hand."""
    boxes = tuple(
        [Part(f"box-{box.number}", "read_model/_box.html", {"box": box, "prefix": ""}) for box in felt.boxes]
    )
    dealer = (Part("dealer", "read_model/_dealer.html", {"dealer": felt.dealer, "prefix": ""}),)
    layout = replace(
        felt,
        boxes=[slot(box.id) for box in boxes],  # type: ignore[misc]  # a slot in its place
        dealer=slot("dealer") if felt.dealer is not None else None,  # type: ignore[arg-type]
    )
    inside = boxes if felt.dealer is None else boxes + dealer
    return Part("felt", "read_model/_felt.html", {"felt": layout}, inside)


@dataclass(frozen=True, slots=True)
class _Frame:
    """A desk without the contents that are drawn as separate parts."""

    kind: str


def _desk(screen: LiveScreen) -> Part:
    """The desk: the larger parts of pad and tray, which do not change, are separate."""
    desk, name = screen.desk, {"desk_words": screen.desk_words}
    if isinstance(desk, buttons.Pad):
        pad = Part(
            "pad",
            "tablet/_pad.html",
            {"on": desk.enabled, "why": desk.why, "only": desk.only, "keys": slot("keys")},
            kept=desk.keys,
        )
        values: dict[str, Any] = name | {"desk": _Frame(desk.kind), "inside": slot("pad")}
        return Part("desk", "tablet/_desk.html", values, (pad,))
    if isinstance(desk, TrayDesk):
        # What changes with each wager is which wagers are there and which may be placed again.
        tray = replace(desk, data="", again=0, again_of=0, again_amount="", again_out="", again_clause="")
        inside = (
            Part("tray-part", "tablet/_tray.html", {"desk": tray, "tournament": screen.tournament}),
            Part("agains", "tablet/_agains.html", {"desk": desk}),
        )
        values = name | {"desk": _Frame(desk.kind), "inside": slot(*[part.id for part in inside])}
        return Part("desk", "tablet/_desk.html", values, inside)
    values = name | {
        "desk": desk,
        "code": screen.live.table.code,
        "play_url": screen.play_url,
        "opening_url": screen.opening_url,
    }
    return Part("desk", "tablet/_desk.html", values)


def _acts(screen: LiveScreen, to_do: dict[str, Any]) -> Part:
    """What can be done beside the felt: existing wagers and the long forms are separate parts."""
    acts, cards = screen.acts, screen.shoe.more if screen.shoe is not None else None
    inside: list[Part] = []
    if isinstance(acts, WagerActs | CardActs):
        inside.append(Part("placed-part", "tablet/_placed.html", {"rows": acts.rows}))
    if isinstance(acts, WagerActs):
        offered = {"offered": acts.offered, "spots": screen.spots}
        inside.append(Part("askfor-part", "tablet/_askfor.html", offered))
    if acts.kind in ("wagers", "shoe"):
        inside.append(Part("cards-part", "tablet/_cards.html", {"cards": cards}))
    values = to_do | {
        "asks": bool(screen.asks),
        "due": screen.due if acts.kind == "decision" else None,
        "hidden": screen.hidden,
        "late": screen.late,
        "machine": screen.machine,
        "shoe": replace(screen.shoe, more=None) if screen.shoe is not None else None,
        "turn_down": screen.turn_down,
        "placed": slot("placed-part"),
        "asking": slot("askfor-part"),
        "cards": slot("cards-part"),
    }
    return Part("acts", "tablet/_acts.html", values, tuple(inside))


def _without_rows(acts: Acts) -> Acts:
    return replace(acts, rows=[]) if isinstance(acts, WagerActs | CardActs) else acts


def _record(screen: LiveScreen) -> Part:
    """What comes next, and the log; a page gets only its new lines."""
    ahead = {"running": screen.running, "relief": screen.relief, "then": screen.then}
    inside = (
        Part("next", "tablet/_next.html", ahead),
        Log(
            "lines",
            "tablet/_lines.html",
            {"empty": not screen.record, "lines": slot("lines")},
            lines=screen.record[::-1],
            line_fragment="tablet/_line.html",
        ),
    )
    return Part("record", "tablet/_record.html", {"next": slot("next"), "lines": slot("lines")}, inside)
