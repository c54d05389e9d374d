"""Short forms of amounts, for tiles and charts."""

from casino.money import Cents


def short(cents: Cents) -> str:
    """``18_250_000`` as ``$183k``: three digits are enough at a glance, and the title has all of them."""
    sign, value = ("−" if cents < 0 else ""), abs(cents) / 100
    if value < 10_000:
        return f"{sign}${value:,.0f}"
    for size, letter in ((1e9, "bn"), (1e6, "M"), (1e3, "k")):
        # 999,600 rounds to a thousand thousands.
        if value >= size * 0.9995:
            figure = value / size
            return (
                f"{sign}${figure:.2f}{letter}"
                if figure < 9.995 and size > 1e3
                else f"{sign}${figure:,.0f}{letter}"
            )
    return f"{sign}${value:,.0f}"


def signed(cents: Cents) -> str:
    """A win with its sign, so that it does not depend on colour alone."""
    return f"+{short(cents)}" if cents > 0 else short(cents)


def figure(cents: Cents, *, sign: bool = False) -> str:
    """An amount for a tile, which has no room for the currency: ``12.5k``, ``+640``, ``−6,900``."""
    value = abs(cents) / 100
    words = f"{value / 1000:.1f}k" if 9_999.5 <= value < 99_950 else short(abs(cents)).removeprefix("$")
    return ("−" if cents < 0 else "+" if sign and cents > 0 else "") + words


def percent(win: Cents, handle: Cents) -> str:
    """Hold: win over handle, as a percentage; ``—`` without a handle."""
    if not handle:
        return "—"
    return f"{100 * win / handle:.1f}%".replace("-", "−")
