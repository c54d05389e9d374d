"""The replay: a round as recorded, entry by entry, with the felt at each; and a summary of the round.

Every entry of the round is a step: refused and undone taps are shown where they happened, marked as such, so that
nobody can deny them.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST, require_safe

from casino.ledger import DESK, Entry
from casino.ledger.archives.months import refuse_round_away
from casino.money import Cents, decimal, dollars
from casino.postgres.standby import from_standby
from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.staff import places
from casino.staff.access import admits, forbidden, roles
from casino.staff.arrival import person_of
from casino.staff.models import Staff
from casino.staff.roles import RECORD_READERS, WATCHERS, Role
from casino.translated import text
from casino.view_models import context_of
from rounds import engine
from rounds.engine import State
from rounds.engine.events import (
    Doubled,
    Drew,
    EvenMoneyAsked,
    HandDirected,
    Insured,
    Rescued,
    Split,
    Stood,
    Surrendered,
    Undone,
)
from rounds.engine.questions import beyond_due, money_of
from rounds.engine.values import ANTE, IN_ACTION, settlement_of
from rounds.notation import write_round
from rounds.play import service
from rounds.play.editions import decoded
from rounds.play.projection.rows import win_of
from rounds.read_model.felt.cloth import cloth_at, laid_out
from rounds.read_model.felt.felt import FeltView, felt_view
from rounds.read_model.felt.side_lines import results_of
from rounds.read_model.felt.spots import bet_words, spots_by_bet
from rounds.read_model.felt.words import (
    bust_words,
    cards_html,
    hand_words,
    odds_words,
    phase_words,
    result_words,
    total_words,
)
from rounds.read_model.irregularities.incident import Incident, incident
from rounds.read_model.log_rows import Row
from rounds.surveillance.compare.like_cases import LikeCases, like_cases
from rounds.surveillance.desk_settings import lists
from rounds.surveillance.evidence_form import EvidenceForm
from rounds.surveillance.find.neighbours import Neighbours, neighbours_of
from rounds.surveillance.notes import notes
from rounds.surveillance.notes.forms import NoteForm
from rounds.surveillance.notes.notes import visible as visible_notes
from rounds.surveillance.notes.screen import NoteShown, of_round
from rounds.surveillance.record import WRITER, now
from rounds.surveillance.record import reads as desk_reads
from rounds.surveillance.video.links import VideoLink, links_at
from tables.floor.layout import Layout
from tables.forms.once import of_form, once
from tables.models import Dispute

KEPT = 64
"""How many folded rounds this process caches."""


OPENS_AT: Final = {
    "irregularity": ("irregularity",),
    "void": ("round_voided", "irregularity"),
    "corrected": ("corrected", "payment_corrected"),
    "wrong_payment": ("payment_corrected",),
}
"""Terms of a search, and the entries at which the replay opens for them."""


@dataclass(slots=True)
class Step:
    """One entry of the round and the state after it."""

    no: int
    row: Row
    state: State
    folded: bool
    undone: bool = False

    @property
    def css(self) -> str:
        marks = ["undone"] if self.undone else []
        if self.row.tone:
            marks.append({"bad": "bad", "no": "refused", "sup": "sup", "undo": "undo"}[self.row.tone])
        return " ".join(marks)

    @property
    def tag(self) -> str:
        """The mark in words."""
        return _("undone") if self.undone else _("not done") if self.row.tone == "no" else ""

    @property
    def in_words(self) -> str:
        what = f"{self.row.kind}, {self.row.detail}" if self.row.detail else self.row.kind
        return f"{what} ({self.tag})" if self.tag else what


@dataclass(slots=True)
class PlayerLine:
    """One player on one box: what was staked and the result."""

    player: str
    caller: bool
    wager: str
    results: list[str]
    net: Cents | None

    @property
    def money(self) -> str:
        if self.net is None:
            return _("open")
        return f"+{dollars(self.net)}" if self.net > 0 else dollars(self.net)

    @property
    def settled(self) -> str:
        """The result as a form field takes it; "" while it is open."""
        return "" if self.net is None else decimal(self.net).removesuffix(".00")

    @property
    def css(self) -> str:
        return "" if not self.net else "plus" if self.net > 0 else "minus"


@dataclass(slots=True)
class BoxLine:
    """One box in the summary of the round."""

    number: int
    hands: list[tuple[SafeString, str]]
    decisions: str
    lines: list[PlayerLine]


@dataclass(frozen=True, slots=True)
class Highlight:
    """Something that a reviewer looks for first, with its first step."""

    words: str
    step: int


@dataclass(slots=True)
class Summary:
    """The summary of the round: what a reviewer must be able to say within seconds."""

    headline: str
    dealer: SafeString | str
    dealer_said: str
    boxes: list[BoxLine] = field(default_factory=list)
    notes: list[Highlight] = field(default_factory=list)


@dataclass(slots=True)
class Replay:
    """A round, folded once for all its steps."""

    code: str
    round_no: int
    steps: list[Step]
    rules: Rules
    summary: Summary
    cloth: Layout | None = None
    """Where the boxes were on the table's cloth, if it had its own."""

    def at(self, no: int) -> Step:
        return self.steps[min(max(no, 1), len(self.steps)) - 1]

    def goes_on(self, step: Step) -> bool:
        """Whether the command of this step has further entries."""
        after = next((later for later in self.steps[step.no :] if later.folded), None)
        return step.folded and after is not None and after.row.entry.tap == step.row.entry.tap


_kept: OrderedDict[tuple[str, int, bytes], Replay] = OrderedDict()


def replay_of(code: str, round_no: int) -> Replay:
    """The round as recorded so far. Raises Http404 for an unknown round, Refusal for one in an archived month."""
    refuse_round_away(code, round_no)
    mine = Entry.objects.filter(chain=code, round_no=round_no)
    last = mine.order_by("-seq").values_list("hash", flat=True).first()
    if last is None:
        raise Http404(Refusal("round.unknown", table=code, round=round_no))
    key = (code, round_no, bytes(last))
    round_replay = _kept.get(key)
    if round_replay is None:
        # A round still being dealt gets a new last hash with each entry: the old one drops out of the cache.
        entries = list(mine.order_by("seq"))
        round_replay = _kept[key] = folded(code, round_no, entries)
        round_replay.cloth = cloth_at(code, entries[0].seq)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return round_replay


def folded(code: str, round_no: int, entries: list[Entry]) -> Replay:
    """The round of these entries, in order. Raises Http404 if none of them is an event."""
    steps: list[Step] = []
    events: list[tuple[Step, engine.Event]] = []
    # A stack of the taps in force: an undo pops the last. The number of the tap is not enough, since after an undo
    # the one before can be undone too.
    taps: list[tuple[int, list[Step]]] = []
    state: State | None = None
    for entry in entries:
        event = decoded(entry.body) if entry.folded else None
        if event is not None:
            state = engine.evolve(state, event)
        if state is None:
            continue  # asked or refused before the round's first event: the audit log has it
        step = Step(len(steps) + 1, Row.of(entry), state, entry.folded)
        steps.append(step)
        if event is None:
            continue
        events.append((step, event))
        if isinstance(event, Undone):
            for undone in taps.pop()[1] if taps else []:
                undone.undone = True
        elif taps and taps[-1][0] == event.tap:
            taps[-1][1].append(step)
        else:
            taps.append((event.tap, [step]))
    if state is None:
        raise Http404(Refusal("round.without_event", table=code, round=round_no))
    in_force = [event for step, event in events if not step.undone and not isinstance(event, Undone)]
    return Replay(code, round_no, steps, state.setup.rules, _summary(state, in_force, steps))


# --- the summary

CALLED: Final[dict[type, str]] = {
    Drew: gettext_noop("hit"),
    Stood: gettext_noop("stood"),
    Doubled: gettext_noop("doubled"),
    Split: gettext_noop("split"),
    HandDirected: gettext_noop("completed by direction"),
}
"""Decisions on a hand, by event."""
CALLED_BY: Final[dict[type, str]] = {
    EvenMoneyAsked: gettext_noop("{player} even money"),
    Insured: gettext_noop("{player} insured"),
    Surrendered: gettext_noop("{player} surrendered"),
    Rescued: gettext_noop("{player} took the double back"),
}
"""Decisions of a single player on a box, by event."""


def _summary(state: State, events: Sequence[engine.Event], steps: list[Step]) -> Summary:
    rules = state.setup.rules
    beside = [side for box in state.boxes for side in box.sides if side.bet != ANTE and not side.hand]
    lies = [*(wager for box in state.boxes for wager in box.wagers), *beside]
    staked = sum(wager.effective if state.called else wager.amount for wager in lies)
    house = win_of(state)
    boxes = [box for box in state.boxes if box.wagers]
    words = [
        text(
            _("{boxes:box|boxes}, {wagers:wager|wagers}, {staked:money} at the call"),
            boxes=len(boxes),
            wagers=len(lies),
            staked=staked,
        )
    ]
    if state.phase in ("collected", "void"):
        words.append(text(_("house {win}"), win=f"{'+' if house > 0 else ''}{dollars(house)}"))
    else:
        words.append(text(_("not over: {phase}"), phase=phase_words(state.phase)))
    undone = [step.no for step in steps if step.row.entry.kind == "undone"]
    refused = [step.no for step in steps if step.row.tone == "no"]
    irregular = [step.no for step in steps if step.row.entry.kind == "irregularity"]
    marked = (
        (irregular, _("{count} irregular")),
        (refused, _("{count} refused")),
        (undone, _("{count} undone")),
    )
    notes = [Highlight(text(note, count=len(numbers)), numbers[0]) for numbers, note in marked if numbers]
    summary = Summary(
        headline=" · ".join(words),
        dealer=cards_html(state.dealer),
        dealer_said=_dealer_words(rules, state),
        notes=notes,
    )
    for box in boxes:
        hands = [
            (
                cards_html(hand.cards, last_sideways=hand.doubled and len(hand.cards) > 2),
                _hand_words(rules, hand),
            )
            for hand in box.hands
        ]
        summary.boxes.append(
            BoxLine(
                box.number,
                hands,
                _decisions(box.number, events),
                [_line(state, box, wager) for wager in box.wagers]
                + [_side(state, box, side) for side in box.sides if side.bet != ANTE],
            )
        )
    return summary


def _dealer_words(rules: Rules, state: State) -> str:
    if not state.dealer:
        return _("no card")
    if state.dealer_blackjack:
        return _(rules.natural)
    total = total_words(state.dealer)
    return bust_words(total, bust=int(total.split("/")[-1]) > 21)


def _hand_words(rules: Rules, hand: engine.values.Hand) -> str:
    if engine.questions.blackjack(rules, hand):
        return _(rules.natural)
    return bust_words(hand_words(hand), bust=hand.bust)


def _decisions(number: int, events: Sequence[engine.Event]) -> str:
    """The decisions on a box, in order: ``split hand 1, hit hand 1, stood hand 1``."""
    texts: list[str] = []
    many = any(isinstance(event, Split) and event.box == number for event in events)
    for event in events:
        if getattr(event, "box", 0) != number:
            continue
        called = CALLED.get(type(event), "")
        if called and many:
            texts.append(
                text(_("{decision:term} hand {hand}"), decision=called, hand=getattr(event, "hand", 1))
            )
        elif called:
            texts.append(_(called))
        elif type(event) in CALLED_BY:
            texts.append(text(_(CALLED_BY[type(event)]), player=getattr(event, "player", "")))
    return ", ".join(texts)


def _line(state: State, box: engine.values.Box, wager: engine.values.Wager) -> PlayerLine:
    beside = spots_by_bet(state.setup)
    mine = [
        result
        for result in state.results
        if result.box == box.number
        and result.player == wager.player
        and result.bet not in beside
        and _of_wager(box, wager) in (result.bet, result.wager, None)
    ]
    if len(box.hands) > 1:
        mine.sort(
            key=lambda result: result.hand
        )  # hand by hand, although losers were taken before winners were paid
    words = dollars(wager.amount)
    if state.called and wager.effective != wager.amount:
        words = text(_("{wager} ({amount:money} in play)"), wager=words, amount=wager.effective)
    stakes = [
        stake
        for hand in box.hands
        for stake in hand.stakes
        if (stake.player, stake.bet) == (wager.player, wager.bet)
    ]
    added = sum(stake.money for stake in stakes) - wager.effective if stakes else 0
    if added:
        words += f" + {dollars(added)}"
        if len(stakes) > 1:
            words = text(_("{wager} on {hands} hands"), wager=words, hands=len(stakes))
    insured = sum(bet.amount for bet in box.insurance if (bet.player, bet.wager) == (wager.player, wager.bet))
    if insured:
        words = text(_("{wager}, insurance {amount:money}"), wager=words, amount=insured)
    results = []
    for result in mine:
        what = result_words(result.result)
        if result.bet != "main":
            what = f"{_(result.bet.replace('_', ' '))} {what}"
        elif len(box.hands) > 1:
            what = text(_("hand {hand} {result}"), hand=result.hand, result=what)
        if result.pays and result.odds:
            what += f" {odds_words(result.odds)}"
        results.append(what)
    net = sum(result.pays - result.takes for result in mine) + _beyond(state, mine) if mine else None
    results += _put_right(state, mine)
    return PlayerLine(wager.player, wager.player == box.caller, words, results, net)


def _beyond(state: State, results: list[engine.values.Result]) -> int:
    """What the wagers' own player has beyond these settlements, in cents; negative for less."""
    whose = {settlement_of(result): result.player for result in results}
    return sum(cents for (place, name), cents in beyond_due(state).items() if whose.get(place) == name)


def _put_right(state: State, results: list[engine.values.Result]) -> list[str]:
    """Wrong payments on these settlements, in words, with what was done about them."""
    places = {settlement_of(result) for result in results}
    return [
        text(_("paid wrongly: {moves:semicolons}"), moves=money_of(payment))
        for payment in state.payments
        if settlement_of(payment) in places
    ]


def _of_wager(box: engine.values.Box, wager: engine.values.Wager) -> str | None:
    """The bet of a wager if its player has several on the hand, each against its own dealer hand (ACT96-22.5); None
    if all the results belong to one wager."""
    several = [other for other in box.wagers if other.player == wager.player]
    return wager.bet if len(several) > 1 else None


def _side(state: State, box: engine.values.Box, side: engine.values.Wager) -> PlayerLine:
    """A side bet: what was staked, what stayed in action, what the button selected, and the result."""
    words = f"{bet_words(state.setup, side.bet)} {dollars(side.amount)}"
    if side.hand:
        words = text(_("{wager} on hand {hand}"), wager=words, hand=side.hand)
    elif state.called and side.effective != side.amount:
        words = text(_("{wager} ({amount:money} in play)"), wager=words, amount=side.effective)
    if side.prize:
        words = text(
            _("{wager}, prize {prize:money} for each {unit:money}"), wager=words, prize=side.prize, unit=100
        )
    if side.riding:
        words = text(_("{wager}, {amount:money} left in action"), wager=words, amount=side.riding)
    first, then = results_of(side, [outcome for outcome in state.results if outcome.box == box.number])
    results = []
    for result in (*first, *then):
        what = result_words(result.result)
        if result.wager == IN_ACTION:
            what = text(_("in action {result}"), result=what)
        if result.pays and result.odds:
            what += f" {odds_words(result.odds)}"
        results.append(what)
    both = [*first, *then]
    net = sum(result.pays - result.takes for result in both) + _beyond(state, both) if first else None
    results += _put_right(state, [*first, *then])
    return PlayerLine(side.player, False, words, results, net)


# --- views


@roles(*WATCHERS)
@require_safe
@from_standby
def replay(request: HttpRequest, code: str, round_no: int) -> HttpResponse:
    """A round at ``?step=n`` (or the entry ``?seq=n``), as a page, beside the audit log, or only the step. A game
    supervisor may see it for a round in dispute, or one that surveillance has written to the pit about."""
    person = person_of(request)
    if not admits(person, RECORD_READERS) and not _is_shown(person, code, round_no):
        return forbidden(request, person, RECORD_READERS)
    return page_of(request, code, round_no)


def _is_shown(person: Staff, code: str, round_no: int) -> bool:
    """Whether a person who may not read the record may see this round: in a dispute, hands may be reconstructed
    (VIC03-7.5.7(a), NZ-8.6)."""
    in_dispute = Dispute.objects.filter(table__code=code, round_no=round_no).exists()
    return in_dispute or visible_notes(person).filter(table=code, round_no=round_no).exists()


def page_of(
    request: HttpRequest,
    code: str,
    round_no: int,
    *,
    refusal: Refusal | None = None,
    form: EvidenceForm | None = None,
    note: NoteForm | None = None,
) -> HttpResponse:
    """The replay, with the refusal of the pack requested by `form`, or of a `note`; or, if the round is in an
    archived month, where its entries are."""
    try:
        round_replay = replay_of(code, round_no)
    except Refusal as away:
        return _away(request, code, round_no, away, status=409 if refusal else 200)
    step = round_replay.at(_step_number(request, round_replay))
    disputes = Dispute.objects.filter(table__code=code, round_no=round_no).order_by("raised_at")
    person = person_of(request)
    screen = _screen(
        round_replay,
        step,
        list(disputes),
        form or EvidenceForm(),
        notes_on(person, round_replay),
        person=person,
    )
    context = context_of(screen) | {"refusal": None if note else refusal, "noted_steps": screen.noted_steps}
    if screen.desk_writes:
        context |= {
            "note": note or NoteForm.of_house(),
            "note_refusal": refusal if note else None,
            "cameras": sorted(lists.cameras()),
        }
    target = request.headers.get("HX-Target", "")
    if target.endswith("#beside"):
        return render(request, "surveillance/_replay.html", context)
    if target.endswith("#step"):
        return render(request, "surveillance/_replay_step.html", context)
    return render(request, "surveillance/replay.html", context, status=409 if refusal else 200)


@roles(WRITER)
@require_POST
def write_note(request: HttpRequest, table: str, round_no: int) -> HttpResponse:
    """Write a note on a round; if it is refused, what was typed stays (409)."""
    person, form = person_of(request), NoteForm.of_house(request.POST)
    try:
        replay_of(table, round_no)  # Http404 for an unknown round
        asked = of_form(request.POST, person, note=f"{table}/{round_no}")
        values = form.values()
        whole, seq = values.pop("whole"), values.pop("seq")
        written, on = notes.Written(**values), None if whole else seq
        once(DESK, asked, lambda: notes.add(table, round_no, written, seq=on, by=person, at=now()))
    except Refusal as refusal:
        form.refuse(refusal)
        return page_of(request, table, round_no, refusal=refusal, note=form)
    return redirect(
        f"{reverse('replay', args=(table, round_no))}{'' if whole or not seq else f'?seq={seq}'}#notes"
    )


def _away(request: HttpRequest, code: str, round_no: int, refusal: Refusal, *, status: int) -> HttpResponse:
    beside = request.headers.get("HX-Target", "").endswith("#beside")
    name = "surveillance/_replay_away.html" if beside else "surveillance/replay_away.html"
    return render(request, name, {"code": code, "round_no": round_no, "refusal": refusal}, status=status)


@dataclass(frozen=True, slots=True)
class ReplayScreen:
    """What the replay shows: the round, one of its steps, and the felt at that step."""

    replay: Replay
    step: Step
    count: int
    disputes: list[Dispute]
    felt: FeltView
    incident: Incident | None
    like: LikeCases | None
    """How similar cases were decided, for people of the desk."""
    alone: bool
    """Whether the step is about an irregularity and no similar case was ever decided; for the same people."""
    due: engine.Due | None
    """What the table waited for after the step."""
    day: str
    evidence: EvidenceForm
    neighbours: Neighbours
    video: list[VideoLink]
    """The picture of the step, by camera."""
    notes: list[NoteShown]
    """The notes on the round that the person may read."""
    desk_writes: bool
    """Whether the person may write at the desk."""
    reads: bool
    """Whether the person may read the record; otherwise they see only this round."""
    disputes_open: bool
    """Whether the person may record disputes at the table."""

    @property
    def noted_steps(self) -> set[int]:
        """The steps that have a note."""
        return {note.step for note in self.notes if note.step is not None and not note.row.withdrawn_at}


def _acts_at(person: Staff, code: str) -> bool:
    """Whether the person may record disputes at the table."""
    return person.has_role_at_least(Role.GAME_SUPERVISOR) and places.refusal_to_change(person, code) is None


def notes_on(person: Staff, round_replay: Replay) -> list[NoteShown]:
    """The notes on a round that a person may read."""
    steps = {step.row.entry.seq: step.no for step in round_replay.steps}
    return of_round(person, round_replay.code, round_replay.round_no, steps)


def _screen(
    round_replay: Replay,
    step: Step,
    disputes: list[Dispute],
    evidence: EvidenceForm,
    notes: list[NoteShown],
    *,
    person: Staff,
) -> ReplayScreen:
    # Between two events of one command the table waits for nothing: the command continues.
    of_step = incident(round_replay.rules, round_replay.steps, step.no, round_replay.cloth)
    compared = of_step is not None and desk_reads(person)
    like = like_cases(round_replay.code, of_step.reported.entry.seq) if of_step and compared else None
    due = None if round_replay.goes_on(step) else engine.due(round_replay.rules, step.state)
    return ReplayScreen(
        replay=round_replay,
        step=step,
        count=len(round_replay.steps),
        disputes=disputes,
        felt=laid_out(felt_view(step.state, round_replay.rules, due), round_replay.cloth),
        incident=of_step,
        like=like,
        alone=compared and like is None,
        due=due if due is not None and step.state.phase not in ("collected", "void") else None,
        day=step.row.day,
        evidence=evidence,
        neighbours=neighbours_of(round_replay.code, round_replay.round_no),
        notes=notes,
        desk_writes=person.role == WRITER,
        reads=admits(person, RECORD_READERS),
        disputes_open=_acts_at(person, round_replay.code),
        video=links_at(round_replay.code, step.row.entry.at),
    )


def _step_number(request: HttpRequest, round_replay: Replay) -> int:
    step, seq, at = (request.GET.get(name, "") for name in ("step", "seq", "at"))
    if step.isascii() and step.isdigit():
        return min(int(step), len(round_replay.steps))
    if seq.isascii() and seq.isdigit():
        return next(
            (candidate.no for candidate in round_replay.steps if candidate.row.entry.seq >= int(seq)),
            len(round_replay.steps),
        )
    if at in OPENS_AT:
        telling = (shown.no for shown in round_replay.steps if shown.row.entry.kind in OPENS_AT[at])
        if number := next(telling, 0):
            return number
    # Once the cards are picked up the felt is bare: the step before shows how the round came out.
    return len(round_replay.steps) - (
        round_replay.steps[-1].state.phase in ("collected", "void") and len(round_replay.steps) > 1
    )


@roles(*RECORD_READERS)
@require_safe
@from_standby
def export(request: HttpRequest, code: str, round_no: int) -> HttpResponse:
    """The round as a ``.round`` file, which ``manage.py play`` can play again."""
    try:
        steps = service.history(code, round_no)
    except Refusal as away:
        return _away(request, code, round_no, away, status=409)
    if not steps:
        raise Http404(Refusal("round.unknown", table=code, round=round_no))
    notation = write_round(steps[-1].state.setup, [step.event for step in steps])
    answer = HttpResponse(notation, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{code}-{round_no}.round"'
    return answer
