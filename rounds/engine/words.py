"""Events in words, for the audit log, the tablet's log and the replay."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from casino.cards import UNKNOWN, show
from casino.money import Cents, dollars
from rounds.engine import events as on
from rounds.engine.setup import IN_ACTION
from rounds.engine.shoe.words import WORDS as SHOE_WORDS


class Description(NamedTuple):
    """An event for people: a kind to filter by, a detail, its clause, and its amount in cents if it has one."""

    kind: str
    detail: str
    clause: str
    amount: Cents | None


def describe(event: on.Event) -> Description:
    """The event as the audit log shows it."""
    kind, detail, amount = _WORDS[type(event)](event)
    return Description(kind, detail, event.clause, amount)


Said = tuple[str, str, Cents | None]


def _bet(bet: str) -> str:
    """A bet as people say it: the wager on hand 2 of Triple Play is ``wager 2``, beside the hands of a split."""
    return bet.replace("hand_", "wager ").replace("_", " ")


def _hand(box: int, hand: int) -> str:
    return f"box {box}" if hand <= 1 else f"box {box} hand {hand}"


def _on_hand(box: int, hand: int) -> str:
    """Where a side wager lies: on the box, or on one of its split hands, the first one too."""
    return f"box {box} hand {hand}" if hand else f"box {box}"


def _opened(event: on.RoundOpened) -> Said:
    setup = event.setup
    return "round_opened", f"round {event.round_no}, {setup.book} {setup.game}, {setup.decks} packs", None


def _placed(event: on.WagerPlaced) -> Said:
    notice = f" ({event.notice})" if event.notice else ""
    where = _on_hand(event.box, event.hand)
    detail = f"{where} {event.player} {_bet(event.bet)} {dollars(event.amount)}{notice}"
    return "wager", detail, event.amount


def _called(event: on.BetsCalled) -> Said:
    total = sum(wager.effective for wager in event.wagers)
    count = f"{len(event.wagers)} wager{'' if len(event.wagers) == 1 else 's'}"
    return "called", f"no more bets: {count}, {dollars(total)} in play", total


def _card(event: on.CardDealt) -> Said:
    where = _hand(event.box, event.hand) if event.box else "dealer"
    return "card", f"{where} {show(event.card)}", None


def _closed(event: on.InsuranceClosed) -> Said:
    without = ", ".join(f"box {box} {player}" for box, player in event.without)
    return "insurance_closed", f"not insured: {without}" if without else "all are insured", None


def _doubled(event: on.Doubled) -> Said:
    adds = "; ".join(
        f"{player} {'+' + dollars(cents) if cents else 'stays'}{' free' if player in event.free else ''}"
        for player, cents in event.adds
    )
    return (
        "doubled",
        f"{_hand(event.box, event.hand)} by {event.by}: {adds or 'every wager on it, fully'}",
        sum(cents for _, cents in event.adds) if event.adds else None,
    )


def _split(event: on.Split) -> Said:
    said = "; ".join(
        f"{player} {'+' + dollars(new) if new else 'rides on the first'}" for player, _, new in event.matches
    )
    return (
        "split",
        f"{_hand(event.box, event.hand)} by {event.by}: {said or 'every wager on it, matched'}",
        sum(new for _, _, new in event.matches) if event.matches else None,
    )


def restriction_words(one_box: bool, minimum: bool, lifted: bool) -> str:
    """What a restriction holds a player to: ``held to the minimum on one box``; or that it ends."""
    held = "held to the minimum" if minimum else "held"
    where = (" on one box" if minimum else " to one box") if one_box else ""
    return "released" if lifted else held + where


def _restricted(event: on.PlayerRestricted) -> Said:
    what = restriction_words(event.one_box, event.minimum, event.lifted)
    told = f", notified: {event.notified}" if event.notified else ""
    why = f", {event.reason}" if event.reason else ""
    return "restricted", f"player {event.player} {what} by {event.role.replace('_', ' ')}{told}{why}", None


def _directed(event: on.HandDirected) -> Said:
    what = "wait for the player" if event.wait else "complete it as the book says"
    return "directed", f"{_hand(event.box, event.hand)}: {what} ({event.role.replace('_', ' ')})", None


def _rode(event: on.Rode) -> Said:
    where = f"box {event.box} {event.player} {_bet(event.bet)}"
    if event.decided_first:
        return "rode", f"{where}: taken down, the hand was decided on first", None
    if not event.amount:
        return "rode", f"{where}: taken down", None
    return "rode", f"{where}: {dollars(event.amount)} stays in action", event.amount


def _prize(event: on.PrizeSelected) -> Said:
    who = f", pressed by {event.by}{' of the house' if event.staff else ''}" if event.by else ""
    drawn = ", drawn by the machine" if event.drawn else ""
    detail = f"box {event.box} {event.player} {_bet(event.bet)}: {dollars(event.per_dollar)} for each $1"
    return "prize", f"{detail}{who}{drawn}", event.per_dollar


def _settled(event: on.Settled) -> Said:
    result = event.result
    where = f"{_hand(result.box, result.hand)} {result.player}"
    if result.bet != "main":
        where += f" {_bet(result.bet)}{' in action' * (result.wager == IN_ACTION)}"
    if result.pays:
        chips = " + ".join(f"{count}×{dollars(chip)}" for chip, count in result.chips)
        odds = result.odds.replace(":", " to ")
        on_stake = f" {dollars(result.stake)}" if result.stake else ""
        detail = f"{where}{on_stake}{f' at {odds}' if odds else ''}: {dollars(result.pays)}"
        counted = chips and result.chips[0][0] > 1  # without a float every cent is payable
        return "paid", f"{detail} ({chips})" if counted else detail, result.pays
    if result.takes > 0:
        back = result.stake - result.takes
        rest = f", {dollars(back)} returned" if back else ""
        return "took", f"{where} {dollars(result.takes)}{rest}", result.takes
    if result.takes < 0:
        return "gave_back", f"{where} {dollars(-result.takes)}", -result.takes
    return result.result, f"{where} {dollars(result.stake)} stays the player's", result.stake


def _collected(event: on.Collected) -> Said:
    order = ", ".join(_hand(box, hand) if box else "dealer" for box, hand in event.order)
    lammers = f"; {event.lammers} lammers" if event.lammers else ""
    return "collected", f"cards picked up: {order}{lammers}", None


def _face(card: str) -> str:
    return "a card that nobody has seen" if card == UNKNOWN else show(card)


def _shuffle(event: on.Shuffled) -> str:
    why = {"opening": "a new shoe", "new": "new cards", "again": "a new shoe"}.get(event.cause, event.cause)
    return f"{why or 'a new shoe'}{': ' + event.shuffle.replace('_', ', ') if event.shuffle else ''}"


def _reshuffled(event: on.CardsReshuffled) -> Said:
    which = "of the rack" if event.what == "rack" else "left in the shoe"
    count = f"{event.count} cards" if event.count else "the cards"
    boxes = ", ".join(map(str, event.cut))
    cut = f"; the cut is offered to box {boxes}, then a supervisor" if boxes else ""
    burnt = "; one is burnt before they are dealt" if event.burn else ""
    return "reshuffled", f"{count} {which} are shuffled{cut}{burnt}", None


def _reported(event: on.IrregularityReported) -> Said:
    values = ", ".join(f"{name} {value.replace('_', ' ')}" for name, value in event.values)
    waits = f"; {event.wants.replace('_', ' ')} decides" if event.wants else ""
    return "irregularity", f"{event.title}{f': {values}' if values else ''}{waits}", None


def _decided(event: on.IrregularityDecided) -> Said:
    what = "approved" if event.approved else "refused"
    chosen = f", {event.choice.replace('_', ' ')}" if event.choice else ""
    note = f": {event.note}" if event.note else ""
    return (
        f"irregularity_{what}",
        f"{event.kind.replace('_', ' ')} {what}{chosen} ({event.role.replace('_', ' ')}){note}",
        None,
    )


def _voided(event: on.Voided) -> Said:
    result = event.result
    where = f"{_hand(result.box, result.hand)} {result.player}"
    if result.bet != "main":
        where += f" {_bet(result.bet)}{' in action' * (result.wager == IN_ACTION)}"
    stays = "kept by the house" if result.takes else "is the player's"
    moved = ""
    if event.back > 0:
        moved = f"; give back {dollars(event.back)}"
    elif event.back < 0 and not result.takes:
        moved = f"; recover {dollars(-event.back)}"
    return "voided", f"{where} {dollars(result.stake)} {stays}{moved}", abs(event.back) or result.stake


_WORDS: Final[dict[type, Callable[[Any], Said]]] = {
    on.RoundOpened: _opened,
    on.Seated: lambda e: ("caller", f"box {e.box}: {e.player} calls the decisions", None),
    on.PlayerLeft: lambda e: ("left", f"player {e.player} left the table", None),
    on.WagerPlaced: _placed,
    on.WagerWithdrawn: lambda e: (
        "withdrawn",
        f"box {e.box} {e.player} {_bet(e.bet)} {dollars(e.amount)}",
        e.amount,
    ),
    on.WagerRefused: lambda e: (
        "wager_refused",
        f"{_on_hand(e.box, e.hand)} {e.player} {_bet(e.bet)} {dollars(e.amount)}",
        e.amount,
    ),
    on.WagerDeclared: lambda e: (
        "declared",
        f"box {e.box} {e.player} {_bet(e.bet)} {dollars(e.amount)}, spoken, with {e.backing}",
        e.amount,
    ),
    on.OralWagerRejected: lambda e: (
        "oral_rejected",
        f"box {e.box} {e.player} {_bet(e.bet)} {dollars(e.amount)}: no chips before the call",
        e.amount,
    ),
    on.PlayerWarned: lambda e: (
        "warned",
        f"player {e.player}: further wagers under the minimum are returned",
        None,
    ),
    on.Arranged: lambda e: (
        "arranged",
        f"box {e.box}: {', '.join(e.players)} from the dealer outwards",
        None,
    ),
    on.SeveralBoxesAllowed: lambda e: (
        "allowed",
        f"player {e.player} {'no longer' if e.revoked else 'may wager'} on several boxes"
        f"{f', {e.extra} more' if e.extra else ''}{', behind others alone' if e.behind else ''}"
        f" ({e.role.replace('_', ' ')})",
        None,
    ),
    on.LimitAllowed: lambda e: (
        "limit",
        f"box {e.box} {e.player}: personal limit {dollars(e.maximum) if e.maximum else 'ended'} "
        f"({e.role.replace('_', ' ')})",
        e.maximum or None,
    ),
    on.MarkerPlaced: lambda e: ("marker", f"box {e.box} {e.player}: marker laid", None),
    on.PlayersLimited: lambda e: (
        "players_limited",
        f"box {e.box}: at most {e.most} ({e.reason or 'no reason'})",
        None,
    ),
    on.PlayerRestricted: _restricted,
    on.WritingAllowed: lambda e: (
        "allowed",
        f"player {e.player} may {'no longer ' if e.revoked else ''}write at the table ({e.role.replace('_', ' ')})",
        None,
    ),
    on.SeatVacated: lambda e: (
        "seat",
        f"box {e.box}: player {e.player} gives up the seat after {e.rounds} rounds without a wager "
        f"({e.role.replace('_', ' ')})",
        None,
    ),
    on.LastRoundsAnnounced: lambda e: (
        "last_rounds",
        f"the last {e.rounds} rounds ({e.role.replace('_', ' ')})",
        None,
    ),
    on.BurnShown: lambda e: (
        "burn_shown",
        f"{show(e.card) if e.card else 'the burn card'} to {'player ' + e.player if e.player else 'a player'}",
        None,
    ),
    on.Shuffled: lambda e: ("shuffled", _shuffle(e), None),
    **SHOE_WORDS,
    on.BetsCalled: _called,
    on.CardDealt: _card,
    on.CutCardDrawn: lambda e: (
        "cut_card",
        "the cutting card came out" + (" and is put aside" if e.put_aside else ""),
        None,
    ),
    on.CardsShown: lambda e: ("shown", f"{_hand(e.box, e.hand)}: {' '.join(map(show, e.cards))}", None),
    on.Insured: lambda e: ("insured", f"box {e.box} {e.player} {dollars(e.amount)}", e.amount),
    on.InsuranceClosed: _closed,
    on.InsuranceReturned: lambda e: (
        "insurance_returned",
        f"box {e.box} {e.player} {dollars(e.amount)}: void with even money",
        e.amount,
    ),
    on.Surrendered: lambda e: ("surrendered", f"box {e.box} {e.player} gives up half", None),
    on.SurrenderClosed: lambda e: (
        "surrender_closed",
        ", ".join(f"box {box} {player}" for box, player in e.without)
        + (" play on" if e.without else "closed"),
        None,
    ),
    on.Rescued: lambda e: (
        "rescued",
        f"{_hand(e.box, e.hand)} {e.player} takes {dollars(e.back)} back and gives up the original",
        e.back,
    ),
    on.PlayedOn: lambda e: (
        "played_on",
        f"{_hand(e.box, e.hand)}: {', '.join(e.players) or 'nobody'} plays on with the double",
        None,
    ),
    on.DealerHandCleared: lambda e: (
        "dealer_hand",
        f"dealer's hand {e.number} removed, first card stays",
        None,
    ),
    on.EvenMoneyAsked: lambda e: ("even_money", f"box {e.box} {e.player}", None),
    on.PhaseBegan: lambda e: ("phase", e.phase.replace("_", " "), None),
    on.Drew: lambda e: ("drew", f"{_hand(e.box, e.hand)} asks for a card, called by {e.by}", None),
    on.Stood: lambda e: ("stood", f"{_hand(e.box, e.hand)}, called by {e.by}", None),
    on.Doubled: _doubled,
    on.Split: _split,
    on.DirectionAsked: lambda e: (
        "direction_asked",
        f"{_hand(e.box, e.hand)}: player {'absent' if e.reason == 'absent' else 'does not act'}",
        None,
    ),
    on.CallerPassed: lambda e: (
        "caller_passed",
        f"{_hand(e.box, e.hand)}: player {e.absent} is not there, player {e.player} decides",
        None,
    ),
    on.HandDirected: _directed,
    on.Rode: _rode,
    on.PrizeSelected: _prize,
    on.PressVoid: lambda e: (
        "press_void",
        f"{f'box {e.box} {e.player} ' if e.player else ''}{_bet(e.bet)}: the button was pressed for nobody"
        f"{f' and showed {dollars(e.per_dollar)}' if e.per_dollar else ''}, without effect",
        None,
    ),
    on.Misfired: lambda e: (
        "misfired",
        f"box {e.box} {e.player} {_bet(e.bet)}: the button was set off at {dollars(e.per_dollar)} for each $1",
        None,
    ),
    on.MisfireAnswered: lambda e: (
        "misfire_answered",
        f"box {e.box} {e.player} {_bet(e.bet)}: {'takes what it shows' if e.accepted else 'presses again'}",
        None,
    ),
    on.BetSuspended: lambda e: (
        "bet_suspended",
        f"{_bet(e.bet)} is not offered: {e.device} has failed ({e.role.replace('_', ' ')})",
        None,
    ),
    on.BetResumed: lambda e: (
        "bet_resumed",
        f"{_bet(e.bet)} is offered again{f': {e.note}' if e.note else ''} ({e.role.replace('_', ' ')})",
        None,
    ),
    on.IrregularityReported: _reported,
    on.IrregularityDecided: _decided,
    on.Voided: _voided,
    on.HandVoided: lambda e: (
        "hand_voided",
        f"{_hand(e.box, e.hand)} is void: its cards to the discards",
        None,
    ),
    on.RoundVoided: lambda e: (
        "round_voided",
        f"the round is void{f': {e.cause}' if e.cause else ''}"
        f"{'; the cards are replaced or shuffled before the next' if e.shuffle else ''}",
        None,
    ),
    on.CardLate: lambda e: ("card_late", f"box {e.box} gets its second card at its turn", None),
    on.DealerWithoutCard: lambda e: ("dealer_without_card", "the dealer took no first card", None),
    on.DealerCardDue: lambda e: (
        "dealer_card_due",
        f"player {e.player}: the dealer takes a first card "
        f"{'at once' if e.now else f'when {_hand(e.box, e.hand)} is complete'}",
        None,
    ),
    on.OnlyDrawOrStand: lambda e: (
        "undone_choice",
        f"{_hand(e.box, e.hand)} is offered cards, and no double or split",
        None,
    ),
    on.InsuranceReopened: lambda e: ("insurance_reopened", "insurance is offered again", None),
    on.CorrectionAsked: lambda e: (
        "correction",
        f"the record says {e.said}; at the table it was {e.was}; {e.wants.replace('_', ' ')} signs",
        None,
    ),
    on.CorrectionDecided: lambda e: (
        f"correction_{'approved' if e.approved else 'refused'}",
        f"the record {'is corrected' if e.approved else 'stands'} ({e.role.replace('_', ' ')})"
        f"{f': {e.note}' if e.note else ''}",
        None,
    ),
    on.RecordCorrected: lambda e: (
        "corrected",
        "; ".join(
            [
                f"it was {e.was}; the record said {e.said}",
                *e.money,
                *(f"asked again: {one}" for one in e.lapsed),
            ]
        ),
        None,
    ),
    on.Reconstructed: lambda e: (
        "reconstructed",
        "; ".join([*e.moves, *e.money, *(f"asked again: {one}" for one in e.lapsed)])
        or "the layout stands as it is",
        None,
    ),
    on.CardDiscarded: lambda e: (
        "discarded",
        f"{_face(e.card)} to the discards, on no hand",
        None,
    ),
    on.CardHeld: lambda e: ("held", f"{_face(e.card)} was drawn in error and comes next", None),
    on.CardTurnedDown: lambda e: (
        "turned_down",
        f"{_hand(e.box, e.hand)} turns the card down and gets no further one",
        None,
    ),
    on.CardsReshuffled: _reshuffled,
    on.ShuffleDue: lambda e: ("shuffle_due", "the cards are shuffled before the next round", None),
    on.CardDamaged: lambda e: (
        "damaged",
        f"{show(e.card)} {'was replaced' if e.replaced else 'is replaced before the next round'}",
        None,
    ),
    on.FormerRoundVoid: lambda e: (
        "former_round_void",
        f"round {e.round_no} is void, with all its wagers and payments; the rounds since then stand",
        None,
    ),
    on.WinningsHeld: lambda e: (
        "winnings_held",
        f"{dollars(e.gross)} that player {e.player} won since round {e.since} are held, case {e.case}"
        f" (net {dollars(e.net)})",
        e.gross,
    ),
    on.PlayerExcluded: lambda e: (
        "excluded",
        f"player {e.player} takes no further part in the game{f': {e.reason}' if e.reason else ''}",
        None,
    ),
    on.Settled: _settled,
    on.Collected: _collected,
    on.Undone: lambda e: ("undone", f"tap {e.undone_tap} taken back", None),
}
