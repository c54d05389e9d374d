"""Addresses of the tournaments, under ``/tournaments/``."""

from django.urls import URLPattern, path

from tables.tournaments import board_views, report_views, views

urlpatterns: list[URLPattern] = [
    path("", views.tournaments, name="tournaments"),
    path("new/", views.draft, name="tournament_draft"),
    path("<str:tournament_code>/", views.desk, name="tournament"),
    path("<str:tournament_code>/act", views.act, name="tournament_act"),
    path("<str:tournament_code>/conditions/", views.conditions, name="tournament_conditions"),
    path("<str:tournament_code>/conditions/print/", views.printed, name="tournament_printed"),
    path("<str:tournament_code>/board/", board_views.board, name="tournament_board"),
    path("<str:tournament_code>/board/now", board_views.board_now, name="tournament_board_now"),
    path("<str:tournament_code>/board/hall", board_views.hall, name="tournament_hall"),
    path("<str:tournament_code>/report/", report_views.page, name="tournament_report"),
    path("<str:tournament_code>/report.pdf", report_views.pdf, name="tournament_report_pdf"),
    path("<str:tournament_code>/report.csv", report_views.csv, name="tournament_report_csv"),
]
