"""A house that says some texts in words of its own."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from django.test import override_settings


@contextmanager
def house_says(folder: Path, texts: Mapping[str, str], currency: str = "£") -> Iterator[None]:
    """Screens say these English texts otherwise, and write amounts with another sign."""
    catalogue = Catalog(locale="de", charset="utf-8")
    for english, own in texts.items():
        catalogue.add(english, own)
    place = folder / "de" / "LC_MESSAGES"
    place.mkdir(parents=True)
    out = BytesIO()
    write_mo(out, catalogue)
    (place / "django.mo").write_bytes(out.getvalue())
    with override_settings(LANGUAGE_CODE="de", LOCALE_PATHS=[folder], CURRENCY=currency):
        yield
