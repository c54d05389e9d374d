"""Addresses of the desk's search for rounds, under ``/find/``."""

from django.urls import URLPattern, path

from rounds.surveillance.find import views

urlpatterns: list[URLPattern] = [
    path("", views.find, name="find"),
]
