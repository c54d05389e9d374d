"""Parse what a tablet posts into commands: a button's own command, or the fields of a form.

Bad input gets an answer rather than an error: `UnreadableRequest` says what could not be read and what to do, and the
fields stay on the screen as typed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from django.http import HttpRequest, QueryDict

from casino.cards import CardError, parse_card
from casino.decoding import fault_of
from casino.money import LARGEST, Cents, MoneyError, parse_typed
from casino.refusals import UnreadableRequest
from rounds import engine
from rounds.engine import Command
from rounds.engine.values import MAIN
from rounds.play.answer import LONGEST_COMMAND
from rounds.play.snapshot import Live
from rounds.tablet import shoe_requests
from rounds.tablet.buttons import must_draw
from rounds.tablet.laid_at_once import all_taken_back
from rounds.tablet.permits import FORMS
from rounds.tablet.wagers import ante_beside

LONGEST_TEXT = 200
"""The most characters of a text in a command: a reason, a mark, cards."""
LONGEST_BET = 24
PLACE = "place"
"""What a button of the tray does, optionally followed by a colon and a bet."""
MOST_PLACES = 3
FREE = "free"
"""The choice of a player who takes the house's lammer (NZ-20.3, NZ-20.4)."""
LONGEST_TAP: Final = 42
"""The most characters of a tap's key, to which each of its commands adds an ending."""


def key_of(request: HttpRequest) -> str:
    """The key of the tap, by which a repeat is recognised. Raises UnreadableRequest."""
    key = request.POST.get("key", "")
    if not 0 < len(key) <= LONGEST_TAP or not key.isprintable():
        raise UnreadableRequest("tap.no_key")
    return key


def commands_of(post: QueryDict) -> list[Command]:
    """Parse a POST into commands: one, or one per bet if an amount is placed on several bets of a hand (ACT96-22.3).
    Raises UnreadableRequest."""
    bets = post.get("bet", MAIN).split()
    if post.get("do") == PLACE and not post.get("command") and len(bets) > 1:
        first = within(_place(post))
        return [msgspec.structs.replace(first, bet=bet) for bet in bets[:MOST_PLACES]]
    return [within(command_of(post))]


def in_one_tap(live: Live, commands: Sequence[Command]) -> list[Command]:
    """The commands of a tap with those that belong to them: the ante beside a wager (NZ-18.5), and the draw before a
    card for a hand that can only draw."""
    together: list[Command] = []
    for command in commands:
        if isinstance(command, engine.PlaceWager):
            together += [command, *ante_beside(live, command)]
        elif isinstance(command, engine.Undo):
            together += all_taken_back(live)
        elif isinstance(command, engine.DealCard) and must_draw(live.due):
            together += [engine.Decide(live.due.box, "hit", live.due.hand), command]
        else:
            together.append(command)
    return together


def command_of(post: QueryDict) -> Command:
    """Parse a POST into its one command. Raises UnreadableRequest."""
    if text := post.get("command", ""):
        return _with_choices(decoded(text), post)
    read = READERS.get(post.get("do", "").partition(":")[0])
    if read is None:
        raise UnreadableRequest("tap.no_command")
    return read(post)


def decoded(text: str | bytes) -> Command:
    """The command in a JSON text. Raises UnreadableRequest."""
    if len(text) > LONGEST_COMMAND:
        raise UnreadableRequest("tap.too_long")
    try:
        return within(_by_hand(engine.decode_command(text)))
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise UnreadableRequest("tap.unreadable", fault=fault_of(fault)) from fault


def _by_hand(command: Command) -> Command:
    """The command as a person may give it: only the house's own machine may say that it drew a prize."""
    if isinstance(command, engine.Prize | engine.Misfire):
        return msgspec.structs.replace(command, drawn=False)
    return command


def within(command: Command) -> Command:
    """The command, checked to hold only texts and numbers that can be recorded. Raises UnreadableRequest."""
    _hold(msgspec.to_builtins(command))
    return command


def _hold(value: object) -> None:
    if isinstance(value, str):
        if len(value) > LONGEST_TEXT:
            raise UnreadableRequest("typed.too_long", start=value[:20], length=len(value), most=LONGEST_TEXT)
        if not value.isprintable():
            raise UnreadableRequest("typed.character")
    elif isinstance(value, int) and abs(value) > LARGEST:
        raise UnreadableRequest("typed.too_large")
    elif isinstance(value, dict):
        for item in value.values():
            _hold(item)
    elif isinstance(value, list | tuple):
        for item in value:
            _hold(item)


def _with_choices(command: Command, post: QueryDict) -> Command:
    """A double or split with the choices of the players on the box; without a choice the book's default applies."""
    if isinstance(command, engine.Prize):
        return pressed(command, post)
    if not isinstance(command, engine.Decide):
        return command
    if command.decision == "double":
        adds, lammers = {}, []
        for name, value in post.items():
            kind, _, player = str(name).partition(":")
            if kind == "add" and value == FREE:
                lammers.append(player)
            elif kind == "add" and value:
                adds[player] = _cents_field(str(value))
            elif kind == "addamount" and str(value).strip():
                adds[player] = amount(str(value))
        return msgspec.structs.replace(
            command,
            adds=(*command.adds, *sorted(adds.items())),
            free=(*command.free, *[player for player in sorted(lammers) if player not in adds]),
        )
    if command.decision == "split":
        chosen = sorted(
            (str(name)[6:], str(value))
            for name, value in post.items()
            if str(name).startswith("match:") and value
        )
        return msgspec.structs.replace(
            command,
            matches=(*command.matches, *[(player, how) for player, how in chosen if how != FREE]),
            free=(*command.free, *[player for player, how in chosen if how == FREE]),
        )
    return command


def pressed(command: engine.Prize, post: QueryDict) -> engine.Prize | engine.Misfire:
    """A prize with who pressed: the entitled player, somebody named by that player, or staff; or a misfire, if nobody
    entitled pressed (VIC03-11.7.1). Raises UnreadableRequest."""
    kind, _, mark = post.get("by", "").partition(":")
    if kind == "misfire":
        return engine.Misfire(command.box, command.player, command.bet, command.per_dollar)
    if kind == "staff":
        number = post.get("by_staff", "").strip()
        return msgspec.structs.replace(command, by=number, staff=True)
    return msgspec.structs.replace(command, by=mark or post.get("by_other", "").strip())


# --- fields


def amount(text: str) -> Cents:
    """The typed amount in cents; a currency sign and thousands commas are accepted. Raises UnreadableRequest."""
    if not text.strip(" $"):
        raise UnreadableRequest("typed.amount_missing")
    try:
        return parse_typed(text)
    except MoneyError as fault:
        raise UnreadableRequest("typed.amount_form", fault=fault.fault) from fault


def _cents_field(text: str) -> Cents:
    if not text.isascii() or not text.isdigit() or len(text) > 12:
        raise UnreadableRequest("typed.amount_choice")
    return int(text)


def box_of(post: QueryDict) -> int:
    """The number of the box in the post. Raises UnreadableRequest."""
    text = post.get("box", "")
    if not text.isascii() or not text.isdigit() or len(text) > 3:
        raise UnreadableRequest("tap.no_box")
    return int(text)


def _hand_of(post: QueryDict) -> int:
    text = post.get("hand", "1")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else 1


def _player(post: QueryDict) -> str:
    mark = post.get("player", "").strip()
    if not mark:
        raise UnreadableRequest("tap.no_player")
    return mark


def _bet(post: QueryDict) -> str:
    """The bet that the button names (``place:perfect_pairs``); otherwise the chosen bet on the hand, the first of
    several."""
    named = post.get("do", "").partition(":")[2]
    return (named.split() or post.get("bet", "").split() or [MAIN])[0][:LONGEST_BET]


def _place(post: QueryDict) -> engine.PlaceWager:
    hand = _hand_of(post) if "hand" in post else 0
    cents = amount(post.get("amount", ""))
    return engine.PlaceWager(box_of(post), _player(post), cents, _bet(post), hand=hand)


def _declare(post: QueryDict) -> Command:
    backing = post.get("backing", "nothing")
    bet = post.get("spoken", "").strip()[:LONGEST_BET] or _bet(post)
    text = engine.encode_command(
        engine.DeclareWager(box_of(post), _player(post), amount(post.get("amount", "")), "nothing", bet)
    )
    # Through the decoder, so that an unknown backing is refused in one place.
    return decoded(text.decode().replace('"nothing"', msgspec.json.encode(backing).decode(), 1))


def _insure(post: QueryDict) -> Command:
    wager = post.get("wager", MAIN)[:20]
    return engine.Insure(box_of(post), _player(post), amount(post.get("amount", "")), wager)


def _ride(post: QueryDict) -> Command:
    return engine.Ride(box_of(post), _player(post), _bet(post), amount(post.get("amount", "")))


def _void_press(post: QueryDict) -> Command:
    shown = amount(text) if (text := post.get("amount", "").strip()) else 0
    box = box_of(post) if post.get("box", "").strip() else 0
    return engine.VoidPress(_bet(post), shown, box, post.get("player", "").strip())


def _failed(post: QueryDict) -> Command:
    return engine.EquipmentFailed(_bet(post), post.get("device", "")[:60], "dealer")


def _repaired(post: QueryDict) -> Command:
    return engine.EquipmentRepaired(_bet(post), "dealer", post.get("note", "")[:120])


def _show(post: QueryDict) -> Command:
    words = post.get("cards", "").replace(",", " ").split()
    try:
        cards = tuple(parse_card(word) for word in words)
    except CardError as fault:
        raise UnreadableRequest("typed.cards_shown", fault=fault.fault) from fault
    return engine.ShowCards(box_of(post), _hand_of(post), cards)


def _leave(post: QueryDict) -> Command:
    return engine.Leave(_player(post))


def _several(post: QueryDict) -> Command:
    end = post.get("end") == "1"
    extra = 0 if end else _number(post.get("extra", ""))
    return engine.AllowSeveralBoxes(
        _player(post), "dealer", end, extra, post.get("behind") == "1" and not end
    )


def _number(text: str) -> int:
    """A small number that was chosen; 0 if none was."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else 0


def _writing(post: QueryDict) -> Command:
    return engine.AllowWriting(_player(post), "dealer", post.get("end") == "1")


def _last(post: QueryDict) -> Command:
    return engine.AnnounceLastRounds("dealer")


def _burn(post: QueryDict) -> Command:
    text = post.get("burn", "").strip()
    try:
        card = parse_card(text) if text else ""
    except CardError as fault:
        raise UnreadableRequest("typed.card_burnt", fault=fault.fault) from fault
    return engine.ShowBurn(post.get("player", "").strip(), card)


def _limit(post: QueryDict) -> Command:
    most = 0 if post.get("end") == "1" else amount(post.get("amount", ""))
    return engine.AllowLimit(box_of(post), _player(post), most, "dealer")


def _fewer(post: QueryDict) -> Command:
    return engine.LimitPlayers(
        box_of(post), _cents_field(post.get("most", "")), "dealer", post.get("reason", "")[:120]
    )


def _restrict(post: QueryDict) -> Command:
    form = FORMS.get(post.get("how", ""))
    if form is None:
        raise UnreadableRequest("tap.no_restriction")
    return engine.RestrictPlayer(
        player=_player(post),
        one_box=form[0],
        minimum=form[1],
        role="dealer",
        notified=post.get("notified", "")[:120],
        reason=post.get("reason", "")[:120],
        lift=post.get("end") == "1",
    )


READERS: Final[dict[str, Callable[[QueryDict], Command]]] = {
    PLACE: _place,
    "declare": _declare,
    "insure": _insure,
    "show": _show,
    "ride": _ride,
    "void_press": _void_press,
    "failed": _failed,
    "repaired": _repaired,
    "leave": _leave,
    "several": _several,
    "limit": _limit,
    "fewer": _fewer,
    "restrict": _restrict,
    "writing": _writing,
    "last_rounds": _last,
    "burn": _burn,
    "shoe": shoe_requests.read,
}
