"""Random rounds at tables with side bets, driven by ``engine.due``; everything random in one comes from its seed."""

from random import Random

from casino.money import LARGEST
from casino.refusals import Refusal
from casino.rulebooks import BOOKS
from rounds import engine
from rounds.engine.cards.commands import DealCard
from rounds.engine.commands import Undo
from rounds.engine.decisions.commands import CloseSurrender, PlayOn, Surrender
from rounds.engine.events import Event
from rounds.engine.insurance.commands import CloseInsurance
from rounds.engine.permits.commands import AllowSeveralBoxes
from rounds.engine.settlement.commands import Collect, Settle
from rounds.engine.setup import SideBetConfig
from rounds.engine.sides.commands import (
    AnswerMisfire,
    EquipmentFailed,
    EquipmentRepaired,
    Misfire,
    Prize,
    Ride,
    VoidPress,
)
from rounds.engine.sides.offered import on_offer
from rounds.engine.wagers.commands import CallBets, PlaceWager, WithdrawWager
from tests.strategies import Shoe, decision_command, offer_command, on_a_layout, unblocking

TABLES = (
    ("ACT96", "blackjack", (), ("over_13",)),
    ("ACT96", "blackjack", (), ("super_sevens",)),
    ("ACT03", "blackjack", (), ("super_sevens", "perfect_pairs")),
    ("VIC03", "blackjack", (), ("perfect_pairs",)),
    ("VIC03", "crown_blackjack", (), ("magnificent_sevens:2",)),
    ("VIC03", "crown_pontoon", (), ("pontoon_pandemonium:3",)),
    ("NZ", "blackjack", (), ("super_sevens", "madness_21", "lucky_lucky:2")),
    ("NZ", "blackjack", (("pairs_on_split", "yes"),), ("house_money", "perfect_pairs:2")),
    ("NZ", "free_bet", (("pairs_on_split", "yes"),), ("let_it_ride", "any_pair")),
    ("NZ", "blackjack", (), ("lucky_match:2",)),
    ("NZ", "blackjack_plus", (("free_bonus", "B3"),), ("buster:C", "push_22:2")),
    ("UK", "blackjack", (), ("perfect_pairs", "21_plus_3", "top_3")),
)
RANKS = ("A7K", "7778A", "A6789K", "23456", "A23456789TJQK")
"""Few ranks make what side bets pay for common."""
PLAYERS = "ABCD"


def table(rng: Random) -> engine.Setup:
    """One of the tables, with the sign of each side bet."""
    book, game, elections, bets = rng.choice(TABLES)
    offers = []
    for word in bets:
        bet, _, scale = word.partition(":")
        offers.append(SideBetConfig(bet, scale, 100_00 if bet == "lucky_match" and rng.random() < 0.5 else 0))
    signs = (
        engine.values.Sign(maximum=1000_00),
        *(engine.values.Sign(offer.bet, maximum=LARGEST) for offer in offers),
    )
    return engine.Setup(
        book,
        game,
        decks=8,
        boxes=on_a_layout(BOOKS[book].games[game], 4),
        elections=elections,
        offers=tuple(offers),
        signs=signs,
        chips=rng.choice(((1,), (100, 500, 2500))),
    )


def stored_round(seed: int) -> tuple[engine.Setup, engine.State, list[Event]]:
    """A whole round: its set-up, its end and all its events."""
    rng = Random(seed)
    setup = table(rng)
    rules = setup.rules
    shoe = Shoe(rng, rules.missing_ranks.value)
    shoe.ranks = "".join(rank for rank in rng.choice(RANKS) if rank not in rules.missing_ranks.value)
    events = list(engine.start(setup))
    state = engine.fold(events)
    laid = rng.randint(4, 40)
    for turn in range(3000):
        due = engine.due(rules, state)
        if due is None:
            return setup, state, events
        expected = (
            [laying(rng, state)] if turn < laid else [*beside(rng, state, due), step(rng, state, due, shoe)]
        )
        for command in expected:
            try:
                state, recorded = engine.apply(rules, state, command)
            except Refusal:
                continue
            events += recorded
            break
    raise AssertionError("the round does not end")


def laying(rng: Random, state: engine.State) -> engine.Command:
    """Something that is done while wagers are taken; it may be refused."""
    kind, box, player = rng.random(), rng.randint(1, 4), rng.choice(PLAYERS)
    if kind < 0.05:
        return AllowSeveralBoxes(player, "casino_supervisor")
    bet = "main"
    if kind < 0.7 and (taken := state.in_play()):
        bet = rng.choice(list(on_offer(state.setup)))
        box = rng.choice(taken).number
        player = rng.choice((player, *state.box(box).players))
    if kind < 0.12:
        return WithdrawWager(box, player, bet)
    exactly = on_offer(state.setup)[bet].bet.exactly.value if bet != "main" else 0
    return PlaceWager(box, player, exactly or rng.choice((100, 500, 1000, 2000, 2550)), bet)


def beside(rng: Random, state: engine.State, due: engine.Due) -> list[engine.Command]:
    """Something that may be done now and then; it may be refused."""
    kind = rng.random()
    bet = rng.choice(list(on_offer(state.setup)))
    if kind < 0.03:
        return [Undo()]
    if kind < 0.04:
        return [EquipmentFailed(bet, "prize display", "game_supervisor")]
    if kind < 0.05:
        return [EquipmentRepaired(bet, "casino_supervisor", "a new one")]
    if kind < 0.06:
        return [VoidPress(bet, 500)]
    pairs = [offer for offer in due.offers if offer.kind == "pair"]
    if pairs and kind < 0.5:
        offer = rng.choice(pairs)
        amount = rng.choice((100, 500))
        return [PlaceWager(offer.box, rng.choice(PLAYERS), amount, offer.wager, hand=offer.hand)]
    return []


def step(rng: Random, state: engine.State, due: engine.Due, shoe: Shoe) -> engine.Command:
    """What the table waits for."""
    if due.action == "wagers":
        return unblocking(rng, state, due.blockers[0]) if due.blockers else CallBets()
    if due.action == "card":
        return DealCard(shoe.next(state))
    if due.action == "settle":
        refs = tuple(item.ref for item in due.items)
        return Settle(refs[: rng.randint(1, len(refs))])
    if due.action == "insurance":
        return offer_command(rng, due.offers) if due.offers and rng.random() < 0.5 else CloseInsurance()
    if due.action == "surrender":
        offer = rng.choice(due.offers)
        mine = offer.kind == "surrender" and rng.random() < 0.3
        return Surrender(offer.box, (offer.player,)) if mine else CloseSurrender()
    if due.action == "rescue":
        return PlayOn(due.box, due.hand)
    if due.action == "ride":
        offer = rng.choice([offer for offer in due.offers if offer.kind == "ride"])
        if rng.random() < 0.1:
            return Ride(offer.box, offer.player, offer.wager, decided_first=True)
        return Ride(offer.box, offer.player, offer.wager, rng.choice((0, offer.most, offer.most // 2)))
    if due.action == "prize":
        return press(rng, state, due.offers[0])
    if due.action == "decision":
        return decision_command(rng, state, due)
    assert due.action == "collect", due
    return Collect()


def press(rng: Random, state: engine.State, offer: engine.values.PlayerOption) -> engine.Command:
    """The button, pressed by whoever may or set off by chance."""
    if offer.kind == "misfire":
        return AnswerMisfire(offer.box, offer.player, offer.wager, rng.random() < 0.5)
    prizes = on_offer(state.setup)[offer.wager].scale.prizes
    assert prizes is not None
    prize = prizes.at(rng.randrange(prizes.total))
    kind = rng.random()
    if kind < 0.2 and state.setup.book == "VIC03":
        return Misfire(offer.box, offer.player, offer.wager, prize)
    if kind < 0.4:
        return Prize(offer.box, offer.player, offer.wager, prize, by="D-114", staff=True)
    return Prize(offer.box, offer.player, offer.wager, prize)
