"""The tablet's steps from "The record is wrong": the table was right and the record was not.

``fields`` has what can be tapped for each kind, ``requests`` reads what was tapped, ``views`` has the steps. What a
correction leads to is decided in `rounds.engine.corrections`.
"""
