"""The form of a tournament's conditions.

Everything that VIC03-16.2.1 (a) to (k) and ACT96-24 require has a field; an empty field is not stated, and the page
lists it with its clause (`conditions_page`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final, Self

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from casino.forms import typed
from casino.forms.fields import Choice, LongText, StepForm, Typed
from casino.money import decimal
from casino.refusals import Refusal
from tables.tournaments.machine import Conditions
from tables.tournaments.machine import conditions as part

MOST_STAGES: Final = 8
MOST_PRIZES: Final = 20
LONG: Final = 2_000
YES_NO: Final = (("", _("not stated")), ("yes", _("yes")), ("no", _("no")))
UNITS: Final[Mapping[str, Any]] = {"hands": _("hands"), "shoes": _("shoes"), "minutes": _("minutes")}
KINDS: Final[Mapping[str, Any]] = {
    "main": _("main"),
    "repechage": _("repechage"),
    "catch_up": _("catch-up"),
    "secondary": _("secondary"),
}
NOT_STATED: Final = ("", _("not stated"))


class MaybeMoney(Typed):
    """A sum in cents; None for an empty field, 0 for nothing."""

    def __init__(self, label: Any = "", **more: Any) -> None:
        super().__init__(label, numeric="decimal", max_length=14, **more)

    def value_of(self, text: str) -> int | None:
        return typed.money(text, str(self.label), optional=True) if text else None


class MaybeNumber(Typed):
    """A whole number; None for an empty field."""

    def __init__(self, label: Any = "", **more: Any) -> None:
        super().__init__(label, numeric="numeric", max_length=10, **more)

    def value_of(self, text: str) -> int | None:
        return _whole(text, str(self.label)) if text else None


class YesNo(Choice):
    """Yes or no; None if nothing is stated."""

    def __init__(self, label: Any = "") -> None:
        super().__init__(label, options=YES_NO)

    def value_of(self, text: str) -> bool | None:
        return {"yes": True, "no": False}.get(text)


class When(Typed):
    """A moment by the house's clock, such as ``2026-12-04 18:30``; None for an empty field."""

    def __init__(self, label: Any = "") -> None:
        super().__init__(label, max_length=16, attrs={"placeholder": "2026-12-04 18:30"})

    def value_of(self, text: str) -> datetime | None:
        if not text:
            return None
        day, _blank, clock = text.partition(" ")
        label = str(self.label)
        return typed.moment(typed.day(day, label), typed.time_of_day(clock) if clock else None, label)


def _whole(text: str, label: str) -> int:
    """A whole number of up to nine digits. Raises Refusal."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Refusal("typed.number", field=label, typed=text)
    return int(text)


class Share(Typed):
    """A share of the pool in percent with up to two decimals; its value is in hundredths of a percent."""

    def __init__(self, label: Any = "") -> None:
        super().__init__(label, numeric="decimal", max_length=6)

    def value_of(self, text: str) -> int:
        if not text:
            return 0
        whole, dot, rest = text.partition(".")
        if not (whole + rest).isascii() or not (whole + rest).isdigit() or len(rest) > 2 or len(whole) > 3:
            raise Refusal("tournament.share", field=str(self.label), typed=text)
        return int(whole or 0) * 100 + int(rest.ljust(2, "0") if dot else 0)


class ConditionsForm(StepForm):
    """The conditions, field by field."""

    step = "conditions"
    AT = {"tournament.text": "name", "tournament.not_in_book": "book", "tournament.no_series": "series"}

    name = Typed(_("Name of the tournament"), max_length=120)
    book = Choice(_("Rules"), options=(("VIC03", "VIC03"), ("ACT96", "ACT96")))
    series = Choice(
        _("Series"), options=(("", _("the house's own")), ("magnificent_sevens", _("Magnificent Sevens")))
    )
    game = Choice(
        _("Game"),
        options=tuple(
            (game, game.replace("_", " "))
            for game in ("blackjack", "crown_pontoon", "vegas_blackjack", "crown_blackjack", "triple_play")
        ),
    )
    side_bets = Typed(_("Side bets (by name, separated by commas)"), max_length=120)
    decks = MaybeNumber(_("Packs"))
    boxes = MaybeNumber(_("Boxes"))

    entry_fee = MaybeMoney(_("Entry fee (0 for none)"))
    fee_kept = MaybeMoney(_("Kept by the operator from each fee"))
    buy_in = MaybeMoney(_("Buy-in (0 for none)"))
    starting_chips = MaybeNumber(_("Tournament chips at the start of a session"))
    cents_a_chip = MaybeMoney(_("Value of a chip (0 for chips without value)"))

    wager = Choice(
        _("Wager in each round of play"),
        options=(NOT_STATED, ("none", _("none")), ("minimum", _("minimum")), ("compulsory", _("compulsory"))),
    )
    wager_amount = MaybeNumber(_("Smallest wager (chips)"))
    table_minimum = MaybeNumber(_("Table minimum (chips)"))
    table_maximum = MaybeNumber(_("Table maximum (chips)"))
    table_multiple = MaybeNumber(_("Multiples of (chips)"))

    repechage = YesNo(_("Repechage"))
    catch_up = YesNo(_("Catch-up sessions"))
    secondary = YesNo(_("Secondary rounds"))
    final_shoes = MaybeNumber(_("Shoes of the final"))
    buy_back = Choice(
        _("Buying back in"),
        options=(
            NOT_STATED,
            ("none", _("none")),
            ("same_session", _("in the same session")),
            ("next_stage", _("into the next stage")),
        ),
    )
    buy_back_times = MaybeNumber(_("Buying back: times at most"))
    buy_back_until = MaybeNumber(_("Buying back: until stage"))
    buy_back_price = MaybeMoney(_("Buying back: price"))
    buy_back_chips = MaybeNumber(_("Buying back: chips"))

    eligibility = LongText(_("Who is eligible"), max_length=LONG)
    right_to_deny = YesNo(_("Right to refuse any application"))
    denial_statement = LongText(_("Statement of that right"), max_length=LONG)
    criteria_used = YesNo(_("Selection criteria"))
    criteria = LongText(_("The criteria"), max_length=LONG)

    entry_terms = LongText(_("Terms of entry"), max_length=LONG)
    application_form = LongText(_("Application form"), max_length=LONG)
    opens_at = When(_("Entries open"))
    closes_at = When(_("Entries close"))
    free_withdrawal_until = When(_("Withdrawal without penalty until"))
    players_min = MaybeNumber(_("Players, at least"))
    players_max = MaybeNumber(_("Players, at most"))

    disqualification_grounds = LongText(
        _("Grounds for disqualification, separated by semicolons"), max_length=LONG
    )
    retirement_terms = LongText(_("Retirement"), max_length=LONG)
    refund_stated = YesNo(_("Refunds are stated below"))
    withdrawal_fee = MaybeMoney(_("Withdrawal: refund of the fee"))
    withdrawal_buy_in = MaybeMoney(_("Withdrawal: refund of the buy-in"))
    retirement_fee = MaybeMoney(_("Retirement: refund of the fee"))
    retirement_buy_in = MaybeMoney(_("Retirement: refund of the buy-in"))
    disqualification_fee = MaybeMoney(_("Disqualification: refund of the fee"))
    disqualification_buy_in = MaybeMoney(_("Disqualification: refund of the buy-in"))

    late = LongText(_("Coming late, or not at all"), max_length=LONG)
    late_chips = MaybeNumber(_("Chips forfeited for each hand"))
    absent_is_out = YesNo(_("A player who misses a session ends it without chips"))

    prize_pool = MaybeMoney(_("Prize pool, as announced"))
    left_over = Choice(
        _("What is left of the pool after the places"),
        options=(("first", _("to the first place")), ("operator", _("to the operator"))),
    )
    precedence = LongText(_("What prevails"), max_length=LONG)

    ties_progress = Choice(_("Ties to go on"), options=(NOT_STATED, ("extra_hands", _("extra hands"))))
    ties_first = Choice(
        _("Ties for the first place"),
        options=(
            ("extra_hands", _("extra hands")),
            ("play_off", _("a play-off shoe")),
            ("share", _("shared")),
        ),
    )
    ties_places = Choice(
        _("Ties for other places"), options=(("share", _("shared")), ("extra_hands", _("extra hands")))
    )
    later_out_first = YesNo(_("Of players without chips, the one who lasted longer comes first"))

    substitution = Choice(
        _("Substitutes"), options=(NOT_STATED, ("no", _("none")), ("yes", _("with the director's approval")))
    )
    substitution_terms = LongText(_("Particulars of substitution"), max_length=LONG)

    order = Choice(
        _("Order of wagers"),
        options=(NOT_STATED, ("open", _("in any order")), ("announced", _("announced, from the button"))),
    )
    secret_hands = MaybeNumber(_("Last hands wagered in secret"))
    last_hands = MaybeNumber(_("Last hands announced as the last"))
    below = Choice(
        _("A wager under the minimum is"),
        options=(
            ("", _("as in the rules")),
            ("refused", _("refused")),
            ("made_up", _("made up to it")),
            ("returned", _("returned")),
        ),
    )
    above = Choice(
        _("A wager over the maximum is"),
        options=(
            ("", _("as in the rules")),
            ("refused", _("refused")),
            ("reduced", _("reduced to it")),
            ("returned", _("returned")),
        ),
    )
    overrides = LongText(
        _("Rules played differently, separated by semicolons: name = value; name = value"), max_length=LONG
    )
    signed_copies = YesNo(_("Every player signs a copy"))
    start_notice = LongText(_("Notice of a moved start"), max_length=LONG)

    def __init__(self, data: Mapping[str, Any] | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        for row in range(1, MOST_STAGES + 1):
            self.fields |= {f"stage{row}_{name}": field for name, field in _stage_fields().items()}
        for place in range(1, MOST_PRIZES + 1):
            self.fields[f"prize{place}_cents"] = MaybeMoney(_("Amount"))
            self.fields[f"prize{place}_share"] = Share(_("Percent"))

    @classmethod
    def of(cls, conditions: Conditions) -> Self:
        """The form filled in with conditions."""
        return cls(initial=dict(_initial(conditions)))

    # --- what the page shows

    @property
    def stage_rows(self) -> list[list[forms.BoundField]]:
        """The fields of each stage."""
        return [[self[f"stage{row}_{name}"] for name in _STAGE] for row in range(1, MOST_STAGES + 1)]

    @property
    def prize_rows(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        """The fields of each place."""
        return [
            (place, self[f"prize{place}_cents"], self[f"prize{place}_share"])
            for place in range(1, MOST_PRIZES + 1)
        ]

    # --- what it says

    def conditions(self, before: Conditions | None = None) -> Conditions:
        """The conditions that the form states. Raises Refusal for a field that cannot be read."""
        values = self.values()
        plain = {
            name: values[name]
            for name in (
                "name", "book", "series", "game", "decks", "boxes", "entry_fee", "fee_kept", "buy_in",
                "starting_chips", "cents_a_chip", "table_minimum", "table_maximum", "final_shoes", "repechage",
                "catch_up", "secondary", "eligibility", "right_to_deny", "denial_statement", "criteria_used",
                "criteria", "entry_terms", "opens_at", "closes_at", "free_withdrawal_until", "application_form",
                "players_min", "players_max", "retirement_terms", "prize_pool", "precedence", "start_notice",
            )
        }  # fmt: skip
        return replace(
            before or Conditions(),
            **plain,
            side_bets=tuple(
                bet.strip().lower().replace(" ", "_") for bet in _words(values["side_bets"], ",")
            ),
            table_multiple=values["table_multiple"] or 1,
            wager=part.Wager(values["wager"], values["wager_amount"] or 0) if values["wager"] else None,
            stages=self._stages(values),
            buy_back=self._buy_back(values),
            disqualification_grounds=tuple(_words(values["disqualification_grounds"], ";")) or None,
            refunds=self._refunds(values),
            late=self._late(values),
            prizes=self._prizes(values),
            left_over=values["left_over"] or "first",
            ties=self._ties(values),
            substitution=(
                part.Substitution(values["substitution"] == "yes", values["substitution_terms"])
                if values["substitution"]
                else None
            ),
            betting=self._betting(values),
            overrides=tuple(_pairs(values["overrides"])),
            signed_copies=bool(values["signed_copies"]),
        )

    def _stages(self, values: Mapping[str, Any]) -> tuple[part.Stage, ...] | None:
        stages = []
        for row in range(1, MOST_STAGES + 1):
            of_row = {name: values[f"stage{row}_{name}"] for name in _STAGE}
            if not of_row["name"]:
                continue
            stages.append(
                part.Stage(
                    name=of_row["name"],
                    tables=of_row["tables"] or 0,
                    players_a_table=of_row["players"] or 0,
                    length=part.Length(of_row["unit"] or "hands", of_row["number"] or 0),
                    advance_per_table=of_row["advance"] or 0,
                    advance_others=of_row["others"] or 0,
                    heats=of_row["heats"] or 1,
                    kind=of_row["kind"] or "main",
                    starting_chips=of_row["chips"] or 0,
                    carry_over=of_row["carry"] == "yes",
                )
            )
        return tuple(stages) or None

    def _buy_back(self, values: Mapping[str, Any]) -> part.BuyBack | None:
        method = values["buy_back"]
        if not method:
            return None
        if method == "none":
            return part.BuyBack()
        return part.BuyBack(
            times=values["buy_back_times"] or 0,
            until_stage=values["buy_back_until"] or 0,
            price=values["buy_back_price"] or 0,
            chips=values["buy_back_chips"] or 0,
            method=method,
        )

    def _refunds(self, values: Mapping[str, Any]) -> part.Refunds | None:
        if not values["refund_stated"]:
            return None

        def refund(of: str) -> part.Refund:
            return part.Refund(values[f"{of}_fee"] or 0, values[f"{of}_buy_in"] or 0)

        return part.Refunds(refund("withdrawal"), refund("retirement"), refund("disqualification"))

    def _late(self, values: Mapping[str, Any]) -> part.Late | None:
        if not values["late"]:
            return None
        return part.Late(values["late"], values["late_chips"] or 0, values["absent_is_out"] is not False)

    def _prizes(self, values: Mapping[str, Any]) -> tuple[part.Prize, ...] | None:
        prizes = []
        for place in range(1, MOST_PRIZES + 1):
            cents, share = values[f"prize{place}_cents"], values[f"prize{place}_share"]
            if cents or share:
                prizes.append(part.Prize(place, cents or 0, share))
        return tuple(prizes) or None

    def _ties(self, values: Mapping[str, Any]) -> part.Ties | None:
        if not values["ties_progress"]:
            return None
        return part.Ties(
            values["ties_progress"],
            values["ties_first"] or "extra_hands",
            values["ties_places"] or "share",
            bool(values["later_out_first"]),
        )

    def _betting(self, values: Mapping[str, Any]) -> part.Betting | None:
        if not values["order"]:
            return None
        return part.Betting(
            values["order"],
            values["secret_hands"] or 0,
            values["last_hands"] or 0,
            values["below"],
            values["above"],
        )


_STAGE: Final = (
    "name", "tables", "players", "unit", "number", "advance", "others", "heats", "kind", "chips", "carry",
)  # fmt: skip


STAGES, PRIZES = "stages", "prizes"
GROUPS: Final = (
    (_("The tournament"), "", ("name", "book", "series", "game", "side_bets", "decks", "boxes")),
    (
        _("Who may enter"),
        "",
        ("players_min", "players_max", "eligibility", "right_to_deny", "denial_statement", "criteria_used", "criteria"),
    ),
    (
        _("Entry and withdrawal"),
        "",
        ("opens_at", "closes_at", "free_withdrawal_until", "entry_terms", "application_form", "signed_copies"),
    ),
    (
        _("Money and chips"),
        "",
        ("entry_fee", "fee_kept", "buy_in", "starting_chips", "cents_a_chip"),
    ),
    (_("Stages, in the order in which they are played"), STAGES, ()),
    (
        _("Other rounds, and buying back in"),
        "",
        (
            "repechage", "catch_up", "secondary", "final_shoes", "buy_back", "buy_back_times", "buy_back_until",
            "buy_back_price", "buy_back_chips",
        ),
    ),
    (
        _("Wagers"),
        "",
        (
            "table_minimum", "table_maximum", "table_multiple", "wager", "wager_amount", "order", "secret_hands",
            "last_hands", "below", "above", "overrides",
        ),
    ),
    (
        _("Late, absent or represented players"),
        "",
        ("late", "late_chips", "absent_is_out", "start_notice", "substitution", "substitution_terms"),
    ),
    (
        _("Leaving the tournament"),
        "",
        (
            "disqualification_grounds", "retirement_terms", "refund_stated", "withdrawal_fee", "withdrawal_buy_in",
            "retirement_fee", "retirement_buy_in", "disqualification_fee", "disqualification_buy_in",
        ),
    ),
    (_("Prizes: an amount, or a part of the pool"), PRIZES, ("prize_pool", "left_over")),
    (_("Ties"), "", ("ties_progress", "ties_first", "ties_places", "later_out_first")),
    (_("What prevails"), "", ("precedence",)),
)  # fmt: skip
FIELD_OF: Final = {
    "refunds": "refund_stated",
    "betting": "order",
    "ties": "ties_progress",
    "players": "players_min",
}
"""The field of each part of the conditions that has another name in the form."""


def _stage_fields() -> dict[str, forms.Field]:
    return {
        "name": Typed(_("Stage"), max_length=40),
        "tables": MaybeNumber(_("Tables")),
        "players": MaybeNumber(_("Players at each table")),
        "unit": Choice(_("Length in"), options=tuple(UNITS.items())),
        "number": MaybeNumber(_("Number")),
        "advance": MaybeNumber(_("Go on from each table")),
        "others": MaybeNumber(_("Other top chip holders")),
        "heats": MaybeNumber(_("Heats")),
        "kind": Choice(_("Kind"), options=tuple(KINDS.items())),
        "chips": MaybeNumber(_("Starting chips")),
        "carry": Choice(_("Chips carried over"), options=(("", _("no")), ("yes", _("yes")))),
    }


def _words(text: str, between: str) -> list[str]:
    """The parts of a text. The door turns line breaks into blanks, so they separate nothing."""
    return [word.strip() for word in text.split(between) if word.strip()]


def _pairs(text: str) -> Iterable[tuple[str, str]]:
    """Name and value of each rule. Raises Refusal for one without a value."""
    for line in _words(text, ";"):
        name, equals, value = line.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise Refusal("tournament.override_line", typed=line[:60])
        yield name.strip(), value.strip()


def _initial(conditions: Conditions) -> Iterable[tuple[str, Any]]:
    """The values of the form's fields for these conditions."""
    for name in ConditionsForm.base_fields:
        value = getattr(conditions, name, None)
        if name in _OF_PARTS:
            continue
        if isinstance(value, bool):
            yield name, "yes" if value else "no"
        elif isinstance(value, datetime):
            yield name, f"{timezone.localtime(value):%Y-%m-%d %H:%M}"
        elif value is not None:
            yield name, decimal(value) if name in _CENTS else value
    yield "side_bets", ", ".join(conditions.side_bets)
    yield "disqualification_grounds", "; ".join(conditions.disqualification_grounds or ())
    yield "overrides", "; ".join(f"{name} = {value}" for name, value in conditions.overrides)
    if conditions.wager is not None:
        yield "wager", conditions.wager.kind
        yield "wager_amount", conditions.wager.amount or ""
    if conditions.substitution is not None:
        yield "substitution", "yes" if conditions.substitution.allowed else "no"
        yield "substitution_terms", conditions.substitution.terms
    yield from _initial_rows(conditions)
    yield from _initial_parts(conditions)


def _initial_rows(conditions: Conditions) -> Iterable[tuple[str, Any]]:
    for row, stage in enumerate(conditions.stages or (), start=1):
        shown = (
            stage.name, stage.tables, stage.players_a_table, stage.length.unit, stage.length.number,
            stage.advance_per_table, stage.advance_others or "", stage.heats, stage.kind, stage.starting_chips or "",
            "yes" if stage.carry_over else "",
        )  # fmt: skip
        yield from ((f"stage{row}_{name}", value) for name, value in zip(_STAGE, shown, strict=True))
    for prize in conditions.prizes or ():
        yield f"prize{prize.place}_cents", decimal(prize.cents) if prize.cents else ""
        yield f"prize{prize.place}_share", f"{prize.share / 100:g}" if prize.share else ""


def _initial_parts(conditions: Conditions) -> Iterable[tuple[str, Any]]:
    if (back := conditions.buy_back) is not None:
        yield "buy_back", back.method if back.times else "none"
        yield "buy_back_times", back.times or ""
        yield "buy_back_until", back.until_stage or ""
        yield "buy_back_price", decimal(back.price) if back.price else ""
        yield "buy_back_chips", back.chips or ""
    if (refunds := conditions.refunds) is not None:
        yield "refund_stated", "yes"
        for of in ("withdrawal", "retirement", "disqualification"):
            refund = getattr(refunds, of)
            yield f"{of}_fee", decimal(refund.fee)
            yield f"{of}_buy_in", decimal(refund.buy_in)
    if (late := conditions.late) is not None:
        yield "late", late.consequence
        yield "late_chips", late.chips_a_hand or ""
        yield "absent_is_out", "yes" if late.absent_is_out else "no"
    if (ties := conditions.ties) is not None:
        yield "ties_progress", ties.progress
        yield "ties_first", ties.first
        yield "ties_places", ties.places
        yield "later_out_first", "yes" if ties.later_out_first else "no"
    if (betting := conditions.betting) is not None:
        yield "order", betting.order
        yield "secret_hands", betting.secret_hands or ""
        yield "last_hands", betting.last_hands or ""
        yield "below", betting.below
        yield "above", betting.above


_CENTS: Final = frozenset({"entry_fee", "fee_kept", "buy_in", "cents_a_chip", "prize_pool"})
_OF_PARTS: Final = frozenset(
    {
        "side_bets", "wager", "buy_back", "disqualification_grounds", "late", "substitution", "overrides", "stages",
        "prizes", "ties", "betting", "refunds",
    }
)  # fmt: skip
