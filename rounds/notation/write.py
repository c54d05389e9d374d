"""Write a stored round as text, so that playing the text gives its cards, results and money again."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from casino.cards import UNKNOWN, Card
from casino.money import decimal
from casino.rulebooks.rule import spelled
from rounds import engine
from rounds.engine import Event, Setup, State
from rounds.engine.commands import CorrectPayment
from rounds.engine.events import (
    BetsCalled,
    CallerPassed,
    CardDealt,
    CardsShown,
    CorrectionAsked,
    CorrectionDecided,
    CutCardDrawn,
    DirectionAsked,
    Doubled,
    Drew,
    EvenMoneyAsked,
    HandDirected,
    Insured,
    IrregularityDecided,
    IrregularityReported,
    Rescued,
    Split,
    Stood,
    Surrendered,
    Undone,
)
from rounds.engine.questions import boxes_from, nets
from rounds.engine.values import MAIN, OVER, Box, Wager, caller_of, every_side_bet_of
from rounds.notation import tournament_lines
from rounds.notation.statements import HELD
from rounds.notation.write_irregular import (
    CLOSES,
    Corrected,
    corrected_line,
    irregularity_line,
    something_wrong_next,
)
from rounds.notation.write_sides import reports_left_out, side_bet_line, without_line

CARDS_A_LINE = 20
_Report = IrregularityReported | IrregularityDecided


def write_round(setup: Setup, events: Sequence[Event]) -> str:
    """The round as a ``.round`` text.

    Undone taps are left out; wagers are written as at the call, in line from the dealer. What no result depends on (a
    spoken wager, a restriction that was observed) is not written. The header of a recorded round has the hash of the
    rules that it was dealt under.
    """
    live = without_undone(events)
    left_out = reports_left_out(live)
    live = [event for event in live if not (isinstance(event, _Report) and event.no in left_out)]
    before, cards = _at_first_card(live)
    opening = engine.fold(before)
    lines = [
        f"# Round {opening.round_no}",
        *([f"# rules {setup.edition}"] if setup.edition is not None else []),
        *_set_up(setup),
        *_session(opening),
        *([f"round {opening.round_no}"] if _looks_back(live) else []),
        *(f"warned {player}" for player in _warned(before) if opening.boxes_of(player)),
        "",
        *_wagers(opening),
        *_call(before, opening),
        "",
        *_course(opening, cards),
    ]
    end = engine.fold(live)
    if end.phase in OVER:
        lines += ["", *(f"# net {player} {decimal(cents)}" for player, cents in nets(end).items())]
    return "\n".join(lines).rstrip() + "\n"


def without_undone(events: Iterable[Event]) -> list[Event]:
    """The events without the undone taps and without the undos."""
    taps: list[list[Event]] = []
    for event in events:
        if isinstance(event, Undone):
            taps.pop()
        elif taps and taps[-1][0].tap == event.tap:
            taps[-1].append(event)
        else:
            taps.append([event])
    return [event for tap in taps for event in tap]


def _at_first_card(events: Sequence[Event]) -> tuple[list[Event], list[Event]]:
    """The events before the first card, and the rest. An irregularity between the call and that card begins the rest,
    since the wagers are then as they are written; before the call they are not yet."""
    called = False
    for at, event in enumerate(events):
        called = called or isinstance(event, BetsCalled)
        wrong = called and isinstance(event, IrregularityReported | CorrectionAsked)
        if wrong or isinstance(event, CardDealt):
            return list(events[:at]), list(events[at:])
    return list(events), []


def _looks_back(events: Sequence[Event]) -> bool:
    """Whether an earlier round is named by a number lower than this round's."""
    for event in events:
        if isinstance(event, IrregularityReported) and {"round", "since"} & dict(event.values).keys():
            return True
        payment = event.correction if isinstance(event, CorrectionAsked | Corrected) else None
        if isinstance(payment, CorrectPayment) and payment.round_no:
            return True
    return False


# --- before the first card


def _set_up(setup: Setup) -> list[str]:
    chips = " ".join(_amount(chip) for chip in sorted(setup.chips))
    lines = [f"book {setup.book}", f"game {setup.game}", f"decks {setup.decks}", f"boxes {setup.boxes}"]
    lines += [f"elect {name}={value}" for name, value in setup.elections]
    lines += [f"reading {name}={_reading(setup, name)}" for name, _ in setup.readings]
    for offer in setup.offers:
        limit = f" max={_amount(offer.most_paid)}" if offer.most_paid else ""
        lines.append(f"offer {offer.bet} {offer.scale}".rstrip() + limit)
    for sign in setup.signs:
        multiple = f" x{_amount(sign.multiple)}" if sign.multiple else ""
        lines.append(f"sign {sign.bet} {_amount(sign.minimum)}..{_amount(sign.maximum)}{multiple}")
    lines.append(f"chips {chips}")
    if setup.face_down:
        lines.append("face-down")
    return lines


def _session(opening: State) -> list[str]:
    """The tournament session as the hand began."""
    table, standing = opening.setup.tournament, opening.carry.tournament
    return tournament_lines.written(table, standing) if table is not None and standing is not None else []


def _reading(setup: Setup, name: str) -> str:
    """The reading in force of a rule, or of a side bet's rule, in one word."""
    key, dot, decision = name.partition(".")
    rules = every_side_bet_of(setup)[key].rules() if dot else setup.rules.rules()
    return spelled(rules[decision if dot else name].value)


def _amount(cents: int) -> str:
    return decimal(cents).removesuffix(".00")


def _warned(before: Sequence[Event]) -> tuple[str, ...]:
    """The players warned by the time of the call (VIC03-6.2.1); the call itself warns for the next round."""
    state: State | None = None
    warned: tuple[str, ...] = ()
    for event in before:
        if state is not None and event.tap != state.tap and not state.called:
            warned = state.carry.warned
        state = engine.evolve(state, event)
    return warned


def _wagers(state: State) -> list[str]:
    rules = state.setup.rules
    lines = [
        f"allow several_boxes {player} by {rules.several_boxes_role.value}"
        for player in state.carry.several_boxes
        if len(state.boxes_of(player)) > 1
    ]
    after: list[str] = []
    for limit in state.carry.limits:
        wager = state.box(limit.box).wager_of(limit.player)
        if wager is None:
            continue
        span = f"{_amount(limit.minimum)}.." if limit.minimum else ""
        # A limit below an existing wager was agreed after it: before it, some books would refuse the wager.
        (lines if wager.amount <= limit.maximum else after).append(
            f"allow limit {limit.box} {limit.player} {span}{_amount(limit.maximum)} "
            f"by {rules.personal_limit_role.value}"
        )
    for box in _in_turn(state):
        if not box.wagers:
            lines += [f"pass {box.caller}"]
        if len(box.players) > 1 and caller_of(box) == box.caller:
            lines.append(f"seat {box.number} {box.caller}")
        # In line from the dealer, or in the order placed where the last one is cut first (ACT03-3.5).
        last_cut = rules.excess_from.value == "last"
        main = sorted(box.wagers, key=lambda wager: wager.placed) if last_cut else box.wagers
        lines += [_bet(box, wager) for wager in main]
        if tuple(dict.fromkeys(wager.player for wager in main)) != box.players:
            lines.append(f"line {box.number} {' '.join(box.players)}")
    # Side wagers come last: the player's own wager may be on a later box (NZ-15B.2-S2).
    lines += [
        _bet(box, replace(wager, amount=part))
        for box in state.boxes
        for wager in box.sides
        for part in wager.parts or (wager.amount,)
    ]
    return lines + after


def _in_turn(state: State) -> list[Box]:
    """The boxes with wagers in the order of writing: from the dealer's left or, where wagers are announced, from the
    button, those of players who passed included."""
    table, standing = state.setup.tournament, state.carry.tournament
    if table is None or standing is None or table.order == "open":
        return list(state.in_play())
    boxes = [state.box(number) for number in boxes_from(standing.button, table)]
    return [box for box in boxes if box.wagers or box.caller in state.passed]


def _bet(box: Box, wager: Wager) -> str:
    return f"bet {box.number} {wager.player} {wager.bet} {_amount(wager.amount)}"


def _call(before: Sequence[Event], opening: State) -> list[str]:
    """The call, the cutting card if it came out before the first card of the round, and what was reported before the
    call: after the wagers, since a report may bar a wager that was placed already (VIC03-17.2.2)."""
    lines: list[str] = []
    for event in before:
        if isinstance(event, _Report):
            lines.append(irregularity_line(opening, event))
        elif isinstance(event, BetsCalled):
            if opening.called and "no-more-bets" not in lines:
                lines.append("no-more-bets")
        elif isinstance(event, CutCardDrawn) and not event.put_aside and "cut-card" not in lines:
            lines.append("cut-card")  # once: coming out again after the shuffle changes nothing here
    return lines


# --- from the first card


def _course(opening: State, events: Sequence[Event]) -> list[str]:
    lines: list[str] = []
    cards: list[Card] = []
    state = opening

    def write_placed(following: Card = "") -> None:
        """Cards drawn in error are placed before the next line, except before a card with the face of the first of
        them, which would be taken for it."""
        if following and placed[:1] == [following]:
            return
        while cards[-1:] == [HELD]:
            cards.pop()

    def flush(*, named: bool = False) -> None:
        if not named:
            write_placed()
        lines.extend(
            "deal " + " ".join(cards[at : at + CARDS_A_LINE]) for at in range(0, len(cards), CARDS_A_LINE)
        )
        cards.clear()
        placed.clear()

    placed: list[Card] = []
    """Cards drawn in error that were placed since the last card from the shoe."""
    reason, tap_told = "", 0
    silent = without_line(events)
    for at, event in enumerate(events):
        if isinstance(event, _Report):
            flush(named=True)
            lines.append(irregularity_line(state, event))
            tap_told = event.tap
        elif isinstance(event, CorrectionDecided):
            tap_told = event.tap  # its line has the signature
        elif isinstance(event, CorrectionAsked | Corrected) and event.tap != tap_told:
            if line := corrected_line(state, event, events[at + 1 :]):
                flush(named=True)
                lines.append(line)
            tap_told = event.tap
        elif event.tap == tap_told:
            pass  # this follows from the event's line
        elif isinstance(event, CardDealt):
            if state.held and state.held[0].card != UNKNOWN:
                cards.append(HELD)
                placed.append(event.card)
            else:
                write_placed(event.card)
                cards.append(event.card)
                placed.clear()
        elif isinstance(event, CLOSES) and event.tap != state.tap and something_wrong_next(events[at + 1 :]):
            flush(named=True)
            lines.append("nobody")
        elif isinstance(event, DirectionAsked):
            reason = event.reason
        elif at not in silent and (line_text := _line(state, event, reason)):
            flush()
            lines.append(line_text)
        state = engine.evolve(state, event)
    flush()
    return lines


def _line(state: State, event: Event, reason: str) -> str:
    """The line of an event after the first card; empty for one that follows automatically."""
    match event:
        case CutCardDrawn():
            return "" if event.put_aside else "cut-card"  # in the last rounds it changes nothing (ACT03-5.6)
        case CardsShown():
            return f"show {_place(event)} {' '.join(event.cards)}"
        case Insured():
            return f"insure {event.box} {event.player} {_named(event.wager)}{_amount(event.amount)}"
        case EvenMoneyAsked():
            if state.box(event.box).even_money and state.setup.rules.even_money_for.value == "hand":
                return ""  # the first was asked for the whole hand
            return f"even-money {event.box} {event.player} {_named(event.wager)}".rstrip()
        case Surrendered():
            box = state.box(event.box)
            if state.setup.rules.surrender_shared.value == "box" and event.player != caller_of(box):
                return ""  # the whole box followed its caller
            return f"{event.box} surrender {event.player}"
        case Rescued():
            return f"{_place(event)} rescue {event.player}"
        case Drew():
            return f"{_place(event)} hit"
        case Stood():
            return f"{_place(event)} stand"
        case Doubled():
            if len(state.setup.rules.wagers_on_hand.value) > 1:
                return f"{_place(event)} double"  # all wagers of the hand double together (ACT96-22.12-S2)
            adds = [f"{who}={_amount(cents)}" for who, cents in event.adds if who not in event.free]
            return " ".join([_place(event), "double", *adds, *(f"{who}=free" for who in event.free)])
        case Split():
            if len(state.setup.rules.wagers_on_hand.value) > 1:
                return f"{_place(event)} split"
            matches = [
                f"{who}={'hand2' if not stays else 'split' if goes else 'hand1'}"
                for who, stays, goes in event.matches
                if who not in event.free
            ]
            return " ".join([_place(event), "split", *matches, *(f"{who}=free" for who in event.free)])
        case CallerPassed():
            return f"absent {_place(event)}"
        case HandDirected(wait=False):
            return f"direct {_place(event)} {reason} by {event.role}"
        case _:
            return side_bet_line(event)


def _named(wager: str) -> str:
    return "" if wager == MAIN else f"{wager} "


_OnHand = CardsShown | Drew | Stood | Doubled | Split | Rescued | HandDirected | CallerPassed


def _place(event: _OnHand) -> str:
    return f"{event.box}.{event.hand}" if event.hand > 1 else str(event.box)
