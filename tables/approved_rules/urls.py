"""Addresses of the approved rules, under ``/rules/approved/``."""

from django.urls import URLPattern, path

from tables.approved_rules import views

urlpatterns: list[URLPattern] = [
    path("", views.approved_rules, name="approved_rules"),
    path("add", views.add, name="approved_rules_add"),
    path("<int:number>/withdraw", views.withdraw, name="approved_rules_withdraw"),
    path("<str:sha256>.pdf", views.document, name="approved_rules_pdf"),
]
