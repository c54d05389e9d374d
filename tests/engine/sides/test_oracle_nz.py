"""Random New Zealand rounds with side bets, in every permitted combination and every version of the game, against
a second opinion written from the book: what each bet comes to, when it is settled, and every player's money."""

from collections import Counter
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from rounds import engine, notation
from rounds.engine.cards.events import CardDealt
from rounds.engine.decisions.events import Doubled, Split
from rounds.engine.questions import nets
from rounds.engine.settlement.events import Settled
from rounds.engine.sides.events import Rode
from tests.engine.nz.test_nz_oracle import ANTE, GAMES, Table, elections, gain
from tests.engine.nz.test_nz_oracle import opinion as main_opinion
from tests.engine.sides import nz_book as book
from tests.examples import each_time

ROUNDS = dict.fromkeys(GAMES, 300) | {"player_select": 700}
"""Rounds of each game in `make test`, among which everything has been met."""
AS_TEXT = 10
"""One in so many of them is written as text and played again."""
SIGN = 500_00
SIDE = 50_00
SHOES = (
    "A23456789TJQK",
    "777A6T8",  # sevens
    "AATJQK9",  # Blackjacks, pairs of tens
    "888A6T3",
    "2233A4",  # long hands of the dealer's
    "2223AT",
    "5566AT4",
)


READINGS = {
    "super_sevens.survives_bust": "no",
    "madness_21.stake_returned": "no",
    "madness_21.turns": "wager",
    "house_money.riding.limit": "wager",
    "house_money.riding.win": "blackjack",
    "house_money.riding.dealer_blackjack": "lose",
    "let_it_ride.riding.win": "blackjack",
    "let_it_ride.riding.dealer_blackjack": "lose",
    "buster.box_order": "left_to_right",
    "push_22.survives_bust": "no",
    "push_22.draws_dealer": "no",
}
"""The other reading of each clause that can be read in two ways."""


class Laid(NamedTuple):
    """A side wager as the test placed it. ``hand`` is the split hand that it lies on, 0 for the box."""

    box: int
    player: str
    bet: str
    amount: int
    hand: int = 0


Outcome = tuple[int, int, str, str, str]
"""Box, hand, player, bet, and ``main`` or ``in_action``: what a result is of."""


def permitted(rng: Random) -> dict[str, str]:
    """Some bets that may be offered at one table, each with a scale (15B.1A, 15C.2, 15F.2, 15D.12, 15E.11)."""
    chosen = [rng.choice(book.PAIRS)] if rng.random() < 0.7 else []
    if rng.random() < 0.5:
        chosen.append(rng.choice(book.RIDING))
    else:
        others = [bet for bet in book.SCALES if bet not in (*book.PAIRS, *book.RIDING)]
        chosen += [bet for bet in others if rng.random() < 0.6]
    chosen = chosen or ["buster"]
    rng.shuffle(chosen)
    return {bet: rng.choice(book.SCALES[bet]) for bet in chosen}


def opened(rng: Random, game: str) -> engine.Setup:
    offers = permitted(rng)
    elected = dict(elections(rng, game))
    if "buster" in offers and rng.random() < 0.7:
        elected["free_bonus"] = rng.choice(("B1", "B3"))
    if rng.random() < 0.6:
        elected["pairs_on_split"] = "yes"
    if rng.random() < 0.3:
        elected["limits"] = "player"
    return engine.Setup(
        "NZ",
        game,
        decks=rng.choice((6, 8) if "super_sevens" in offers else (4, 8)),
        boxes=rng.randint(1, 4),
        elections=tuple(sorted(elected.items())),
        readings=tuple(
            (name, other)
            for name, other in READINGS.items()
            if name.partition(".")[0] in offers and rng.random() < 0.25
        ),
        offers=tuple(
            engine.values.SideBetConfig(bet, scale, rng.choice((0, 120_00)) if bet == "lucky_match" else 0)
            for bet, scale in offers.items()
        ),
        signs=(
            engine.values.Sign("main", 10_00, SIGN, rng.choice((0, 5_00))),
            *(engine.values.Sign(bet, 1_00, SIDE * 3) for bet in offers),
        ),
    )


class SideTable(Table):
    """A round with side bets in the making, and what was placed, left in action and pressed in it."""

    def __init__(self, rng: Random, setup: engine.Setup) -> None:
        super().__init__(rng, setup)
        self.ranks = rng.choice(SHOES)
        self.long = "buster" in {offer.bet for offer in setup.offers} and rng.random() < 0.5
        self.laid: list[Laid] = []
        self.riding: dict[tuple[int, str], int] = {}
        self.pressed: dict[tuple[int, str], int] = {}
        """By box; and by player, where each wager has a turn of its own."""
        self.read = dict(setup.readings)
        self.dealt: dict[int, list[str]] = {}
        """The cards that came to each box before any split of it, in order."""
        self.on_splits: list[tuple[Outcome, int]] = []
        """What the bets on split hands came to when those had their second card."""
        self.scale = {offer.bet: offer.scale for offer in setup.offers}

    # --- following what happens

    def take(self, command: engine.Command) -> None:
        before, seen = self.state, len(self.events)
        super().take(command)
        for event in self.events[seen:]:
            if isinstance(event, CardDealt):
                self.came(before, event)
            elif isinstance(event, Doubled):
                for player, amount in event.adds:
                    self.added_as_allowed(before, event.box, player, amount, free=player in event.free)
            elif isinstance(event, Split):
                for player, stays, follows in event.matches:
                    if stays and follows:
                        self.added_as_allowed(
                            before, event.box, player, follows, free=player in event.free, exactly=True
                        )
                # Hands behind the new one move up, and what lies on them with them.
                self.laid = [
                    laid._replace(hand=laid.hand + 1)
                    if laid.box == event.box and laid.hand > event.hand
                    else laid
                    for laid in self.laid
                ]
            elif isinstance(event, Settled):
                self.settled_in_time(before, event.result)

    def came(self, before: engine.State, event: CardDealt) -> None:
        """A card: what must have been settled before it was, and what it decides on a split hand."""
        done = {(result.box, result.player, result.bet) for result in before.results}
        for laid in self.laid:
            # 15.6: as soon as it is known, before the next card.
            if laid.bet == "super_sevens" and self.sevens(before, laid.box) is not None:
                assert (laid.box, laid.player, laid.bet) in done
        if not event.box:
            return
        hands = before.box(event.box).hands
        if not any(hand.split for hand in hands):
            self.dealt.setdefault(event.box, []).append(event.card)
            return
        first, *more = hands[event.hand - 1].cards
        for laid in [laid for laid in self.laid if (laid.box, laid.hand) == (event.box, event.hand)]:
            assert not more  # 15B.10: the window closes with the second card
            odds = book.two_card_odds(laid.bet, self.scale[laid.bet], first, event.card)
            key = (laid.box, laid.hand, laid.player, laid.bet, "main")
            self.on_splits.append((key, odds * laid.amount if odds else -laid.amount))
            self.laid.remove(laid)

    def added_as_allowed(
        self,
        before: engine.State,
        number: int,
        player: str,
        amount: int,
        *,
        free: bool,
        exactly: bool = False,
    ) -> None:
        """Doubling up to, and splitting for exactly, the original wager with what still lies in action (15D.7,
        15D.8, 15E.6, 15E.7); a lammer is worth the original wager alone (20.8)."""
        main = before.box(number).wager_of(player)
        assert main is not None
        most = main.amount if free else main.amount + self.left(before, number, player)
        assert amount == most if free or exactly else amount <= most

    def left(self, state: engine.State, number: int, player: str) -> int:
        """What still lies in action."""
        gone = any(
            (result.box, result.player, result.wager) == (number, player, "in_action")
            for result in state.results
        )
        return 0 if gone else self.riding.get((number, player), 0)

    def sevens(self, state: engine.State, box: int) -> int | None:
        split = any(hand.split for hand in state.box(box).hands)
        return book.sevens_odds(tuple(self.dealt.get(box, ())), split)

    def settled_in_time(self, before: engine.State, result: engine.values.Result) -> None:
        """The moment of a settlement: 15A.5, 15B.6, 15C.7, 15D.6, 15E.5, 15F.8, 15G.7 and 15H.8, 20A.5."""
        if result.wager == "in_action" or result.hand or result.bet in ("super_sevens", "free_bonus"):
            return
        if result.bet in ("buster", "push_22"):
            with_hand = self.read.get(f"{result.bet}.survives_bust") == "no" and result.result == "lose"
            assert before.phase == "final_settlement" or with_hand
        elif result.bet in self.scale:
            assert before.phase == "initial_deal"
            assert all(len(box.hands[0].cards) == 2 for box in before.boxes if box.hands)
            # The losers of a bet are taken before any of its winners is paid.
            if result.result == "lose":
                assert not any(
                    earlier.bet == result.bet and earlier.result == "win" for earlier in before.results
                )

    # --- what is done

    def card(self) -> str:
        """Often a card that leads to rare cases: a long hand of the dealer's against a Blackjack, a pair again."""
        hands = [hand for box in self.state.boxes for hand in box.hands]
        likely = ""
        if self.long and self.state.phase in ("initial_deal", "dealer_draw"):
            due = engine.due(self.rules, self.state)
            likely = self.rng.choice("ATK" if due and due.box else "2222333T")
        elif self.rng.random() < 0.4:
            likely = next((hand.cards[0][0] for hand in hands if hand.split and len(hand.cards) == 1), "")
        card = likely + self.rng.choice("shdc")
        if likely and self.state.drawn.count(card) < self.state.setup.decks:
            return card
        return super().card()

    def wagers(self) -> None:
        rng = self.rng
        players = iter("ABCDEFGHJKLMNPQ")
        mains: dict[str, int] = {}
        for box in range(1, self.state.setup.boxes + 1):
            for _ in range(rng.choice((0, 1, 1, 2, 3)) or (box == 1)):
                player, amount = next(players), rng.choice((10_00, 25_00, 49_00, 50_00, 100_00))
                self.take(engine.PlaceWager(box, player, amount))
                mains[player] = box
                waived = self.rules.ante_waived_from.value
                if self.rules.ante.value and not 0 < waived <= amount:
                    self.take(engine.PlaceWager(box, player, ANTE, "ante"))
        for player, own in mains.items():
            for bet in self.scale:
                if rng.random() < 0.55:
                    box = rng.choice(list(mains.values())) if bet in book.ANYWHERE else own
                    if sum((laid.box, laid.bet) == (box, bet) for laid in self.laid) == 3:
                        continue
                    amount = rng.choice((1_00, 5_00, 25_00, SIDE))
                    self.take(engine.PlaceWager(box, player, amount, bet))
                    self.laid.append(Laid(box, player, bet, amount))
        self.take(engine.CallBets())

    def play(self) -> None:
        self.wagers()
        while due := engine.due(self.rules, self.state):
            if due.action == "ride":
                self.choose(due)
            elif due.action == "prize":
                prize, turn = self.rng.choice(book.PRIZES), self.turn(due.box, due.player)
                assert turn not in self.pressed  # one press for a box with a Blackjack
                self.pressed[turn] = prize
                self.take(engine.Prize(due.box, due.player, "madness_21", prize * 100))
            elif due.action == "card":
                if due.hand and self.rng.random() < 0.8:
                    self.pairs_on(due.box)
                self.take(engine.DealCard(self.card()))
            elif due.action == "settle":
                self.take(engine.Settle(tuple(item.ref for item in due.items[: self.rng.randint(1, 3)])))
            elif due.action == "collect":
                self.take(engine.Collect())
            elif due.action == "decision":
                self.decide(due)
            else:
                assert due.action == "insurance", due
                self.insurance(due)

    def turn(self, box: int, player: str) -> tuple[int, str]:
        return box, player if self.read.get("madness_21.turns") == "wager" else ""

    def choose(self, due: engine.Due) -> None:
        """A winner leaves some, all that may stay, or nothing; meanwhile anybody may insure."""
        insure = [offer for offer in due.offers if offer.kind == "insure"]
        if insure and self.rng.random() < 0.3:
            first = self.rng.choice(insure)
            self.take(engine.Insure(first.box, first.player, self.rng.randint(1, first.most)))
            return
        offer = self.rng.choice([offer for offer in due.offers if offer.kind == "ride"])
        assert offer.most == self.most(offer.box, offer.player)
        amount = self.rng.choice((0, offer.most, self.rng.randint(0, offer.most)))
        (bet,) = [bet for bet in self.scale if bet in book.RIDING]
        self.riding[offer.box, offer.player] = amount
        before = len(self.events)
        self.take(engine.Ride(offer.box, offer.player, bet, amount))
        assert [event.amount for event in self.events[before:] if isinstance(event, Rode)] == [amount]

    def most(self, number: int, player: str) -> int:
        """What may stay: wager and payout, but with the original wager no more than the maximum of the sign, which
        is the box's or the player's (15D.6(b), 15E.5(b), 14.2)."""
        box = self.state.box(number)
        (laid,) = [
            laid
            for laid in self.laid
            if (laid.box, laid.player) == (number, player) and laid.bet in book.RIDING
        ]
        a, b = self.dealt[number][:2]
        whole = laid.amount * (1 + book.two_card_odds(laid.bet, "1", a, b))
        alone = dict(self.state.setup.elections).get("limits") == "player"
        counted = sum(w.amount for w in box.wagers if not alone or w.player == player)
        wagered = self.read.get(f"{laid.bet}.riding.limit") == "wager"  # what of it is payout does not count
        for (at, who), left in self.riding.items():
            if at == number and (not alone or who == player):
                (his,) = [w.amount for w in self.laid if (w.box, w.player, w.bet) == (at, who, laid.bet)]
                counted += min(left, his) if wagered else left
        room = max(0, SIGN - counted)
        return whole if wagered and room >= laid.amount else min(whole, room)

    def addable(self, box: int, stake: engine.values.Stake) -> int:
        """The original wager with what stays in action (15D.7, 15E.6)."""
        main = self.state.box(box).wager_of(stake.player)
        assert main is not None
        return main.amount + self.left(self.state, box, stake.player)

    def pairs_on(self, number: int) -> None:
        """Further pair bets on the split hands that have one card, where there is room (15B.9, 15C.10)."""
        bets = [bet for bet in self.scale if bet in ("perfect_pairs", "any_pair")]
        if not bets or not dict(self.state.setup.elections).get("pairs_on_split"):
            return
        here = [
            at
            for at, hand in enumerate(self.state.box(number).hands, start=1)
            if hand.split and len(hand.cards) == 1
        ]
        players = [wager.player for box in self.state.boxes for wager in box.wagers]
        for at in here:
            there = {laid.player for laid in self.laid if (laid.box, laid.hand) == (number, at)}
            free = [player for player in players if player not in there]
            if free and len(there) < 3 and self.rng.random() < 0.7:
                # Who wagers on the box always finds a place; others may be asked to wait for those before them.
                own = [p for p in free if self.state.box(number).wager_of(p)]
                player, amount = self.rng.choice(own or free), self.rng.choice((1_00, 5_00))
                if self.accepted(engine.PlaceWager(number, player, amount, bets[0], hand=at)):
                    self.laid.append(Laid(number, player, bets[0], amount, at))
                else:
                    assert player not in own


# --- the second opinion


def broken(state: engine.State, box: int) -> bool:
    return all(book.low(*hand.cards) > 21 for hand in state.box(box).hands)


def on_box(table: SideTable, laid: Laid) -> int:
    """What a wager on the box comes to, what was left of it in action aside."""
    state, scale = table.state, table.scale[laid.bet]
    dealt = tuple(table.dealt[laid.box])
    a, b = dealt[:2]
    if laid.bet == "madness_21":
        if not book.natural((a, b)):
            return -laid.amount
        prize = laid.amount * table.pressed[table.turn(laid.box, laid.player)]
        return prize - (laid.amount if table.read.get("madness_21.stake_returned") == "no" else 0)
    if laid.bet == "super_sevens":
        odds = table.sevens(state, laid.box)
        if odds is None:  # two sevens and no third card
            odds = 100 if book.one_suit(a, b) else 50
        if odds in (50, 100) and book.low(*dealt[:3]) > 21 and table.read.get("super_sevens.survives_bust"):
            odds = 0
    elif laid.bet in ("buster", "push_22"):
        gone = table.read.get(f"{laid.bet}.survives_bust") and broken(state, laid.box)
        odds = 0 if gone else book.dealer_odds(laid.bet, scale, state.dealer)
    elif laid.bet in ("lucky_match", "lucky_lucky"):
        odds = book.three_card_odds(laid.bet, scale, a, b, state.dealer[0])
    else:
        odds = book.two_card_odds(laid.bet, scale, a, b)
    if not odds:
        return -laid.amount
    (offer,) = [offer for offer in state.setup.offers if offer.bet == laid.bet]
    return min(laid.amount * odds, offer.most_paid or laid.amount * odds)


def in_action(table: SideTable, laid: Laid) -> int:
    """What the money left in action comes to: as the original wager, but a stand off against a dealer's Blackjack
    unless the hand broke before (15D.10, 15D.11, 15E.9, 15E.10)."""
    state = table.state
    amount = table.riding[laid.box, laid.player]
    box = state.box(laid.box)
    (hand, stake) = next(
        (hand, stake)
        for hand in box.hands
        for stake in hand.stakes
        if stake.player == laid.player and stake.first
    )
    alone = replace(stake, base=amount, added=0, free_base=False, free_added=0)
    gained = gain(state, box, hand, alone)
    total, stays = book.low(*hand.cards), table.read.get(f"{laid.bet}.riding.dealer_blackjack") is None
    if gained < 0 and total <= 21 and book.natural(state.dealer) and stays:
        return 0
    if table.read.get(f"{laid.bet}.riding.win") and total <= 21 and book.low(*state.dealer) == 22:
        return max(amount, -(-gained.numerator // gained.denominator))  # 5.1(a), whatever the version
    return -(-gained.numerator // gained.denominator)


def opinion(table: SideTable) -> Counter[tuple[Outcome, int]]:
    """Every result of a side bet, as what it is of and what the player gains by it."""
    state = table.state
    outcomes = Counter(table.on_splits)
    bonus = book.FREE_BONUS[dict(state.setup.elections).get("free_bonus", "none")]
    for laid in table.laid:
        assert not laid.hand  # what was placed on a split hand was settled there
        outcomes[(laid.box, 0, laid.player, laid.bet, "main"), on_box(table, laid)] += 1
        if table.riding.get((laid.box, laid.player)) and laid.bet in book.RIDING:
            outcomes[(laid.box, 0, laid.player, laid.bet, "in_action"), in_action(table, laid)] += 1
        hands = state.box(laid.box).hands
        if laid.bet == "buster" and book.natural(hands[0].cards) and not hands[0].split:
            cards = min(len(state.dealer), 8)
            if book.low(*state.dealer) > 21 and cards in bonus:  # 15H.9
                outcomes[(laid.box, 0, laid.player, "free_bonus", "main"), bonus[cards]] += 1
    return outcomes


def results(state: engine.State) -> Counter[tuple[Outcome, int]]:
    """The same as the engine has it."""
    main_bets = ("main", "insurance", "ante")
    return Counter(
        ((result.box, result.hand, result.player, result.bet, result.wager), result.pays - result.takes)
        for result in state.results
        if result.bet not in main_bets
    )


def money(table: SideTable) -> dict[str, int]:
    """Every player's gain over the round."""
    net = Counter(main_opinion(table.state))
    for (outcome, gained), times in opinion(table).items():
        net[outcome[2]] += gained * times
    return dict(net)


def insured_as_allowed(table: SideTable) -> None:
    """Insurance is up to half of the original wager alone (15D.9, 15E.8)."""
    for box in table.state.boxes:
        original = {wager.player: wager.amount for wager in box.wagers}
        for insurance in box.insurance:
            assert insurance.amount <= original[insurance.player] / 2


def dealer_completed(table: SideTable) -> None:
    """13.3 to 13.5, 17.2, 20.6: with a bet on the dealer's hand that hand is always drawn out."""
    won = [result.box for result in table.state.results if result.bet == "buster" and result.result == "win"]
    assert won == sorted(won, reverse="buster.box_order" not in table.read)  # 15H.8: from the dealer's right
    lost_with_hand = table.read.get("push_22.survives_bust")
    for laid in table.laid:
        draws = laid.bet == "push_22" and not table.read.get("push_22.draws_dealer")
        if laid.bet == "buster" or (draws and not (lost_with_hand and broken(table.state, laid.box))):
            break
    else:
        return
    dealer = table.state.dealer
    style_a = dict(table.state.setup.elections).get("style_a") == "yes"
    soft_17 = 18 if style_a or table.state.setup.game == "free_bet" else 17
    soft = book.count(*dealer) != book.low(*dealer)
    assert book.count(*dealer) >= (soft_17 if soft else 17)


def plays_again(table: SideTable) -> None:
    """The round as text, played, is the round again."""
    text = notation.write_round(table.state.setup, table.events)
    again = notation.play(text)
    assert again.ok, (text, again.error)
    assert again.state is not None
    assert again.state.drawn == table.state.drawn
    assert results(again.state) == results(table.state), text
    assert nets(again.state) == nets(table.state), text


EVERYTHING = {
    *((bet, "", sign) for bet in book.SCALES for sign in (-1, 1)),
    *((bet, "on a split hand", sign) for bet in ("perfect_pairs", "any_pair") for sign in (-1, 1)),
    *((bet, "in action", sign) for bet in book.RIDING for sign in (-1, 0, 1)),
    ("free_bonus", "", 1),
}
"""What the random rounds of every game must have come to at least once: bet, where it lay, lost, stood off or won."""


def reached(table: SideTable) -> set[tuple[str, str, int]]:
    return {
        (
            bet,
            "in action" if wager == "in_action" else "on a split hand" if hand else "",
            (came > 0) - (came < 0),
        )
        for (_, hand, _, bet, wager), came in results(table.state)
    }


@pytest.mark.parametrize("game", each_time(["blackjack", "free_bet"], GAMES))
def test_random_rounds_with_side_bets_come_out_as_the_book_says(game: str) -> None:
    assert agree(game, range(ROUNDS[game])) >= EVERYTHING


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_many_random_rounds_with_side_bets_come_out_as_the_book_says(game: str) -> None:
    assert agree(game, range(ROUNDS[game], 10 * ROUNDS[game])) >= EVERYTHING


def agree(game: str, seeds: range) -> set[tuple[str, str, int]]:
    """Play a round of the game for each seed, each against the second opinion; what was met in them."""
    met: set[tuple[str, str, int]] = set()
    for seed in seeds:
        table = SideTable(Random(f"{game} {seed}"), opened(Random(f"{seed} {game}"), game))
        table.play()
        assert results(table.state) == opinion(table), (game, seed)
        assert nets(table.state) == money(table), (game, seed)
        insured_as_allowed(table)
        dealer_completed(table)
        if seed % AS_TEXT == 0:
            plays_again(table)
        met |= reached(table)
    return met
