"""Addresses of the staff room, at the root of the site."""

from django.urls import URLPattern, path

from casino.staff import views

urlpatterns: list[URLPattern] = [
    path("", views.home, name="home"),
    path("sign-in/", views.sign_in, name="sign_in"),
    path("sign-out/", views.sign_out, name="sign_out"),
    path("lock/", views.lock, name="lock"),
    path("unlock/", views.unlock, name="unlock"),
    path("pin/", views.own_pin, name="own_pin"),
    path("change-dealer/", views.change_dealer, name="change_dealer"),
    path("take-over/", views.take_table_over, name="take_over"),
    path("tablet/enrol/", views.enrol_tablet, name="enrol_tablet"),
    path("tablets/", views.tablet_list, name="tablets"),
    path("tablets/<int:tablet_id>/unassign/", views.unassign_tablet, name="unassign_tablet"),
]
