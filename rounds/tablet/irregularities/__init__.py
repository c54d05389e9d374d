"""The tablet's steps from "Something is wrong": ``offered`` lists what can be reported now, ``requests`` reads the
values that were tapped, ``views`` has the steps. The procedure itself is in `rounds.engine.irregularities`.
"""
