"""The words of the house: catalogues that fit the texts, and screens that use them in the house's currency."""

import json
import re
from importlib import import_module
from io import BytesIO, StringIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ImproperlyConfigured
from django.http import Http404
from django.template import engines
from django.test import RequestFactory, override_settings

from casino import environment
from casino.forms import typed
from casino.money import parse_typed
from casino.refusals import Refusal
from casino.rulebooks import BOOKS
from casino.rulebooks.irregularities import irregularities
from casino.translated import in_house_currency, message, phrase, remedy, text
from casino.web.error_pages import page_not_found
from casino.words import Phrase
from casino.words.filling import PHRASES, fill
from casino.words.refusals import REFUSALS
from casino.words.terms import TERMS
from casino.words.text import Words
from tests.foundation.catalogue import every_text
from tests.own_words import READ_ALOUD
from tests.refusing import refused_as
from tools import words


def blanks(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@pytest.mark.parametrize("path", words.catalogues(), ids=lambda path: path.parts[-3])
def test_a_catalogue_is_compiled_and_up_to_date(path: Path) -> None:
    assert path.with_suffix(".mo").read_bytes() == words.compiled(path), "run: make words"
    assert not words.gone(path, every_text()), (
        "nothing says this any more: change the catalogue, then make words"
    )
    for entry in words.read(path):
        if entry.id and entry.string and isinstance(entry.id, str) and "%(" not in entry.id:
            assert blanks(entry.id) == blanks(str(entry.string))


def test_no_two_modules_have_the_same_code() -> None:
    modules = Path(words.ROOT, "casino", "words", "refusals").glob("[!_]*.py")
    texts = [import_module(f"casino.words.refusals.{module.stem}").WORDS for module in modules]
    assert sum(map(len, texts)) == len(REFUSALS)


def test_every_refusal_can_be_translated() -> None:
    for refusal in REFUSALS.values():
        for sentence in refusal:
            assert not sentence or every_text().get(sentence) is not None


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A house with a catalogue of its own."""
    monkeypatch.setitem(
        REFUSALS,
        "probe.low",
        Words("{least:money} is the minimum for a push", "Wager {least:money} or more."),
    )
    folder = tmp_path / "en_GB" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    own = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"

msgid "{least:money} is the minimum for a push"
msgstr "For a stand off the minimum is {least:money}"

msgid "Wager {least:money} or more."
msgstr "Wager {lowest:money} or more, if you please."
"""
    output = BytesIO()
    write_mo(output, read_po(StringIO(own), locale="en_GB"))
    (folder / "django.mo").write_bytes(output.getvalue())
    with override_settings(LANGUAGE_CODE="en-gb", LOCALE_PATHS=[tmp_path], CURRENCY="£"):
        yield


def test_a_house_says_it_in_its_own_words_and_the_record_does_not(house: None) -> None:
    refusal = Refusal("probe.low", "UK-34", least=2_500)
    assert message(refusal) == "For a stand off the minimum is £25"
    assert refusal.message == "$25 is the minimum for a push"


def test_a_translation_with_a_wrong_blank_gives_way_to_english(house: None) -> None:
    assert remedy(Refusal("probe.low", least=2_500)) == "Wager £25 or more."


def test_a_template_speaks_as_the_house(house: None) -> None:
    shown = engines["django"].from_string(
        "{{ refusal|message }} {{ refusal|remedy }} "
        "{% translate '{least:money} is the minimum for a push' %} {{ paid }}"
    )
    assert shown.render({"refusal": Refusal("probe.low", least=2_500), "paid": "−$1,250.50"}) == (
        "For a stand off the minimum is £25 Wager £25 or more. For a stand off the minimum is {least:money} −£1,250.50"
    )


def test_the_united_kingdom_plays_with_decks() -> None:
    refusal = Refusal("side_bet.number_of_packs", bet="21+3", packs=6, allowed=["8"])
    assert message(refusal) == "21+3 is not offered with 6 packs"
    with override_settings(LANGUAGE_CODE="en-gb"):
        assert message(refusal) == "21+3 is not offered with 6 decks"


def test_what_is_kept_in_words_is_made_again_for_other_values_signs_and_words() -> None:
    shown = "{n} and {least:money}"
    assert [text(shown, n=n, least=100) for n in (1, True, 1.0, 1)] == [
        "1 and $1",
        "True and $1",
        "1.0 and $1",
        "1 and $1",
    ]
    assert text("{sums:list}", sums=["$1", "$2"]) == "$1, $2"  # a list cannot be a key
    with override_settings(CURRENCY="€"):
        assert text(shown, n=1, least=100) == "1 and €1"
    with pytest.raises(TypeError):
        text()  # type: ignore[call-arg]  # its own fault is not taken for a key that cannot be kept


def test_a_refusal_without_a_code_is_shown_as_it_was_recorded(house: None) -> None:
    class Old:
        message, remedy = "$5 is too little", ""

    assert message(Old()) == "£5 is too little"


def test_a_text_with_blanks(house: None) -> None:
    assert text("{n:round|rounds} of {cards:cards}", n=1, cards=["Ts"]) == "1 round of 10♠"


def test_only_a_sign_of_an_amount_is_written_otherwise(house: None) -> None:
    assert in_house_currency("$25, −$3 and $x") == "£25, −£3 and $x"
    assert in_house_currency("To be paid ($)") == "To be paid (£)"
    assert in_house_currency('<label>Amount $ <input placeholder="$"></label>') == (
        '<label>Amount £ <input placeholder="£"></label>'
    )
    assert in_house_currency("as settled ($, − if lost), US$ and a $ sign") == (
        "as settled (£, − if lost), US$ and a $ sign"
    )


def test_amounts_are_typed_with_the_sign_of_the_house() -> None:
    assert parse_typed("£1,250") == parse_typed("$1,250") == parse_typed("1,250") == 125_000


def test_a_term_is_translated_in_its_blank() -> None:
    assert fill("Ask a {role:term}", {"role": "manager"}, str.upper) == "Ask a MANAGER"


@pytest.mark.parametrize(
    ("reader", "name", "wrong"),
    [
        (environment.language, "CASINO_LANGUAGE", "English (UK)"),
        (environment.currency, "CASINO_CURRENCY", "<b>"),
        (environment.currency, "CASINO_CURRENCY", "4"),
    ],
)
def test_a_setting_that_cannot_be_read_stops_the_start(reader, name, wrong, monkeypatch) -> None:
    monkeypatch.setenv(name, wrong)
    with pytest.raises(ImproperlyConfigured):
        reader(name, "")


def test_a_folder_of_words_must_be_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert environment.folder("CASINO_LOCALE") == []
    monkeypatch.setenv("CASINO_LOCALE", str(tmp_path))
    assert environment.folder("CASINO_LOCALE") == [tmp_path]
    monkeypatch.setenv("CASINO_LOCALE", str(tmp_path / "none"))
    with pytest.raises(ImproperlyConfigured):
        environment.folder("CASINO_LOCALE")


MARKED = re.compile(r"(?:\{% translate |\{\{ _\()([\"'])(.*?)\1(?: %\}|\) \}\})")


@pytest.mark.parametrize(
    "path", sorted((words.ROOT / "templates").rglob("*.html")), ids=lambda path: path.name
)
def test_only_what_people_read_is_translated(path: Path) -> None:
    """A class, a piece of markup or a clause does not change with the language."""
    source = re.sub(r"\{#.*?#\}", "", path.read_text(), flags=re.DOTALL)
    for _, block in re.findall(r"\{% block (\w*(?:class|data)) %\}(.*?)\{% endblock", source, re.DOTALL):
        assert "translate" not in block
    texts = [match[2] for match in MARKED.finditer(source)]
    assert not [text for text in texts if re.search(r"[<>]|=[\"']|^[A-Z]+\d+-[\d.]+", text)]
    bare = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "", MARKED.sub("\x01", source), flags=re.DOTALL)
    for match in re.finditer("\x01", bare):
        before = bare[: match.start()]
        if before.rfind("<") > before.rfind(">"):
            attribute = re.search(r"([\w-]+)=\"[^\"]*$", before)
            assert attribute is not None, before[-60:]
            assert attribute[1] in READ_ALOUD, before[-60:]


def test_a_house_has_its_own_prompts_and_announcements(tmp_path: Path) -> None:
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    own = {
        "Card for {place:place}": "Karte für {place:place}",
        "{prompt:phrase}; next comes {card:card}, drawn in error": "{card:card} liegt bereit: {prompt:phrase}",
        "box {box} hand {hand}": "Feld {box}, Hand {hand}",
        "{low:number} or {high:number}": "{low:number} oder {high:number}",
        "seven": "sieben",
        "seventeen": "siebzehn",
    }
    texts = Catalog(locale="de", charset="utf-8")
    for english, german in own.items():
        texts.add(english, german)
    output = BytesIO()
    write_mo(output, texts)
    (folder / "django.mo").write_bytes(output.getvalue())
    held = Phrase.of("prompt.held", prompt=Phrase.of("prompt.card", place=(3, 2)), card="5d")
    with override_settings(LANGUAGE_CODE="de", LOCALE_PATHS=[tmp_path]):
        assert phrase(held) == "5♦ liegt bereit: Karte für Feld 3, Hand 2"
        assert phrase(Phrase.of("announce.soft_total", low=7, high=17)) == "sieben oder siebzehn"
    assert held.english.startswith("Card for box 3 hand 2")


def test_every_prompt_and_announcement_can_be_translated() -> None:
    for text_ in (*PHRASES.values(), *TERMS):
        assert every_text().get(text_) is not None


@pytest.mark.parametrize(
    "source",
    [
        'Draft("cards_checked", detail=words)',
        'GIVEN: Final = "cards_checked"\nDraft(kind=GIVEN)',
        'Draft(kind="cards_checked" if right else other)',
        'KINDS = {1: "cards_checked"}\nDraft(kind=KINDS[at])',
        'def _record(chain, kind, person): ...\n_record(HOUSE, "cards_checked", by)',
        'class CardsChecked(Struct, tag="cards_checked"): ...',
    ],
)
def test_the_kind_of_an_entry_is_listed_however_it_is_given(source: str) -> None:
    assert ("cards checked", None) in words.of_entries(source)


def test_a_text_in_an_f_string_is_listed() -> None:
    assert list(words.of_python("""line = f"{_('Hold is win over handle.')} {_(THEO)}\"""")) == [
        ("Hold is win over handle.", None)
    ]


def test_the_steps_of_every_shoe_and_the_names_of_irregularities_can_be_translated() -> None:
    for book in BOOKS.values():
        for rules in book.games.values():
            for step in (*rules.shoe.steps, *rules.shoe.spare):
                assert every_text().get(step.words) is not None, step
                assert every_text().get(step.done) is not None, step
            for kind in irregularities(rules).values():
                assert every_text().get(kind.title) is not None, kind


def test_the_pages_of_the_framework_speak_as_the_house(tmp_path: Path) -> None:
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    texts = Catalog(locale="de", charset="utf-8")
    texts.add("There is no such page", "Diese Seite gibt es nicht")
    texts.add("Not found", "Nicht gefunden")
    output = BytesIO()
    write_mo(output, texts)
    (folder / "django.mo").write_bytes(output.getvalue())
    request = RequestFactory().get("/nowhere/")
    request.user = AnonymousUser()
    with override_settings(LANGUAGE_CODE="de", LOCALE_PATHS=[tmp_path]):
        page = page_not_found(request, Http404()).content.decode()
        asked = RequestFactory().get("/reader/x", content_type="application/json")
        answer = json.loads(
            page_not_found(asked, Http404(Refusal("round.unknown", table="BJ-07", round=3))).content
        )
    assert "Diese Seite gibt es nicht." in page
    assert "Nicht gefunden" in page
    assert answer["code"] == "round.unknown"
    assert answer["error"] == "BJ-07 has no round 3."  # a program reads the English of the record


def test_what_was_typed_wrongly_is_named_by_code() -> None:
    with refused_as("typed.amount") as wrong:
        typed.money("2,5", "Amount")
    assert wrong.value.values["fault"] == ("fault.comma", {"text": "2,5"})
    assert wrong.value.message == "Amount: “2,5” is not an amount: a comma only parts thousands, as in 1,250"
    assert message(wrong.value) == wrong.value.message


TOKEN = re.compile(
    r"(\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<(?:[^<>{]|\{\{.*?\}\}|\{%.*?%\}|\{(?![%{]))*>)", re.DOTALL
)
TRANSLATED = re.compile(
    r"\{% (blocktranslate|trans|comment)\b.*?\{% end\1 %\}|<(script|style)\b.*?</\2>", re.DOTALL
)
NOT_READ = re.compile(
    r"\{% block (?:\w*(?:class|data|css|js|htmx|attributes)) %\}.*?\{% endblock\b[^%]*%\}", re.DOTALL
)
CLAUSE_OF_A_BOOK = re.compile(r"[A-Z]+\d+-[\d.]|SHA-256$")
ATTRIBUTE = re.compile(
    rf"(?<![\w-])(?:{'|'.join(sorted(READ_ALOUD))})=\"((?:\{{\{{.*?\}}\}}|\{{%.*?%\}}|[^\"])*)\"", re.DOTALL
)


def texts_left(source: str) -> list[str]:
    """What a template shows to people outside its translated blocks."""
    source = NOT_READ.sub("", TRANSLATED.sub("", source))
    tokens = TOKEN.split(source)
    read = [*tokens, *(match[1] for token in tokens for match in ATTRIBUTE.finditer(token))]
    of_people = [token for token in read if not token.startswith(("{", "<"))]
    shown = [
        re.sub(r"\{%.*?%\}|\{\{.*?\}\}|&#?\w+;", "", text, flags=re.DOTALL).strip() for text in of_people
    ]
    return [text for text in shown if re.search(r"[A-Za-z]{2,}", text) and not CLAUSE_OF_A_BOOK.match(text)]


@pytest.mark.parametrize(
    "path", sorted((words.ROOT / "templates").rglob("*.html")), ids=lambda path: path.name
)
def test_every_text_of_a_template_is_translated(path: Path) -> None:
    assert texts_left(path.read_text().replace("<!doctype html>", "")) == []


def test_a_text_that_is_not_translated_is_noticed() -> None:
    assert texts_left("<p>Box {{ box }} is closed</p>") == ["Box", "is closed"]
    assert texts_left('<p title="Box {{ box }}">{{ box }}</p>') == ["Box"]
    assert texts_left('<p class="who on">{% translate "Box" %}</p>') == []


PACKS = r"(?<!evidence )(?<!Evidence )\b[Pp]acks?\b(?! of evidence)"
"""Packs of cards; a pack of evidence is called so everywhere."""
DIFFER = [
    # what a tie is called, what the cards come in, who works when, and where chips are kept
    ("push", "stand off"),
    ("packs", "decks"),
    ("roster", "rota"),
    ("cage", "cash desk"),
]
"""What a dealer in Australia or New Zealand says, and one in the United Kingdom."""
OF_THE_OTHER = {
    "en_AU": re.compile(r"\b[Dd]ecks?\b|\b[Ss]tands?[ -]off\b|\b[Rr]ota\b|\b[Cc]ash desk\b"),
    "en_GB": re.compile(rf"{PACKS}|\b[Pp]ush(?:es|ed)?\b(?! (?:of|to) | 22\b)|\b[Rr]oster\b|\b[Cc]age\b"),
}
"""By catalogue: the words of the other country."""
OF_NEITHER = re.compile(
    r"\b(?:colors?|colored|centers?|gray|canceled|canceling|labeled|dealed|checks? cashed)\b"
    r"|\b(?:author|recogn|organ|final|real|emphas|apolog|summar|standard|initial|categor)iz\w*"
    r"|\b(?:croupiers?|cut card|pit boss|betting spot|bankroll)\b"
    r"|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2},"
    r"|\b\d\d/\d\d/\d{4}\b|\b\d{1,2}:\d\d ?[ap]m\b",
    re.IGNORECASE,
)
"""American spelling, words that no book here has, and dates and times that are read in two ways."""
HEADERS = {
    "Send the header “Authorization: Bearer <token>”; a casino supervisor issues the token.",
    "Ask surveillance for a new one; it is sent as Authorization: Bearer.",
}
"""A name of HTTP's own."""


def shown_in(language: str) -> dict[str, str]:
    """Every text as screens of that catalogue have it, without its blanks, by its English."""
    own = words.read(words.LOCALE / language / "LC_MESSAGES" / "django.po")
    shown = {}
    for entry in every_text():
        translated = own.get(entry.id)
        text = translated.string if translated is not None and translated.string else entry.id
        forms = text if isinstance(text, list | tuple) else (text,)
        shown[str(entry.id)] = " ".join(re.sub(r"\{\w+|%\(\w+\)s", "", str(form)) for form in forms)
    return shown


@pytest.mark.parametrize("language", sorted(OF_THE_OTHER))
def test_a_house_is_told_in_the_words_of_its_country(language: str) -> None:
    shown = shown_in(language)
    assert [text for text in shown.values() if OF_THE_OTHER[language].search(text)] == []
    assert [text for text in shown.values() if OF_NEITHER.search(text) and text not in HEADERS] == []
    for australian, british in DIFFER:
        own = australian if language == "en_AU" else british
        assert any(own in text for text in shown.values()), own
