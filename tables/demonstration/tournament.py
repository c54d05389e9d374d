"""The demonstration's tournament: eighteen entries, three heats of six, a final. It is approved, the seeds of its
draws are committed to, and every entry is taken."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from casino.staff.models import Staff
from tables.tournaments import machine, service
from tables.tournaments.machine import Command, Conditions, commands
from tables.tournaments.machine import conditions as of
from tables.tournaments.models import Tournament

MANAGER, DIRECTOR, DESK, INSPECTOR, WITNESS = "M-1", "T-2", "S-07", "I-9", "G-21"
"""The people who act in it."""
PLAYERS: Final = 18


def conditions(at: datetime) -> Conditions:
    """Its conditions; entries opened three days before `at`."""
    return Conditions(
        name="Harbour tournament",
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
            of.Stage(
                "Heats", tables=3, players_a_table=6, length=of.Length("hands", 10), advance_per_table=2
            ),
            of.Stage("Final", tables=1, players_a_table=6, length=of.Length("hands", 12)),
        ),
        repechage=False,
        catch_up=False,
        secondary=False,
        buy_back=of.BuyBack(),
        eligibility="Everybody who may enter the casino and gamble.",
        right_to_deny=True,
        denial_statement="The operator may refuse any application without giving a reason.",
        criteria_used=False,
        entry_terms="One entry for each player, in person at the tournament desk, with the fee.",
        opens_at=at - timedelta(days=3),
        closes_at=at + timedelta(days=7),
        free_withdrawal_until=at + timedelta(days=1),
        application_form="Form T1, at the tournament desk",
        players_min=12,
        players_max=PLAYERS,
        disqualification_grounds=(
            "Play out of turn after a warning",
            "Collusion",
            "Abuse of staff or players",
        ),
        retirement_terms="Between hands at any time; the chips go out of play.",
        refunds=of.Refunds(withdrawal=of.Refund(fee=50_00)),
        late=of.Late("Chips are forfeited for every hand that is missed.", chips_a_hand=50),
        prizes=(of.Prize(1, share=6_000), of.Prize(2, share=3_000), of.Prize(3, share=1_000)),
        precedence="The rules of the game prevail over these conditions.",
        ties=of.Ties(),
        substitution=of.Substitution(allowed=True, terms="One substitute, with the director's approval."),
        betting=of.Betting(last_hands=3),
        start_notice="By announcement in the hall, at least fifteen minutes before the earlier of both times.",
    )


def prepare(at: datetime) -> None:
    """Draft it and take it to the end of its entries, unless the house has already had a tournament."""
    if Tournament.objects.exists():
        return
    code = service.draft(conditions(at), by=_person(MANAGER), at=at).code

    def take(command: Command, number: str) -> None:
        service.take(code, command, by=_person(number), at=at)

    take(
        commands.Approve(
            reference="demonstration only",
            approved_by="the authority",
            fingerprint=machine.fingerprint(conditions(at)),
        ),
        INSPECTOR,
    )
    take(commands.AppointDirector(number=DIRECTOR, qualified=True), MANAGER)
    take(commands.OpenEntries(), MANAGER)
    for stage in (1, 2):
        service.new_seed(code, stage, by=_person(MANAGER), at=at)
    for number in range(1, PLAYERS + 1):
        take(commands.Enter(player=f"P{number}", fee=100_00), DESK)


def _person(number: str) -> Staff:
    return Staff.objects.get(number=number)
