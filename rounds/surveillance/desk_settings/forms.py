"""The form of the desk's lists."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from casino.forms.fields import LongText, Number, StepForm
from casino.refusals import Refusal
from rounds.surveillance.desk_settings import lists


class TagsField(LongText):
    def value_of(self, text: str) -> list[str]:
        return lists.read_tags(text)


class TypesField(LongText):
    def value_of(self, text: str) -> list[list[str]]:
        return lists.read_types(text)


class CamerasField(LongText):
    def value_of(self, text: str) -> dict[str, int]:
        return lists.read_cameras(text)


class DaysField(Number):
    """Days, from one day to a hundred years."""

    def value_of(self, text: str) -> int:
        days = super().value_of(text)
        if not days or days > 36_525:
            raise Refusal("lists.days")
        return days


class LargestField(Number):
    def value_of(self, text: str) -> int:
        megabytes = super().value_of(text)
        if not megabytes or megabytes > lists.LARGEST:
            raise Refusal("lists.largest", most=lists.LARGEST)
        return megabytes


class ListsForm(StepForm):
    """Every list of the desk. Fields whose names have ``rows`` keep their line breaks."""

    step = "lists"
    rows1 = TagsField(_("Tags of notes, one on each line"), rows=8)
    rows2 = TypesField(_("Types of incidents, three levels on each line"), rows=14)
    rows3 = CamerasField(_("Cameras, and how far their clocks are off"), rows=8)
    days_round = DaysField(_("Rounds"))
    days_note = DaysField(_("Notes"))
    days_incident = DaysField(_("Incidents"))
    days_file = DaysField(_("Attachments"))
    largest = LargestField(_("Largest attachment, megabytes"))

    @classmethod
    def now(cls) -> ListsForm:
        """The form with the lists in force."""
        in_force = {f"days_{kind}": days for kind, days in lists.items("days").items()}
        return cls(
            initial=in_force
            | {
                "rows1": lists.written("tags"),
                "rows2": lists.written("types"),
                "rows3": lists.written("cameras"),
                "largest": lists.items("largest"),
            }
        )

    def lists(self) -> dict[str, Any]:
        """The values typed, by the name of the list. Raises Refusal."""
        values = self.values()
        return {
            "tags": values["rows1"],
            "types": values["rows2"],
            "cameras": values["rows3"],
            "days": {kind: values[f"days_{kind}"] for kind in lists.USUAL["days"]},
            "largest": values["largest"],
        }
