"""The set-up, built up from the lines before the first wager."""

from dataclasses import dataclass, field, replace

import msgspec

from casino.money import LARGEST, decimal, parse_amount
from casino.refusals import Refusal
from casino.rulebooks import BOOKS, Election, Rules, rules_for
from casino.rulebooks.house import house_of
from casino.tournament_table import TournamentTable
from rounds.engine import Setup
from rounds.engine.values import MAIN, Carry, SideBetConfig, Sign, Standing
from rounds.notation import statements
from sidebets import side_bets, side_bets_of_book
from sidebets.offering import with_its_fellows

DEFAULT_BOXES = 7


@dataclass(frozen=True, slots=True)
class SetupDraft:
    """An unfinished set-up. A field that is None has not been given and takes its default."""

    book: str = ""
    game: str = "blackjack"
    decks: int | None = None
    boxes: int | None = None
    elections: dict[str, str] = field(default_factory=dict)
    readings: dict[str, str] = field(default_factory=dict)
    offers: dict[str, SideBetConfig] = field(default_factory=dict)
    signs: dict[str, Sign] = field(default_factory=dict)
    chips: tuple[int, ...] = (1,)
    warned: tuple[str, ...] = ()
    face_down: bool = False
    round_no: int = 1
    tournament: statements.Tournament | None = None
    stacks: tuple[statements.Stack, ...] = ()
    overrides: tuple[tuple[str, str], ...] = ()
    given: frozenset[str] = frozenset()
    """What has been given: each thing may be given only once, so that no line silently replaces another."""

    def taking(self, setup_line: statements.SetUp) -> "SetupDraft":
        """The draft with one more line. Raises Refusal for a line that does not fit; whether the packs and boxes are
        allowed is left to the engine, which opens the round."""
        if not self.book and not isinstance(setup_line, statements.Book):
            raise Refusal("notation.no_book")
        once = _once(setup_line)
        if once & self.given:
            raise Refusal("notation.said_already", names=sorted(once & self.given))
        match setup_line:
            case statements.Book(key):
                draft = replace(self, book=key)
            case statements.Game(name):
                draft = replace(self, game=name)
            case statements.Decks(number):
                draft = replace(self, decks=number)
            case statements.Boxes(number):
                draft = replace(self, boxes=number)
            case statements.Elect(pairs, False):
                known = self._known(dict(pairs))
                draft = replace(self, elections={**self.elections, **known})
            case statements.Elect(pairs, True):
                draft = replace(self, readings={**self.readings, **dict(pairs)})
            case statements.Offer(bet, scale, most_paid):
                self._has(bet)
                draft = replace(self, offers={**self.offers, bet: SideBetConfig(bet, scale, most_paid)})
            case statements.Limits(sign):
                if sign.bet not in (MAIN, *self.rules().wagers_on_hand.value):
                    self._has(sign.bet)
                draft = replace(self, signs={**self.signs, sign.bet: sign})
            case statements.Float(chips):
                draft = replace(self, chips=chips)
            case statements.Warned(player):
                draft = replace(self, warned=(*self.warned, player))
            case statements.RoundNumber(number):
                draft = replace(self, round_no=number)
            case statements.Tournament():
                draft = replace(self, tournament=setup_line)
            case statements.Stack() | statements.Override() if self.tournament is None:
                raise Refusal("notation.no_tournament")
            case statements.Stack():
                draft = replace(self, stacks=(*self.stacks, setup_line))
            case statements.Override(pairs):
                draft = replace(self, overrides=(*self.overrides, *pairs))
            case statements.FaceDown():
                draft = replace(self, face_down=True)
        draft.rules()
        return replace(draft, given=self.given | once)

    def rules(self, *, complete: bool = False) -> Rules:
        """The rules from the lines so far; ``complete`` when no more set-up lines follow. Raises Refusal for a book,
        game, election or reading that is not permitted, naming the permitted ones."""
        readings = tuple(sorted(self.readings.items()))
        side_bets_of_book(self.book, readings)
        return rules_for(self.book, self.game, self._elections(complete=complete), readings)

    def missing(self) -> tuple[Election, ...]:
        """The elections that this game needs and no line has made."""
        offered = BOOKS[self.book].elections.get(self.game, ())
        return tuple(
            election for election in offered if election.required and election.name not in self.elections
        )

    def _known(self, elections: dict[str, str]) -> dict[str, str]:
        """The elections with their values spelled as in the book, ``B1`` for b1. Raises Refusal for an election that
        no game of the book has, or a value that none permits. The game may come later, so whether it has the election
        is checked when the set-up is complete."""
        games = BOOKS[self.book].elections
        values: dict[str, str] = {}
        for name, value in elections.items():
            rules_by_name = {rule.name: rule for offered in games.values() for rule in offered}
            rules_by_name |= {rule.name: rule for rule in games.get(self.game, ())}
            if name not in rules_by_name:
                known = [election.name for election in games.get(self.game, ())]
                raise Refusal("notation.unknown_election", book=self.book, name=name, known=known)
            written = (spelled for spelled in rules_by_name[name].values if spelled.lower() == value.lower())
            values[name] = next(written, value)
            rules_by_name[name].check(values[name])
        return values

    def _elections(self, *, complete: bool = False) -> tuple[tuple[str, str], ...]:
        # An amount that must be elected and is not yet: use one that fits any sign, until the first wager requires
        # it.
        most = self.signs[MAIN].maximum if MAIN in self.signs else LARGEST
        yet = {rule.name: decimal(min(parse_amount(rule.stand_in), most)) for rule in self.missing()}
        chosen = {**yet, **self.elections}
        if not complete:
            names = {election.name for election in BOOKS[self.book].elections.get(self.game, ())}
            chosen = {name: value for name, value in chosen.items() if name in names - self._too_early()}
        return tuple(sorted(chosen.items()))

    def _too_early(self) -> set[str]:
        """Elections of side bets that no line has offered yet: an offer may follow."""
        early: set[str] = set()
        elections: set[str] = set()
        for key, bet in side_bets_of_book(self.book).items():
            names = {rule.election for rule in (bet.bonus, bet.split_hands) if rule is not None}
            (elections if key in self.offers else early).update(names)
        return early - elections

    def _offers(self, *, complete: bool) -> tuple[SideBetConfig, ...]:
        """The side bets on offer; while the game may still follow, only those that go with the game so far."""
        if complete or "the game" in self.given:
            return tuple(self.offers.values())
        bets = side_bets(self.book, self.game)
        return tuple(offer for key, offer in self.offers.items() if key in bets)

    def _has(self, bet: str) -> None:
        """Raises Refusal for a side bet that the book does not have at all. The game and the offer may still follow,
        so whether they fit is checked when the set-up is complete."""
        known = side_bets_of_book(self.book)
        if bet not in known:
            rules = self.rules()
            raise Refusal(
                "notation.unknown_bet",
                rules.steps.wager,
                book=rules.book,
                game=rules.game,
                bet=bet,
                known=list(known),
            )

    def _signs_fit(self, rules: Rules) -> None:
        offered = with_its_fellows(side_bets(self.book, self.game), tuple(self.offers))
        for bet in self.signs:
            if bet not in (MAIN, *rules.wagers_on_hand.value, *offered):
                raise Refusal("notation.sign_without_offer", rules.steps.wager, bet=bet)

    def _boxes_fit(self, rules: Rules) -> None:
        """Raises Refusal for a number of boxes other than on the book's own layout plan (ACT96-1(a),
        ACT96-22.1(a))."""
        drawn, clause = house_of(rules).layout_boxes
        if self.boxes is not None and drawn and self.boxes not in drawn:
            raise Refusal("notation.number_of_boxes", clause, boxes=self.boxes, allowed=list(drawn))

    def setup(self, *, complete: bool = False) -> Setup:
        """What the round starts from; ``complete`` when no more set-up lines follow. Raises Refusal as `rules` does,
        and then also for the sign of a bet that is not offered."""
        rules = self.rules(complete=complete)
        if complete:
            self._signs_fit(rules)
            self._boxes_fit(rules)
        return Setup(
            book=self.book,
            game=self.game,
            decks=max(rules.decks.value) if self.decks is None else self.decks,
            boxes=min(DEFAULT_BOXES, rules.boxes_most.value) if self.boxes is None else self.boxes,
            elections=self._elections(complete=complete),
            readings=tuple(sorted(self.readings.items())),
            offers=self._offers(complete=complete),
            signs=tuple(self.signs.values()) or (Sign(),),
            chips=self.chips,
            face_down=self.face_down,
            carry=Carry(warned=self.warned, tournament=self._standing()),
            tournament=self._tournament(),
        )

    def _tournament(self) -> TournamentTable | None:
        if self.tournament is None:
            return None
        return msgspec.structs.replace(
            self.tournament.table,
            seats=tuple((stack.box, stack.player) for stack in self.stacks),
            stacks=tuple((stack.player, stack.chips) for stack in self.stacks),
            overrides=self.overrides,
        )

    def _standing(self) -> Standing | None:
        """The standing of the session as the hand begins."""
        table = self._tournament()
        if table is None or self.tournament is None:
            return None
        hands, shoes = self.tournament.hand - 1, self.tournament.shoe - 1
        return Standing(
            table.code, table.session, stacks=table.stacks, hands=hands, shoes=shoes, button=table.first_box
        )


def _once(setup_line: statements.SetUp) -> frozenset[str]:
    """The names of what a set-up line gives."""
    match setup_line:
        case statements.Elect(pairs, _):
            return frozenset(name for name, _ in pairs)
        case statements.Limits(sign):
            return frozenset({f"the sign of {sign.bet}"})
        case statements.Offer(bet):
            return frozenset({f"the offer of {bet}"})
        case statements.Book():
            return frozenset({"the book"})
        case statements.Game():
            return frozenset({"the game"})
        case statements.Decks():
            return frozenset({"the number of packs"})
        case statements.Boxes():
            return frozenset({"the number of boxes"})
        case statements.Float():
            return frozenset({"the float"})
        case statements.RoundNumber():
            return frozenset({"the number of the round"})
        case statements.Tournament():
            return frozenset({"the tournament"})
        case statements.Stack(_, player):
            return frozenset({f"the stack of {player}"})
        case statements.Override(pairs):
            return frozenset(f"the override of {name}" for name, _ in pairs)
    return frozenset()
