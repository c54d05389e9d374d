"""View-models: small frozen dataclasses, made beside the view that shows them. Their templates read attributes."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def context_of(screen: DataclassInstance) -> dict[str, Any]:
    """The fields of a view-model by name, as context for a template that is part of several pages."""
    return {field.name: getattr(screen, field.name) for field in fields(screen)}
