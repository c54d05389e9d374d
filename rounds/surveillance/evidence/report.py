"""The readable report of a pack: who, when, what, the felt at each step, decisions, signatures, payments; and how
anybody can check it. The HTML file and the PDF are made from one set of plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils import dateformat, timezone
from django.utils.translation import gettext as _

from casino.cards import show
from casino.house_time import zone
from casino.ledger.canonical import COLUMNS, GENESIS, content
from casino.ledger.evidence import Manifest, Span, seals_in
from casino.ledger.models import Entry
from casino.ledger.signed_notes import Verifier
from casino.money import dollars
from casino.translated import text
from rounds import engine
from rounds.engine import State
from rounds.engine.events import CardDealt, CorrectionAsked
from rounds.engine.values import MAIN
from rounds.play.projection.rows import win_of
from rounds.read_model.irregularities.incident import incident, spans
from rounds.read_model.log_rows import Row
from rounds.surveillance.evidence.drawn import DIFFERS, Drawing, Lying, drawing, lying
from rounds.surveillance.notes.models import Note
from rounds.surveillance.notes.screen import NoteShown, Seen
from rounds.surveillance.replay import PlayerLine, Replay, Step, folded
from tables.approved_rules.documents import hash_at

SIGNED: Final = frozenset(
    {
        "approved", "approval_refused", "approval_seen", "irregularity_approved", "irregularity_refused",
        "correction_approved", "correction_refused", "dispute_advised", "dispute_decided",
        "dispute_settled", "dispute_reviewed", "payment_corrected",
    }
)  # fmt: skip
"""Entries that somebody signed with their own PIN, beside the dealer's."""
DISPUTED: Final = "dispute_"
GROUP: Final = 8
"""How many hex digits of a digest are written together."""


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry of the round, as recorded."""

    seq: int
    time: str
    who: str
    kind: str
    what: str
    clause: str
    tone: str


@dataclass(frozen=True, slots=True)
class Signature:
    """Something that somebody signed."""

    who: str
    role: str
    time: str
    kind: str
    what: str
    clause: str


@dataclass(frozen=True, slots=True)
class Case:
    """An irregularity: what was reported, what was decided, and the layout as dealt beside the one put right."""

    title: str
    clause: str
    facts: list[tuple[str, str]]
    tasks: list[str]
    felts: list[Drawing]


@dataclass(frozen=True, slots=True)
class BoxPart:
    """A box with its hands, and each player's line."""

    number: int
    hands: list[Lying]
    decisions: str
    lines: list[PlayerLine]


@dataclass(frozen=True, slots=True)
class Remark:
    """A note on the round that the desk had written when the pack was made."""

    time: str
    who: str
    seq: int | None
    """The entry that it is beside; None for the round as a whole."""
    words: str
    seen: Seen | None
    """The camera that it speaks of."""
    withdrawn: str
    """Who has withdrawn it, and why; "" if it holds."""


@dataclass(frozen=True, slots=True)
class RoundReport:
    """A round of the pack."""

    code: str
    no: int
    facts: list[tuple[str, str]]
    headline: str
    boxes: list[BoxPart]
    dealer: Lying
    house: str
    """What the house won or paid."""
    felts: list[Drawing]
    cases: list[Case]
    cards: str
    lines: list[EntryLine]
    signatures: list[Signature]
    disputes: list[EntryLine]
    notes: list[Remark]
    edition: str

    @property
    def name(self) -> str:
        return text(_("{table}, round {number}"), table=self.code, number=self.no)


@dataclass(frozen=True, slots=True)
class Worked:
    """One entry, hashed step by step."""

    name: str
    kind: str
    content: str
    digest: str
    before: str
    hash: str


@dataclass(frozen=True, slots=True)
class ChainPart:
    """The part of a chain that the pack contains."""

    name: str
    first: int
    last: int
    disclosed: int
    before: str
    end: str


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that the report of a pack shows."""

    pack: Manifest
    made: str
    zone: str
    key: str
    rounds: list[RoundReport]
    worked: Worked
    chains: list[ChainPart]
    seals: list[tuple[str, str]]

    @property
    def title(self) -> str:
        return "; ".join(shown.name for shown in self.rounds)


def report_of(
    pack: Manifest, at: datetime, rounds: Sequence[tuple[str, int]], spans_: Mapping[str, Span], key: Verifier
) -> Report:
    """The report of these rounds, up to the end of the pack's part of their chains."""
    reports = [_round(code, no, spans_[code], at) for code, no in rounds]
    chains = [_part(chain, span) for chain, span in spans_.items()]
    shown_seals = [
        (f"seals/{chain}-{seal.no}.txt", seal.note)
        for chain, span in spans_.items()
        for seal in seals_in(chain, span)[-1:]
    ]
    return Report(
        pack=pack,
        made=_written(at),
        zone=text(_("house time, {zone}"), zone=zone()),
        key=str(key),
        rounds=reports,
        worked=_worked(rounds[0], spans_[rounds[0][0]], reports[0]),
        chains=chains,
        seals=shown_seals,
    )


def _written(at: datetime) -> str:
    return dateformat.format(timezone.localtime(at), "j M Y H:i:s")


def _entries(code: str, no: int, span: Span) -> list[Entry]:
    return list(Entry.objects.filter(chain=code, round_no=no, seq__lte=span.last).order_by("seq"))


def _round(code: str, no: int, span: Span, at: datetime) -> RoundReport:
    entries = _entries(code, no, span)
    replay = folded(code, no, entries)
    rows = [Row.of(entry) for entry in entries]
    undone = {step.row.entry.seq for step in replay.steps if step.undone}
    lines = [_line(row, undone) for row in rows]
    last = replay.steps[-1].state
    setup = last.setup
    return RoundReport(
        code=code,
        no=no,
        facts=_facts(replay, rows),
        headline=" · ".join((replay.summary.headline, *(mark.words for mark in replay.summary.notes))),
        boxes=_boxes(replay),
        dealer=Lying(lying(last.dealer).cards, replay.summary.dealer_said),
        house=_house(last),
        felts=_felts(replay.steps),
        cases=_cases(replay),
        cards=_cards(replay),
        lines=lines,
        signatures=[_signature(row) for row in rows if row.entry.kind in SIGNED and row.entry.actor],
        disputes=[line for row, line in zip(rows, lines, strict=True) if row.entry.kind.startswith(DISPUTED)],
        notes=_notes(code, no, at),
        edition=str(setup.edition) if setup.edition is not None else "",
    )


def _house(state: State) -> str:
    won = win_of(state)
    return f"{'+' if won > 0 else ''}{dollars(won)}"


def _notes(code: str, no: int, at: datetime) -> list[Remark]:
    """The notes of that time, so that a pack that is made again from its entry says the same. One whose words have been
    destroyed since is left out."""
    remarks = []
    for row in Note.objects.filter(table=code, round_no=no, at__lte=at, ended_at=None).order_by("id"):
        shown = NoteShown.of(row)
        words = ": ".join(filter(None, [shown.tag, shown.words]))
        withdrawn = ""
        if row.withdrawn_at is not None and row.withdrawn_at <= at:
            withdrawn = text(_("withdrawn by {number}: {why}"), number=row.withdrawn_by, why=shown.why)
        remarks.append(Remark(_written(row.at), row.by, row.seq, words, shown.seen, withdrawn))
    return remarks


def _boxes(replay: Replay) -> list[BoxPart]:
    boxes = {box.number: box for box in replay.steps[-1].state.boxes}
    parts = []
    for box in replay.summary.boxes:
        hands = boxes[box.number].hands
        lies = [
            Lying(lying(hand.cards).cards, words) for hand, (_, words) in zip(hands, box.hands, strict=True)
        ]
        parts.append(BoxPart(box.number, lies, box.decisions, box.lines))
    return parts


def _line(row: Row, undone: set[int]) -> EntryLine:
    entry = row.entry
    tag = f" ({_('undone')})" if entry.seq in undone else f" ({_('not done')})" if row.tone == "no" else ""
    tone = "undone" if entry.seq in undone else row.tone
    return EntryLine(
        entry.seq, row.time, entry.actor or _("system"), row.kind, f"{row.detail}{tag}", entry.clause, tone
    )


def _signature(row: Row) -> Signature:
    entry = row.entry
    return Signature(entry.actor, row.role, f"{row.day} {row.time}", row.kind, row.detail, entry.clause)


def _facts(replay: Replay, rows: list[Row]) -> list[tuple[str, str]]:
    """Pairs of name and value, to be set in two columns."""
    state, rules = replay.steps[-1].state, replay.rules
    setup = state.setup
    first, last = rows[0], rows[-1]
    sign = setup.sign(MAIN)
    dealers = dict.fromkeys(
        row.entry.actor for row in rows if row.entry.folded and row.entry.role == "dealer"
    )
    others = dict.fromkeys(
        row.entry.actor for row in rows if row.entry.actor and row.entry.actor not in dealers
    )
    players = dict.fromkeys(wager.player for box in state.boxes for wager in box.wagers)
    offers = ", ".join(_(offer.bet.replace("_", " ")) for offer in setup.offers)
    approved = hash_at(setup.book, setup.game, first.entry.at)
    return [
        (_("Table, round"), text(_("{table}, round {number}"), table=replay.code, number=replay.round_no)),
        (_("Date"), first.day),
        (_("Rules"), f"{rules.book_title} ({setup.book})"),
        (_("From, to"), text(_("{first} to {last}"), first=first.time[:8], last=last.time[:8])),
        (_("Game"), text(_("{game}, {packs:pack|packs}"), game=rules.game_title, packs=setup.decks)),
        (_("Clock"), text(_("house time, {zone}"), zone=zone())),
        (_("Sign"), text(_("{low:money} to {high:money}"), low=sign.minimum, high=sign.maximum)),
        (_("Side bets"), offers or _("not offered")),
        (_("Dealer"), ", ".join(dealers) or _("not signed in")),
        (_("Others"), ", ".join(others) or _("nobody")),
        (_("Players"), ", ".join(players) or _("nobody")),
        (_("Entries"), text(_("{first} to {last}"), first=first.entry.seq, last=last.entry.seq)),
        *([(_("Approved rules"), f"SHA-256 {approved}")] if approved else []),
    ]


def _felts(steps: list[Step]) -> list[Drawing]:
    """The felt wherever its cards have changed; the initial deal is one picture, once complete."""
    drawings: list[Drawing] = []
    before: State | None = None
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        lies = _lie(step.state)
        if not lies or (before is not None and lies == _lie(before)):
            continue
        if (
            after is not None
            and after.state.phase == "initial_deal"
            and not step.row.tone
            and _lie(after.state)
        ):
            continue
        caption = f"{step.row.kind}: {step.row.detail}" if step.row.detail else step.row.kind
        if before is None:
            caption = _("Initial deal")
        if step.tag:
            caption += f" ({step.tag})"
        tone = "bad" if step.row.tone == "bad" else ""
        felt = drawing(step.state, caption, step.row.time, beside=before, tone=tone, no=len(drawings) + 1)
        drawings.append(felt)
        before = step.state
    return drawings


def _lie(state: State) -> list[object]:
    hands = [
        (box.number, [hand.cards for hand in box.hands])
        for box in state.boxes
        if any(h.cards for h in box.hands)
    ]
    return [*hands, state.dealer] if hands or state.dealer else []


def _cases(replay: Replay) -> list[Case]:
    cases = []
    for span in spans(replay.steps):
        shown = incident(replay.rules, replay.steps, span.first)
        if shown is None:
            continue
        facts = [*shown.answers]
        if shown.astray:
            facts.append((_("Where there was no hand"), ", ".join(shown.astray)))
        facts.append((_("Reported"), _by(shown.reported)))
        facts += [(_("Seen"), _by(row)) for row in shown.seen]
        decided = f"{_by(shown.decided)}: " if shown.decided else ""
        choice = f", {shown.choice}" if shown.choice else ""
        note = f" (“{shown.note}”)" if shown.note else ""
        facts.append((_("Decided"), f"{decided}{shown.word}{choice}{note}"))
        felts = []
        if shown.layouts:
            dealt, right = shown.layouts
            recorded = isinstance(span.report, CorrectionAsked)
            dealt_words = _("As recorded") if recorded else _("As dealt")
            right_words = _("As it was") if recorded else _("As put right")
            felts = [
                drawing(dealt, dealt_words, "", beside=right, mark=DIFFERS),
                drawing(right, right_words, "", beside=dealt, mark=DIFFERS),
            ]
        title = shown.title[:1].upper() + shown.title[1:]
        cases.append(Case(title, shown.clause, facts, [str(task.words) for task in shown.plan.tasks], felts))
    return cases


def _by(row: Row) -> str:
    """When an entry was recorded, by whom and in which role."""
    return text(_("{time} by {number}, {role}"), time=row.time, number=row.entry.actor, role=row.role)


def _cards(replay: Replay) -> str:
    """The cards as recorded when they left the shoe, in order."""
    cards = []
    for step in replay.steps:
        event = engine.decode_event(step.row.entry.body) if step.folded and not step.undone else None
        if isinstance(event, CardDealt):
            cards.append(f"{show(event.card)} {_('dealer') if not event.box else event.box}")
    return " · ".join(cards)


def _worked(name: tuple[str, int], span: Span, shown: RoundReport) -> Worked:
    """An entry of the first round: an irregularity if there was one, otherwise the last entry."""
    code, _ = name
    seq = next((line.seq for line in shown.lines if line.tone == "bad"), shown.lines[-1].seq)
    values = Entry.objects.filter(chain=code, seq=seq).values_list("digest", "hash", *COLUMNS).get()
    digest, entry_hash, *columns = values
    before = Entry.objects.filter(chain=code, seq=seq - 1).values_list("hash", flat=True).first()
    kind = next(line.kind for line in shown.lines if line.seq == seq)
    return Worked(
        f"{code} {seq}",
        kind,
        content(columns).decode(),
        grouped(digest),
        grouped(before or GENESIS),
        grouped(entry_hash),
    )


def _part(chain: str, span: Span) -> ChainPart:
    hashes = dict(
        Entry.objects.filter(chain=chain, seq__in=(span.first - 1, span.last)).values_list("seq", "hash")
    )
    return ChainPart(
        chain, span.first, span.last, len(span.disclosed),
        grouped(hashes.get(span.first - 1, GENESIS)), grouped(hashes[span.last]),
    )  # fmt: skip


def grouped(digest: bytes | memoryview) -> str:
    """A digest in hex, in groups of eight digits."""
    digits = bytes(digest).hex()
    return " ".join(digits[at : at + GROUP] for at in range(0, len(digits), GROUP))
