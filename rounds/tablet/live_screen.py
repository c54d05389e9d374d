"""What the tablet and its watchers show of a live table, the same for all of them: drawn part by part in
`rounds.tablet.live_parts`. Texts of refusals go only to the tablet that tapped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, ClassVar, Final

from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext_noop

from casino.house_time import clock, minutes, seconds
from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.rulebooks.house import House
from casino.staff import approvals
from casino.staff.models import Approval
from casino.translated import RefusalTexts, kept_in_words, message, phrase, recorded, remedy, term, whole
from casino.translated import gettext as _
from casino.translated import text as in_words
from casino.web import fragments
from rounds import engine
from rounds.engine.events import PhaseBegan, Undone, WagerPlaced
from rounds.play.snapshot import Current, Live
from rounds.read_model.felt.cloth import laid_out
from rounds.read_model.felt.felt import FeltView, ante_words, felt_view, limit_words
from rounds.read_model.felt.spots import Spot, spots
from rounds.read_model.felt.tournament import wagers_hidden
from rounds.read_model.irregularities import presented as irregular
from rounds.read_model.taps import Tap
from rounds.tablet import buttons, shoe, side_bets, wagers
from rounds.tablet import reader_panel as readers
from rounds.tablet import tournament as tournaments
from rounds.tablet.buttons import Acts, CardActs, SimpleActs, WagerActs, acts_for
from rounds.tablet.insurance_and_surrender import (
    HiddenHand,
    InsuranceDesk,
    InsuranceRow,
    SurrenderDesk,
    hidden_hands,
    insurance,
    late,
    surrender,
)
from rounds.tablet.laid_at_once import placed_at_once
from rounds.tablet.settlement import SettlementDesk, settlement
from rounds.tablet.shoe import ShoePanel
from tables import held_back
from tables.book import house_at
from tables.float import sessions
from tables.floor.layout import layout_of
from tables.models import MAIN, Table
from tables.offers import title_of
from tables.opening import checklist, closing, dealing, deck_count, packs
from tables.signs import notices

__all__ = ["LiveScreen", "digest", "record_lines", "render_notice", "render_refusal", "screen_of"]

LONG_PROMPT: Final = 56
"""The most characters that fit in one line of the prompt in its large letters."""

DESK_WORDS: Final = {
    "pad": gettext_noop("Cards"),
    "tray": gettext_noop("Wagers"),
    "insurance": gettext_noop("Insurance"),
    "surrender": gettext_noop("Surrender"),
    "settle": gettext_noop("Take and pay"),
    "ride": gettext_noop("What stays in action"),
    "prize": gettext_noop("Prizes"),
    "opening": gettext_noop("Opening and closing"),
    "irregular": gettext_noop("What went wrong, and what to do"),
}
"""The desk's name for people who cannot see it, by what it holds."""


@dataclass(frozen=True, slots=True)
class OpeningRow:
    """Something required for the table's opening or closing."""

    item: str
    text: str
    clause: str = ""
    done: str = ""
    """Who confirmed it and when; empty if it is still to do."""
    page: str = ""
    """The page on which it is entered, if it has one."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class OpeningDesk:
    """What the table's opening or closing still requires."""

    kind: ClassVar[str] = "opening"
    title: str
    rows: list[OpeningRow]
    expected: int = 0
    """How many cards the shoe has, if they are to be counted."""


@dataclass(frozen=True, slots=True)
class IrregularDesk:
    """The irregularity that waits, drawn over the whole desk."""

    kind: ClassVar[str] = "irregular"
    case: irregular.Case | None = None
    plans: Sequence[irregular.PlanView] = ()
    answers: Sequence[tuple[str, str]] = ()


Desk = (
    OpeningDesk
    | IrregularDesk
    | InsuranceDesk
    | SurrenderDesk
    | wagers.TrayDesk
    | buttons.Pad
    | SettlementDesk
    | side_bets.RideDesk
    | side_bets.PrizeDesk
)


@dataclass(frozen=True, slots=True)
class Facts:
    """What the bar shows of the table."""

    version: int
    digest: str
    """What screens compare with what they show."""
    round_no: int
    phase: str
    left: int
    """Cards left in the shoe."""
    shoe: int
    """How many cards a full shoe has."""
    limit: str
    ante: str
    cloth: str
    shuffle: str
    """What has to be done with the cards; empty while dealing goes on."""
    last: str
    """How many of the announced last rounds are to come."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """One line: what is due, its clause, what to announce."""

    text: str
    css: str
    action: str = ""
    clause: str = ""
    announce: str = ""


@dataclass(frozen=True, slots=True)
class RunningNotice:
    """A notice displayed at the table, with the time that it counts down to."""

    words: str
    at: str
    clock: str
    then: str
    """What happens after that time."""


@dataclass(frozen=True, slots=True)
class SupervisorCall:
    """The key that calls a supervisor."""

    url: str
    since: str
    """When a supervisor was called; empty if none was."""
    coming: str
    """Who has agreed to come."""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """The dealer who asks at another tablet to take the table over."""

    number: str
    since: str
    url: str


@dataclass(frozen=True, slots=True)
class Ask:
    """An approval that waits, and who may sign it at the tablet."""

    id: int
    wrong: bool
    """Whether it is about an irregularity."""
    choices: Sequence[tuple[str, str]]
    signers: Sequence[str]
    refusals: Sequence[str]
    seen_by: str
    text: str
    clause: str
    role: str
    asked_by: str
    asked_at: str


@dataclass(frozen=True, slots=True)
class RecordLine:
    """Something recorded in this round."""

    time: str
    text: str
    undone: bool
    """Whether it was undone."""


@dataclass(frozen=True, slots=True)
class LiveScreen:
    """Everything that the live parts of a tablet show."""

    live: Live
    felt: FeltView
    due: engine.Due | None
    prompt: Prompt
    facts: Facts
    reader: readers.ReaderPanel | None
    desk: Desk
    desk_words: str
    acts: Acts
    shoe: ShoePanel | None
    late: list[InsuranceRow]
    hidden: list[HiddenHand]
    turn_down: Tap | None
    further: list[side_bets.FurtherHand]
    machine: list[side_bets.Machine]
    asks: list[Ask]
    called: SupervisorCall
    newcomer: Newcomer | None
    undo: buttons.WayBack
    running: list[RunningNotice]
    relief: str
    """The dealer who is sent as relief."""
    record: list[RecordLine]
    then: tuple[str, ...]
    """What comes next, in words."""
    spots: tuple[Spot, ...]
    todo: irregular.ToDo | None
    tournament: tournaments.TournamentPanel | None
    play_url: str
    sign_url: str
    opening_url: str
    reader_url: str


def _felt(table: Table, felt: FeltView) -> FeltView:
    """The felt as on the table's own cloth, if it has one."""
    return laid_out(felt, layout_of(table)) if table.layout else felt


def screen_of(live: Live) -> LiveScreen:
    """What the live parts of a tablet show of a table."""
    state, rules, due, table = live.state, live.rules, live.due, live.table
    asks = (
        [
            _ask(approval, table.dealer, state.irregular.choices if state.irregular else ())
            for approval in approvals.waiting_for(table.code)
        ]
        if table.live.get("waiting")
        else []
    )
    to_do = _opening(live)
    # Between two rounds the results of the last one stay visible until the first chip of the next.
    shown = live.previous if live.previous is not None and not live.begun else state
    desk: Desk = to_do or _desk(live)
    reader = readers.panel(live, timezone.now()) if table.cards_from else None
    if reader is not None and reader.why_no_pad and isinstance(desk, buttons.Pad):
        desk = buttons.closed_pad(rules, reader.why_no_pad)
    acts = SimpleActs("none") if to_do else acts_for(state, rules, due)
    if isinstance(acts, WagerActs) and (no := _no_hand(live)):
        acts.first.refused, acts.first.clause = whole(no), no.clause
    if isinstance(desk, buttons.Pad) and desk.why and isinstance(acts, CardActs):
        acts = replace(acts, last=[])  # the reader reports the cutting card too
    dealing_on = due if not to_do else None
    hidden = live.setup.tournament is not None and wagers_hidden(state)
    offered = spots(state.setup) if state.setup.offers else ()
    return LiveScreen(
        live=live,
        felt=_felt(table, felt_view(shown, rules, dealing_on)),
        due=due,
        prompt=_prompt(due, asks, to_do),
        facts=_facts(live, asks, offered),
        reader=reader,
        desk=desk,
        desk_words=_(DESK_WORDS[desk.kind]),
        acts=acts,
        shoe=shoe.panel(rules, state) if dealing_on and (state.shoe_waits or acts.kind == "wagers") else None,
        late=late(state, dealing_on) if dealing_on and dealing_on.offers else [],
        hidden=hidden_hands(state) if dealing_on and state.setup.face_down else [],
        turn_down=irregular.may_turn_down(live) if dealing_on and state.held else None,
        further=side_bets.further(state, dealing_on) if dealing_on and state.setup.offers else [],
        machine=side_bets.machine(state) if state.setup.offers and not to_do else [],
        asks=asks,
        called=_called(table),
        newcomer=_newcomer(table),
        undo=buttons.undo(rules, state, live.events, secret=hidden, at_once=_at_once(live)),
        running=_running(table),
        relief=table.relief,
        record=record_lines(live.events, live.times, secret=hidden),
        then=_then(state, rules, due),
        spots=offered,
        todo=irregular.to_do(live) if _went_wrong(live) else None,
        tournament=tournaments.panel(live) if live.setup.tournament is not None else None,
        play_url=f"/table/{table.code}/play",
        sign_url=f"/table/{table.code}/sign",
        opening_url=f"/table/{table.code}/opening",
        reader_url=f"/table/{table.code}/reader",
    )


def _at_once(live: Live) -> list[WagerPlaced]:
    """The wagers of the last tap, if it placed several."""
    last = live.events[-1] if live.events else None
    return placed_at_once(live) if isinstance(last, WagerPlaced | Undone) else []


def _went_wrong(live: Live) -> bool:
    """Whether a tap of the round, or the last one of the previous round, may have been about an irregularity."""
    return not live.events or any(isinstance(event, irregular.DECIDED) for event in live.events)


def _no_hand(live: Live) -> Refusal | None:
    """Why the dealer may not call no more bets now; None if they may."""
    no = dealing.may_call(live.table, timezone.now())
    if no is None and live.setup.tournament is not None:
        no = tournaments.no_hand(live.table)
    return no


def digest(current: Current) -> str:
    """A digest of the record and the approvals that wait: equal digests mean equal screens. Every screen polls it
    every few seconds, so the state of the round is not loaded for it, unless a reader leads."""
    table = current.table
    waiting: Sequence[tuple[int, str]] = ()
    if table.live.get("waiting"):
        waiting = list(approvals.waiting_for(table.code).values_list("pk", "seen_by"))
    if not table.cards_from:
        return _digest(table, waiting)
    live = current if isinstance(current, Live) else current.live
    return _digest(table, waiting) + readers.digest(live, timezone.now())


def _digest(table: Table, waiting: Sequence[tuple[int, str]]) -> str:
    # The mark covers what changes only on the table's row: a call, who comes, confirmed items of an opening list.
    return f"{table.version}.{'-'.join(f'{pk}{seen}' for pk, seen in waiting)}.{table.mark}"


def _called(table: Table) -> SupervisorCall:
    since = seconds(table.called_at) if table.called_at else ""
    return SupervisorCall(url=f"/table/{table.code}/call", since=since, coming=table.coming)


def _newcomer(table: Table) -> Newcomer | None:
    if not table.newcomer or table.newcomer_at is None or table.newcomer_answer:
        return None
    return Newcomer(table.newcomer, seconds(table.newcomer_at), f"/table/{table.code}/take-over")


def _facts(live: Live, asks: Sequence[Ask], offered: Sequence[Spot]) -> Facts:
    state, setup, rules = live.state, live.setup, live.rules
    cards = setup.shoe_cards
    return Facts(
        version=live.version,
        digest=_digest(live.table, [(ask.id, ask.seen_by) for ask in asks]),
        round_no=live.round_no,
        phase=state.phase,
        left=state.left_in_shoe(cards),
        shoe=cards,
        limit=limit_words(rules, setup),
        ante=ante_words(rules),
        cloth=" ".join(f"{spot.bet}:{spot.scale}:{spot.offer.most_paid}:{spot.limits}" for spot in offered),
        shuffle=_shuffle_words(rules, state),
        last=_last_rounds(state),
    )


def _shuffle_words(rules: Rules, state: engine.State) -> str:
    """What has to be done with the cards, now or after the round; empty while dealing goes on."""
    if not state.carry.rounds_left:
        return ""
    if state.shoe_waits and engine.questions.shoe_due(rules, state) is not None:
        return _("to prepare")
    due = state.carry.shuffle_due or (state.cut_card and state.carry.rounds_left < 0)
    return _("shuffle after") if due else ""


def _running(table: Table) -> list[RunningNotice]:
    """The notices displayed at the table."""
    if not table.notices:
        return []
    then = _("after this round") if table.in_hand else _("now")
    lines = []
    for notice in table.notices:
        at = datetime.fromisoformat(notice["at"])
        words = _("Closes")
        if notice["what"] == notices.LIMITS and notice["bet"] == MAIN:
            words = in_words(_("Minimum {minimum:money}"), minimum=notice["minimum"])
        elif notice["what"] == notices.LIMITS:
            bet = title_of(table, notice["bet"])
            words = in_words(_("{bet} minimum {minimum:money}"), bet=bet, minimum=notice["minimum"])
        lines.append(RunningNotice(words, notice["at"], minutes(at), then))
    return lines


def _last_rounds(state: engine.State) -> str:
    """How many of the announced last rounds are to come (ACT03-5.6)."""
    left = state.carry.rounds_left
    if left < 0:
        return ""
    if not left:
        return _("no further round")
    return _("last round") if left == 1 else in_words(_("last {rounds} rounds"), rounds=left)


def _prompt(due: engine.Due | None, asks: Sequence[Ask], to_do: OpeningDesk | None) -> Prompt:
    if to_do:
        first = next((row for row in to_do.rows if not row.done), None)
        text = first.text if first else to_do.title
        css = "now long" if len(text) > LONG_PROMPT else "now"
        return Prompt(text, css, "opening", clause=first.clause if first else "")
    if due is None:
        return Prompt(_("The round is over"), "rest")
    css = "wait" if due.role or asks else "now"
    text = phrase(due.prompt)
    if len(text) > LONG_PROMPT:
        css += " long"
    announced = phrase(due.announcement)
    if re.search(rf"\b{re.escape(announced)}\b", text, re.IGNORECASE):
        announced = ""  # the line already says it: call no more bets
    return Prompt(text, css, due.action, due.clause, announced)


def _then(state: engine.State, rules: Any, due: engine.Due | None) -> tuple[str, ...]:
    """What comes next. At the last settlement the dealer has drawn and draws no more; if the dealer plays several
    hands, the next one follows (ACT96-22.13)."""
    if due is None:
        return ()
    drawn = state.phase == "final_settlement" and len(state.dealers) + 1 >= rules.dealer_hands.value
    return tuple([phrase(after) for after in (due.then[:-1] if drawn else due.then)])


def _opening(live: Live) -> OpeningDesk | None:
    """What the table's opening or closing still requires, in place of the controls; None while dealing is allowed."""
    table = live.table
    new_round = not live.begun
    if table.is_open and not new_round:
        return None
    refusal = dealing.may_deal(table, new_round=new_round, at=timezone.now())
    if refusal is None:
        return None
    house_rules = house_at(table)
    cards = live.rules.shoe_cards(table.decks)
    if table.state == Table.State.CLOSING:
        each = house_rules.cards_counted_each
        held = table.checks.get(closing.UNCOUNTED)
        count = OpeningRow(
            item="right" if each else "count",
            text=in_words(_("Check the cards one by one: {cards} cards"), cards=cards)
            if each
            else _("Count the cards of the shoe"),
            clause=house_rules.cards_counted,
            done=_checked(table, closing.COUNTED),
            page=reverse("card_check", args=[table.code]),
            note=in_words(_("Closing is on hold: {fault}"), fault=phrase(held["words"])) if held else "",
        )
        close = OpeningRow("close", _("Close the table"), house_rules.closed)
        rows = [count if house_rules.cards_counted else close]
        if sessions.closing_wanted(table):
            text = _("Count the closing float; dealer and supervisor sign")
            rows.insert(len(rows) if house_rules.cards_counted else 0, OpeningRow("float", text))
        return OpeningDesk(in_words(_("{table} is closing"), table=table.code), rows, expected=cards)
    rows = []
    closed = table.state == Table.State.CLOSED
    if closed and house_rules.cards_checked:
        rows += _card_checks(table, house_rules, cards)
    checks = checklist.confirmations(table) if closed else checklist.wanted_before_round(table)
    for item, (clause, words) in checks.items():
        done = _checked(table, item) if checklist.confirmed(table, item, words) else ""
        rows.append(OpeningRow(item, capfirst(phrase(words)), clause, done))
    if closed:
        counted = sessions.opening_of(table)
        done = f"{counted.counted_by}, {counted.signed_by}" if counted is not None else ""
        text = _("Count the opening float; dealer and supervisor sign")
        rows.append(OpeningRow("float", text, done=done))
    if not closed and not rows:
        # What nobody at the tablet can confirm.
        text, note = message(refusal), remedy(refusal)
        rows.append(OpeningRow("held", text, refusal.clause, note=note))
    if closed:
        text = _("A game supervisor opens the table")
        rows.append(OpeningRow("open", text, house_rules.opened))
    states = {
        Table.State.OPEN: _("{table} is open"),
        Table.State.CLOSED: _("{table} is closed"),
        Table.State.CLOSING: _("{table} is closing"),
    }
    return OpeningDesk(in_words(states[Table.State(table.state)], table=table.code), rows)


def _card_checks(table: Table, house_rules: House, cards: int) -> list[OpeningRow]:
    """One line for each check of the cards that the book requires; the dealer's own check can be given by one tap, as
    long as nothing was found wrong before."""
    done = _checked(table, packs.CARDS) if packs.are_right(table) else ""
    given = {
        given_check["as"]: f"{given_check['by']} · {clock(given_check['at'])}"
        for given_check in table.checks.get(held_back.GIVEN, ())
    }
    barred = packs.outcome_of(table)
    sets = len(deck_count.sets_of(table.rules))
    what = (
        in_words(
            _("{sets} sets of {packs:pack|packs}, {cards} cards"),
            sets=sets,
            packs=table.decks,
            cards=cards * sets,
        )
        if sets > 1
        else in_words(_("{packs:pack|packs}, {cards} cards"), packs=table.decks, cards=cards)
    )
    what += f", {_('backs alike')}" if house_rules.backs_alike else ""
    rows = []
    for at, role in enumerate(house_rules.cards_checked_by):
        who = f" ({term(role.replace('_', ' '))})" if len(house_rules.cards_checked_by) > 1 else ""
        wrong = barred.outcome == "wrong" and at == 0
        rows.append(
            OpeningRow(
                item="cards" if at == 0 and barred.outcome in ("", "given") else "page",
                text=f"{term(house_rules.cards_checked_how)}{who}: {what}",
                clause=house_rules.cards_checked,
                done=done or given.get(role, ""),
                page=reverse("card_check", args=[table.code]),
                note=in_words(_("Not right: {faults:semicolons:phrase}"), faults=barred.faults)
                if wrong
                else "",
            )
        )
    return rows


def _checked(table: Table, item: str) -> str:
    check = table.checks.get(item)
    return f"{check['by']} · {clock(check['at'])}" if check else ""


def _desk(live: Live) -> Desk:
    """The large part below the felt, by what is due."""
    state, rules, due = live.state, live.rules, live.due
    action = due.action if due else ""
    if action in ("wagers", ""):
        return wagers.tray(rules, state, due, wagers.last_wagers(live))
    if due is not None and action == "insurance":
        return insurance(state, due)
    if due is not None and action == "surrender":
        return surrender(state, due)
    if due is not None and action == "settle":
        return settlement(state, due)
    if due is not None and action == "ride":
        return side_bets.ride(state, due)
    if due is not None and action == "prize":
        return side_bets.prize(state, due)
    if due is not None and action == "approval":
        shown = irregular.open_case(live)
        return IrregularDesk(shown.case, shown.plans, shown.answers) if shown is not None else IrregularDesk()
    return buttons.pad(rules, due)


def _ask(approval: Approval, dealer: str, choices: Sequence[str] = ()) -> Ask:
    wrong = approval.kind == approvals.IRREGULARITY
    text = approval.text.partition(": ")[0] if choices else approval.text
    return Ask(
        id=approval.pk,
        wrong=wrong,
        choices=[(choice, term(choice.replace("_", " "))) for choice in choices] if wrong else (),
        signers=irregular.signers(approval.role_wanted, approval.asked_by, dealer) if wrong else (),
        refusals=irregular.reasons_not_to_sign() if wrong else (),
        seen_by=approval.seen_by,
        text=capfirst(recorded(text)),
        clause=approval.clause,
        role=term(approval.get_role_wanted_display()),
        asked_by=approval.asked_by,
        asked_at=seconds(approval.asked_at),
    )


def record_lines(
    events: Sequence[Any], times: Sequence[datetime | None] = (), *, secret: bool = False
) -> list[RecordLine]:
    """What was recorded in this round, newest first. Undone taps are marked, not hidden. `secret` wagers are shown
    without amounts."""
    undone = {event.undone_tap for event in events if isinstance(event, engine.events.Undone)}
    lines = []
    for number, event in enumerate(events):
        if isinstance(event, PhaseBegan | engine.events.RoundOpened):
            continue
        at = times[number] if number < len(times) else None
        taken_back = event.tap in undone and not isinstance(event, engine.events.Undone)
        lines.append(_record_line(event, at, taken_back, secret))
    lines.reverse()
    return lines


@kept_in_words
def _record_line(event: Any, at: datetime | None, undone: bool, secret: bool) -> RecordLine:
    """One line of the log, cached: a round has a hundred of them, and a tap adds one or two."""
    return RecordLine(seconds(at) if at else "", buttons.log_line(event, secret=secret), undone)


def render_notice(
    kind: str, title: str, text: str = "", clause: str = "", remedy: str = "", code: str = ""
) -> str:
    """A notice for the tablet that tapped. ``kind`` is ``ok``, ``refused``, ``stale`` or ``asked``; an empty title
    clears it. ``code`` is that of a refusal."""
    return fragments.render(
        "tablet/_notice.html",
        {"kind": kind, "title": title, "text": text, "clause": clause, "remedy": remedy, "code": code},
    )


def render_refusal(refusal: RefusalTexts, text: str = "") -> str:
    """The notice of a refusal, with its code and its clause; ``text`` is what was recorded all the same."""
    clause, code = getattr(refusal, "clause", ""), getattr(refusal, "code", "")
    return render_notice("refused", message(refusal), text, clause, remedy(refusal), code)
