"""Makes the tablet an installable application: its manifest, its service worker, and the page that it shows while
the house cannot be reached. None of these is secret, so nobody has to be signed in."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

SCOPE: Final = "/"
"""Includes sign-in and lock: a tablet that starts up shows one of them first."""
ICONS: Final = (
    ("icons/tablet-192.png", "192x192", "any"),
    ("icons/tablet-512.png", "512x512", "any"),
    ("icons/tablet-maskable.png", "512x512", "maskable"),
)


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What the browser needs to install the tablet: name, icons, full screen."""
    answer = JsonResponse(
        {
            "id": SCOPE,
            "name": gettext("Casino tables"),
            "short_name": gettext("Tables"),
            "start_url": reverse("home"),
            "scope": SCOPE,
            "display": "fullscreen",
            "display_override": ["fullscreen", "standalone"],
            "background_color": "#101417",
            "theme_color": "#101417",
            "icons": [
                {"src": static(path), "sizes": sizes, "type": "image/png", "purpose": purpose}
                for path, sizes, purpose in ICONS
            ],
        },
        content_type="application/manifest+json",
    )
    answer["Cache-Control"] = "no-cache"
    return answer


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker. It keeps the offline page and nothing else; everything live comes from the house."""
    answer = render(request, "service_worker.js", content_type="text/javascript; charset=utf-8")
    answer["Service-Worker-Allowed"] = SCOPE
    answer["Cache-Control"] = "no-cache"
    return answer


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page that is shown while the house cannot be reached."""
    return render(request, "offline.html")
