"""Addresses of the tournaments, under ``/tournaments/``."""

from django.urls import URLPattern, path

from tables.tournaments import board_views, report_views, views

urlpatterns: list[URLPattern] = [
    path("", views.tournaments, name="tournaments"),
    path("new/", views.draft, name="tournament_draft"),
    path("<str:code>/", views.desk, name="tournament"),
    path("<str:code>/act", views.act, name="tournament_act"),
    path("<str:code>/conditions/", views.conditions, name="tournament_conditions"),
    path("<str:code>/conditions/print/", views.printed, name="tournament_printed"),
    path("<str:code>/board/", board_views.board, name="tournament_board"),
    path("<str:code>/board/now", board_views.board_now, name="tournament_board_now"),
    path("<str:code>/board/hall", board_views.hall, name="tournament_hall"),
    path("<str:code>/report/", report_views.page, name="tournament_report"),
    path("<str:code>/report.pdf", report_views.pdf, name="tournament_report_pdf"),
    path("<str:code>/report.csv", report_views.csv, name="tournament_report_csv"),
]
