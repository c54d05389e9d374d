"""What a supervisor may be asked for at the tablet under the table's book, and what is allowed or restricted now."""

from __future__ import annotations

from dataclasses import dataclass

from casino.rulebooks import Rules
from casino.translated import gettext as _
from casino.translated import phrase, text
from rounds import engine
from rounds.engine import State
from rounds.engine.commands import (
    AllowLimit,
    AllowSeveralBoxes,
    AllowWriting,
    LimitPlayers,
    RestrictPlayer,
    VacateSeat,
)
from rounds.engine.questions import may_vacate, restriction_words
from rounds.read_model.taps import Tap, text_of

FORMS = {"both": (True, True), "one_box": (True, False), "minimum": (False, True)}
"""What a player is restricted to, as (one box, the minimum)."""


def form_words(rules: Rules, form: str) -> str:
    """A kind of restriction in words, for the list of choices."""
    if form == "both":
        return _("one box, minimum")
    if form == "one_box":
        return _("one box")
    ends = rules.restriction_until_shuffle.value in ("every", "one_box")
    return _("minimum until the shuffle") if ends else _("minimum")


@dataclass(frozen=True, slots=True)
class Offered:
    """What can be asked for at the table, under its book."""

    forms: list[tuple[str, str]]
    """Kinds of restriction, as (form, words)."""
    told: bool
    """Whether surveillance must be notified of a restriction."""
    most: list[int]
    """The numbers of players to which a box may be limited."""
    usual_most: int
    extra: list[int]
    """How many further boxes a player may be allowed, if the book sets a number (NZ-14.4, NZ-14.5)."""
    behind: bool
    """Whether further boxes may be allowed only behind other players."""
    writing: bool
    last_rounds: int
    burn: bool


@dataclass(frozen=True, slots=True)
class InForce:
    """A permit or restriction in force, with the tap that ends it."""

    who: str
    words: str
    tap: Tap


def offered(rules: Rules, state: State) -> Offered:
    """What can be asked for; it depends on the book and does not change from tap to tap."""
    forms = [form for form in FORMS if form in rules.restriction_forms.value]
    counted = bool(rules.steps.boxes_number)
    return Offered(
        forms=[(form, form_words(rules, form)) for form in forms],
        told=rules.restriction_notice.value != "none",
        most=list(range(1, rules.players_per_box.value + 1)),
        usual_most=min(2, rules.players_per_box.value),
        extra=list(range(1, len(state.boxes))) if counted else [],
        behind=counted,
        writing=bool(rules.writing_role.value),
        last_rounds=rules.last_rounds.value,
        burn=rules.burn_shown.value,
    )


def now(rules: Rules, state: State) -> list[InForce]:
    """The permits and restrictions in force, each with the tap that ends it; a supervisor confirms that as well."""
    carry = state.carry
    behind, extra = set(carry.behind_others), dict(carry.extra_boxes)
    rows = []
    for player in carry.several_boxes:
        number = extra.get(player, 0)
        if number:
            words = text(_("{number:more box|more boxes}"), number=number)
        else:
            words = _("several boxes")
        if player in behind:
            words = text(_("{boxes}, only behind others"), boxes=words)
        rows.append(_row(player, words, AllowSeveralBoxes(player, "dealer", revoke=True), _("end")))
    for limit in carry.limits:
        words = text(_("to {most:money} on box {box}"), most=limit.maximum, box=limit.box)
        end = AllowLimit(limit.box, limit.player, 0, "dealer")
        rows.append(_row(limit.player, words, end, _("end")))
    for held in carry.restricted:
        words = phrase(restriction_words(held.one_box, held.minimum))
        lift = RestrictPlayer(held.player, held.one_box, "dealer", lift=True, minimum=held.minimum)
        rows.append(_row(held.player, words, lift, _("lift")))
    rows += [
        _row(player, _("may write"), AllowWriting(player, "dealer", revoke=True), _("end"))
        for player in carry.writing
    ]
    usual = rules.players_per_box.value
    rows += [
        _row(
            text(_("box {box}"), box=number),
            text(_("at most {most}"), most=most),
            LimitPlayers(number, usual, "dealer"),
            _("end"),
        )
        for number, most in carry.most_players
        if most < usual
    ]
    return rows


def _row(who: str, words: str, end: engine.Command, word: str) -> InForce:
    return InForce(who, words, Tap(word, text_of(end), css="sup"))


def seats_back(rules: Rules, state: State) -> list[Tap]:
    """Players who may be asked to give up their seats, which never happens automatically (ACT96-20.8, VIC03-17.8)."""
    return [
        Tap(
            text(_("Ask {player} for the seat"), player=seat.player),
            text_of(VacateSeat(seat.player, "dealer")),
            small=text(_("{rounds} rounds without a wager, every other seat taken"), rounds=seat.rounds),
            css="sup",
            clause=rules.vacate_after.clause,
            id=f"seat-{seat.player}",
        )
        for seat in may_vacate(rules, state)
    ]
