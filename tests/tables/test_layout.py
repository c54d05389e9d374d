"""Where boxes and places lie on a table's cloth: what may be, what its book says of it, and how the felt is drawn."""

import dataclasses

import pytest

from rounds.engine.values import MAIN
from rounds.read_model.felt.cloth import laid_out
from rounds.read_model.felt.felt import FeltView, felt_view
from rounds.tablet.layout_preview import sample
from tables.floor import layout
from tables.floor.layout import Layout, Point
from tables.models import Table
from tests import floor
from tests.refusing import code_and_clause

pytestmark = pytest.mark.django_db


def faults(table: Table, cloth: Layout) -> list[tuple[str, str]]:
    return [*map(code_and_clause, layout.faults(table, cloth))]


def moved(cloth: Layout, box: int, across: int, down: int) -> Layout:
    boxes = list(cloth.boxes)
    boxes[box - 1] = Point(across, down)
    return dataclasses.replace(cloth, boxes=tuple(boxes))


@pytest.mark.parametrize("boxes", range(1, 10))
def test_the_even_arc_can_be_saved_for_every_number_of_boxes(boxes: int) -> None:
    table = floor.set_up("BJ-20")
    table.boxes = boxes
    arc = layout.arc(boxes)
    assert faults(table, arc) == []
    placed = Layout(arc.boxes, {"perfect_pairs": layout.beside(arc)})
    assert faults(table, placed) == []
    assert layout.read(layout.kept(placed)) == placed


@pytest.mark.parametrize(
    ("box", "across", "down", "code"),
    [
        (1, 3, 10, "layout.off_cloth"),
        (7, 69, 10, "layout.off_cloth"),
        (4, 36, 30, "layout.on_dealer"),
        (3, 43, 6, "layout.order"),
        (3, 30, 6, "layout.apart"),
    ],
)
def test_a_box_that_cannot_lie_there_is_refused(box: int, across: int, down: int, code: str) -> None:
    assert (code, "") in faults(floor.set_up("BJ-20"), moved(layout.arc(7), box, across, down))


@pytest.mark.clause("VIC03-2.2.1", "ACT96-1(a)")
def test_the_number_of_boxes_is_the_books() -> None:
    (fault,) = layout.faults(floor.set_up("BJ-20"), layout.arc(6))
    assert (fault.code, fault.clause) == ("layout.boxes", "VIC03-2.2.1")
    (fault,) = layout.faults(floor.set_up("BJ-21", book="ACT96", boxes=7), layout.arc(9))
    assert (fault.code, fault.clause) == ("layout.boxes", "ACT96-1(a)")


def test_places_of_a_bet_lie_each_at_its_own_box() -> None:
    table, arc = floor.set_up("BJ-20"), layout.arc(7)
    beside = layout.beside(arc)

    def with_places(*points: Point, bet: str = "perfect_pairs") -> list[tuple[str, str]]:
        return faults(table, Layout(arc.boxes, {bet: points}))

    assert with_places(*beside[:6]) == [("layout.places", "")]
    assert with_places(beside[1], *beside[1:]) == [("layout.place_covered", "")] * 2
    assert with_places(arc.boxes[0], *beside[1:]) == [("layout.place_covered", "")]
    assert with_places(Point(beside[1].across - 1, beside[1].down - 12), *beside[1:])[0][0].startswith(
        "layout."
    )
    assert with_places(Point(22, 22), *beside[1:]) == [("layout.nearer_other", "")]
    assert with_places(Point(1, beside[0].down), *beside[1:]) == [("layout.place_off_cloth", "")]
    assert ("layout.no_such_bet", "VIC03-2.2.1") in with_places(*beside, bet="pontoon_pandemonium")


def felt(table: Table, cloth: Layout | None) -> FeltView:
    state = sample(table)
    return laid_out(felt_view(state, state.setup.rules), cloth)


def test_the_tablet_draws_boxes_and_places_where_the_layout_has_them() -> None:
    table = floor.set_up("BJ-20")
    floor.offer("BJ-20", "perfect_pairs")
    table.refresh_from_db()
    arc = layout.arc(7)
    places = [Point(box.across, box.down + 8) for box in arc.boxes]
    places[0] = Point(arc.boxes[0].across, arc.boxes[0].down - 8)
    view = felt(table, Layout(moved(arc, 1, 6, 24).boxes, {"perfect_pairs": tuple(places)}))
    assert view.laid
    assert " x-6 y-24" in view.boxes[0].css
    assert [side.place for side in view.boxes[0].sides] == ["players"]
    assert [side.place for side in view.boxes[1].sides] == ["dealer"]
    # Boxes 1 and 2 lie nine steps apart, an eighth of the cloth: every box is drawn in the size of eight.
    assert view.count == 8
    assert felt(table, arc).count == 7


def test_a_felt_without_a_layout_of_its_own_is_as_before() -> None:
    table = floor.set_up("BJ-20")
    view = felt(table, layout.layout_of(table))
    assert (view.laid, view.count) == (False, 7)
    assert not any("x-" in box.css for box in view.boxes)
    # A layout of another number of boxes is not drawn.
    table.layout = layout.kept(layout.arc(6))
    assert layout.layout_of(table) is None


def test_the_sample_of_the_preview_has_wagers_and_cards_on_every_box() -> None:
    state = sample(floor.set_up("BJ-20"))
    assert [len(box.wagers) for box in state.boxes] == [1] * 7
    assert all(wager.bet == MAIN for box in state.boxes for wager in box.wagers)
    assert all(len(box.hands[0].cards) == 2 for box in state.boxes)
