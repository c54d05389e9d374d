"""Disputes: a player raises one, is told whom to consult, and it is finally decided, and reviewed on request.

In Victoria and Canberra 1996 a dispute that is not resolved is decided only after the complainant was told of the
regulator's officer (VIC03-17.9, ACT96-20.5). The decision is final except for a review (VIC03-17.10, ACT96-20.6,
ACT03-16.6). If the rules are ambiguous the United Kingdom house decides for the player: the better reading is
proposed, and a person who decides otherwise must say why (UK-A01). The record of the round is the evidence and no
decision changes it: if a decision or a review changes a result, that is a separate correction (`followed`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from casino.ledger import Draft
from casino.ledger.rows import ROWS, rows_of
from casino.money import Cents
from casino.refusals import Refusal
from casino.rulebooks.disputes import DISPUTES, Disputes, decided_by
from casino.staff import two_people
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.words import Phrase
from tables.approved_rules.documents import hash_at
from tables.book import rules_for_table
from tables.disputes.models import MARK, WORDS
from tables.models import Dispute, Table
from tables.record import locked, require, write

State: Final = Dispute.State


@dataclass(frozen=True, slots=True)
class Complaint:
    """What a player contests, in a round and on a box or in neither (0)."""

    player: str
    question: str
    round_no: int = 0
    box: int = 0
    settled: Cents | None = None
    """What the player has from the round as it was settled, in cents, if that is known."""


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """The two readings of an ambiguous rule, and what the player has under either, in cents besides the stake
    (UK-A01)."""

    readings: str
    settled: Cents | None = None
    """Under the reading by which the round was settled."""
    otherwise: Cents | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """How a dispute is finally decided, and why."""

    words: str
    for_player: bool | None = None
    """None where the words alone say it."""
    awarded: Cents = 0
    """What it pays the player, in cents."""
    against: str = ""
    """Why it is less than what is proposed for an ambiguous rule (UK-A01)."""


@dataclass(frozen=True, slots=True)
class Review:
    """The outcome of a review, and who reviewed."""

    reviewer: str
    words: str
    changed: bool
    awarded: Cents = 0
    """What it pays the player if it changed the decision, in cents."""


def raise_dispute(code: str, complaint: Complaint, *, by: Staff, at: datetime) -> Dispute:
    """Record that a player disputes something."""
    player, question = complaint.player.strip()[:MARK], complaint.question.strip()[:WORDS]
    round_no, box = complaint.round_no, complaint.box
    with locked(code) as table:
        clause, _ = decided_by(rules_for_table(table))
        acting = require(by, Role.DEALER, clause)
        _require_words(player, "dispute.player_missing", clause)
        _require_words(question, "dispute.question_missing", clause)
        if not 0 <= round_no <= table.round_no:
            raise Refusal("dispute.no_such_round", clause, table=code, round=round_no, last=table.round_no)
        if not 0 <= box <= table.boxes:
            raise Refusal("dispute.no_such_box", clause, table=code, box=box, boxes=table.boxes)
        dispute = Dispute.objects.create(
            table=table, round_no=round_no or None, box=box or None, player=player, question=question,
            settled=complaint.settled, raised_by=by.number, raised_at=at,
        )  # fmt: skip
        detail = Phrase.of("entry.dispute_raised", player=dispute.player, question=dispute.question)
        _record(table, dispute, "dispute_raised", detail, clause, by, at, acting)
        return dispute


def record_advice(code: str, dispute_id: int, *, by: Staff, at: datetime) -> Dispute:
    """Record that the complainant was told whom to consult."""
    with locked(code) as table:
        dispute, book = _of(table, dispute_id)
        if not book.advised:
            raise Refusal("dispute.nobody_to_consult")
        acting = require(by, Role.DEALER, book.advised)
        _in(dispute, State.OPEN, book.advised)
        dispute.advised_by, dispute.advised_at = by.number, at
        detail = Phrase.of("entry.dispute_advised", player=dispute.player, consults=book.consults)
        _record(table, dispute, "dispute_advised", detail, book.advised, by, at, acting)
        return dispute


def mark_ambiguous(
    code: str, dispute_id: int, ambiguity: Ambiguity | None, *, by: Staff, at: datetime
) -> Dispute:
    """Record what is ambiguous about the rule in dispute; None if nothing is."""
    with locked(code) as table:
        dispute, book = _of(table, dispute_id)
        clause = book.ambiguous or decided_by(rules_for_table(table))[0]
        acting = require(by, Role.GAME_SUPERVISOR, clause)
        _in(dispute, State.OPEN, clause)
        if dispute.ambiguous is not None:
            raise Refusal("dispute.ambiguity_recorded", clause)
        dispute.ambiguous = ambiguity is not None
        if ambiguity is not None:
            _require_words(ambiguity.readings, "dispute.ambiguity_missing", clause)
            dispute.ambiguity, dispute.otherwise = ambiguity.readings.strip()[:WORDS], ambiguity.otherwise
            if dispute.settled is None:
                dispute.settled = ambiguity.settled
        detail = _marked(dispute, proposed=bool(book.ambiguous))
        _record(table, dispute, "dispute_ambiguous", detail, clause, by, at, acting)
        return dispute


def _marked(dispute: Dispute, *, proposed: bool) -> Phrase:
    """What is ambiguous, with the proposal in the player's favour if the book requires one."""
    player, text = dispute.player, dispute.ambiguity
    if not dispute.ambiguous:
        return Phrase.of("entry.dispute_clear", player=player)
    if not proposed:
        return Phrase.of("entry.dispute_ambiguous", player=player, text=text)
    pays = dispute.proposed
    if pays is None:
        proposal = Phrase.of("entry.dispute_in_favour")
    else:
        proposal = (
            Phrase.of("entry.dispute_pay", amount=pays) if pays else Phrase.of("entry.dispute_as_settled")
        )
    return Phrase.of("entry.dispute_proposal", player=player, text=text, proposal=proposal)


def settle(code: str, dispute_id: int, words: str, *, by: Staff, at: datetime) -> Dispute:
    """The player is content: the dispute is resolved without a decision."""
    with locked(code) as table:
        dispute, _ = _of(table, dispute_id)
        clause, _role = decided_by(rules_for_table(table))
        acting = require(by, Role.GAME_SUPERVISOR, clause)
        _in(dispute, State.OPEN, clause)
        _had_no_part(table, dispute, by, Role.GAME_SUPERVISOR, clause)
        _require_words(words, "dispute.settlement_missing", clause)
        dispute.state, dispute.decision = State.SETTLED, words.strip()[:WORDS]
        dispute.decided_by, dispute.decided_at = by.number, at
        detail = Phrase.of("entry.dispute_words", player=dispute.player, text=dispute.decision)
        _record(table, dispute, "dispute_settled", detail, clause, by, at, acting)
        return dispute


def decide(code: str, dispute_id: int, decision: Decision, *, by: Staff, at: datetime) -> Dispute:
    """Finally decide a dispute that is not resolved. Raises Refusal for a person who may not decide, without a
    reason, before the complainant was told whom to consult, and for a decision against the player on an ambiguous
    rule without an explicit reason (UK-A01)."""
    with locked(code) as table:
        dispute, book = _of(table, dispute_id)
        clause, role = decided_by(rules_for_table(table))
        acting = require(by, role, clause)
        _in(dispute, State.OPEN, clause)
        _had_no_part(table, dispute, by, role, clause)
        if book.advised and dispute.advised_at is None:
            raise Refusal("dispute.not_advised", book.advised, player=dispute.player, consults=book.consults)
        _require_words(decision.words, "dispute.decision_missing", clause)
        awarded = decision.awarded
        if awarded and decision.for_player is False:
            raise Refusal("dispute.award_against_player", clause, player=dispute.player)
        for_player = True if awarded else decision.for_player
        _in_favour(dispute, book, for_player, awarded, decision.against)
        dispute.for_player, dispute.awarded = for_player, awarded or None
        dispute.against = decision.against.strip()[:WORDS]
        dispute.state, dispute.decision = State.DECIDED, decision.words.strip()[:WORDS]
        dispute.decided_by, dispute.decided_at = by.number, at
        code_of_outcome = {
            None: "entry.dispute_words",
            True: "entry.dispute_for",
            False: "entry.dispute_against",
        }
        detail = Phrase.of(code_of_outcome[for_player], player=dispute.player, text=dispute.decision)
        detail = _with_payment(detail, awarded)
        if dispute.against:
            detail = Phrase.of("entry.not_as_proposed", what=detail, reason=dispute.against)
        _record(table, dispute, "dispute_decided", detail, clause, by, at, acting)
        return dispute


def _with_payment(detail: Phrase, awarded: int) -> Phrase:
    """The decision with what it pays (cents), as a phrase."""
    return Phrase.of("entry.to_be_paid", what=detail, amount=awarded) if awarded else detail


def _in_favour(dispute: Dispute, book: Disputes, for_player: bool | None, awarded: int, against: str) -> None:
    """Raises Refusal for a decision on an ambiguous rule that differs from the proposal without a reason."""
    if not book.ambiguous or not dispute.ambiguous:
        return
    if for_player is None:
        raise Refusal("dispute.outcome_missing", book.ambiguous)
    if (for_player and awarded >= (dispute.proposed or 0)) or against.strip():
        return
    raise Refusal(
        "dispute.ambiguous_less" if for_player else "dispute.ambiguous_against",
        book.ambiguous,
        proposed=dispute.proposed or 0,
    )


def ask_review(code: str, dispute_id: int, *, by: Staff, at: datetime) -> Dispute:
    """Record that the complainant asks for a review of the decision."""
    with locked(code) as table:
        dispute, book = _of(table, dispute_id)
        if not book.reviewed:
            raise Refusal("dispute.no_review")
        acting = require(by, Role.GAME_SUPERVISOR, book.reviewed)
        _in(dispute, State.DECIDED, book.reviewed)
        dispute.state = State.REVIEW
        detail = Phrase.of("entry.dispute_review_asked", player=dispute.player, reviewer=book.reviewer)
        _record(table, dispute, "dispute_review_asked", detail, book.reviewed, by, at, acting)
        return dispute


def record_review(code: str, dispute_id: int, review: Review, *, by: Staff, at: datetime) -> Dispute:
    """Record the outcome of the review. The decision itself stays on record."""
    with locked(code) as table:
        dispute, book = _of(table, dispute_id)
        acting = require(by, Role.CASINO_SUPERVISOR, book.reviewed)
        _in(dispute, State.REVIEW, book.reviewed)
        _require_words(review.reviewer, "dispute.reviewer_missing", book.reviewed)
        _require_words(review.words, "dispute.review_outcome_missing", book.reviewed)
        if review.awarded and not review.changed:
            raise Refusal("dispute.upheld_with_payment", book.reviewed)
        dispute.state, dispute.changed = State.REVIEWED, review.changed
        dispute.review, dispute.review_awarded = review.words.strip()[:WORDS], review.awarded or None
        dispute.reviewer, dispute.reviewed_at = review.reviewer.strip()[:60], at
        detail = Phrase.of(
            "entry.dispute_changed" if review.changed else "entry.dispute_upheld",
            player=dispute.player,
            reviewer=dispute.reviewer,
            text=dispute.review,
        )
        detail = _with_payment(detail, review.awarded)
        _record(table, dispute, "dispute_reviewed", detail, book.reviewed, by, at, acting)
        return dispute


def put_right(table: Table, dispute_id: int, correction: int, *, by: Staff, at: datetime) -> None:
    """Record the number of the table's entry that corrected the payment as the dispute was decided: the correction
    names the dispute, and this entry names the correction. The table's row must be locked."""
    dispute = Dispute.objects.filter(table=table, pk=dispute_id).first()
    if dispute is None:
        return
    book = DISPUTES[table.book]
    clause = book.reviewed if dispute.changed else decided_by(rules_for_table(table))[0]
    entry = Draft(
        kind="dispute_put_right",
        detail=Phrase.of("entry.dispute_put_right", player=dispute.player, correction=correction),
        clause=clause,
        body={"dispute": dispute.pk, "correction": correction},
        round_no=dispute.round_no,
    )
    write(table, [entry], by=by, at=at)


def _of(table: Table, dispute_id: int) -> tuple[Dispute, Disputes]:
    dispute = Dispute.objects.filter(table=table, pk=dispute_id).first()
    if dispute is None:
        raise Refusal("dispute.unknown", table=table.code)
    return dispute, DISPUTES[table.book]


def _in(dispute: Dispute, state: str, clause: str) -> None:
    if dispute.state != state:
        raise Refusal("dispute.state", clause, state=dispute.get_state_display())


def _had_no_part(table: Table, dispute: Dispute, by: Staff, role: str, clause: str) -> None:
    """Raises Refusal for a person who dealt in the disputed round or, without a round, for the dealer at the table.
    Writing down what the player disputes bars nobody: it is the player's word."""
    if dispute.round_no:
        part = two_people.had_part(table.code, by, [dispute.round_no])
    else:
        part = (
            Refusal("signer.deals", number=by.number, table=table.code) if by.number == table.dealer else None
        )
    if part:
        raise part.under(clause, role=str(Role(role).label))


def _require_words(words: str, code: str, clause: str) -> None:
    if not words.strip():
        raise Refusal(code, clause)


def _record(
    table: Table,
    dispute: Dispute,
    kind: str,
    detail: Phrase,
    clause: str,
    by: Staff,
    at: datetime,
    acting: str,
) -> None:
    dispute.save()
    body = {
        "dispute": dispute.pk, "round": dispute.round_no, "box": dispute.box, "player": dispute.player,
        "question": dispute.question, "state": dispute.state, "decision": dispute.decision,
        "ambiguous": dispute.ambiguous, "for_player": dispute.for_player, "awarded": dispute.awarded,
        "advised_by": dispute.advised_by, "reviewer": dispute.reviewer, "changed": dispute.changed,
        "review": dispute.review, "approved_rules": hash_at(table.book, table.game, at), ROWS: rows_of(dispute),
    }  # fmt: skip
    entry = Draft(
        kind=kind,
        detail=detail,
        clause=clause,
        body=body,
        acting_as=acting,
        round_no=dispute.round_no,
    )
    write(table, [entry], by=by, at=at)
