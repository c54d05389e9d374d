"""Disputes: raised, the complainant told whom he may consult, decided for good, reviewed on request.

In Victoria and Canberra 1996 a dispute that is not resolved is not decided before the complainant was told of the
regulator's officer (VIC03-17.9, ACT96-20.5). The decision is final but for a review (VIC03-17.10, ACT96-20.6,
ACT03-16.6). The record of the round is the evidence and is never changed by a decision: what a review makes of a
result is a correction of its own.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from casino.ledger import Draft
from casino.ledger.rows import ROWS, rows_of
from casino.rulebooks.disputes import DISPUTES, Disputes, decided_by
from casino.staff import two_people
from casino.staff.models import Staff
from casino.staff.roles import Role
from tables.disputes.models import MARK, WORDS
from tables.models import Dispute, Table
from tables.opening.house import rules_for_table
from tables.record import locked, require, write
from tables.refusal import TableRefusal

State: Final = Dispute.State


def raise_one(
    code: str, *, player: str, question: str, round_no: int = 0, by: Staff, at: datetime
) -> Dispute:
    """Record that a player disputes something, of a round or (0) of none."""
    with locked(code) as table:
        clause, _ = decided_by(rules_for_table(table))
        acting = require(by, Role.DEALER, clause, "record a dispute")
        _said(player, clause, "who disputes it", "the player's mark or patron number")
        _said(question, clause, "what is in dispute", "the question in a few words")
        if not 0 <= round_no <= table.round_no:
            raise TableRefusal(
                clause, f"{code} has dealt no round {round_no}", f"Enter one up to {table.round_no}, or none."
            )
        dispute = Dispute.objects.create(
            table=table, round_no=round_no or None, player=player.strip()[:MARK],
            question=question.strip()[:WORDS], raised_by=by.number, raised_at=at,
        )  # fmt: skip
        _record(table, dispute, "dispute_raised", f"dispute: {dispute.question}", clause, by, at, acting)
        return dispute


def advise(code: str, dispute_id: int, *, by: Staff, at: datetime) -> Dispute:
    """Record that the complainant was told whom he may consult."""
    with locked(code) as table:
        dispute, book = _of(table, dispute_id)
        if not book.advised:
            raise TableRefusal("", "this book names nobody to consult", "Decide the dispute.")
        acting = require(by, Role.DEALER, book.advised, "advise a complainant")
        _in(dispute, State.OPEN, book.advised)
        dispute.advised_by, dispute.advised_at = by.number, at
        words = f"told of the right to consult {book.consults}"
        _record(table, dispute, "dispute_advised", words, book.advised, by, at, acting)
        return dispute


def settle(code: str, dispute_id: int, words: str, *, by: Staff, at: datetime) -> Dispute:
    """The player is content: the dispute is resolved, and nobody decides it."""
    with locked(code) as table:
        dispute, _ = _of(table, dispute_id)
        clause, _role = decided_by(rules_for_table(table))
        acting = require(by, Role.GAME_SUPERVISOR, clause, "settle a dispute")
        _in(dispute, State.OPEN, clause)
        _had_no_part(table, dispute, by, Role.GAME_SUPERVISOR, clause)
        _said(words, clause, "how it was settled", "what was agreed with the player")
        dispute.state, dispute.decision = State.SETTLED, words.strip()[:WORDS]
        dispute.decided_by, dispute.decided_at = by.number, at
        _record(table, dispute, "dispute_settled", dispute.decision, clause, by, at, acting)
        return dispute


def decide(code: str, dispute_id: int, words: str, *, by: Staff, at: datetime) -> Dispute:
    """The final decision on a dispute that is not resolved. Raises TableRefusal for who may not, without a reason,
    and before the complainant was told whom he may consult."""
    with locked(code) as table:
        dispute, book = _of(table, dispute_id)
        clause, role = decided_by(rules_for_table(table))
        acting = require(by, role, clause, "decide a dispute")
        _in(dispute, State.OPEN, clause)
        _had_no_part(table, dispute, by, role, clause)
        if book.advised and dispute.advised_at is None:
            raise TableRefusal(
                book.advised,
                f"{dispute.player} has not been told of the right to consult {book.consults}",
                "Tell the complainant, and record it.",
            )
        _said(words, clause, "the decision", "the decision and its reason")
        dispute.state, dispute.decision = State.DECIDED, words.strip()[:WORDS]
        dispute.decided_by, dispute.decided_at = by.number, at
        _record(table, dispute, "dispute_decided", dispute.decision, clause, by, at, acting)
        return dispute


def ask_review(code: str, dispute_id: int, *, by: Staff, at: datetime) -> Dispute:
    """The complainant asks for a review of the decision."""
    with locked(code) as table:
        dispute, book = _of(table, dispute_id)
        if not book.reviewed:
            raise TableRefusal("", "this book knows no review of a decision", "The decision stands.")
        acting = require(by, Role.GAME_SUPERVISOR, book.reviewed, "ask for a review")
        _in(dispute, State.DECIDED, book.reviewed)
        dispute.state = State.REVIEW
        words = f"review by {book.reviewer} requested"
        _record(table, dispute, "dispute_review_asked", words, book.reviewed, by, at, acting)
        return dispute


def reviewed(
    code: str, dispute_id: int, *, reviewer: str, changed: bool, words: str, by: Staff, at: datetime
) -> Dispute:
    """What the review came to, and who reviewed. The decision stays beside it."""
    with locked(code) as table:
        dispute, book = _of(table, dispute_id)
        acting = require(by, Role.CASINO_SUPERVISOR, book.reviewed, "enter the outcome of a review")
        _in(dispute, State.REVIEW, book.reviewed)
        _said(reviewer, book.reviewed, "who reviewed it", "the officer's number or the letter's reference")
        _said(words, book.reviewed, "the outcome", "what was decided in the review")
        dispute.state, dispute.changed, dispute.review = State.REVIEWED, changed, words.strip()[:WORDS]
        dispute.reviewer, dispute.reviewed_at = reviewer.strip()[:60], at
        outcome = f"{'changed' if changed else 'upheld'} by {dispute.reviewer}: {dispute.review}"
        _record(table, dispute, "dispute_reviewed", outcome, book.reviewed, by, at, acting)
        return dispute


def _of(table: Table, dispute_id: int) -> tuple[Dispute, Disputes]:
    dispute = Dispute.objects.filter(table=table, pk=dispute_id).first()
    if dispute is None:
        raise TableRefusal("", f"there is no such dispute at {table.code}", "Choose one of the list.")
    return dispute, DISPUTES[table.book]


def _in(dispute: Dispute, state: str, clause: str) -> None:
    if dispute.state != state:
        raise TableRefusal(
            clause, f"this dispute is {dispute.get_state_display()}", "Look at what became of it."
        )


def _had_no_part(table: Table, dispute: Dispute, by: Staff, role: str, clause: str) -> None:
    """Raises TableRefusal for who dealt in the round in dispute; without a round, for who deals at the table. That he
    wrote down what the player disputes bars nobody: it is the player's word."""
    deals = f"{by.number} deals at {table.code}" if by.number == table.dealer else ""
    part = two_people.had_part(table.code, by, [dispute.round_no]) if dispute.round_no else deals
    if part:
        raise TableRefusal(clause, part, f"Another {Role(role).label} or above decides it.")


def _said(words: str, clause: str, what: str, remedy: str) -> None:
    if not words.strip():
        raise TableRefusal(clause, f"{what} is missing", f"Enter {remedy}.")


def _record(
    table: Table, dispute: Dispute, kind: str, detail: str, clause: str, by: Staff, at: datetime, acting: str
) -> None:
    dispute.save()
    body = {
        "dispute": dispute.pk, "round": dispute.round_no, "player": dispute.player,
        "question": dispute.question, "state": dispute.state, "decision": dispute.decision,
        "advised_by": dispute.advised_by, "reviewer": dispute.reviewer, "changed": dispute.changed,
        "review": dispute.review, ROWS: rows_of(dispute),
    }  # fmt: skip
    entry = Draft(
        kind=kind,
        detail=f"{dispute.player}: {detail}"[:500],
        clause=clause,
        body=body,
        acting_as=acting,
        round_no=dispute.round_no,
    )
    write(table, [entry], by=by, at=at)
