"""What templates read is small frozen dataclasses: no function of a room with screens returns `dict[str, Any]`, except
those whose dictionaries are JSON, the record or Django's own, and which no template reads."""

import ast
import re
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, dataclass
from pathlib import Path

import pytest

from casino.view_models import context_of

ROOT = Path(__file__).resolve().parents[2]
ROOMS = (
    "casino/staff",
    "rounds/pages",
    "rounds/pit",
    "rounds/read_model",
    "rounds/surveillance",
    "rounds/tablet",
    "tables",
)
ANY = "dict[str, Any]"
SPELLED = re.compile(r"dict\[\s*str\s*,\s*Any\b")
"""The same in a source, over several lines too."""

ALLOWED = {
    # the data of stored sessions
    "casino/staff/arrival.py:load",
    "casino/staff/sessions.py:stored",
    # the fields of Django's admin forms, and what their entries say
    "casino/staff/admin.py:clean",
    "casino/staff/admin.py:more_facts",
    "casino/staff/audited_admin.py:clean",
    "casino/staff/audited_admin.py:facts",
    "casino/staff/audited_admin.py:more_facts",
    "tables/admin.py:clean",
    "tables/admin.py:more_facts",
    # the values of Django's forms: of the cells of a house file, and of a page
    "tables/house/forms.py:clean",
    "tables/house/house_file.py:_cells",
    "tables/house/house_file.py:_rows",
    # messages of sockets, as JSON
    "rounds/pit/consumers.py:reached",
    "rounds/tablet/consumers.py:whole",
    # the body of an entry, or a column of JSON
    "tables/bets/offering.py:_plain",
    "tables/opening/closing_notices.py:recorded",
    "tables/house_facts.py:_last",
    "tables/opening/deck_count.py:as_json",
    "tables/held_back.py:as_recorded",
    "tables/tournaments/machine/steps/checks.py:event_fields",
    # what is kept of a page of the surveillance desk, as JSON, and what its forms begin with
    "rounds/surveillance/incidents/forms.py:cover",
    "rounds/surveillance/incidents/service.py:camera_page",
    "rounds/surveillance/incidents/service.py:link",
    "rounds/surveillance/incidents/service.py:narrative",
    "rounds/surveillance/incidents/service.py:people_of",
    "rounds/surveillance/incidents/service.py:person",
    "rounds/surveillance/incidents/service.py:round_page",
    "rounds/surveillance/incidents/service.py:task",
    "rounds/surveillance/incidents/views.py:_known",
    "rounds/surveillance/desk_settings/cameras.py:sighting",
    "rounds/surveillance/desk_settings/forms.py:lists",
    "rounds/surveillance/desk_settings/lists.py:shown",
    "rounds/surveillance/record.py:worded",
    # what a page showed, to be compared with what is there
    "tables/forms/showed.py:facts",
    "tables/tournaments/shown.py:facts",
}


def _functions() -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            name = file.relative_to(ROOT).as_posix()
            source = file.read_text()
            for node in ast.walk(ast.parse(source)) if SPELLED.search(source) else ():
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield f"{name}:{node.name}", node


def test_no_function_returns_a_dictionary_for_a_template() -> None:
    returning = {name for name, node in _functions() if node.returns and ANY in ast.unparse(node.returns)}
    assert returning - ALLOWED == set()
    assert ALLOWED - returning == set(), "taken off the list"


def test_no_context_is_built_up_as_a_dictionary_of_anything() -> None:
    loose = set()
    for name, node in _functions():
        arguments = [*node.args.args, *node.args.kwonlyargs]
        places: list[tuple[str, ast.expr | None]] = [(each.arg, each.annotation) for each in arguments]
        places += [
            (inner.target.id, inner.annotation)
            for inner in ast.walk(node)
            if isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name)
        ]
        loose |= {
            f"{name} {place}"
            for place, annotation in places
            if place in ("context", "more", "rows") and annotation and ANY in ast.unparse(annotation)
        }
    assert loose == set()


NOT_SHOWN = {
    # a stored session, the fields of a file's row, a set-up of the demonstration, the body of an entry, a fact's reader
    "casino/staff/one_screen.py:Other.session",
    "rounds/pit/alerts/alerts.py:Cause.why",
    "tables/demonstration/house.py:Layout.setup",
    "tables/forms/showed.py:Fact.read",
    "tables/house/lists.py:Row.values",
    "tables/opening/deck_count.py:Judged.body",
}
MOST_BESIDE = 6
"""The most values that a view puts into a context by itself."""


def _modules() -> Iterator[tuple[str, ast.Module]]:
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            yield file.relative_to(ROOT).as_posix(), ast.parse(file.read_text())


def test_no_view_model_has_a_field_of_any_type() -> None:
    loose = {
        f"{name}:{model.name}.{ast.unparse(field.target)}"
        for name, tree in _modules()
        for model in ast.walk(tree)
        if isinstance(model, ast.ClassDef)
        and any("dataclass" in ast.unparse(by) for by in model.decorator_list)
        for field in model.body
        if isinstance(field, ast.AnnAssign) and re.search(r"\bAny\b", ast.unparse(field.annotation))
    }
    assert loose == NOT_SHOWN


def test_a_context_of_many_values_is_a_view_model() -> None:
    inline = {
        f"{name}:{node.lineno}": sum(
            len(part.keys) for part in ast.walk(node.value) if isinstance(part, ast.Dict)
        )
        for name, tree in _modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and any(ast.unparse(target) == "context" for target in node.targets)
    }
    many = {place for place, values in inline.items() if values > MOST_BESIDE}
    assert many == set()


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen with a part that is None."""

    title: str
    part: "Screen | None" = None


def test_a_context_is_the_fields_by_name() -> None:
    part = Screen("part")
    assert context_of(Screen("all", part)) == {"title": "all", "part": part}
    with pytest.raises(FrozenInstanceError):
        part.title = "other"  # type: ignore[misc]
