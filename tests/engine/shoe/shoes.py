"""A table whose shoe is followed, told as a story: its steps, who cuts, what comes next."""

from typing import Any, Self

from msgspec.structs import replace

from rounds import engine
from tests.engine.story import Refusing, Story, deal


class Shoe(Story):
    """A round that was opened to prepare the shoe of a table that has just opened."""

    @property
    def todo(self) -> tuple[str, ...]:
        return engine.questions.pending(self.rules, self.state)

    @property
    def asked(self) -> str:
        """The player to whom the cut is offered."""
        return engine.questions.cut_offer(self.rules, self.state).player

    def refuses(self, code: str, clause: str) -> "RefusingShoe":
        return RefusingShoe(self, code, clause)

    def step(self, *names: str, depth: int = -1, role: str = "dealer", person: str = "D-114") -> Self:
        return self.do(engine.ShoeStep(names, depth, role, person))

    def cut(self, player: str = "", position: int = -1, **by: str) -> Self:
        return self.do(engine.CutCards(player, position=position, **by))

    def declines(self, *players: str) -> Self:
        for player in players:
            self.do(engine.DeclineCut(player))
        return self

    def change(self, cause: str, role: str = "casino_supervisor", *cards: str, reason: str = "") -> Self:
        return self.do(engine.ChangeCards(cause, cards, reason, role, "S-07"))

    def order(self, cause: str, role: str = "dealer", reason: str = "") -> Self:
        return self.do(engine.OrderShuffle(cause, reason, role, "S-07"))

    def bring(self, status: str, **details: str) -> Self:
        return self.do(engine.BringCards(status, role="casino_supervisor", **details))

    def ready(self) -> Self:
        """Everything that is left is done, whoever is asked first cutting."""
        while self.todo:
            if self.todo[0] == "cut":
                now = engine.questions.cut_offer(self.rules, self.state)
                by = now.others[-1][0] if not now.player else ""
                command = engine.CutCards(now.player, by, "S-07" if by else "", role="casino_supervisor")
                self.do(command)
            else:
                person = "S-07" if self.todo[0] == "second_check" else "D-114"
                self.step(self.todo[0], role="casino_supervisor", person=person)
        return self

    def played(self, *boxes: int, cut_card: int | None = None) -> "Shoe":
        """One round on these boxes, a player each, in which every hand stands on twenty and the dealer has seventeen;
        the cutting card comes before the card numbered so. Returns the next round."""
        for box in boxes:
            player = "ABCDEFGHI"[box - 1]
            if self.state.box(box).wager_of(player) is None:
                self.bet(box, player, 10)
            self.seat(box, player)
        self.call()
        cards = [*("TJQKTJ"[at % 6] + "shdc"[at % 4] for at, _ in enumerate(boxes)), "9d"]
        cards += ["TJQKTJ"[at % 6] + "hdcs"[at % 4] for at, _ in enumerate(boxes)]
        for at, card in enumerate(cards):
            if at == cut_card:
                self.do(engine.CutCard())
            self.cards(card)
        for box in boxes:
            self.stand(box)
        if cut_card == len(cards):
            self.do(engine.CutCard())
        self.cards("8h")
        while self.state.phase != "collected":
            due = engine.due(self.rules, self.state)
            self.do(engine.Settle() if due is not None and due.action == "settle" else engine.Collect())
        return self.next()

    def next(self) -> "Shoe":
        return Shoe.of(replace(self.state.setup, carry=engine.carry(self.state)), self.state.round_no + 1)


class RefusingShoe(Refusing, Shoe):
    """The same steps, each of which must be refused."""


def shoe(book: str, *, decks: int = 6, **how: Any) -> Shoe:
    """A table of six packs that has just opened."""
    story = deal(book, decks=decks, **how)
    fresh = engine.questions.new_shoe(story.rules, decks)
    return Shoe.of(replace(story.state.setup, carry=engine.values.Carry(shoe=fresh)))


def dealt(book: str, **how: Any) -> Shoe:
    """The same with its shoe ready: players A at box 1 and B at box 3 have come, A first."""
    return shoe(book, **how).seat(1, "A").seat(3, "B").ready()
