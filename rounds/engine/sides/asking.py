"""Questions to players about side bets before the round goes on: what stays in action, and the button."""

from typing import NamedTuple

from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.words import Phrase
from rounds.engine.settlement import settling
from rounds.engine.sides import prizes, riding
from rounds.engine.state import State
from rounds.engine.waiting import PlayerOption


class Question(NamedTuple):
    """A question that the table waits for a player to answer."""

    action: str
    """``ride`` or ``prize``."""
    prompt: Phrase
    clause: str
    box: int
    player: str
    offers: tuple[PlayerOption, ...]
    refusal: Refusal
    """Why nothing else is done until it is answered."""


def open_question(rules: Rules, state: State) -> Question | None:
    """The open question; None if no question is open or a settlement comes first."""
    if not state.setup.offers or not asked(rules, state) or settling.items_due(rules, state):
        return None
    return question(rules, state)


def question(rules: Rules, state: State) -> Question | None:
    """The open question at a table with side bets when nothing has to be settled first; None if no question is open."""
    for turn in prizes.turns(rules, state)[:1]:
        (offer,) = prizes.offers(rules, state)
        prompt = prizes.prompt_for(turn)
        refusal = Refusal(
            "prize.first",
            offer.clause,
            also=(turn.offer.bet.settles.clause, turn.button.paid),
            box=turn.box.number,
            player=turn.player,
        )
        return Question("prize", prompt, offer.clause, turn.box.number, turn.player, (offer,), refusal)
    choices = riding.choices(rules, state)
    if not choices:
        return None
    first = choices[0]
    title, clause = first.bet.title, first.riding.offer.clause
    prompt = Phrase.of(
        "prompt.ride" if first.most else "prompt.ride_full",
        box=first.box.number,
        player=first.player,
        bet=title,
        won=first.won.pays,
        most=first.most,
        whole=first.whole,
    )
    refusal = Refusal(
        "ride.choose_first",
        clause,
        also=first.riding.decided_first.clauses,
        box=first.box.number,
        player=first.player,
        bet=title,
    )
    return Question(
        "ride", prompt, clause, first.box.number, first.player, riding.offers(rules, state), refusal
    )


def asked(rules: Rules, state: State) -> bool:
    """Whether there is any question, now or after the settlements that come first."""
    return bool(riding.choices(rules, state)) or bool(prizes.turns(rules, state))


def refuse_while_asking(rules: Rules, state: State) -> None:
    """Raises Refusal while a question is open."""
    if not state.setup.offers:
        return
    question = open_question(rules, state)
    if question is not None:
        raise question.refusal
