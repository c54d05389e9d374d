"""Making an evidence pack: what belongs to its rounds, the entry that says who made it and why, and its files.

The number of a pack is counted in the house chain. The pack is written first and then recorded, so that the record
names no pack that could not be made; the same request again gets the same pack again.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Final, Self

import msgspec
from django.db import transaction
from django.utils import timezone

from casino import ledger
from casino.ledger import HOUSE, Draft, Entry, Request
from casino.ledger.archives.months import refuse_entries_away, refuse_round_away
from casino.ledger.canonical import moment
from casino.ledger.chain import CHAIN
from casino.ledger.evidence import Manifest, Packing, Span, seal_up_to, spans_of
from casino.ledger.seals import seal_key
from casino.refusals import Refusal
from casino.staff.models import Staff
from casino.words import Phrase
from rounds import engine
from rounds.notation import write_round
from rounds.play.editions import decoded
from rounds.surveillance.evidence import document, page
from rounds.surveillance.evidence.report import report_of
from rounds.surveillance.evidence_form import REASON
from tables.approved_rules.documents import hash_at
from tables.record import NO_REQUEST, answered, keyed

KIND: Final = "evidence_made"
MOST_ROUNDS: Final = 200
"""The most rounds in one pack."""
TRIES: Final = 3


@dataclass(frozen=True, slots=True)
class RoundName:
    """A round, named like BJ-07/214."""

    code: str
    no: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a round's name. Raises Refusal for any other text."""
        code, _, number = text.rpartition("/")
        if not CHAIN.fullmatch(code) or not number.isascii() or not number.isdigit() or len(number) > 9:
            raise Refusal("evidence.no_such_round", round=text[:40])
        return cls(code, int(number))

    def __str__(self) -> str:
        return f"{self.code}/{self.no}"


@dataclass(frozen=True, slots=True)
class EvidencePack:
    """A pack as recorded: its files are written from this and the entries that it names."""

    number: str
    made_at: datetime
    made_by: str
    reason: str
    rounds: tuple[RoundName, ...]
    spans: dict[str, Span]
    approved_rules: dict[str, str]
    """By round: the SHA-256 of the house's approved rules then in force."""

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.number}.zip"

    def body(self) -> dict[str, object]:
        """The body of the pack's entry."""
        return {
            "number": self.number,
            "made_at": moment(self.made_at),
            "made_by": self.made_by,
            "reason": self.reason,
            "rounds": [asdict(name) for name in self.rounds],
            "chains": {
                chain: {"first": span.first, "last": span.last, "disclosed": sorted(span.disclosed)}
                for chain, span in self.spans.items()
            },
            "approved_rules": self.approved_rules,
        }

    @classmethod
    def of(cls, entry: Entry) -> Self:
        body = msgspec.json.decode(entry.body)
        return cls(
            number=body["number"],
            made_at=datetime.fromisoformat(body["made_at"]),
            made_by=body["made_by"],
            reason=body["reason"],
            rounds=tuple(RoundName(**name) for name in body["rounds"]),
            spans={
                chain: Span(span["first"], span["last"], frozenset(span["disclosed"]))
                for chain, span in body["chains"].items()
            },
            approved_rules=body.get("approved_rules", {}),
        )


def make(
    out: IO[bytes],
    rounds: Sequence[RoundName],
    reason: str,
    *,
    by: Staff | None,
    made_by: str = "",
    request: Request = NO_REQUEST,
) -> EvidencePack:
    """Write the pack of these rounds to `out`, and record that it was made, by whom and why.

    `made_by` is who made it if nobody is signed in. Raises Refusal for a missing reason, for a round that is not
    recorded or whose entries are in an archived month, and if the house has no key to seal with; KeyTaken for a key
    of another request.
    """
    reason = reason.strip()
    if (before := answered(HOUSE, request)) is not None:
        pack = EvidencePack.of(before)
        _write(out, pack)
        return pack
    if not reason:
        raise Refusal("evidence.reason_missing")
    if len(reason) > REASON:
        raise Refusal("evidence.reason_too_long", longest=REASON)
    rounds = tuple(dict.fromkeys(rounds))
    if len(rounds) > MOST_ROUNDS:
        raise Refusal("evidence.too_many_rounds", most=MOST_ROUNDS)
    spans = _sealed(rounds)
    approved_rules = {str(name): sha256 for name in rounds if (sha256 := _approved_rules(name))}
    for _ in range(TRIES):
        pack = EvidencePack(
            number=_next_number(),
            made_at=ledger.not_before(HOUSE, timezone.now()).astimezone(UTC),
            made_by=by.number if by else made_by,
            reason=reason,
            rounds=rounds,
            spans=spans,
            approved_rules=approved_rules,
        )
        out.seek(0)
        out.truncate()
        _write(out, pack)
        if (recorded := _record(pack, by, request)) is None:
            continue  # another pack has meanwhile taken the number
        if recorded != pack:
            out.seek(0)
            out.truncate()
            _write(out, recorded)  # the same form, sent twice at once
        return recorded
    raise Refusal("evidence.busy")


def _sealed(rounds: Sequence[RoundName]) -> dict[str, Span]:
    """What the pack of these rounds contains of each chain. Raises Refusal."""
    disclosed: dict[str, set[int]] = {}
    for name in rounds:
        refuse_round_away(name.code, name.no)
        of_round = Entry.objects.filter(chain=name.code, round_no=name.no)
        seqs = list(of_round.values_list("seq", flat=True))
        if not seqs or not of_round.filter(folded=True).exists():
            raise Refusal("evidence.no_such_round", round=str(name))
        disclosed.setdefault(name.code, set()).update(seqs)
    try:
        seal_up_to({chain: max(seqs) for chain, seqs in disclosed.items()})
    except LookupError as fault:
        raise Refusal("evidence.no_key") from fault
    return spans_of(disclosed)


def _approved_rules(name: RoundName) -> str:
    """The SHA-256 of the house's approved rules in force when the round began; "" if none were."""
    first = Entry.objects.filter(chain=name.code, round_no=name.no, folded=True).earliest("seq")
    setup = engine.fold([decoded(first.body)]).setup
    return hash_at(setup.book, setup.game, first.at)


def _next_number() -> str:
    """The number of the next pack: EP, the year, and a count in the house chain."""
    year = timezone.localtime().year
    last = (
        Entry.objects.filter(chain=HOUSE, kind=KIND).order_by("-seq").values_list("body", flat=True).first()
    )
    number = msgspec.json.decode(last)["number"] if last else ""
    prefix = f"EP-{year}-"
    count = int(number.removeprefix(prefix)) if number.startswith(prefix) else 0
    return f"{prefix}{count + 1:04}"


def _record(pack: EvidencePack, by: Staff | None, request: Request) -> EvidencePack | None:
    """Record that the pack was made; None if its number has meanwhile been taken. If the same request has already
    been recorded, returns that pack."""
    with transaction.atomic():
        head = ledger.lock(HOUSE)
        if (before := answered(HOUSE, request)) is not None:
            return EvidencePack.of(before)
        if _next_number() != pack.number:
            return None
        rounds = [str(round_) for round_ in pack.rounds]
        detail = Phrase.of("entry.evidence", number=pack.number, rounds=rounds, reason=pack.reason)
        entry = Draft(kind=KIND, body=pack.body(), detail=detail)
        who, role = (by.number, by.role) if by else ("", "")
        ledger.append(HOUSE, keyed([entry], request), actor=who, role=role, at=pack.made_at, head=head)
    return pack


def _write(out: IO[bytes], pack: EvidencePack) -> None:
    for chain, span in pack.spans.items():
        refuse_entries_away(chain, span.first, span.last)
    key = seal_key()
    manifest = Manifest(
        origin=key.name,
        number=pack.number,
        made_at=moment(pack.made_at),
        made_by=pack.made_by,
        reason=pack.reason,
        rounds=tuple(map(str, pack.rounds)),
        approved_rules=pack.approved_rules,
    )
    report = report_of(
        manifest, pack.made_at, [(name.code, name.no) for name in pack.rounds], pack.spans, key.verifier
    )
    with Packing(out, key, pack.made_at) as packing:
        packing.entries(pack.spans)
        packing.seals(pack.spans)
        for name in pack.rounds:
            packing.add(
                f"rounds/{name.code}-{name.no}.round", _round_text(name, pack.spans[name.code]).encode()
            )
        packing.add("report.html", page.as_html(report).encode())
        packing.add("report.pdf", document.as_pdf(report))
        packing.close(manifest, pack.spans)


def _round_text(name: RoundName, span: Span) -> str:
    """The round as `.round` text, up to the end of the pack's part of the chain."""
    of_round = Entry.objects.filter(chain=name.code, round_no=name.no, folded=True, seq__lte=span.last)
    events = [decoded(body) for body in of_round.order_by("seq").values_list("body", flat=True)]
    return write_round(engine.fold(events).setup, events)


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """A file that gets its name once this block has ended well, and does not exist otherwise."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    try:
        with os.fdopen(handle, "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
