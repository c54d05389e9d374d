"""Random tournaments: conditions without a fault, played by what `due` says, with whatever may happen between."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from random import Random

from hypothesis import assume
from hypothesis import strategies as st
from msgspec.structs import replace

from casino.refusals import Refusal
from tables.tournaments import machine
from tables.tournaments.machine import Conditions, Due, State, commands, events
from tables.tournaments.machine import conditions as of
from tables.tournaments.machine.commands import Stack
from tables.tournaments.machine.draw import commitment_of
from tests.tables.tournaments.house import (
    AT,
    CLOSES,
    DEPUTY,
    DESK,
    DIRECTOR,
    OPERATOR,
    SEEDS,
    VIC03,
    Tournament,
)

LONGEST = 3_000
"""Steps of a tournament; one that needs more goes round in circles."""


@st.composite
def stages(draw: st.DrawFn, equal: bool) -> tuple[tuple[of.Stage, ...], int, int]:
    """Stages with a way from the first to the last, and the least and most players for them."""
    lengths = st.builds(
        of.Length, unit=st.sampled_from(["hands", "shoes", "minutes"]), number=st.integers(1, 40)
    )
    number = draw(st.integers(1, 4))
    a_table = draw(st.integers(2, 7))
    heats = draw(st.integers(1, 2))
    tables = heats * draw(st.integers(1, 3))
    most = tables * a_table
    stages_drawn: list[of.Stage] = []
    coming = most
    for at in range(1, number):
        per_table = draw(st.integers(0, min(3, a_table - 1)))
        others = draw(st.integers(0 if per_table else 1, 3))
        goes_on = tables * per_table + others
        if goes_on >= coming or goes_on < 2:
            break
        stages_drawn.append(
            of.Stage(
                f"Stage {at}",
                tables,
                a_table,
                draw(lengths),
                per_table,
                others,
                heats,
                carry_over=not equal and at > 1,
            )
        )
        if draw(st.booleans()) and coming - goes_on >= 2:
            again = draw(st.integers(1, 2))
            kind = draw(st.sampled_from(["repechage", "catch_up"]))
            stages_drawn.append(
                of.Stage(f"Again {at}", 1, min(7, a_table + 1), draw(lengths), again, 0, 1, kind)
            )
            goes_on += again
        coming, heats = goes_on, 1
        a_table = draw(st.integers(2, 7))
        tables = -(-coming // a_table)
    stages_drawn.append(
        of.Stage(
            "Final", tables, a_table, draw(lengths), heats=heats, carry_over=not equal and bool(stages_drawn)
        )
    )
    if draw(st.booleans()) and len(stages_drawn) > 1:
        stages_drawn.append(of.Stage("Consolation", 1, 7, draw(lengths), kind="secondary"))
    first = stages_drawn[0]
    needed = max(2, first.tables * first.advance_per_table + first.advance_others)
    return tuple(stages_drawn), draw(st.integers(needed, max(needed, most))), most


@st.composite
def prizes(draw: st.DrawFn, most: int) -> tuple[tuple[of.Prize, ...], int | None]:
    """A prize table that adds up."""
    places = draw(st.integers(1, min(most, 6)))
    if draw(st.booleans()):
        cents = [draw(st.integers(1, 100_000)) for _ in range(places)]
        return tuple([of.Prize(place, cents=each) for place, each in enumerate(cents, 1)]), sum(cents)
    cuts = sorted(draw(st.sets(st.integers(1, 9_999), min_size=places - 1, max_size=places - 1)))
    shares = [later - earlier for earlier, later in zip([0, *cuts], [*cuts, 10_000], strict=True)]
    return tuple([of.Prize(place, share=share) for place, share in enumerate(shares, 1)]), None


@st.composite
def conditions(draw: st.DrawFn) -> Conditions:
    """Conditions without a fault."""
    book = draw(st.sampled_from(["VIC03", "ACT96"]))
    drawn_stages, least, most = draw(stages(equal=book == "VIC03"))
    fee = draw(st.integers(0, 500_00))
    buy_in = draw(st.sampled_from([0, 1, 333_33]))
    kept = draw(st.integers(0, fee // 10 if book == "ACT96" else fee))
    table, pool = draw(prizes(least))
    kinds = {stage.kind for stage in drawn_stages}
    refunds = st.builds(of.Refund, fee=st.integers(0, fee), buy_in=st.integers(0, buy_in))
    back = of.BuyBack()
    if draw(st.booleans()):
        method = draw(st.sampled_from(["same_session", "next_stage"]))
        last = len(drawn_stages)
        if method == "next_stage":
            last = max(at for at, stage in enumerate(drawn_stages) if stage.kind == "main")
        if last > 0:
            back = of.BuyBack(
                draw(st.integers(1, 2)), draw(st.integers(1, last)), draw(st.integers(0, 50_00)), 500, method
            )
    result = replace(
        VIC03,
        book=book,
        entry_fee=fee,
        fee_kept=kept,
        buy_in=buy_in,
        cents_a_chip=draw(st.sampled_from([0, 0, 1, 7])),
        table_multiple=1,
        wager=draw(st.sampled_from([of.Wager("none"), of.Wager("minimum", 10), of.Wager("compulsory", 10)])),
        stages=drawn_stages,
        repechage="repechage" in kinds,
        catch_up="catch_up" in kinds,
        secondary="secondary" in kinds,
        buy_back=back,
        players_min=least,
        players_max=most,
        free_withdrawal_until=draw(st.sampled_from([AT + timedelta(hours=12), CLOSES])),
        refunds=draw(st.builds(of.Refunds, refunds, refunds, refunds)),
        late=of.Late("As stated.", draw(st.sampled_from([0, 50])), draw(st.booleans())),
        prizes=table,
        prize_pool=pool,
        left_over="first" if book == "ACT96" else draw(st.sampled_from(["first", "operator"])),
        ties=draw(
            st.builds(
                of.Ties,
                first=st.sampled_from(["play_off", "extra_hands", "share"]),
                places=st.sampled_from(["extra_hands", "share"]),
                later_out_first=st.booleans(),
            )
        ),
        signed_copies=draw(st.booleans()),
    )
    # A pool of shares needs a fee or a buy-in that feeds it.
    faults = [fault for fault in machine.faults(result) if fault.blocks]
    assume(not any(fault.code == "tournament.no_pool" for fault in faults))
    assert not faults, faults[0].refusal
    return result


class Story:
    """One tournament from its conditions to its end. Every step that is due is done, and none of them is refused."""

    def __init__(self, rules: Conditions, seed: int) -> None:
        self.chance = Random(seed)
        self.played = Tournament(rules)
        self.steps = 0

    @property
    def now(self) -> State:
        return self.played.now

    def run(self) -> Tournament:
        while self.now.phase not in ("finished", "cancelled"):
            self.steps += 1
            assert self.steps < LONGEST, [due.kind for due in machine.due(self.now, self.played.at)]
            waiting = machine.due(self.now, self.played.at)
            assert waiting, f"nothing is due at “{self.now.phase}”"
            self.something_else()
            waiting = machine.due(self.now, self.played.at)
            if waiting:
                self.take(self.chance.choice(waiting) if self.chance.random() < 0.3 else waiting[0])
        return self.played

    # --- what is due

    def take(self, due: Due) -> None:
        getattr(self, f"_{due.kind}")(due)

    def _approve(self, due: Due) -> None:
        self.played.approve()

    def _appoint_director(self, due: Due) -> None:
        self.played.do(commands.AppointDirector(DIRECTOR.number, qualified=True), OPERATOR)
        self.played.do(commands.NameDeputy(DEPUTY.number, qualified=True), OPERATOR)

    def _open_entries(self, due: Due) -> None:
        if self.now.director:
            self.played.do(commands.OpenEntries(), OPERATOR)
        else:
            self._appoint_director(due)

    def _commit_seed(self, due: Due) -> None:
        self.played.do(commands.CommitSeed(due.stage, commitment_of(SEEDS[due.stage])), OPERATOR)

    def _wait_for_entries(self, due: Due) -> None:
        rules = self.now.conditions
        count = len([entry for entry in self.now.entries if entry.status == "entered"])
        expected = self.chance.randint(rules.players_min or 1, rules.players_max or 1)
        if count >= expected and self.played.at < CLOSES:
            self.played.at = CLOSES
            return
        if self.played.at >= CLOSES:
            # Too few, and too late for more.
            self.played.do(commands.Cancel("Too few entries"), OPERATOR)
            return
        won = {"source": f"BJ-07/{len(self.now.entries)} box 1"} if rules.series else {}
        self.played.enter(f"P{len(self.now.entries) + 1}", **won)

    def _close_entries(self, due: Due) -> None:
        if any(commitment.stage == 1 for commitment in self.now.commitments):
            self.played.do(commands.CloseEntries(), OPERATOR)
        else:
            self._commit_seed(replace(due, stage=1))

    def _draw(self, due: Due) -> None:
        if not self.now.present:
            self._sign_on(due)
        if not any(commitment.stage == due.stage for commitment in self.now.commitments):
            self._commit_seed(due)
        self.played.draw(self.chance.choice(["", "red", "lucky 7"]))

    def _sign_on(self, due: Due) -> None:
        self.played.do(commands.SignOn(), DIRECTOR)

    def _pay_bonus(self, due: Due) -> None:
        for entry in due.entries:
            self.played.do(commands.PayBonus(entry, DEPUTY.number), DESK)

    def _sign_conditions(self, due: Due) -> None:
        for entry in due.entries:
            self.played.do(commands.SignConditions(entry), DESK)

    def _approve_substitute(self, due: Due) -> None:
        self.in_charge()
        for entry in due.entries:
            held = self.now.entry(entry)
            assert held is not None
            for nomination in held.nominations:
                if not nomination.approved_by:
                    self.played.do(
                        commands.ApproveSubstitute(entry, nomination.substitute, nomination.session)
                    )

    def _designate(self, due: Due) -> None:
        self.in_charge()
        session = self.played.session(due.session)
        taken = {held.table for held in self.now.sessions if held.status != "ended"}
        free = next(f"BJ-{number:02}" for number in range(1, 99) if f"BJ-{number:02}" not in taken)
        self.played.designate(session.name, free)

    def _brief(self, due: Due) -> None:
        self.in_charge()
        self.played.do(commands.Brief(due.session, due.entries))

    def _begin(self, due: Due) -> None:
        self.in_charge()
        session = self.played.session(due.session)
        still_in = [seat.entry for seat in session.seats if self.status(seat.entry) == "entered"]
        absent = [entry for entry in still_in if self.chance.random() < 0.05]
        if len(absent) == len(still_in):
            absent = []
        self.played.do(commands.BeginSession(session.name, absent=tuple(absent)))

    def _end_session(self, due: Due) -> None:
        self.in_charge()
        self.played.do(commands.EndSession(due.session, (), 0))

    def _play(self, due: Due) -> None:
        self.in_charge()
        session = self.played.session(due.session)
        left = session.length.number - session.played
        if left > 1 and self.chance.random() < 0.3:
            self.played.do(commands.ReportChips(session.name, self.stacks(session), session.played + 1))
            self.between_hands(session.name)
            return
        stacks = self.stacks(session)
        if session.length.unit == "minutes" or self.chance.random() < 0.8:
            self.played.do(
                commands.EndSession(session.name, stacks, max(session.length.number, session.played))
            )
            return
        # One player wins everything, and the others do not buy back.
        still_in = [stack.entry for stack in stacks if self.status(stack.entry) == "entered"]
        winner = self.chance.choice(still_in)
        stacks = tuple([Stack(stack.entry, 5_000 if stack.entry == winner else 0) for stack in stacks])
        everybody = tuple([stack.entry for stack in stacks])
        early = commands.EndEarly(
            session.name, stacks, max(1, session.played), "Decided", everybody, everybody
        )
        if self.may_end(early):
            self.played.do(early)
        else:
            self.played.do(
                commands.EndSession(session.name, stacks, max(session.length.number, session.played))
            )

    def may_end(self, early: commands.EndEarly) -> bool:
        """Whether the session may end early: two may go on from it, or it is played out."""
        try:
            machine.decide(self.now, early, DIRECTOR, self.played.at)
        except Refusal as refusal:
            if refusal.code not in ("tournament.not_determined", "tournament.played_out"):
                raise
            return False
        return True

    def _break_tie(self, due: Due) -> None:
        self.in_charge()
        self.played.do(commands.BreakTie())

    def _conclude_stage(self, due: Due) -> None:
        self.in_charge()
        stage = self.now.stage
        self.played.do(commands.ConcludeStage())
        self.seated_once(stage)

    def _award(self, due: Due) -> None:
        self.in_charge()
        if machine.places(self.now):
            self.played.do(commands.AwardPrizes())
        else:
            self.played.do(commands.Cancel("Nobody is left"), OPERATOR)

    def _pay_prize(self, due: Due) -> None:
        self.played.do(commands.PayPrize(due.entries[0], DEPUTY.number, "Receipt"), DESK)

    def _redeem_chips(self, due: Due) -> None:
        self.played.do(commands.RedeemChips(due.entries[0], DEPUTY.number), DESK)

    def _close(self, due: Due) -> None:
        self.played.do(commands.Close(), OPERATOR)

    # --- whatever else happens

    def something_else(self) -> None:
        """Sometimes a player withdraws, retires or is disqualified, or the director is called away."""
        what = self.chance.random()
        entered = [entry.number for entry in self.now.entries if entry.status == "entered"]
        if self.now.phase == "entries" and what < 0.05 and entered:
            self.played.at += timedelta(hours=self.chance.randint(0, 3))
            if self.played.at < CLOSES:
                self.played.do(commands.Withdraw(self.chance.choice(entered)), DESK)
        elif self.now.phase == "playing" and self.now.present and len(entered) > 1:
            entry = self.chance.choice(entered)
            if what < 0.01:
                self.played.do(commands.Disqualify(entry, "Collusion", "Signals"))
            elif what < 0.02 and self.now.in_play:
                self.played.do(commands.Retire(entry))
            elif what < 0.03 and not self.now.in_play:
                self.played.do(commands.Withdraw(entry), DESK)
            elif what < 0.05:
                self.played.do(commands.SignOff("Called away"), DIRECTOR)
            elif what < 0.06:
                open_seats = [
                    session.name
                    for session in self.now.sessions
                    if session.status != "ended" and session.seat_of(entry) is not None
                ]
                if open_seats:
                    self.played.do(
                        commands.NameSubstitute(entry, f"P{1_000 + self.steps}", open_seats[0]), DESK
                    )
        self.buy_back_into_next()

    def between_hands(self, name: str) -> None:
        """Who has lost everything sometimes buys back; who came late sits down, or forfeits chips."""
        session = self.played.session(name)
        back, late = self.now.conditions.buy_back, self.now.conditions.late
        for entry in session.absent:
            if self.status(entry) == "entered" and self.chance.random() < 0.5:
                self.played.do(commands.Arrive(name, entry))
            elif late is not None and late.chips_a_hand and (seat := session.seat_of(entry)) and seat.chips:
                self.played.do(commands.Forfeit(name, entry, hands=2))
        if back is None or back.method != "same_session" or not back.times or session.break_no:
            return
        for seat in session.seats:
            held = self.now.entry(seat.entry)
            assert held is not None
            may = held.status == "entered" and held.bought_back < back.times
            if may and not seat.chips and self.now.stage <= back.until_stage:
                self.played.do(commands.BuyBackIn(seat.entry, back.price), DESK)

    def buy_back_into_next(self) -> None:
        back = self.now.conditions.buy_back
        if (
            back is None
            or back.method != "next_stage"
            or not back.times
            or self.now.phase != "playing"
            or not 1 <= self.now.stage <= back.until_stage
            or not machine.next_stage(self.now)
            or self.chance.random() < 0.7
        ):
            return
        main = next(stage for stage in self.now.stages[self.now.stage :] if stage.kind == "main")
        entered = len([entry for entry in self.now.entries if entry.status == "entered"])
        for entry in self.now.entries:
            if entry.status == "eliminated" and entry.bought_back < back.times:
                if entered < main.tables * main.players_a_table:
                    self.played.do(commands.BuyBackIn(entry.number, back.price), DESK)
                return

    # --- helps

    def status(self, number: int) -> str:
        entry = self.now.entry(number)
        assert entry is not None
        return entry.status

    def in_charge(self) -> None:
        if not self.now.present:
            self.played.do(commands.SignOn(), DIRECTOR)

    def stacks(self, session: machine.Session) -> tuple[Stack, ...]:
        """Few different stacks, so that many are level, and some without chips."""
        return tuple(
            [
                Stack(seat.entry, chips, 0 if chips else self.chance.randint(1, 20))
                for seat in session.seats
                if (chips := self.chance.choice([0, 0, 5, 400, 800, 800, 1_200, 2_000])) >= 0
            ]
        )

    def seated_once(self, stage: int) -> None:
        """Everybody of the field has one seat of the stage."""
        seats = Counter(
            seat.entry
            for session in self.now.sessions
            if session.stage == stage and not session.break_no
            for seat in session.seats
        )
        field = next(drawn.field for drawn in self.now.draws if drawn.stage == stage)
        assert seats == Counter(field)


def by_hand(played: Tournament) -> dict[str, int]:
    """What the tournament's accounts should hold, added up from what happened: not from the moves of money."""
    state = played.now
    bonus = state.rules.series.bonus.value if state.rules.series is not None else 0
    came = went = kept = 0
    for event in played.events:
        if isinstance(event, events.Entered):
            came += event.fee + event.buy_in
            kept += event.kept
        elif isinstance(event, events.Withdrawn | events.Retired | events.Disqualified):
            entry = state.entry(event.entry)
            assert entry is not None
            went += event.refund.fee + event.refund.buy_in
            kept -= max(0, event.refund.fee - (entry.fee - entry.kept))
        elif isinstance(event, events.BoughtBack):
            assert state.conditions.buy_back is not None
            came += state.conditions.buy_back.price
        elif isinstance(event, events.BonusPaid):
            went += bonus
        elif isinstance(event, events.ChipsRedeemed):
            went += event.chips * (state.conditions.cents_a_chip or 0)
    if state.phase == "finished":
        went += sum(award.cents for award in state.awards)
        return {"players": went - came, "kept": kept, "house": came - went - kept, "owing": 0}
    # Called off: every entrant has the fee and the buy-in back.
    return {"players": 0, "kept": 0, "house": 0, "owing": 0}
