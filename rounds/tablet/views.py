"""The tablet's pages: the table, its commands, a second person's decision, and the read-only watch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

import msgspec
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from casino import ledger
from casino.decoding import fault_of
from casino.ledger import Request
from casino.refusals import Refusal, UnreadableRequest
from casino.rulebooks import Rules
from casino.staff import approvals, arrival, tablet_contact, tablets
from casino.staff.access import roles
from casino.staff.models import Approval, Staff
from casino.staff.roles import Role
from casino.translated import gettext as _
from casino.translated import recorded, text
from casino.view_models import context_of
from casino.watching.requests import name_key
from rounds import engine
from rounds.engine.events import OralWagerRejected, PlayerWarned, WagerPlaced
from rounds.play import prize_draw, service
from rounds.play.answer import LONGEST_COMMAND, LONGEST_KEY, Answer
from rounds.play.approval import played_in
from rounds.play.snapshot import Live
from rounds.read_model.last_rounds import LastRound, last_rounds
from rounds.tablet import live_parts, live_screen, requests, side_bets, wagers
from rounds.tablet.access import at_this_table, person_of
from rounds.tablet.corrections import views as corrections
from rounds.tablet.irregularities import views as irregular
from rounds.tablet.live_parts import fragment
from rounds.tablet.opening_forms import FORMS, CountForm, OpenForm
from rounds.tablet.responses import REFUSED, STALE, done, refused
from rounds.tablet.side_bets import PRESS
from rounds.tablet.sign_forms import SignForm, WithdrawForm
from tables import held_back
from tables.forms.once import of_form, once
from tables.models import Table
from tables.opening import checklist, closing, deck_count, opening, packs
from tables.record import now_at
from tables.rota.stints import long_at_table

Signed = TypeVar("Signed", bound=engine.Command)

WORKED_OUT = frozenset({"again", "again_box", "correct", PRESS, "ride_down", "wrong"})
"""Taps whose commands depend on the present state of the table."""
LONGEST_POST = LONGEST_COMMAND + 500
"""The most bytes of a program's post: the command, its key and its version."""


# --- pages


@require_safe
@roles(Role.DEALER)
@at_this_table
def tablet(request: HttpRequest, code: str) -> HttpResponse:
    """The dealer's tablet."""
    return _page(request, "tablet/tablet.html", service.refresh(code))


@require_safe
@roles(Role.DEALER, Role.SURVEILLANCE, Role.INSPECTOR)
@at_this_table
def watch(request: HttpRequest, code: str) -> HttpResponse:
    """The same table, read only."""
    return _page(request, "tablet/watch.html", service.refresh(code))


def _page(request: HttpRequest, template: str, live: Live) -> HttpResponse:
    screen, picture = live_parts.screen_and_picture(live)
    person = person_of(request)
    around = AroundScreen(
        parts=picture.by_id,
        person=person,
        table=live.table,
        dealer=TimeOnTable.of(live.table),
        rules=live.rules,
        last_rounds=last_rounds(live.table.code, person) if template.endswith("watch.html") else [],
        idle_minutes=settings.IDLE_LOCK_MINUTES,
    )
    with live_parts.in_chips(live):
        return render(request, template, context_of(screen) | context_of(around))


@dataclass(frozen=True, slots=True)
class TimeOnTable:
    """Who deals, since when, and for how many minutes at most."""

    number: str
    since: str
    most: int

    @classmethod
    def of(cls, table: Table) -> TimeOnTable:
        since = table.dealer_since.isoformat() if table.dealer and table.dealer_since else ""
        return cls(table.dealer, since, int(long_at_table().total_seconds() // 60))


@dataclass(frozen=True, slots=True)
class AroundScreen:
    """What the page shows besides the live screen."""

    parts: Mapping[str, str]
    """The parts of the live screen as drawn, by their ids."""
    person: Staff
    table: Table
    dealer: TimeOnTable
    rules: Rules
    last_rounds: list[LastRound]
    idle_minutes: int


@require_safe
@roles(Role.DEALER, Role.SURVEILLANCE, Role.INSPECTOR)
@at_this_table
def now(request: HttpRequest, code: str) -> HttpResponse:
    """The live fragment, for a screen without its socket; 204 if the screen is up to date."""
    if arrival.dealing_at_arrival(request) == code and (tablet := tablets.enrolled(request)) is not None:
        tablet_contact.note([tablet.pk])
    current = service.refreshed(code)
    if request.GET.get("have") == live_screen.digest(current):
        return HttpResponse(status=204)
    return fragment(current.live, "now", request=request)


# --- commands


@require_POST
@roles(Role.DEALER)
@at_this_table
def play(request: HttpRequest, code: str) -> HttpResponse:
    """One tap: a command, or several that belong together, such as “same again”, which is one command per wager.

    A tap is recorded whole or not at all, so a tap that is sent again is answered from the record: nothing is worked
    out or decided a second time.
    """
    if request.content_type == "application/json":
        return _play_json(request, code)
    try:
        key = requests.key_of(request)
        read = [] if _worked_out(request.POST) else requests.commands_of(request.POST)
        tap, expected = Request(key, _digest(request, read)), _expected(request)
        answers, after = service.play_all(
            code,
            lambda current: _commands(request, current.live, read),
            by=person_of(request),
            request=tap,
            expected=expected,
        )
    except UnreadableRequest as fault:
        return refused(code, fault)
    return _answered(request, answers[-1], len(answers) - 1, after.live)


_BESIDE = frozenset({"csrfmiddlewaretoken", "key", "expected", "tries"})
"""Fields of a tap that are not part of what it asks for."""


def _digest(request: HttpRequest, commands: Sequence[engine.Command]) -> str:
    """The digest of what the tap asks for: the commands read from it or, if they depend on the present state of the
    table, every field of it."""
    who, post = person_of(request).number, request.POST
    if not commands:
        return ledger.digest(
            "tap", who, fields={name: post.getlist(name) for name in post if name not in _BESIDE}
        )
    if len(commands) == 1:
        return service.digest_of(commands[0], who)
    return ledger.digest(
        "tap", who, commands=[engine.encode_command(command).decode() for command in commands]
    )


def _worked_out(post: QueryDict) -> bool:
    """Whether what the tap asks for depends on the present state of the table."""
    return post.get("do", "") in WORKED_OUT and not post.get("command")


def _commands(request: HttpRequest, live: Live, read: Sequence[engine.Command]) -> Sequence[engine.Command]:
    """The commands of the tap: those read from it or, without any, those that it asks for in the present state of the
    table. Raises UnreadableRequest."""
    post, do = request.POST, request.POST.get("do", "")
    if read:
        return requests.in_one_tap(live, [_signed(request, command) for command in read])
    if do == "ride_down":
        down = side_bets.all_down(live.due)
        if not down:
            raise UnreadableRequest("tap.nothing_to_take_down")
        return down
    if do == "wrong":
        return [requests.within(command) for command in irregular.commands(live, post.get("kind", ""), post)]
    if do == "correct":
        return [
            requests.within(command) for command in corrections.commands(live, post.get("kind", ""), post)
        ]
    if do == PRESS:
        return [prize_draw.with_prize_drawn(live, _press(request, live))]
    only = requests.box_of(post) if do == "again_box" else 0
    again = wagers.same_again(live, only)
    if not again:
        if out := wagers.left_to_repeat(live, only).words():
            raise UnreadableRequest("tap.nothing_repeated", why=out)
        raise UnreadableRequest("tap.no_last_wager")
    return again


def _press(request: HttpRequest, live: Live) -> engine.Prize | engine.Misfire:
    """A press for the wager that waits for the button, whose prize the house's own machine draws."""
    undrawn = side_bets.undrawn(live.due)
    if undrawn is None:
        raise UnreadableRequest("tap.nothing_to_press")
    return _signed(request, requests.pressed(undrawn, request.POST))


def _signed(request: HttpRequest, command: Signed) -> Signed:
    """A press by staff is by the person signed in, unless another number was entered."""
    if isinstance(command, engine.Prize) and command.staff and not command.by:
        return msgspec.structs.replace(command, by=person_of(request).number)
    return command


def _expected(request: HttpRequest) -> int:
    text = request.POST.get("expected", "")
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise UnreadableRequest("tap.no_version")
    return int(text)


def _answered(request: HttpRequest, last: Answer, before: int, live: Live) -> HttpResponse:
    """The table after the tap, with a notice for this tablet only if the last answer calls for one; `before` is how
    many commands were recorded before it."""
    if last.stale:
        notice = live_screen.render_notice(
            "stale",
            _("The table has moved on: this tap was not accepted"),
            _("It was made on an older screen, perhaps while another tablet was dealing."),
            remedy=_("The screen now shows the table as it is. Repeat the tap if it still applies."),
        )
        return fragment(live, "stale", notice, STALE, request)
    if last.approval_id is not None:
        return fragment(
            live, "asked", live_screen.render_notice("ok", ""), request=request
        )  # the side of the screen shows what waits
    if last.refusal is not None:
        earlier = text(_("The {steps} steps of this tap before it were recorded."), steps=before)
        if before == 1:
            earlier = _("The step of this tap before it was recorded.")
        notice = live_screen.render_refusal(last.refusal, earlier if before else "")
        return fragment(live, "refused", notice, REFUSED, request)
    return fragment(live, "ok", _notice_of(live), request=request)


def _notice_of(live: Live) -> str:
    """What else the dealer must say or do after the last tap: notices of wagers, warnings (VIC03-6.2)."""
    notices: list[tuple[str, str]] = []
    number = max((event.tap for event in live.events), default=0)
    for event in live.events:
        if event.tap != number:
            continue
        if isinstance(event, WagerPlaced) and event.notice:
            notices.append(
                (
                    text(
                        _("Box {box}, player {player}: {notice}"),
                        box=event.box,
                        player=event.player,
                        notice=event.notice,
                    ),
                    event.clause,
                )
            )
        elif isinstance(event, PlayerWarned):
            notices.append(
                (
                    text(
                        _("Advise player {player}: further wagers under the minimum are returned"),
                        player=event.player,
                    ),
                    event.clause,
                )
            )
        elif isinstance(event, OralWagerRejected):
            notices.append(
                (
                    text(
                        _("Box {box}, player {player}: the spoken wager is not valid"),
                        box=event.box,
                        player=event.player,
                    ),
                    event.clause,
                )
            )
    if not notices:
        return live_screen.render_notice("ok", "")
    title, clause = notices[0]
    return live_screen.render_notice(
        "note", title, "; ".join(words for words, _clause in notices[1:]), clause
    )


def _play_json(request: HttpRequest, code: str) -> HttpResponse:
    """One tap by a program: ``{"command": {…}, "key": "…", "expected": n}``; the answer is JSON."""
    try:
        post = _read_json(request)
        name_key(post.key)
        command = requests.decoded(bytes(post.command))
    except UnreadableRequest as fault:
        return _json({"ok": False, "error": fault.message, "remedy": fault.remedy, "code": fault.code}, 400)
    answer, _after = service.play(code, command, by=person_of(request), key=post.key, expected=post.expected)
    status = 200 if answer.ok or answer.approval_id else STALE if answer.stale else REFUSED
    return _json(answer.plain(), status)


class _Post(msgspec.Struct, forbid_unknown_fields=True):
    """A tap has its own key, since a repeat without one would be a second tap, and says which version it was made
    on."""

    command: msgspec.Raw
    key: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_KEY)]
    expected: Annotated[int, msgspec.Meta(ge=0)]


def _read_json(request: HttpRequest) -> _Post:
    """The post of a program. Raises UnreadableRequest."""
    try:
        if len(request.body) > LONGEST_POST:
            raise UnreadableRequest("post.too_long", most=LONGEST_POST)
        post = msgspec.json.decode(request.body, type=_Post)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise UnreadableRequest("post.unreadable", fault=fault_of(fault)) from fault
    except RequestDataTooBig as fault:
        raise UnreadableRequest("post.too_long", most=LONGEST_POST) from fault
    if not post.key.isprintable():
        raise UnreadableRequest("post.key")
    return post


def _json(body: dict[str, Any], status: int) -> HttpResponse:
    return HttpResponse(msgspec.json.encode(body), content_type="application/json", status=status)


# --- a second person


@sensitive_post_parameters("pin")
@require_POST
@roles(Role.DEALER)
@at_this_table
def sign(request: HttpRequest, code: str) -> HttpResponse:
    """A supervisor's number and PIN, entered at the tablet for what waits there; the dealer's session goes on."""
    form = SignForm(request.POST)
    try:
        sent = form.values()
        approval = _waiting(code, sent["approval"])
        by = approvals.by_pin(sent["number"], sent["pin"], tablets.place(request), code)
        with played_in() as played:
            once(
                code,
                of_form(request.POST, by),
                lambda: approvals.decide(
                    approval, by, sent["approves"], sent["reason"], choice=sent["choice"]
                ),
            )
    except Refusal as refusal:
        return refused(code, refusal, form.field_of(refusal))
    words = _("{number} approved: {question}") if sent["approves"] else _("{number} refused: {question}")
    answer = text(words, number=by.number, question=recorded(approval.text))
    return done(code, answer, approval.clause, after=next(iter(played), None))


@require_POST
@roles(Role.DEALER)
@at_this_table
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Withdraw the request for approval."""
    try:
        approval = _waiting(code, WithdrawForm(request.POST).values()["approval"])
        by = person_of(request)
        once(code, of_form(request.POST, by), lambda: approvals.withdraw(approval, by))
    except Refusal as refusal:
        return refused(code, refusal)
    return done(code, text(_("Withdrawn: {question}"), question=recorded(approval.text)))


def _waiting(code: str, number: int) -> Approval:
    """The approval, which must be one of this table's. Raises Refusal."""
    approval = Approval.objects.filter(pk=number, table_code=code).first()
    if approval is None:
        raise Refusal("approval.none_waiting")
    return approval


# --- opening and closing


@sensitive_post_parameters("pin")
@require_POST
@roles(Role.DEALER)
@at_this_table
def open_or_close(request: HttpRequest, code: str) -> HttpResponse:
    """One item of the opening list, the opening itself, or the count at the close (VIC03-3.2.5, 6.1)."""
    person, at, item = person_of(request), now_at(code), request.POST.get("item", "")
    form = FORMS[item](request.POST) if item in FORMS else None
    message = ""
    try:
        tap = of_form(request.POST, person)
        if item == "cards":
            message = _cards_right(code, person, tap.key)
        elif isinstance(form, OpenForm):
            opens = _who_opens(request, form, person, code)
            once(code, tap, lambda: opening.open_table(code, by=opens, at=at))
        elif isinstance(form, CountForm):
            message = _counted(code, form.values()["counted"], person, tap.key)
        elif item == "right":
            message = _counted(code, deck_count.right(service.current(code).table), person, tap.key)
        elif item == "close":
            once(code, tap, lambda: closing.close_table(code, by=person, at=at))
            message = text(_("{table} is closed"), table=code)
        else:
            once(code, tap, lambda: checklist.confirm(code, item, by=person, at=at))
    except Refusal as refusal:
        return refused(code, refusal, form.field_of(refusal) if form is not None else "")
    return done(code, message)


def _who_opens(request: HttpRequest, form: OpenForm, person: Staff, code: str) -> Staff:
    """The supervisor who signs at the tablet, or who is signed in there."""
    signed = form.values()
    if not signed["number"] and person.has_role_at_least(Role.GAME_SUPERVISOR):
        return person
    return approvals.by_pin(signed["number"], signed["pin"], tablets.place(request), code)


def _cards_right(code: str, person: Staff, key: str) -> str:
    """Confirm in one tap that every card is right. A repeat of the tap finds its earlier check."""
    table = service.current(code).table
    if packs.are_right(table):
        return _("The cards are checked and right")
    if any(check["by"] == person.number for check in table.checks.get(held_back.GIVEN, ())):
        return _("Your check is recorded; another person must check too")
    checked = packs.check_cards(code, deck_count.right(table), by=person, at=now_at(code), key=key)
    return _("The check is recorded; another person must check too") if checked.outcome == "given" else ""


def _counted(code: str, counted: int | deck_count.DeckCount, person: Staff, key: str) -> str:
    if closing.count_cards(code, counted, by=person, at=now_at(code), key=key):
        closed = service.current(code).table.state == Table.State.CLOSED
        return (
            text(_("{table} is closed: the cards are complete"), table=code)
            if closed
            else _("The cards are complete; now count the float")
        )
    return _("The count is not complete: closing is on hold, call a casino supervisor")
