"""What is missing in conditions, and what contradicts the book or the rest of them. Nothing is raised: everything is
listed, so that the author of the conditions sees it at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from casino.money import LARGEST
from casino.refusals import Refusal
from casino.rulebooks import rules_for
from casino.rulebooks.rule import RuleBookError
from casino.rulebooks.tournament_play import OVERRIDES
from casino.rulebooks.tournaments import Series, TournamentRules, tournament_rules
from sidebets import side_bets_of_book
from tables.tournaments.machine.conditions import Conditions, Refund, Stage
from tables.tournaments.machine.moments import Moment, has_zone

WHOLE: Final = 10_000
"""The whole pool, in hundredths of a percent."""
MOST_CHIPS: Final = 1_000_000_000
MOST_PLAYERS: Final = 1_000
MOST_STAGES: Final = 12


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in the conditions that must be corrected (``blocks``), or that the book overrides anyway."""

    field: str
    refusal: Refusal
    blocks: bool = True

    @property
    def code(self) -> str:
        """The refusal's code."""
        return self.refusal.code

    @property
    def clause(self) -> str:
        """The clause that requires it."""
        return self.refusal.clause


def faults(conditions: Conditions) -> tuple[Fault, ...]:
    """Everything that keeps the conditions from being approved, and what the rules of the game override."""
    try:
        rules = tournament_rules(conditions.book, conditions.series)
    except RuleBookError as refusal:
        return (Fault("book", refusal),)
    return (
        *_missing(rules, conditions),
        *_amounts(rules, conditions),
        *_game(rules, conditions),
        *_money(rules, conditions),
        *_players(rules, conditions),
        *_wagers(rules, conditions),
        *_stages(rules, conditions),
        *_betting(rules, conditions),
        *_buy_back(rules, conditions),
        *_prizes(rules, conditions),
        *_times(rules, conditions),
        *_precedence(rules, conditions),
        *_series(rules, conditions),
    )


# --- what is missing


def _missing(rules: TournamentRules, conditions: Conditions) -> Iterator[Fault]:
    needed = (("name", rules.approval), *rules.statements)
    for field, clause in (
        *needed,
        ("table_minimum", rules.approval),
        ("table_maximum", rules.approval),
    ):
        for blank in _blank(conditions, field):
            yield Fault(blank, Refusal("tournament.not_stated", clause, field=blank))


def _blank(conditions: Conditions, field: str) -> Iterator[str]:
    """The field, or those of its parts, that nobody has filled in."""
    if field == "players":
        yield from (name for name in ("players_min", "players_max") if getattr(conditions, name) is None)
        return
    value = getattr(conditions, field)
    if value is None or value == () or (isinstance(value, str) and not value.strip()):
        yield field
    elif field == "right_to_deny" and value and not conditions.denial_statement.strip():
        yield "denial_statement"
    elif field == "criteria_used" and value and not conditions.criteria.strip():
        yield "criteria"
    elif field == "late" and not value.consequence.strip():
        yield "late"
    elif field == "substitution" and value.allowed and not value.terms.strip():
        yield "substitution"
    elif field == "disqualification_grounds" and not all(ground.strip() for ground in value):
        yield "disqualification_grounds"


# --- impossible figures


def _amounts(rules: TournamentRules, conditions: Conditions) -> Iterator[Fault]:
    for field in ("entry_fee", "fee_kept", "buy_in", "cents_a_chip", "prize_pool"):
        if not 0 <= (getattr(conditions, field) or 0) <= LARGEST:
            yield Fault(field, Refusal("tournament.amount", rules.clause_of(field), field=field))
    for field, least, most in (
        ("starting_chips", 1, MOST_CHIPS),
        ("table_minimum", 1, MOST_CHIPS),
        ("table_maximum", 1, MOST_CHIPS),
        ("table_multiple", 1, MOST_CHIPS),
        ("players_min", 1, MOST_PLAYERS),
        ("players_max", 1, MOST_PLAYERS),
    ):
        value = getattr(conditions, field)
        if value is not None and not least <= value <= most:
            yield _number(rules, field, least, most)


def _number(rules: TournamentRules, field: str, least: int, most: int) -> Fault:
    return Fault(
        field,
        Refusal("tournament.number", rules.clause_of(field), field=field, least=least, most=most),
    )


# --- the game


def _game(rules: TournamentRules, conditions: Conditions) -> Iterator[Fault]:
    try:
        game = rules_for(conditions.book, conditions.game)
    except RuleBookError as refusal:
        yield Fault("game", refusal)
        return
    if conditions.decks is not None and conditions.decks not in game.decks.value:
        clause, allowed = game.decks.clause, game.decks.value
        yield Fault("decks", Refusal("setup.decks", clause, decks=conditions.decks, allowed=allowed))
    most = game.boxes_most
    if conditions.boxes is not None and not 1 <= conditions.boxes <= most.value:
        yield Fault("boxes", Refusal("setup.boxes", most.clause, boxes=conditions.boxes, most=most.value))
    offered = side_bets_of_book(conditions.book)
    for bet in conditions.side_bets:
        if bet not in offered or conditions.game not in offered[bet].games.value:
            clause = offered[bet].games.clause if bet in offered else rules.held
            yield Fault("side_bets", Refusal("tournament.side_bet", clause, bet=bet, game=conditions.game))


# --- money


def _money(rules: TournamentRules, conditions: Conditions) -> Iterator[Fault]:
    fee, buy_in, kept = conditions.entry_fee or 0, conditions.buy_in or 0, conditions.fee_kept or 0
    limit = rules.fee_kept_most
    if limit is not None and kept > fee * limit.value:
        most = int(fee * limit.value)
        yield Fault("fee_kept", Refusal("tournament.kept_too_much", limit.clause, kept=kept, most=most))
    elif kept > fee:
        yield Fault("fee_kept", Refusal("tournament.kept_more_than_fee", rules.fee, kept=kept, fee=fee))
    refunds = conditions.refunds
    if refunds is not None:
        for refund in (refunds.withdrawal, refunds.retirement, refunds.disqualification):
            if not _covered(refund, fee, buy_in):
                clause = rules.clause_of("refunds")
                yield Fault("refunds", Refusal("tournament.refund_too_large", clause, fee=fee, buy_in=buy_in))
                break


def _covered(refund: Refund, fee: int, buy_in: int) -> bool:
    return 0 <= refund.fee <= fee and 0 <= refund.buy_in <= buy_in


# --- players and wagers


def _players(rules: TournamentRules, conditions: Conditions) -> Iterator[Fault]:
    least, most = conditions.players_min, conditions.players_max
    if least is not None and most is not None and least > most:
        clause = rules.clause_of("players")
        yield Fault("players_min", Refusal("tournament.players", clause, least=least, most=most))


def _wagers(rules: TournamentRules, conditions: Conditions) -> Iterator[Fault]:
    least, most, multiple = conditions.table_minimum, conditions.table_maximum, conditions.table_multiple
    if least is not None and most is not None and least > most:
        yield Fault(
            "table_minimum", Refusal("tournament.limits", rules.approval, minimum=least, maximum=most)
        )
    chips = conditions.starting_chips
    if chips is not None and least is not None and chips < least:
        clause = rules.clause_of("starting_chips")
        yield Fault("starting_chips", Refusal("tournament.too_few_chips", clause, chips=chips, minimum=least))
    for field, amount in (("table_minimum", least), ("table_maximum", most), ("starting_chips", chips)):
        if amount is not None and multiple > 0 and amount % multiple:
            clause = rules.clause_of(field)
            yield Fault(field, Refusal("tournament.multiple", clause, field=field, multiple=multiple))
    wager = conditions.wager
    if wager is None:
        return
    takes_wagers = wager.kind != "none"
    if takes_wagers != (wager.amount > 0) or (most is not None and wager.amount > most):
        clause = rules.clause_of("wager")
        yield Fault("wager", Refusal("tournament.wager", clause, kind=wager.kind, amount=wager.amount))


# --- stages


def _stages(rules: TournamentRules, conditions: Conditions) -> Iterator[Fault]:
    stages = conditions.stages
    if not stages or rules.series is not None:
        return
    clause = rules.clause_of("stages")
    if len(stages) > MOST_STAGES:
        yield _number(rules, "stages", 1, MOST_STAGES)
        return
    if len({stage.name.strip() for stage in stages}) < len(stages):
        yield Fault("stages", Refusal("tournament.stage_names", clause))
    for stage in stages:
        yield from _stage(rules, conditions, stage)
    for kind in ("repechage", "catch_up", "secondary"):
        stated = getattr(conditions, kind)
        if stated is not None and stated != any(stage.kind == kind for stage in stages):
            yield Fault(kind, Refusal("tournament.stage_kind", clause, kind=kind, stated=stated))
    yield from _progression(rules, conditions, stages)
    if rules.equal_chance and any(stage.carry_over for stage in stages):
        yield Fault("stages", Refusal("tournament.carry_over", rules.equal_chance))


def _stage(rules: TournamentRules, conditions: Conditions, stage: Stage) -> Iterator[Fault]:
    clause = rules.clause_of("stages")
    sound = (
        stage.name.strip()
        and 1 <= stage.tables <= MOST_PLAYERS
        and 1 <= stage.heats <= stage.tables
        and stage.tables % stage.heats == 0
        and 1 <= stage.players_a_table <= (conditions.boxes or _boxes(conditions))
        and 1 <= stage.length.number <= MOST_PLAYERS
        and 0 <= stage.advance_per_table <= stage.players_a_table
        and 0 <= stage.advance_others <= stage.tables * stage.players_a_table
        and 0 <= stage.starting_chips <= MOST_CHIPS
        and not (stage.carry_over and stage.starting_chips)
    )
    if not sound:
        yield Fault("stages", Refusal("tournament.stage", clause, stage=stage.name))


def _betting(rules: TournamentRules, conditions: Conditions) -> Iterator[Fault]:
    """Last hands, secret or announced, are known in advance only in sessions that are limited by hands."""
    betting = conditions.betting
    if betting is None:
        return
    hands = max(betting.secret_hands, betting.last_hands)
    counted = [
        stage.length.number if stage.length.unit == "hands" else 0 for stage in conditions.stages or ()
    ]
    fewest = 0 if rules.series is not None else min(counted, default=MOST_PLAYERS)
    if min(betting.secret_hands, betting.last_hands) < 0 or hands > fewest:
        yield Fault("betting", Refusal("tournament.last_hands", rules.clause_of("stages"), hands=hands))


def _boxes(conditions: Conditions) -> int:
    """The most boxes that the book allows the game."""
    try:
        return rules_for(conditions.book, conditions.game).boxes_most.value
    except RuleBookError:
        return 1


def _progression(
    rules: TournamentRules, conditions: Conditions, stages: tuple[Stage, ...]
) -> Iterator[Fault]:
    """The way from the first stage to the last: everybody who enters has a seat, and fewer go on than enter."""
    clause = rules.clause_of("stages")
    if stages[0].kind != "main" or stages[-1].kind not in ("main", "secondary"):
        yield Fault("stages", Refusal("tournament.first_and_last_stage", clause))
        return
    last = max(number for number, stage in enumerate(stages) if stage.kind == "main")
    least, most = conditions.players_min or 1, conditions.players_max or 1
    coming = most
    going_on = 0
    for number, stage in enumerate(stages):
        seats = stage.tables * stage.players_a_table
        goes_on = stage.tables * stage.advance_per_table + stage.advance_others
        if stage.kind == "secondary":
            wrong = goes_on > 0
        elif number == last:
            wrong = goes_on > 0 or coming > seats
        elif stage.kind == "main":
            wrong = goes_on == 0 or coming > seats or (number == 0 and least < goes_on) or goes_on >= coming
            going_on = goes_on
        else:
            wrong = goes_on == 0 or number > last
            going_on += goes_on
        if wrong:
            yield Fault(
                "stages",
                Refusal("tournament.progression", clause, stage=stage.name, goes_on=goes_on, seats=seats),
            )
        coming = going_on


def _buy_back(rules: TournamentRules, conditions: Conditions) -> Iterator[Fault]:
    back = conditions.buy_back
    if back is None or back == type(back)():
        return
    kinds = [stage.kind for stage in conditions.stages or ()]
    last = len(kinds)
    if back.method == "next_stage" and "main" in kinds:
        # A way into a stage that still decides who wins.
        last = len(kinds) - 1 - kinds[::-1].index("main")
    sound = (
        1 <= back.times <= MOST_PLAYERS
        and 0 <= back.price <= LARGEST
        and 1 <= back.until_stage <= last
        and (1 <= back.chips <= MOST_CHIPS or (back.method == "next_stage" and back.chips == 0))
    )
    if not sound:
        yield Fault("buy_back", Refusal("tournament.buy_back", rules.clause_of("buy_back")))


# --- prizes


def _prizes(rules: TournamentRules, conditions: Conditions) -> Iterator[Fault]:
    prizes = conditions.prizes
    if not prizes or rules.series is not None:
        return
    clause = rules.clause_of("prizes")
    places = [prize.place for prize in prizes]
    if places != list(range(1, len(places) + 1)):
        yield Fault("prizes", Refusal("tournament.places", clause))
    if conditions.players_min is not None and len(places) > conditions.players_min:
        least = conditions.players_min
        yield Fault("prizes", Refusal("tournament.too_many_places", clause, places=len(places), least=least))
    if any(
        not 0 <= prize.cents <= LARGEST or prize.share < 0 or (prize.cents > 0) == (prize.share > 0)
        for prize in prizes
    ):
        yield Fault("prizes", Refusal("tournament.prize", clause))
        return
    if len({prize.share > 0 for prize in prizes}) > 1:
        yield Fault("prizes", Refusal("tournament.prize_kinds", clause))
    elif prizes[0].share:
        yield from _shares(rules, conditions, sum(prize.share for prize in prizes))
    else:
        cents = sum(prize.cents for prize in prizes)
        if conditions.prize_pool is None:
            yield Fault("prize_pool", Refusal("tournament.not_stated", clause, field="prize_pool"))
        elif cents != conditions.prize_pool:
            pool = conditions.prize_pool
            yield Fault("prizes", Refusal("tournament.prizes_differ", clause, cents=cents, pool=pool))
    if rules.fees_are_prizes and conditions.left_over == "operator":
        yield Fault("left_over", Refusal("tournament.left_over", rules.fees_are_prizes))


def _shares(rules: TournamentRules, conditions: Conditions, shares: int) -> Iterator[Fault]:
    clause = rules.clause_of("prizes")
    if shares != WHOLE:
        yield Fault("prizes", Refusal("tournament.shares_differ", clause, share=f"{shares / 100:g}"))
    fed = (conditions.entry_fee or 0) - (conditions.fee_kept or 0)
    if not conditions.cents_a_chip:
        fed += conditions.buy_in or 0
    if fed <= 0:
        yield Fault("prizes", Refusal("tournament.no_pool", clause))


# --- times


def _times(rules: TournamentRules, conditions: Conditions) -> Iterator[Fault]:
    clause = rules.clause_of("entry_terms")
    named: list[tuple[str, Moment]] = []
    for field in ("opens_at", "closes_at", "free_withdrawal_until"):
        moment = getattr(conditions, field)
        if moment is not None and not has_zone(moment):
            yield Fault(field, Refusal("tournament.no_zone", clause, field=field))
            return
        if moment is not None:
            named.append((field, moment))
    when = dict(named)
    if "opens_at" in when and "closes_at" in when and when["opens_at"] >= when["closes_at"]:
        yield Fault("closes_at", Refusal("tournament.closes_first", clause))


# --- what prevails


def _precedence(rules: TournamentRules, conditions: Conditions) -> Iterator[Fault]:
    """If the rules prevail, conditions that differ from them have no effect: that is shown, but does not block the
    conditions. If the conditions prevail, they must be playable."""
    prevail = rules.conditions_prevail
    betting = conditions.betting
    limits = () if betting is None else (("under_minimum", betting.below), ("over_maximum", betting.above))
    if not prevail.value:
        for name, value in (*conditions.overrides, *limits):
            if value:
                refusal = Refusal("tournament.rules_prevail", prevail.clause, name=name, value=value)
                yield Fault("overrides", refusal, blocks=False)
        return
    known = [f"{name}={value}" for name, value in OVERRIDES]
    for name, value in conditions.overrides:
        if (name, value) not in OVERRIDES:
            refusal = Refusal(
                "tournament_table.no_override", prevail.clause, name=name, value=value, known=known
            )
            yield Fault("overrides", refusal)


# --- a series of the book


def _series(rules: TournamentRules, conditions: Conditions) -> Iterator[Fault]:
    series = rules.series
    if series is None:
        return
    bet = series.side_bet
    if bet.value not in conditions.side_bets:
        yield Fault("side_bets", Refusal("tournament.series_side_bet", bet.clause, bet=bet.value))
    for field in ("stages", "prizes", "ties", "prize_pool"):
        if getattr(conditions, field) is not None:
            yield Fault(field, Refusal("tournament.series_fixed", series.schedule, field=field))
    for field in ("entry_fee", "buy_in"):
        if getattr(conditions, field):
            yield Fault(field, Refusal("tournament.series_won", series.entrants, field=field))
    if conditions.buy_back is not None and conditions.buy_back.times:
        yield Fault("buy_back", Refusal("tournament.series_elimination", series.elimination))
    yield from _series_players(series, conditions)


def _series_players(series: Series, conditions: Conditions) -> Iterator[Fault]:
    fields = [column.entrants for column in series.columns]
    for field in ("players_min", "players_max"):
        value = getattr(conditions, field)
        if value is not None and value not in fields:
            yield Fault(field, Refusal("tournament.series_players", series.entrants, allowed=fields))
