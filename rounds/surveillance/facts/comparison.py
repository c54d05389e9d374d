"""The data by which people are compared, worked out from a round's entries alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final

import msgspec

from casino.cards import HARD_VALUE, PACK, UNKNOWN, pack_without
from casino.rulebooks import Rules
from casino.staff.roles import Role
from rounds import engine
from rounds.engine import State
from rounds.engine.events import (
    BetsCalled,
    CorrectionAsked,
    CorrectionDecided,
    InsuranceClosed,
    IrregularityDecided,
    IrregularityReported,
    PaymentCorrected,
    Undone,
)
from rounds.engine.questions import beyond_due, irregularity_kinds, rules_for_wager
from rounds.engine.values import ANTE, INSURANCE, MAIN, side_bets_of
from rounds.models import ComparedRound, PlayedRound, RoundCase
from rounds.play.projection.bet_figures import names_of
from rounds.read_model.log_rows import REFUSED
from rounds.surveillance.entry_states import EntryState
from tables.float.theo_variance import variance_of
from tables.theo import insurance_edge, main_edge, side_edge

BREAK: Final = 900
"""Seconds after which the next round does not count towards a dealer's pace, since the table paused."""
UNIT: Final = 1_000
"""The cents of insurance for which its value is stated."""
REFUSED_DECISION: Final = "refused"
APPROVED: Final = "approved"

What = RoundCase.What


@dataclass(frozen=True, slots=True)
class TableContext:
    """What is known about the table beyond the round's own entries."""

    supervisor: str = ""
    patrons: Mapping[str, str] = field(default_factory=dict)
    before_at: datetime | None = None
    """When the previous round ended."""
    before_dealer: str = ""


@dataclass(slots=True)
class Comparison:
    """The rows of a round for comparisons."""

    compared: ComparedRound
    cases: list[RoundCase]
    played: list[PlayedRound]


def comparison_of(
    round_id: int, at: datetime, lines: Sequence[EntryState], around: TableContext
) -> Comparison | None:
    """The rows for comparisons of a round that ended at `at`; None if it has no event."""
    state = next((line.after for line in reversed(lines) if line.after is not None), None)
    if state is None:
        return None
    dealer = dealer_of(lines)
    cases, wrong = _cases(round_id, lines, around, dealer)
    pace = None
    if around.before_at is not None and dealer and around.before_dealer == dealer:
        seconds = round((at - around.before_at).total_seconds())
        pace = seconds if 0 < seconds <= BREAK else None
    compared = ComparedRound(
        round_id=round_id, table=lines[0].entry.chain, at=at, dealer=dealer, supervisor=around.supervisor,
        pace=pace, wrong_seconds=wrong, tournament=state.setup.tournament is not None,
    )  # fmt: skip
    played = (
        []
        if state.setup.tournament is not None
        else list(_played(round_id, at, lines, state, around, dealer))
    )
    return Comparison(compared, cases, played)


def dealer_of(lines: Sequence[EntryState]) -> str:
    """The dealer who made most of a round's taps (of two, the earlier); "" if nobody did."""
    taps = Counter(line.entry.actor for line in lines if line.entry.role == Role.DEALER and line.entry.actor)
    return taps.most_common(1)[0][0] if taps else ""


# --- cases


@dataclass(slots=True)
class _Open:
    case: RoundCase
    at: datetime


def _cases(
    round_id: int, lines: Sequence[EntryState], around: TableContext, dealer: str
) -> tuple[list[RoundCase], int]:
    """Irregularities, corrections, refusals and undos, and how many seconds it took to decide."""
    cases: list[RoundCase] = []
    open_: _Open | None = None
    wrong = 0
    dealing = dealer
    tapped: dict[int, str] = {}
    for line in lines:
        entry, event = line.entry, line.event
        if entry.role == Role.DEALER and entry.actor:
            dealing = entry.actor
        if event is not None and event.tap not in tapped:
            tapped[event.tap] = entry.kind

        def case(
            what: str, kind: str, line: EntryState = line, dealing: str = dealing, **more: object
        ) -> RoundCase:
            row = RoundCase(
                round_id=round_id, table=line.entry.chain, round_no=line.entry.round_no or 0, seq=line.entry.seq,
                at=line.entry.at, what=what, kind=kind[:60], dealer=dealing, supervisor=around.supervisor,
                clause=line.entry.clause, **more,
            )  # fmt: skip
            cases.append(row)
            return row

        if isinstance(event, IrregularityReported):
            alike = _alike(line, event.kind, event.values)
            preferred, named = _preferred(line, event)
            reported = case(What.IRREGULARITY, event.kind, alike=alike, preferred="" if named else preferred)
            open_ = _Open(reported, entry.at) if event.wants else None
        elif isinstance(event, CorrectionAsked):
            kind = msgspec.to_builtins(event.correction)["type"]
            reported = case(What.CORRECTION, kind, alike=_alike(line, kind, ()))
            open_ = _Open(reported, entry.at) if event.wants else None
        elif isinstance(event, IrregularityDecided | CorrectionDecided) and open_ is not None:
            _decided(open_.case, line, event)
            wrong += max(0, round((entry.at - open_.at).total_seconds()))
            open_ = None
        elif isinstance(event, PaymentCorrected):
            case(What.WRONG_PAYMENT, str(msgspec.to_builtins(event.correction)["type"]))
        elif isinstance(event, Undone):
            case(What.TAKEN_BACK, tapped.get(event.undone_tap, ""))
            if open_ is not None and line.after is not None and line.after.irregular is None:
                open_.case.decision = "taken_back"
                open_ = None
        elif entry.kind in REFUSED and event is None:
            case(What.REFUSAL, _code_of(entry.body) or entry.kind)
    return cases, wrong


def _decided(case: RoundCase, line: EntryState, event: IrregularityDecided | CorrectionDecided) -> None:
    choice = getattr(event, "choice", "")
    case.supervisor = line.entry.actor or case.supervisor
    case.decided_seq = line.entry.seq
    case.decision = (choice or APPROVED) if event.approved else REFUSED_DECISION
    case.overridden = not event.approved or bool(case.preferred and choice and choice != case.preferred)


def _preferred(line: EntryState, event: IrregularityReported) -> tuple[str, bool]:
    """The choice that the book puts first, and whether it prefers none: a player's choice, or left to the signer."""
    state = line.before or line.after
    if state is None or not event.choices:
        return "", False
    kind = irregularity_kinds(state.setup.rules, state.setup).get(event.kind)
    return event.choices[0], kind is not None and kind.choice_named


def _alike(line: EntryState, kind: str, values: Sequence[tuple[str, str]]) -> str:
    """Book, version, kind, the part of the round, and the answers with few possible values: where it was, whose it
    was and which card it was do not matter."""
    state = line.before or line.after
    assert state is not None
    few: dict[str, tuple[str, ...]] = {}
    known = irregularity_kinds(state.setup.rules, state.setup).get(kind)
    if known is not None:
        few = dict(known.values)
    answers = [f"{name}={value}" for name, value in sorted(values) if name in few]
    return " ".join([state.setup.book, state.setup.game or "-", kind, state.phase, *answers])[:200]


class _RefusedBody(msgspec.Struct):
    refusal: dict[str, object] = {}


def _code_of(body: bytes | str) -> str:
    try:
        return str(msgspec.json.decode(body, type=_RefusedBody).refusal.get("code", ""))
    except msgspec.DecodeError:
        return ""


# --- players

_HI_LO: Final = {
    card: 1 if 2 <= HARD_VALUE[card] <= 6 else -1 if HARD_VALUE[card] in (1, 10) else 0 for card in PACK
}


def running_count(gone: Sequence[str] | Mapping[str, int]) -> int:
    """The running count (Hi-Lo) of cards: two to six are +1 each, tens and aces −1."""
    counts = gone if isinstance(gone, Mapping) else Counter(gone)
    return sum(_HI_LO.get(card, 0) * count for card, count in counts.items())


def _seen(state: State) -> tuple[Counter[str], int] | None:
    """The cards that somebody has seen leave the shoe since the shuffle, this round's included, and how many cards
    nobody has seen. None if the shoe is not tracked."""
    shoe = state.carry.shoe
    if shoe is None:
        return None
    seen = Counter({card: shoe.gone_of(card) for card in PACK})
    seen.update(card for card in state.seen() if card != UNKNOWN)
    if shoe.status == "" and shoe.stack:
        whole = shoe.stack
    else:
        whole = shoe.packs * len(pack_without(state.setup.rules.missing_ranks.value))
    return +seen, max(0, whole - sum(seen.values()))


@dataclass(slots=True)
class _Player:
    laid: int = 0
    theo: Decimal = Decimal(0)
    variance: float = 0.0
    net: int = 0
    insured: int | None = None


def _played(
    round_id: int, at: datetime, lines: Sequence[EntryState], state: State, around: TableContext, dealer: str
) -> Iterator[PlayedRound]:
    """A row for each player who had a wager in play."""
    called = next((line.after for line in lines if isinstance(line.event, BetsCalled)), None)
    if called is None or not state.called:
        return
    rules = state.setup.rules
    players = _staked(state, rules)
    for result in state.results:
        players[result.player].net += result.pays - result.takes
    for (_, mark), cents in beyond_due(state).items():
        players[mark].net += cents
    worth = _insurance(lines, players, rules)
    before = _seen(called)
    for mark, player in players.items():
        if not player.laid:
            continue
        yield PlayedRound(
            round_id=round_id, table=lines[0].entry.chain, round_no=state.round_no, at=at, player=mark,
            patron=around.patrons.get(mark, ""), dealer=dealer, laid=player.laid,
            # Nothing is won or lost in a void round, so it has no expected win either.
            net=player.net, theo=Decimal(0) if state.phase == "void" else round(player.theo, 4),
            variance=0.0 if state.phase == "void" else player.variance,
            running=running_count(before[0]) if before else None, unseen=before[1] if before else None,
            fresh=called.carry.shoe is not None and not called.carry.shoe.gone,
            insured=player.insured, insurance_worth=worth if player.insured is not None else None,
        )  # fmt: skip


def _staked(state: State, rules: Rules) -> dict[str, _Player]:
    """Each player's stakes, and the house's expected win on them."""
    players: dict[str, _Player] = defaultdict(_Player)
    setup = state.setup
    names = names_of(setup)
    packs = setup.decks
    # One player's stakes on a box win and lose together; boxes are treated as independent of each other.
    lies: dict[tuple[str, int, str], int] = defaultdict(int)
    for box in state.boxes:
        for wager in box.wagers:
            player = players[wager.player]
            player.laid += wager.effective
            wager_rules = rules_for_wager(rules, box, wager.player)
            player.theo += Decimal(wager.effective) * _main_edge(wager_rules)
            lies[wager.player, box.number, MAIN] += wager.effective
        for side in box.sides:
            player = players[side.player]
            if side.bet == ANTE:
                player.theo += side.amount  # a fee: it is at no risk (NZ-1.1-B01)
                continue
            player.theo += Decimal(side.effective) * _side_edge(setup, side.bet, rules)
            lies[side.player, box.number, names.get(side.bet, side.bet)] += side.effective
        for insurance in box.insurance:
            players[insurance.player].theo += Decimal(insurance.amount) * _decimal(
                insurance_edge(rules, packs)
            )
            lies[insurance.player, box.number, INSURANCE] += insurance.amount
    for (mark, _, bet), amount in lies.items():
        spread = variance_of(setup.book, setup.game, packs, bet)
        players[mark].variance += spread.variance * amount**2
    return players


@lru_cache(maxsize=64)
def _main_edge(rules: Rules) -> Decimal:
    return _decimal(main_edge(rules) or 0.0)


def _side_edge(setup: engine.Setup, bet: str, rules: Rules) -> Decimal:
    known = side_bets_of(setup).get(bet)
    offer = next((offer for offer in setup.offers if offer.bet == bet), None)
    if known is None or offer is None:
        return Decimal(0)
    try:
        return _decimal(side_edge(known, known.scale(offer.scale), rules, setup.decks))
    except (ValueError, LookupError):
        return Decimal(0)


def _decimal(edge: float) -> Decimal:
    return Decimal(repr(edge))


def _insurance(lines: Sequence[EntryState], players: Mapping[str, _Player], rules: Rules) -> int | None:
    """Record who was offered insurance and took it; returns the value of `UNIT` of it, in cents, given the cards
    unseen when it closed. None if it was not offered, or the shoe is not tracked."""
    closed = next((line for line in reversed(lines) if isinstance(line.event, InsuranceClosed)), None)
    if closed is None or closed.before is None or not isinstance(closed.event, InsuranceClosed):
        return None
    for box in closed.before.boxes:
        for insurance in box.insurance:
            players[insurance.player].insured = (players[insurance.player].insured or 0) + insurance.amount
    for _, mark in closed.event.without:
        if players[mark].insured is None:
            players[mark].insured = 0
    unseen = _seen(closed.before)
    if unseen is None or not unseen[1]:
        return None
    shoe = closed.before.carry.shoe
    assert shoe is not None
    tens = sum(1 for card in pack_without(rules.missing_ranks.value) if HARD_VALUE[card] == 10) * shoe.packs
    left = tens - sum(count for card, count in unseen[0].items() if HARD_VALUE[card] == 10)
    chance = Fraction(max(0, left), unseen[1])
    odds = rules.insurance_odds.value
    return round(UNIT * (chance * Fraction(odds.win, odds.stake) - (1 - chance)))
