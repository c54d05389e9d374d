"""A house that holds tournaments: conditions to begin with, the people who act, and a tournament that is played by its
commands alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec.structs import replace

from casino.refusals import Refusal
from tables.tournaments import machine
from tables.tournaments.machine import Conditions, Person, State, commands
from tables.tournaments.machine import conditions as of
from tables.tournaments.machine.draw import commitment_of
from tests.refusing import refused_as

AT = datetime(2026, 3, 2, 19, 0, tzinfo=UTC)
"""A Monday evening: entries open."""
CLOSES = AT + timedelta(days=2)

OPERATOR = Person("M-02", "operations_manager")
ANOTHER_OPERATOR = Person("M-09", "operations_manager")
INSPECTOR = Person("I-01", "inspector")
DESK = Person("S-03", "game_supervisor")
DIRECTOR = Person("S-07", "tournament_director")
DEPUTY = Person("S-08", "game_supervisor")
DEALER = Person("D-114", "dealer")

SEEDS = {stage: f"{stage:064x}" for stage in range(1, 14)}

VIC03 = Conditions(
    name="Autumn tournament",
    book="VIC03",
    entry_fee=100_00,
    fee_kept=10_00,
    buy_in=0,
    starting_chips=1_000,
    cents_a_chip=0,
    wager=of.Wager("minimum", 10),
    table_minimum=10,
    table_maximum=500,
    table_multiple=5,
    stages=(
        of.Stage("Heats", tables=3, players_a_table=6, length=of.Length("hands", 20), advance_per_table=2),
        of.Stage("Final", tables=1, players_a_table=6, length=of.Length("hands", 30)),
    ),
    repechage=False,
    catch_up=False,
    secondary=False,
    buy_back=of.BuyBack(),
    eligibility="For persons who may enter the casino and gamble.",
    right_to_deny=True,
    denial_statement="The operator may refuse any application.",
    criteria_used=False,
    entry_terms="One entry for each player, at the desk.",
    opens_at=AT,
    closes_at=CLOSES,
    free_withdrawal_until=AT + timedelta(days=1),
    application_form="Form T1",
    players_min=12,
    players_max=18,
    disqualification_grounds=("Play out of turn after a warning", "Collusion"),
    retirement_terms="Any time between hands; the chips go out of play.",
    refunds=of.Refunds(withdrawal=of.Refund(fee=50_00)),
    late=of.Late("Chips are forfeited for every hand that is missed.", chips_a_hand=100),
    prizes=(of.Prize(1, share=6_000), of.Prize(2, share=3_000), of.Prize(3, share=1_000)),
    precedence="The director conducts the tournament by these conditions and the rules, which prevail.",
    ties=of.Ties(),
    substitution=of.Substitution(allowed=True, terms="With the director's approval."),
    betting=of.Betting(),
)
"""Eighteen players at most: three heats of six, two of each go to a final of six."""

ACT96 = replace(VIC03, book="ACT96", free_withdrawal_until=None, refunds=None)

SEVENS = replace(
    VIC03,
    name="Magnificent Sevens",
    series="magnificent_sevens",
    side_bets=("magnificent_sevens",),
    entry_fee=0,
    fee_kept=0,
    stages=None,
    prizes=None,
    ties=None,
    players_min=49,
    players_max=196,
    refunds=of.Refunds(),
    left_over="operator",
)


class Tournament:
    """A tournament as its record has it: every command that is done adds its events."""

    def __init__(self, conditions: Conditions, at: datetime = AT, **more: Any) -> None:
        self.at = at
        self.state: State | None = None
        self.events: list[machine.Event] = []
        self.do(commands.Draft("T-1", conditions, **more), OPERATOR)

    @property
    def now(self) -> State:
        assert self.state is not None
        return self.state

    def do(self, command: machine.Command, by: Person = DIRECTOR) -> State:
        """The state after the command. Every event goes into the record and comes out of it the same."""
        for event in machine.decide(self.state, command, by, self.at):
            read = machine.decode_event(machine.encode_event(event))
            assert read == event
            self.events.append(read)
            self.state = machine.evolve(self.state, read)
            assert self.state.books.balanced
            machine.describe(read)
        return self.now

    def refused(self, command: machine.Command, code: str, clause: str, by: Person = DIRECTOR) -> Refusal:
        """The refusal, which has the code (without its noun) and the clause; nothing has changed."""
        before = self.state
        with refused_as(f"tournament.{code}", clause) as raised:
            machine.decide(self.state, command, by, self.at)
        assert raised.value.message
        assert self.state is before
        return raised.value

    # --- the way

    def approve(self) -> Tournament:
        print_ = machine.fingerprint(self.now.conditions)
        self.do(commands.Approve("DCS 26/114", "Director of Casino Surveillance", print_), INSPECTOR)
        return self

    def open(self) -> Tournament:
        """Approved, with a director, and open for entries."""
        self.approve()
        self.do(commands.AppointDirector(DIRECTOR.number, qualified=True), OPERATOR)
        self.do(commands.NameDeputy(DEPUTY.number, qualified=True), OPERATOR)
        self.do(commands.OpenEntries(), OPERATOR)
        return self

    def enter(self, player: str, **more: Any) -> State:
        conditions = self.now.conditions
        paid = {"fee": conditions.entry_fee or 0, "buy_in": conditions.buy_in or 0}
        return self.do(commands.Enter(player, **(paid | more)), DESK)

    def filled(self, number: int) -> Tournament:
        """With that many entries of P1, P2 …; in a series each is won in a round of its own."""
        for player in range(1, number + 1):
            won = {"source": f"BJ-07/{player} box 3"} if self.now.conditions.series else {}
            self.enter(f"P{player}", **won)
        return self

    def close(self) -> Tournament:
        """Every stage's seed committed, and entries closed at their time."""
        plan = machine.plan_of(self.now.conditions, len(self.now.entries))
        assert plan is not None
        for stage in range(1, len(plan.stages) + 1):
            if not any(commitment.stage == stage for commitment in self.now.commitments):
                self.do(commands.CommitSeed(stage, commitment_of(SEEDS[stage])), OPERATOR)
        self.at = max(self.at, self.now.conditions.closes_at or self.at)
        self.do(commands.CloseEntries(), OPERATOR)
        return self

    def begin(self) -> Tournament:
        """The director is signed on, and in a series the bonus is paid."""
        self.do(commands.SignOn())
        if self.now.conditions.series:
            for entry in self.now.entries:
                if entry.status == "entered":
                    self.do(commands.PayBonus(entry.number, DEPUTY.number), DESK)
        return self

    def draw(self, cut: str = "") -> Tournament:
        self.do(commands.Draw(SEEDS[machine.next_stage(self.now)], cut))
        return self

    def designate(self, name: str, table: str) -> None:
        conditions = self.now.conditions
        self.do(
            commands.Designate(name, table, conditions.book, conditions.game, conditions.side_bets),
        )

    def ready(self, name: str, table: str = "BJ-07") -> machine.Session:
        """The session with a table and briefed players."""
        self.designate(name, table)
        session = self.session(name)
        self.do(commands.Brief(name, tuple([seat.entry for seat in session.seats])))
        return self.session(name)

    def session(self, name: str) -> machine.Session:
        session = self.now.session(name)
        assert session is not None
        return session

    def stacks(self, name: str, chips: Iterable[int]) -> tuple[commands.Stack, ...]:
        """Stacks by box."""
        seats = self.session(name).seats
        return tuple([commands.Stack(seat.entry, held) for seat, held in zip(seats, chips, strict=True)])

    def play(self, name: str, chips: Iterable[int]) -> None:
        """Play a planned session to its length: these are the final chips by box."""
        self.do(commands.BeginSession(name))
        self.do(
            commands.EndSession(name, self.stacks(name, chips), self.session(name).length.number),
        )

    def play_stage(self, chips: Callable[[machine.Session], list[int]]) -> None:
        """Play every session of the stage, and conclude it."""
        for session in [held for held in self.now.sessions if held.stage == self.now.stage]:
            self.ready(session.name)
            self.play(session.name, chips(session))
        self.do(commands.ConcludeStage())

    def drawn(self, entries: int = 18) -> Tournament:
        """With the seats of the first stage."""
        return self.open().filled(entries).close().begin().draw()
