"""Random rounds of every game of every book, played by `rounds.simulation.guests` from a seed."""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from casino.cards import pack_without
from casino.rulebooks import BOOKS, Rules
from casino.rulebooks.elections import AMOUNT
from rounds import engine
from rounds.engine.events import Event
from rounds.simulation import guests
from tests.strategies import button_command, offer_command, on_a_layout, some_offers

GAMES = [(book.key, game) for book in BOOKS.values() for game in book.games]
AMOUNTS = {"ante": ("1.25", "0.50"), "ante_waived_from": ("50", "25"), "upper_min": ("50", "25")}
RIGGED = ("", "", "A8K7", "8A6", "7", "7", "A5K3", "9JA", "2345")
"""Ranks of the shoe; as it comes where empty."""


def setup_of(chance: Random, book: str, game: str) -> engine.Setup:
    """A table of that game with random elections: 10 to 1000, chips from 50 cents."""
    rules = BOOKS[book].games[game]
    elections = []
    for election in BOOKS[book].elections[game]:
        if election.required or chance.random() < 0.3:
            values = AMOUNTS[election.name] if election.values == AMOUNT else election.values
            elections.append((election.name, chance.choice(values)))
    if ("auto_shuffler", "batch") in elections:  # it has two sets of cards, of two colours (NZ-3.4)
        sets = next(election for election in BOOKS[book].elections[game] if election.name == "sets").values
        elections = [election for election in elections if election[0] != "sets"]
        elections.append(("sets", next(value for value in sets if "+" in value)))
    setup = engine.Setup(
        book,
        game,
        decks=chance.choice(rules.decks.value),
        boxes=on_a_layout(rules, min(chance.randint(1, 5), rules.boxes_most.value)),
        elections=tuple(elections),
        signs=(engine.values.Sign("main", 1000, 100_000, chance.choice((0, 500))),),
        chips=(50, 100, 500, 2500),
    )
    return replace(setup, offers=some_offers(Random(repr(setup)), setup))


def beside(chance: Random, rules: Rules, state: engine.State) -> engine.Command | None:
    """A side wager of somebody at the table; None where the table takes none of those tried."""
    offers = list(engine.questions.on_offer(state.setup).values())
    wished = []
    for _ in range(3 * bool(offers)):
        bet = chance.choice(offers).bet
        box = chance.choice(state.in_play())
        amount = bet.exactly.value or chance.choice((100, 500, 750))
        wished.append(engine.PlaceWager(box.number, chance.choice(box.players), amount, bet.key))
    return guests.first_taken(rules, state, wished)


class Cards:
    """A shoe with all ranks, or with a few of them so that rare hands come up."""

    def __init__(self, chance: Random, rules: Rules, decks: int) -> None:
        ranks, self.decks, self.chance = chance.choice(RIGGED), decks, chance
        self.all = pack_without(rules.missing_ranks.value)
        self.some = [card for card in self.all if card[0] in ranks] or list(self.all)
        if ranks == "7" or chance.random() < 0.3:
            suit = chance.choice("shdc")
            self.some = [card for card in self.some if card[1] == suit] or self.some

    def next(self, state: engine.State) -> str:
        for cards in (self.some, self.all):
            left = [card for card in cards if state.drawn.count(card) < self.decks]
            if left:
                return self.chance.choice(left)
        raise AssertionError("the shoe is empty")


def command(chance: Random, rules: Rules, state: engine.State, cards: Cards) -> engine.Command | None:
    """A command that answers what the table waits for; None when the round is over."""
    due = engine.due(rules, state)
    if due is None:
        return None
    if due.action == "wagers":
        return guests.unblocking(rules, state, due.blockers[0]) if due.blockers else engine.CallBets()
    if due.action == "card":
        return engine.DealCard(cards.next(state))
    if due.action == "insurance":
        return guests.insurance(chance, rules, state, due, eager=0.5)
    if due.action == "surrender":
        return guests.surrender(chance, state, due, eager=0.3)
    if due.action == "rescue":
        return guests.rescue(chance, state, due)
    if due.action == "decision":
        hand = state.box(due.box).hands[due.hand - 1]
        # Half the time another open decision than to draw or to stand.
        word = chance.choice(due.legal if chance.random() < 0.5 else due.legal[-2:])
        return guests.with_others(chance, rules, state, due, hand, word)
    if due.action == "settle":
        refs = tuple(item.ref for item in due.items)
        return engine.Settle(refs[: chance.randint(1, len(refs))] if chance.random() < 0.5 else ())
    if due.action in ("ride", "prize"):
        ride = due.action == "ride"
        wished = [
            offer_command(chance, due.offers) if ride else button_command(chance, state, due)
            for _ in range(20)
        ]
        return guests.first_taken(rules, state, wished)
    assert due.action == "collect", due.action
    return engine.Collect()


def states(setup: engine.Setup, seed: int) -> Iterator[tuple[engine.State, tuple[Event, ...]]]:
    """Every state of a random round with the events that led to it, from its opening to its collection."""
    chance = Random(seed)
    rules = setup.rules
    events = engine.start(setup)
    state = engine.fold(events)
    yield state, events
    cards = Cards(chance, rules, setup.decks)
    laid: list[engine.Command] = []
    for box in range(1, setup.boxes + 1):
        for player in range(chance.choice((0, 1, 1, 2)) if box > 1 else 1):
            if player < rules.players_per_box.value:
                stake = chance.choice((1000, 1000, 1500, 2500, 3000, 5000, 7500))
                laid += guests.wagers(chance, rules, state, box, f"{'ABC'[player]}{box}", stake)
    guest = Random(seed + 1)
    sides = guest.randint(0, 6)
    for _ in range(1500):
        chosen = laid.pop(0) if laid else command(chance, rules, state, cards)
        while isinstance(chosen, engine.CallBets) and sides:
            sides -= 1
            if (lays := beside(guest, rules, state)) is not None:
                chosen = lays
        if chosen is None:
            return
        if isinstance(chosen, engine.PlaceWager):
            taken = guests.placeable(rules, state, chosen)
            if taken is None:
                continue
            chosen = taken
        state, events = engine.apply(rules, state, chosen)
        yield state, events
    raise AssertionError("the round does not end")
