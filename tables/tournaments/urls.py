"""Addresses of the tournaments, under ``/tournaments/``."""

from django.urls import URLPattern, path

from tables.tournaments import views

urlpatterns: list[URLPattern] = [
    path("", views.tournaments, name="tournaments"),
    path("new/", views.draft, name="tournament_draft"),
    path("<str:code>/", views.desk, name="tournament"),
    path("<str:code>/act", views.act, name="tournament_act"),
    path("<str:code>/conditions/", views.conditions, name="tournament_conditions"),
    path("<str:code>/conditions/print/", views.printed, name="tournament_printed"),
]
