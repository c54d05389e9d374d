"""Lays out thumbnails of the pictures with captions, and writes a page that links to each picture."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from tests.processes import PROJECT
from tools.pictures.sheet.state import SIZES, State

WIDE, GAP, WORDS = 420, 16, 26
"""In pixels: the width of a thumbnail, the gap between two, the height of a caption."""
ACROSS: Final = 6
FONT: Final = PROJECT / "static" / "fonts" / "DejaVuSansCondensed.ttf"


def name_of(state: State, size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}/{state.slug}.png"


def lay(folder: Path, taken: list[State]) -> None:
    """Write `sheet-WxH.png` for each size, and `index.html`, beside the pictures of `taken`."""
    for size in SIZES:
        _sheet(folder, taken, size)
    rows = "".join(
        f"<tr><th>{escape(state.title)}</th>"
        + "".join(
            f'<td><a href="{name_of(state, size)}"><img src="{name_of(state, size)}" loading="lazy" alt=""></a></td>'
            for size in SIZES
        )
        for state in taken
    )
    heads = "".join(f'<th><a href="sheet-{wide}x{high}.png">{wide} × {high}</a></th>' for wide, high in SIZES)
    (folder / "index.html").write_text(
        "<!doctype html><meta charset=utf-8><title>Every screen</title>"
        "<style>body{font:14px sans-serif}img{width:300px}th{text-align:left}td,th{vertical-align:top}</style>"
        f"<table><tr><th></th>{heads}</tr>{rows}</table>",
        encoding="utf-8",
    )


def _sheet(folder: Path, taken: list[State], size: tuple[int, int]) -> None:
    high = round(WIDE * size[1] / size[0])
    down = -(-len(taken) // ACROSS)
    sheet = Image.new("RGB", (ACROSS * (WIDE + GAP) + GAP, down * (high + WORDS + GAP) + GAP), "#20262c")
    draw, font = ImageDraw.Draw(sheet), ImageFont.truetype(str(FONT), 17)
    for number, state in enumerate(taken):
        row, column = divmod(number, ACROSS)
        left, top = GAP + column * (WIDE + GAP), GAP + row * (high + WORDS + GAP)
        with Image.open(folder / name_of(state, size)) as picture:
            sheet.paste(picture.convert("RGB").resize((WIDE, high), Image.Resampling.LANCZOS), (left, top))
        draw.text((left, top + high + 4), state.title, fill="#ffffff", font=font)
    sheet.save(folder / f"sheet-{size[0]}x{size[1]}.png", optimize=True)
