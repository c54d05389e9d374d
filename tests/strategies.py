"""Random cards, tables and rounds, shared by the tests that look for what nobody thought of.

A round is driven by ``engine.due``: ``next_command`` gives a command that the table waits for. Everything
random in it comes from a seed, so a failing example is played again by its seed.
"""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st
from msgspec.structs import replace

from casino.cards import PACK, UNKNOWN, Card
from casino.money import parse_amount
from casino.refusals import Refusal
from casino.rulebooks import BOOKS, Rules
from casino.rulebooks.house import house_of
from casino.rulebooks.rule import spelled
from rounds import engine
from rounds.engine.events import Event
from rounds.engine.setup import Limit
from sidebets import side_bets

CHIPS = (
    (1,),
    (50, 100, 500, 2500),
    (100, 500, 2500, 10000),
    (250, 500, 2500),
    (50,),
    (100, 250),
    (500, 2500),
    (100, 250, 500, 2000),
    (300, 500),
)
SHOES = (
    "A23456789TJQK",  # as it comes
    "AAATJQK9",  # Blackjacks, splits of aces and tens
    "888A6T",  # eights to split, and hands that break
    "5566AT4",  # doubles and splits
    "A2345",  # soft hands and long ones
    "7T6KA",
)
PLAYERS = "ABCDE"


def cards() -> st.SearchStrategy[Card]:
    """Any card of a pack."""
    return st.sampled_from(PACK)


def chip_sets() -> st.SearchStrategy[tuple[int, ...]]:
    """Denominations of a float, odd sets included."""
    return st.sampled_from(CHIPS)


def readings_of(rules: Rules) -> dict[str, list[str]]:
    """The other readings of every ambiguous rule, as the words that name them."""
    return {
        name: [str(reading) for reading in rule.readings if reading != rule.value]
        for name, rule in rules.rules().items()
        if rule.readings
    }


def on_a_layout(rules: Rules, boxes: int) -> int:
    """A number of boxes that the book draws on a layout: `boxes`, or the next larger one (ACT96-1(a))."""
    drawn = house_of(rules).layout_boxes[0]
    return next((number for number in drawn if number >= boxes), drawn[-1]) if drawn else boxes


@st.composite
def setups(draw: st.DrawFn, book: str = "VIC03", game: str = "blackjack") -> engine.Setup:
    """A table of any size with any sign, float and readings; some players were warned, held or allowed."""
    rules = BOOKS[book].games[game]
    minimum = draw(st.sampled_from((1, 250, 500, 1000)))
    maximum = draw(st.sampled_from((minimum, 2 * minimum + 350, 100_00, 1_000_000)))
    boxes = on_a_layout(rules, draw(st.integers(1, rules.boxes_most.value)))
    readings = [
        (name, draw(st.sampled_from(others)))
        for name, others in readings_of(rules).items()
        if draw(st.integers(0, 5)) == 5
    ]
    players = st.sampled_from(PLAYERS)
    carry = engine.values.Carry(
        warned=tuple(draw(st.sets(players, max_size=2))),
        several_boxes=tuple(PLAYERS) if draw(st.booleans()) else (),
        limits=tuple(
            Limit(
                draw(st.integers(1, boxes)), player, draw(st.sampled_from((600, 5000, 900_000))), marker=True
            )
            for player in draw(st.sets(players, max_size=1))
        ),
        shoe_rounds=draw(st.sampled_from((0, 3))),
    )
    setup = engine.Setup(
        book,
        game,
        decks=draw(st.sampled_from(rules.decks.value)),
        boxes=boxes,
        elections=(("limits", draw(st.sampled_from(("box", "player")))),),
        readings=tuple(readings),
        signs=(
            engine.values.Sign(
                "main", minimum, max(minimum, maximum), draw(st.sampled_from((0, 0, 250, 500)))
            ),
        ),
        chips=draw(chip_sets()),
        face_down=draw(st.integers(0, 4)) == 4,
        carry=carry,
    )
    return with_sides(Random(draw(st.integers(0, 2**16))), setup)


def seeds() -> st.SearchStrategy[int]:
    """What a random round is played from."""
    return st.integers(0, 2**32 - 1)


class Shoe:
    """Cards without end, sometimes of few ranks so that rare hands come up, never more than the packs hold."""

    def __init__(self, rng: Random, missing: str = "") -> None:
        self.rng = rng
        self.missing = missing
        self.ranks = "".join(rank for rank in rng.choice(SHOES) if rank not in missing) or "A5K"

    def next(self, state: engine.State) -> Card:
        held = list(state.drawn)
        for _ in range(50):
            card = self.rng.choice(self.ranks) + self.rng.choice("shdc")
            if held.count(card) < state.setup.decks:
                return card
        left = [card for card in PACK if held.count(card) < state.setup.decks and card[0] not in self.missing]
        return self.rng.choice(left)


def wager_command(rng: Random, state: engine.State) -> engine.Command:
    """Something that is done while wagers are taken; it may be refused."""
    if state.setup.offers and rng.random() < 0.4:
        return side_command(rng, state)
    box = rng.randint(1, len(state.boxes))
    player = rng.choice(PLAYERS)
    sign = state.setup.main_sign
    amount = rng.choice(
        (sign.minimum, sign.minimum, sign.maximum, 500, 1000, 2500, 1500, 333, 700, sign.maximum + 350, 50)
    )
    kind = rng.random()
    if kind < 0.75:
        return engine.PlaceWager(box, player, max(1, amount))
    if kind < 0.79:
        return engine.WithdrawWager(box, player)
    if kind < 0.83:
        return engine.Seat(box, player)
    if kind < 0.86:
        return engine.DeclareWager(box, player, amount, rng.choice(("cash", "chips")))
    if kind < 0.89:
        return engine.AllowSeveralBoxes(player, "game_supervisor")
    if kind < 0.92:
        return engine.AllowLimit(box, player, rng.choice((0, 600, 7000)), "casino_supervisor")
    if kind < 0.94:
        return engine.RestrictPlayer(player, rng.random() < 0.5, "operations_manager", "delegate, 14:00")
    if kind < 0.96:
        return engine.RefuseWager(box, player)
    if kind < 0.98:
        return engine.LimitPlayers(box, rng.randint(1, 3), "game_supervisor")
    return engine.Leave(player)


def unblocking(rng: Random, state: engine.State, blocker: engine.values.Blocker) -> engine.Command:
    """What clears the way to the call."""
    if blocker.kind == "returned":
        return engine.RefuseWager(blocker.box, blocker.players[0], blocker.bet)
    if blocker.kind == "caller":
        return engine.Seat(blocker.box, rng.choice(blocker.players))
    if blocker.kind == "arrange":
        return engine.Arrange(blocker.box, blocker.players)
    if blocker.kind == "marker":
        return engine.PlaceMarker(blocker.box, blocker.players[0])
    if blocker.kind == "shuffle":
        return engine.Shuffle("the cutting card")
    if blocker.kind == "no_wager":
        return engine.PlaceWager(blocker.box or 1, "Z", 1000)
    if blocker.code == "call.ante_missing":
        ante = dict(state.setup.elections)["ante"]
        return engine.PlaceWager(blocker.box, blocker.players[0], parse_amount(ante), "ante")
    if blocker.kind == "ante":
        return engine.WithdrawWager(blocker.box, blocker.players[0], "ante")
    return engine.WithdrawWager(blocker.box, blocker.players[0])


def decision_command(rng: Random, state: engine.State, due: engine.Due) -> engine.Command:
    """A legal decision on the hand in turn, with what the players on the box do."""
    word = rng.choice(due.legal if rng.random() < 0.6 else due.legal[-1:])
    hand = state.box(due.box).hands[due.hand - 1]
    readings = dict(state.setup.readings)
    if word == "double":
        all_add = readings.get("double_shared") == "all" or rng.random() < 0.4
        adds = [
            (stake.player, rng.randint(1, stake.base))
            for stake in hand.stakes
            if stake.base and (all_add or rng.random() < 0.4)
        ]
        return engine.Decide(due.box, "double", due.hand, adds=tuple(adds))
    if word == "split":
        all_match = readings.get("split_unmatched") == "blocks" or rng.random() < 0.5
        matches = [(stake.player, "split") for stake in hand.stakes if stake.base and all_match]
        return engine.Decide(due.box, "split", due.hand, matches=tuple(matches))
    return engine.Decide(due.box, word, due.hand)  # type: ignore[arg-type]


def offer_command(rng: Random, offers: tuple[engine.values.PlayerOption, ...]) -> engine.Command:
    """One of the offers, taken up."""
    offer = rng.choice(offers)
    if offer.kind == "pair":
        return engine.PlaceWager(offer.box, rng.choice(PLAYERS), 500, offer.wager, hand=offer.hand)
    if offer.kind == "ride":
        if rng.random() < 0.1:
            return engine.Ride(offer.box, offer.player, offer.wager, decided_first=True)
        amount = rng.choice((0, offer.most, offer.most, rng.randint(0, offer.most)))
        return engine.Ride(offer.box, offer.player, offer.wager, amount)
    if offer.kind == "even_money":
        return engine.EvenMoney(offer.box, offer.player)
    return engine.Insure(offer.box, offer.player, rng.choice((offer.most, rng.randint(1, offer.most))))


def show_command(rng: Random, state: engine.State, shoe: Shoe, box: int, hand: int) -> engine.Command:
    hidden = state.box(box).hands[hand - 1].cards.count(UNKNOWN)
    return engine.ShowCards(box, hand, tuple(shoe.next(state) for _ in range(hidden)))


def next_command(
    rng: Random, rules: Rules, state: engine.State, shoe: Shoe, *, call_soon: bool = False
) -> engine.Command | None:
    """A command that the table waits for; None when the round is over. While wagers are taken, and for the
    cards that a player shows, it may be refused. With `call_soon` no wager is laid beside one that may play: where the
    signs leave little room, most are handed back, and the call would never come."""
    due = engine.due(rules, state)
    if due is None:
        return None
    if due.action == "wagers":
        laid = sum(len(box.wagers) for box in state.boxes)
        if (laid < 2 or rng.random() < 0.6) if not call_soon else not laid:
            return wager_command(rng, state)
        return unblocking(rng, state, due.blockers[0]) if due.blockers else engine.CallBets()
    if due.action == "insurance":
        return offer_command(rng, due.offers) if rng.random() < 0.5 else engine.CloseInsurance()
    if due.action == "ride":
        return offer_command(rng, due.offers)
    if due.action == "prize":
        return button_command(rng, state, due)
    if due.action == "card" and due.offers and rng.random() < 0.4:
        pairs = tuple(offer for offer in due.offers if offer.kind == "pair")
        return offer_command(rng, pairs) if pairs else engine.DealCard(shoe.next(state))
    if due.action == "card":
        if state.setup.face_down and state.phase == "initial_deal" and due.box and rng.random() < 0.6:
            return engine.DealCard(UNKNOWN)
        return engine.DealCard(shoe.next(state))
    if due.action == "settle":
        refs = tuple(item.ref for item in due.items)
        return engine.Settle(refs[: rng.randint(1, len(refs))] if rng.random() < 0.5 else ())
    if due.action == "decision":
        hand = state.box(due.box).hands[due.hand - 1]
        if hand.hidden and rng.random() < 0.4:
            return show_command(rng, state, shoe, due.box, due.hand)
        if due.offers and rng.random() < 0.2:
            return offer_command(rng, due.offers)
        if rng.random() < 0.06:
            return engine.AskDirection(due.box, due.hand, "absent")
        return decision_command(rng, state, due)
    if due.action == "surrender":
        if rng.random() < 0.5:
            return engine.CloseSurrender()
        offer = rng.choice(due.offers)
        if offer.kind != "surrender":
            return offer_command(rng, (offer,))
        return engine.Surrender(offer.box, (offer.player,))
    if due.action == "rescue":
        offer = rng.choice(due.offers)
        if rng.random() < 0.4:
            return engine.Rescue(due.box, offer.player, due.hand)
        return engine.PlayOn(due.box, due.hand)
    if due.action == "direction":
        if rng.random() < 0.3:
            return decision_command(rng, state, due)
        return engine.DirectHand(due.box, due.hand, "game_supervisor", wait=rng.random() < 0.2)
    if due.action == "show_cards":
        return show_command(rng, state, shoe, due.box, due.hand)
    if due.action == "shuffle":
        return engine.Shuffle("the cutting card came first")
    assert due.action == "collect", due.action
    return engine.Collect()


def steps(
    setup: engine.Setup, seed: int, *, slips: bool = True
) -> Iterator[tuple[engine.State, engine.Command, tuple[Event, ...], engine.State]]:
    """A random round to its end: (state before, command, events, state after) of every command accepted.
    With ``slips`` some taps are taken back and the cutting card may come out."""
    rng = Random(seed)
    rules = setup.rules
    shoe = Shoe(rng, rules.missing_ranks.value)
    state = engine.fold(engine.start(setup))
    for number in range(2000):
        command = next_command(rng, rules, state, shoe, call_soon=number > 300)
        if command is None:
            return
        if slips and rng.random() < 0.03:
            command = rng.choice((engine.Undo(), engine.CutCard()))
        try:
            after, events = engine.apply(rules, state, command)
        except Refusal:
            continue
        yield state, command, events, after
        state = after
    raise AssertionError("the round does not end")


def played(setup: engine.Setup, seed: int, *, slips: bool = True) -> tuple[engine.State, list[Event]]:
    """The end of a random round, and all its events."""
    events: list[Event] = list(engine.start(setup))
    state = engine.fold(events)
    for _, _, recorded, after in steps(setup, seed, slips=slips):
        events.extend(recorded)
        state = after
    return state, events


def next_setup(state: engine.State) -> engine.Setup:
    """The set-up of the round after this one."""
    return replace(state.setup, carry=engine.carry(state))


# --- side bets


def button_command(rng: Random, state: engine.State, due: engine.Due) -> engine.Command:
    """What becomes of the button: pressed, set off by somebody else, out of order; it may be refused."""
    offer = next(offer for offer in due.offers if offer.kind in ("prize", "misfire"))
    insurance = tuple(other for other in due.offers if other is not offer)
    if insurance and rng.random() < 0.2:
        return offer_command(rng, insurance)
    box, player, bet = offer.box, offer.player, offer.wager
    prizes = engine.questions.on_offer(state.setup)[bet].scale.prizes
    assert prizes is not None
    shown = prizes.at(rng.randrange(prizes.total))
    if offer.kind == "misfire":
        return engine.AnswerMisfire(box, player, bet, rng.random() < 0.5)
    kind = rng.random()
    if kind < 0.1:
        return engine.Misfire(box, player, bet, shown)
    if kind < 0.15:
        return engine.EquipmentFailed(bet, "the display", "game_supervisor")
    if kind < 0.2:
        return engine.Prize(box, player, bet, shown, by="D-114", staff=True)
    return engine.Prize(box, player, bet, shown, by=rng.choice(("", "", "", "B")))


def with_sides(rng: Random, setup: engine.Setup) -> engine.Setup:
    """The table with side bets in half the cases, under some reading of each, some with a sign of their own."""
    if rng.random() < 0.5:
        return setup
    readings = [
        (f"{key}.{name}", rng.choice([spelled(reading) for reading in rule.readings]))
        for key, bet in side_bets(setup.book, setup.game).items()
        for name, rule in bet.rules().items()
        if rule.readings and name not in ("games", "excludes") and rng.random() < 0.2
    ]
    setup = replace(setup, readings=(*setup.readings, *readings))
    setup = replace(setup, offers=some_offers(rng, setup))
    signs = [
        engine.values.Sign(offer, 250, 5000)
        for offer in engine.questions.on_offer(setup)
        if rng.random() < 0.4
    ]
    return replace(setup, signs=(*setup.signs, *signs))


def side_command(rng: Random, state: engine.State) -> engine.Command:
    """Something that is done about a side bet while wagers are taken; it may be refused."""
    offer = rng.choice(list(engine.questions.on_offer(state.setup).values()))
    bet, sign = offer.bet.key, state.setup.sign(offer.bet.key)
    lies = [(box.number, wager.player) for box in state.boxes for wager in box.wagers]
    box, player = rng.choice(lies or [(1, "A")])
    if rng.random() < 0.3:
        box = rng.randint(1, len(state.boxes))
    kind = rng.random()
    if kind < 0.06:
        return engine.WithdrawWager(box, player, bet)
    if kind < 0.08:
        return engine.RefuseWager(box, player, bet)
    if kind < 0.1:
        return engine.DeclareWager(box, player, 500, "cash", bet)
    amounts = (sign.minimum, 500, 1000, 333, sign.maximum + 50)
    return engine.PlaceWager(box, player, offer.bet.exactly.value or rng.choice(amounts), bet)


def some_offers(rng: Random, setup: engine.Setup, most: int = 3) -> tuple[engine.values.SideBetConfig, ...]:
    """Side bets that the table may offer together, each on some scale; the bet that an elected bonus is paid on
    among them."""
    bets = list(side_bets(setup.book, setup.game, setup.readings).values())
    rng.shuffle(bets)
    elected = dict(setup.elections)
    bets.sort(key=lambda bet: not (bet.bonus and elected.get(bet.bonus.election, "none") != "none"))
    chosen: tuple[engine.values.SideBetConfig, ...] = ()
    for bet in bets:
        expected = (
            *chosen,
            engine.values.SideBetConfig(
                bet.key, rng.choice((bet.scales[0].name, rng.choice(bet.scales).name))
            ),
        )
        try:
            engine.start(replace(setup, offers=expected))
        except Refusal:
            continue
        chosen = expected
        if len(chosen) >= most:
            break
    return chosen
