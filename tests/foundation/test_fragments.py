"""The live fragments: each in one language only, complete, escaped, and in the house's words and currency."""

import re
from pathlib import Path

import pytest
from django.template import engines
from django.template.backends.django import DjangoTemplates
from django.test import override_settings
from django.utils.safestring import mark_safe
from jinja2 import nodes

from casino.web import fragments, preload
from tests.own_words import house_says
from tests.tracing import Trace
from tools import words

NAMES = sorted(path.relative_to(fragments.FOLDER).as_posix() for path in fragments.FOLDER.rglob("*.html"))
ENVIRONMENT = engines["live"].env  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", NAMES)
def test_every_filter_test_and_fragment_in_a_fragment_is_there(name: str) -> None:
    """Jinja2 looks for some of them only when it comes to the line, which may be a rare one."""
    tree = ENVIRONMENT.parse((fragments.FOLDER / name).read_text())
    ENVIRONMENT.get_template(name)
    assert {node.name for node in tree.find_all(nodes.Filter)} <= set(ENVIRONMENT.filters)
    assert {node.name for node in tree.find_all(nodes.Test)} <= set(ENVIRONMENT.tests)
    included = {node.template.value for node in tree.find_all(nodes.Include)}
    assert included <= set(NAMES)


def test_no_fragment_is_written_twice() -> None:
    pages = fragments.FOLDER.parent
    assert not [name for name in NAMES if (pages / name).exists()]


def test_what_a_fragment_shows_is_escaped_and_in_the_houses_currency() -> None:
    shown = {
        "kind": "note",
        "title": "<b>$5</b> & 'x'",
        "text": mark_safe("<i>10</i>"),
        "clause": "",
        "remedy": "",
    }
    with override_settings(CURRENCY="£"):
        html = fragments.render("tablet/_notice.html", shown)
    assert "<strong>&lt;b&gt;£5&lt;/b&gt; &amp; &#39;x&#39;</strong>" in html
    assert "<p><i>10</i></p>" in html


@pytest.mark.django_db  # to trace
def test_a_text_without_values_is_looked_up_as_the_fragment_is_compiled(tmp_path: Path) -> None:
    fragments.render("tablet/_call.html", {"called": None})
    with Trace() as trace:
        html = fragments.render("tablet/_call.html", {"called": None})
    assert trace.calls_of("casino/translated.py:gettext") == 0
    (english,) = re.findall(r">([^<>]+)</button>", html)
    with house_says(tmp_path, {english: "Ich rufe <b>"}):
        # As Jinja2's own lookup, a text of the catalogue may hold tags.
        assert ">Ich rufe <b></button>" in fragments.render("tablet/_call.html", {"called": None})
    assert fragments.render("tablet/_call.html", {"called": None}) == html


def test_the_inputs_of_a_fragment_are_those_of_the_fragments_in_it_too() -> None:
    assert fragments.inputs_of("tablet/_undo.html") == ("undo",)
    assert {"acts"} <= set(fragments.inputs_of("tablet/_last.html"))
    assert {"acts", "due", "shoe"} <= set(fragments.inputs_of("tablet/_acts.html"))


def test_texts_of_fragments_are_listed_as_those_of_pages_are() -> None:
    source = """
      {{ _("Open the table") }}
      {% trans n=rows|length, code=table.code %}
        {{ code }}: {{ n }} round
      {% pluralize n %}
        {{ code }}: {{ n }} rounds
      {% endtrans %}
    """
    assert list(words.of_fragment(source)) == [
        ("Open the table", None),
        (("%(code)s: %(n)s round", "%(code)s: %(n)s rounds"), None),
    ]


def test_a_worker_has_read_its_pages_when_it_starts() -> None:
    """While the program under it is replaced by the next version, it goes on drawing its own."""
    preload.templates()
    engine = engines["django"]
    assert isinstance(engine, DjangoTemplates)
    (cached,) = engine.engine.template_loaders
    kept = cached.get_template_cache  # type: ignore[attr-defined]  # of Django's cached loader
    assert {"base.html", "staff/sign_in.html"} <= set(preload.pages()) <= set(kept)
    assert not [name for name in preload.pages() if name.startswith("live/")]
