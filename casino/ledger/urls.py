from django.urls import path

from casino.ledger import views

urlpatterns = [
    path("", views.audit, name="audit"),
    path("tail", views.tail, name="audit_tail"),
    path("chain", views.chain, name="audit_chain"),
    path("export.csv", views.export, name="audit_export"),
]
