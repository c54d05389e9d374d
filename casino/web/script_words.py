"""The words of the scripts (`casino.words.scripts`) in the house's language, served as a script.

Every page loads it first. Its address contains a digest of its content, so a browser keeps it for good and asks
again when a word has changed.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Final

from django import template
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from casino.translated import language
from casino.words.scripts import SCRIPTS

KEPT: Final = 365 * 24 * 60 * 60
"""How many seconds a browser keeps an answer."""

register = template.Library()


def _script() -> str:
    words = {code: gettext(text) for code, text in SCRIPTS.items()}
    return f"window.houseWords = {json.dumps(words, ensure_ascii=False)};\n"


@cache
def _digest(language: str | None) -> str:
    return hashlib.sha256(_script().encode()).hexdigest()[:16]


@register.simple_tag
def script_words() -> str:
    """The address of the script in this page's language."""
    return f"{reverse('script_words')}?{_digest(language())}"


@require_safe
def serve(request: HttpRequest) -> HttpResponse:
    """The words as JavaScript. They are not secret, so nobody has to be signed in."""
    answer = HttpResponse(_script(), content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = f"public, max-age={KEPT}, immutable"
    return answer
