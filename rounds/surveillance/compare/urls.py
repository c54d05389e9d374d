"""URLs of the desk's comparing pages, under ``/compare/``."""

from django.urls import URLPattern, path

from rounds.surveillance.compare import views

urlpatterns: list[URLPattern] = [
    path("", views.compare, name="compare"),
]
