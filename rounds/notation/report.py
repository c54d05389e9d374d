"""The outcome of a played text, as the document that ``manage.py play --json`` promises."""

from collections.abc import Sequence
from typing import Any

from casino.cards import Card, is_natural, score
from casino.money import decimal
from rounds import engine
from rounds.engine import State
from rounds.engine.questions import DECISIONS, blackjack, dealer_points, nets, stacks_of
from rounds.engine.values import IN_ACTION, INSURANCE, PutRight, Result
from rounds.notation.play import Played, Wrong


def document(name: str, played: Played) -> dict[str, Any]:
    """The JSON object of one file. Amounts are decimal strings."""
    state = played.state
    net = nets(state) if state else {}
    document = {
        "file": name,
        "ok": played.ok,
        "error": _wrong(played.error) if played.error else None,
        "refusals": [_wrong(refusal) for refusal in played.refusals],
        "phase": state.phase if state else "wagers",
        "due": _due(played.due) if played.due else None,
        "dealer": _dealer(played, state.dealer if state else ()),
        "hands": _hands(played),
        "results": [_result(state, result) for result in state.results] if state else [],
        "net": {player: decimal(cents) for player, cents in net.items()},
        "house": decimal(-sum(net.values())),
        "left_over": list(played.left_over),
    }
    if state is not None and state.setup.tournament is not None:
        document["stacks"] = {player: decimal(chips) for player, chips in stacks_of(state).items()}
    if state is not None and state.payments:
        document["payments"] = [_payment(payment) for payment in state.payments]
    if state is not None and played.rules is not None and played.rules.dealer_hands.value > 1:
        hands = [cards for cards in (*state.dealers, state.dealer) if cards]
        document["dealer_hands"] = [_dealer(played, cards) for cards in hands]
    return document


def _dealer(played: Played, cards: tuple[Card, ...]) -> dict[str, Any]:
    points = dealer_points(played.rules, cards) if played.rules else None
    return cards_document(cards, is_natural(cards), points)


def _wrong(wrong: Wrong) -> dict[str, Any]:
    return {"line": wrong.line, "clause": wrong.clause or None, "message": wrong.message}


def cards_document(
    cards: Sequence[Card], natural: bool, points: tuple[int, bool] | None = None
) -> dict[str, Any]:
    """A hand's cards with their total: ``points`` if that is not the plain count."""
    total, soft = points or score(cards)
    return {"cards": list(cards), "total": total, "soft": soft, "blackjack": natural, "bust": total > 21}


def _hands(played: Played) -> list[dict[str, Any]]:
    if played.state is None or played.rules is None:
        return []
    return [
        {
            "box": box.number,
            "hand": number,
            **cards_document(hand.cards, blackjack(played.rules, hand), hand.points),
        }
        for box in played.state.boxes
        for number, hand in enumerate(box.hands, start=1)
    ]


def _result(state: State, result: Result) -> dict[str, Any]:
    return {
        "box": result.box,
        # A bet on the box rather than on a hand, such as insurance and most side bets, is listed with its first hand.
        "hand": result.hand or _hand_of(state, result),
        "player": result.player,
        "bet": result.bet,
        "stake": decimal(result.stake),
        "result": result.result,
        "odds": result.odds or None,
        "pays": decimal(result.pays),
        "clause": result.clause,
    }


def _hand_of(state: State, result: Result) -> int:
    """The hand with which a bet on the box is listed: the first; what stayed in action is listed with the hand that
    has the original wager (NZ-15D.8)."""
    if result.wager == IN_ACTION:
        for number, hand in enumerate(state.box(result.box).hands, start=1):
            stake = hand.stake_of(result.player)
            if stake is not None and stake.first:
                return number
    return 1


def _payment(payment: PutRight) -> dict[str, Any]:
    """A wrong payment: what was really paid and taken, and what each player gives back or gets; ``open`` is how much
    of that stays open."""
    return {
        "box": payment.box,
        "hand": payment.hand or 1,
        "player": payment.player,
        "bet": payment.bet,
        "paid": decimal(payment.paid),
        "took": decimal(payment.took),
        "to": payment.to or payment.player,
        "shares": [
            {
                "player": share.player,
                "recover": decimal(share.recover),
                "pay": decimal(share.pay),
                "open": decimal(share.open),
            }
            for share in payment.shares
        ],
    }


def _due(due: engine.Due) -> dict[str, Any]:
    """``wager`` of an offer names the side bet, if it is for one. For a prize, ``most`` is what the button shows per
    dollar although nobody entitled pressed it, otherwise 0."""
    if due.action == "card":
        return {"want": "card", "for": f"box {due.box} hand {due.hand or 1}" if due.box else "dealer"}
    if due.action == "decision":
        legal = [word for word in DECISIONS if word in due.legal]
        return {"want": "decision", "box": due.box, "hand": due.hand, "legal": legal}
    if due.action in (INSURANCE, "surrender", "rescue", "ride", "prize"):
        return {
            "want": due.action,
            "offers": [
                {
                    "box": offer.box,
                    "player": offer.player,
                    "kind": offer.kind,
                    "wager": offer.wager,
                    "most": decimal(offer.most),
                }
                for offer in due.offers
            ],
        }
    if due.action == "wagers":
        return {"want": "wagers", "before_the_call": [blocker.text for blocker in due.blockers]}
    plain = {"want": due.action, "for": due.place}
    if due.action == "approval" and due.role:
        return {**plain, "role": due.role, "choices": list(due.legal), "plan": list(due.plan)}
    return plain
