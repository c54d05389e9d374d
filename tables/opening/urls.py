"""Addresses of the page of a table's cards, under ``/cards/``."""

from django.urls import URLPattern, path

from tables.opening import views

urlpatterns: list[URLPattern] = [
    path("<str:code>/", views.cards, name="card_check"),
    path("<str:code>/act", views.act, name="card_check_act"),
]
