"""Command-line arguments in terms of the rule books. A value that no book has ends the command as wrong usage."""

from django.core.management.base import CommandError

from casino.rulebooks import BOOKS, RuleBookError, Rules, rules_for
from sidebets import Scale, SideBet, side_bets

Pairs = tuple[tuple[str, str], ...]


def elections(words: list[str]) -> Pairs:
    """The elections of ``--elect NAME=VALUE …``."""
    pairs = []
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise CommandError(f"--elect: {word} is no election, write NAME=VALUE", returncode=2)
        pairs.append((name, value))
    return tuple(pairs)


def offers(words: list[str]) -> Pairs:
    """The side bets of ``--offer BET[:SCALE] …``, each once; an empty scale stands for the first."""
    by_bet = {}
    for word in words:
        bet, _, scale = word.lower().partition(":")
        if bet in by_bet:
            raise CommandError(f"--offer: {bet} is named twice", returncode=2)
        by_bet[bet] = scale
    return tuple(by_bet.items())


def rules(book: str, game: str, chosen: Pairs) -> Rules:
    """The rules of a game. An amount that must be elected takes its default."""
    try:
        offered = BOOKS[book].elections.get(game, ()) if book in BOOKS else ()
        required = {election.name: election.stand_in for election in offered if election.required}
        return rules_for(book, game, tuple({**required, **dict(chosen)}.items()))
    except RuleBookError as problem:
        raise CommandError(str(problem), returncode=2) from None


def side_bet(book: str, game: str, key: str) -> SideBet:
    """The side bet with that key in a game of a known book."""
    offered = side_bets(book, game)
    if key not in offered:
        raise CommandError(
            f"{book} {game} has no side bet {key}; choose from {', '.join(offered) or 'none'}", returncode=2
        )
    return offered[key]


def scale_of(bet: SideBet, name: str) -> Scale:
    """The scale with that name, or the first if the name is empty."""
    try:
        return bet.scale(name)
    except KeyError:
        raise CommandError(
            f"{bet.book} {bet.key} has no scale {name}; choose from {', '.join(scale.name for scale in bet.scales)}",
            returncode=2,
        ) from None
