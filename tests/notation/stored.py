"""Random stored rounds: each step is drawn from what ``due`` offers, taps taken back and all."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from casino.cards import PACK, UNKNOWN
from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds import engine
from rounds.engine import Command, Event, Setup, State
from rounds.engine.values import Carry, Sign

Draw = Callable[[st.SearchStrategy[Any]], Any]

PLAYERS = ("A", "B", "C", "D", "P12")
MANY = ("Td", "7s", "Ah", "8c", "8d", "6h", "5s", "Ks", "As")
"""Cards drawn more often than others, so that Blackjacks, pairs and doubles are not rare."""


@dataclass
class Round:
    """A round in the making: every command goes through the engine, refused ones leave it as it was."""

    setup: Setup
    rules: Rules
    state: State
    events: list[Event]
    detours: int = 8
    """How many more steps may be taken that bring the round no nearer to its end."""

    def rarely(self, draw: Draw, one_in: int) -> bool:
        """Whether to take such a step now: once in ``one_in`` times, while detours are left."""
        if not self.detours or draw(st.integers(1, one_in)) < one_in:
            return False
        self.detours -= 1
        return True

    def take(self, command: Command) -> bool:
        """Whether the engine accepted the command."""
        try:
            self.state, recorded = engine.apply(self.rules, self.state, command)
        except Refusal:
            return False
        self.events += recorded
        return True


def opened(setup: Setup) -> Round:
    events = engine.start(setup, 1)
    return Round(setup, setup.rules, engine.fold(events), list(events))


@st.composite
def setups(draw: Draw) -> Setup:
    """Set-ups of Victorian Blackjack that differ in everything that changes a payment."""
    minimum, maximum = draw(st.sampled_from([(1, 1_000_000), (1000, 50_000), (500, 2_000)]))
    return Setup(
        book="VIC03",
        decks=draw(st.sampled_from([8, 4, 6])),
        boxes=draw(st.sampled_from([7, 9, 2])),
        elections=draw(st.sampled_from([(), (("limits", "player"),), (("auto_shuffler", "yes"),)])),
        readings=draw(
            st.sampled_from(
                [
                    (),
                    (("split_loss", "original"),),
                    (("blackjack_beats_21", "True"),),
                    (("double_counts", "aces_low"),),
                ]
            )
        ),
        signs=(Sign(minimum=minimum, maximum=maximum, multiple=draw(st.sampled_from([0, 500]))),),
        chips=draw(st.sampled_from([(1,), (100, 500, 2500), (250, 500, 2500)])),
        face_down=draw(st.sampled_from([False, False, False, True])),
        carry=Carry(warned=draw(st.sampled_from([(), ("A",), ("B", "C")]))),
    )


@st.composite
def rounds(draw: Draw, *, undo: bool = True, finished: bool = True) -> Round:
    """A whole round, from wagers to collection; ``finished`` False lets it stop anywhere."""
    setup = draw(setups())
    if (
        draw(st.integers(0, 3)) == 3
    ):  # a table that goes on: callers, limits, warnings and the shoe are inherited
        before = _played(draw, opened(setup), undo=False, finished=True)
        setup = replace(setup, carry=engine.carry(before.state))
    return _played(draw, opened(setup), undo=undo, finished=finished)


def _played(draw: Draw, play: Round, *, undo: bool, finished: bool) -> Round:
    _wagers(draw, play)
    for _ in range(1500):
        if play.state.phase == "collected" or (not finished and draw(st.integers(0, 25)) == 25):
            return play
        if undo and play.rarely(draw, 15):
            play.take(engine.Undo())
        _step(draw, play)
    raise AssertionError("a round that does not end")


def _wagers(draw: Draw, play: Round) -> None:
    amounts = st.sampled_from([1000, 2000, 2500, 5000, 300, 60_000, 1, 1550])
    boxes = st.integers(1, play.setup.boxes)
    players = st.sampled_from(PLAYERS)
    for _ in range(draw(st.integers(1, 6))):
        box, player = draw(boxes), draw(players)
        extra = draw(st.integers(0, 9))
        if extra == 0:
            play.take(engine.AllowLimit(box, player, draw(amounts), "casino_supervisor"))
        elif extra == 1:
            play.take(engine.AllowSeveralBoxes(player, "game_supervisor"))
        elif extra == 2:
            play.take(engine.Seat(box, player))
        elif extra == 3:
            play.take(engine.WithdrawWager(box, player))
        elif extra == 4:
            play.take(engine.LimitPlayers(box, 2, "game_supervisor"))
        elif extra == 5:
            play.take(engine.RestrictPlayer(player, True, "operations_manager", notified="V-3 14:00"))
        elif extra == 6:
            play.take(engine.Leave(player))
        play.take(engine.PlaceWager(box, player, draw(amounts)))


def _step(draw: Draw, play: Round) -> None:
    """One step that the table waits for. What is drawn beside it may be refused; the step itself may not."""
    due = engine.due(play.rules, play.state)
    assert due is not None
    if due.action == "wagers":
        _towards_call(draw, play, due)
    elif due.action == "shuffle":
        assert play.take(engine.Shuffle())
    elif due.action == "card":
        if play.rarely(draw, 30):
            play.take(engine.CutCard())
            return
        card(draw, play)
    elif due.action == "show_cards":
        _show(draw, play, due.box, due.hand)
    elif due.action == "insurance":
        _insurance(draw, play, due)
    elif due.action == "settle":
        items = due.items if draw(st.booleans()) else due.items[:1]
        assert play.take(engine.Settle(tuple(item.ref for item in items)))
    elif due.action == "decision":
        _decision(draw, play, due)
    elif due.action == "direction":
        wait = draw(st.booleans())
        assert play.take(engine.DirectHand(due.box, due.hand, "game_supervisor", wait=wait))
    else:
        assert due.action == "collect", due
        assert play.take(engine.Collect())


def _towards_call(draw: Draw, play: Round, due: engine.Due) -> None:
    for blocker in due.blockers:
        if blocker.kind == "returned":
            assert play.take(engine.RefuseWager(blocker.box, blocker.players[0], blocker.bet))
        elif blocker.kind == "no_wager":
            box = draw(st.integers(1, play.setup.boxes))
            assert play.take(engine.PlaceWager(box, "Z", 1000))
        elif blocker.kind == "shuffle":
            assert play.take(engine.Shuffle())
        elif blocker.kind == "caller":
            assert play.take(engine.Seat(blocker.box, draw(st.sampled_from(blocker.players))))
        elif blocker.kind == "arrange":
            assert play.take(engine.Arrange(blocker.box, blocker.players))
        elif blocker.kind in ("restricted", "several_boxes"):
            assert play.take(engine.WithdrawWager(blocker.box, blocker.players[0]))
        else:
            assert blocker.kind == "marker", blocker
            assert play.take(engine.PlaceMarker(blocker.box, blocker.players[0]))
        return
    if play.rarely(draw, 20):
        play.take(engine.CutCard())
        return
    assert play.take(engine.CallBets())
    if play.rarely(draw, 20) and (boxes := play.state.in_play()):
        play.take(engine.WithdrawWager(boxes[0].number, boxes[0].players[0]))


def card(draw: Draw, play: Round) -> None:
    """The next card of the shoe, face down where this style and the place require it."""
    hidden = play.setup.face_down and play.state.phase == "initial_deal"
    if hidden and draw(st.booleans()) and play.take(engine.DealCard(UNKNOWN)):
        return
    while not play.take(engine.DealCard(draw(st.sampled_from(MANY + PACK)))):
        pass  # that card has left the shoe as often as there are packs


def _show(draw: Draw, play: Round, box: int, hand: int) -> None:
    hidden = play.state.box(box).hands[hand - 1].cards.count(UNKNOWN)
    while not play.take(
        engine.ShowCards(box, hand, tuple(draw(st.sampled_from(MANY + PACK)) for _ in range(hidden)))
    ):
        pass


def _insurance(draw: Draw, play: Round, due: engine.Due) -> None:
    for offer in due.offers:
        if draw(st.booleans()):
            if offer.kind == "insure":
                assert play.take(engine.Insure(offer.box, offer.player, draw(st.integers(1, offer.most))))
            else:
                play.take(engine.EvenMoney(offer.box, offer.player))
            return
    assert play.take(engine.CloseInsurance())


def _decision(draw: Draw, play: Round, due: engine.Due) -> None:
    hand = play.state.box(due.box).hands[due.hand - 1]
    if play.rarely(draw, 12) and play.take(engine.AskDirection(due.box, due.hand, "absent")):
        return
    if UNKNOWN in hand.cards and draw(st.booleans()):
        _show(draw, play, due.box, due.hand)
        return
    long = len(hand.cards) > 4  # long hands say nothing new and make the round too large to draw
    word: Any = (
        "stand" if long else draw(st.sampled_from(sorted(due.legal, key=lambda word: word != "stand")))
    )
    others = [stake for stake in hand.stakes if stake.player != due.player and stake.base]
    adds: tuple[tuple[str, int], ...] = ()
    matches: tuple[tuple[str, str], ...] = ()
    if word == "double":
        adds = tuple((stake.player, draw(st.integers(0, stake.base))) for stake in others)
    elif word == "split":
        matches = tuple((stake.player, draw(st.sampled_from(["split", "hand1"]))) for stake in others)
    assert play.take(engine.Decide(due.box, word, due.hand, adds=adds, matches=matches))
