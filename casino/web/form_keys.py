"""The key of a form: a form that is sent twice takes effect once (docs/retries.md)."""

from __future__ import annotations

import secrets

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def form_key() -> SafeString:
    """A hidden field with this form's own key: another form, or the same page drawn again, has another key."""
    return format_html('<input type="hidden" name="key" value="{}">', secrets.token_urlsafe(12))
