"""URLs of the rules on request, under ``/rules/``."""

from django.urls import URLPattern, path

from rounds.pages import rules_views

urlpatterns: list[URLPattern] = [
    path("<str:code>/", rules_views.rules, name="rules"),
    path("<str:code>/given", rules_views.given, name="rules_given"),
]
