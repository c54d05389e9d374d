"""Rounds, hands and wagers as rows, for reports. Only `rounds.play.projection.rows` writes them, in the transaction
of the events, and `verify_ledger` checks that replaying the events gives every row. Money is in cents."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

from casino.ledger.triggers import append_only, kept_rows
from tables.models import Table


class RulesEdition(models.Model):
    """All rules of a game with its side bets, as rounds were dealt under them (`rounds.engine.edition`). An entry in
    the house chain has the same; rows are only ever added."""

    hash = models.CharField(max_length=64, primary_key=True)
    """SHA-256 of ``text`` in hexadecimal digits, which is the edition's name."""
    text = models.TextField()

    class Meta:
        triggers = append_only()

    def __str__(self) -> str:
        return self.hash


class Round(models.Model):
    """One round at one table."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="round_set")
    round_no = models.IntegerField()
    setup = models.JSONField()
    """What the round started from: book, game, decks, elections, readings, signs, chips and what earlier rounds
    passed on."""
    phase = models.CharField(max_length=24)
    opened_at = models.DateTimeField()
    called_at = models.DateTimeField(null=True)
    """When the dealer called no more bets."""
    collected_at = models.DateTimeField(null=True)
    handle = models.BigIntegerField(default=0)
    """All that the players put at stake: wagers in play at the call, doubles, splits and insurance; without antes."""
    win = models.BigIntegerField(default=0)
    """What the house kept less what it paid, antes included."""
    bets = models.JSONField(default=dict)
    """By bet: {bet: [handle, win, base, sum of squared stakes per box]}; see
    `rounds.play.projection.bet_figures.recorded`."""
    tournament = models.CharField(max_length=40, blank=True, default="", db_default="")
    """The tournament and session, such as ``T-1 1.2``, of a round dealt with tournament chips: it has no handle, win
    or figures by bet, which are money."""
    first_seq = models.BigIntegerField()
    """Its first entry in the table's chain since the table was opened."""

    class Meta:
        ordering = ("table", "round_no")
        constraints = [models.UniqueConstraint(fields=["table", "round_no"], name="rounds_round_number")]
        indexes = [models.Index(fields=["opened_at"], name="rounds_round_opened")]

    def __str__(self) -> str:
        return f"{self.table_id} round {self.round_no}"


class Hand(models.Model):
    """One hand. Box 0 is the dealer: hand 0, plus hands 1 and 2 where the dealer plays three (ACT96-22.13)."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="hands")
    box = models.PositiveSmallIntegerField()
    hand = models.PositiveSmallIntegerField()
    cards = models.CharField(max_length=80)
    """In the order dealt, separated by blanks."""
    total = models.PositiveSmallIntegerField()
    soft = models.BooleanField()
    blackjack = models.BooleanField()
    bust = models.BooleanField()
    split = models.BooleanField()
    doubled = models.BooleanField()
    caller = models.CharField(max_length=16, blank=True)

    class Meta:
        ordering = ("round", "box", "hand")
        constraints = [models.UniqueConstraint(fields=["round", "box", "hand"], name="rounds_hand_place")]

    def __str__(self) -> str:
        return f"box {self.box} hand {self.hand}: {self.cards}"


class Wager(models.Model):
    """One player's money on one bet. ``hand`` 0 is a bet on the box as a whole, such as insurance or the ante."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="wagers")
    box = models.PositiveSmallIntegerField()
    hand = models.PositiveSmallIntegerField()
    player = models.CharField(max_length=16)
    bet = models.CharField(max_length=24)
    amount = models.BigIntegerField()
    """The chips placed, in cents."""
    effective = models.BigIntegerField(default=0)
    """How much of them is in play (VIC03-6.2), with what a double added and the worth of a lammer; 0 before the call,
    and for an ante."""
    treated = models.CharField(max_length=40, blank=True)
    """The clause under which not all of it is in play; empty if all is."""
    result = models.CharField(max_length=12, blank=True)
    odds = models.CharField(max_length=12, blank=True)
    pays = models.BigIntegerField(default=0)
    takes = models.BigIntegerField(default=0)
    clause = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ("round", "box", "hand", "bet", "player")
        constraints = [
            models.UniqueConstraint(
                fields=["round", "box", "hand", "player", "bet"], name="rounds_wager_place"
            ),
        ]

    def __str__(self) -> str:
        return f"box {self.box} {self.player} {self.bet} {self.amount}"


class RoundFacts(models.Model):
    """What a round can be found by: what happened in its hands, the cards, the people. A cache of its entries,
    written by `rounds.surveillance.facts.indexing`, which may rewrite it at any time; not part of the record."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, primary_key=True, related_name="facts")
    table = models.CharField(max_length=16)
    round_no = models.IntegerField()
    at = models.DateTimeField()
    """When the round ended, or when its last entry so far was made."""
    terms = ArrayField(models.CharField(max_length=60))
    """What happened, to whom, under which clauses: the terms of `rounds.surveillance.facts.terms`."""
    runs = ArrayField(models.IntegerField())
    """Sequences of two and three ranks: `rounds.surveillance.facts.cards`."""
    left_shoe = models.TextField()
    """Every card in the order in which it left the shoe, such as `` 8s 3d Th``."""
    lay = models.TextField()
    """The cards of each hand, box by box, such as ``|0: 6d Tc|4: 8s 3d Th``."""
    irregular = models.BooleanField(default=False)
    seconds = models.IntegerField(null=True)
    """From the call to the collection of the cards."""
    most_money = models.BigIntegerField(default=0)
    """The largest stake or payment of one wager, in cents."""
    best_odds = models.IntegerField(default=0)
    """The best odds at which a side bet was paid, to 1, in hundredths."""
    win = models.BigIntegerField(default=0)
    """What the house won, in cents."""
    players = models.JSONField(default=dict)
    """By player: [cents on the main wagers, cents won or lost in all]."""

    class Meta:
        indexes = [
            models.Index(fields=["-at", "-round"], name="rounds_facts_at"),
            models.Index(fields=["table", "-round_no"], name="rounds_facts_table"),
            models.Index(fields=["-most_money"], name="rounds_facts_money"),
            models.Index(fields=["-best_odds"], name="rounds_facts_odds"),
            models.Index(fields=["seconds"], name="rounds_facts_seconds"),
            GinIndex(fields=["terms"], name="rounds_facts_terms"),
            GinIndex(fields=["runs"], name="rounds_facts_runs"),
        ]

    def __str__(self) -> str:
        return f"{self.table} round {self.round_no}"


class ComparedRound(models.Model):
    """A round's data for comparing dealers and supervisors. A cache of its entries, written together with
    `RoundFacts` by `rounds.surveillance.facts.comparison`; not part of the record."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, primary_key=True, related_name="compared")
    table = models.CharField(max_length=16)
    at = models.DateTimeField()
    """When the round ended, or when its last entry so far was made."""
    dealer = models.CharField(max_length=16, blank=True)
    """The dealer who made most of its taps."""
    supervisor = models.CharField(max_length=16, blank=True)
    """The supervisor responsible for the table; empty if nobody was."""
    pace = models.IntegerField(null=True)
    """Seconds since the table's previous round ended, if the same person dealt both without a break."""
    wrong_seconds = models.IntegerField(default=0)
    """Seconds from irregularity reports to their decisions."""
    tournament = models.BooleanField(default=False)
    """Whether it was dealt with tournament chips."""

    class Meta:
        indexes = [
            models.Index(
                fields=["at"],
                include=["table", "dealer", "supervisor", "pace", "wrong_seconds"],
                name="rounds_compared_at",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} by {self.dealer}"


class RoundCase(models.Model):
    """An event in a round that people are compared by: an irregularity, a correction, a refusal or an undo. A cache
    of the round's entries, like `ComparedRound`."""

    class What(models.TextChoices):
        IRREGULARITY = "irregularity", "irregularities"
        CORRECTION = "correction", "corrections"
        REFUSAL = "refusal", "refusals"
        TAKEN_BACK = "taken_back", "taps taken back"
        WRONG_PAYMENT = "wrong_payment", "wrong payments"

    id = models.BigAutoField(primary_key=True)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="cases")
    table = models.CharField(max_length=16)
    round_no = models.IntegerField()
    seq = models.BigIntegerField()
    """The entry that reports it."""
    at = models.DateTimeField()
    what = models.CharField(max_length=16, choices=What.choices)
    kind = models.CharField(max_length=60)
    """The kind of an irregularity or correction, the code of a refusal, or what an undo took back."""
    dealer = models.CharField(max_length=16, blank=True)
    supervisor = models.CharField(max_length=16, blank=True)
    """Who decided it; if nobody did, who was responsible for the table."""
    decided_seq = models.BigIntegerField(null=True)
    """The entry that decides it; None if it waits, or nobody signs it."""
    decision = models.CharField(max_length=40, blank=True)
    """``refused``, the choice that was signed, or ``approved`` if there was nothing to choose."""
    preferred = models.CharField(max_length=40, blank=True)
    """The choice that the book prefers, if it prefers one."""
    overridden = models.BooleanField(default=False)
    """Whether it was decided against the book's preference: another choice was signed, or the plan was refused."""
    alike = models.CharField(max_length=200, blank=True)
    """Book, version, kind and the facts that matter: cases with the same value are alike."""
    clause = models.CharField(max_length=40, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["what", "at"],
                include=["dealer", "supervisor", "kind", "table"],
                name="rounds_case_what",
            ),
            models.Index(fields=["at"], name="rounds_case_overridden", condition=models.Q(overridden=True)),
            models.Index(fields=["alike", "at"], name="rounds_case_alike"),
        ]

    def __str__(self) -> str:
        return f"{self.table} round {self.round_no}: {self.what} {self.kind}"


class PlayedRound(models.Model):
    """One player in one round: the wagers, the cards gone from the shoe by then, and the result. A cache of the
    round's entries, like `ComparedRound`, for the surveillance desk alone: no page of a table or pit reads it."""

    id = models.BigAutoField(primary_key=True)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="played")
    table = models.CharField(max_length=16)
    round_no = models.IntegerField()
    at = models.DateTimeField()
    player = models.CharField(max_length=16)
    """The player's mark at the table."""
    patron = models.CharField(max_length=16, blank=True)
    """The patron number recorded for that mark."""
    dealer = models.CharField(max_length=16, blank=True)
    laid = models.BigIntegerField()
    """Cents on the main wagers at the call."""
    net = models.BigIntegerField()
    """The player's total result in cents; positive if the player won."""
    theo = models.DecimalField(max_digits=18, decimal_places=4)
    """The house's expected win on it, in cents."""
    variance = models.FloatField()
    """The variance of the result, in cents squared (`tables.float.theo_variance`)."""
    running = models.IntegerField(null=True)
    """The running count (Hi-Lo) of the cards gone from the shoe before the round; None if the shoe is not tracked."""
    unseen = models.IntegerField(null=True)
    """How many cards nobody had seen by then."""
    fresh = models.BooleanField(default=False)
    """Whether it is the first round from a shoe."""
    insured = models.BigIntegerField(null=True)
    """Insurance taken, in cents; None if none was offered."""
    insurance_worth = models.IntegerField(null=True)
    """The average gain in cents of 1,000 cents of insurance, given the cards unseen when it closed; negative for a
    loss."""

    class Meta:
        indexes = [
            models.Index(
                fields=["table", "player", "-at"],
                include=["patron", "laid", "net"],
                name="rounds_played_by_mark",
            ),
            models.Index(
                fields=["patron", "-at"],
                include=["table", "player", "laid", "net"],
                name="rounds_played_by_patron",
                condition=~models.Q(patron=""),
            ),
            models.Index(fields=["round"], name="rounds_played_round"),
        ]

    def __str__(self) -> str:
        return f"{self.player} at {self.table} round {self.round_no}"


class FactsProgress(models.Model):
    """The entry of a chain up to which the facts of its rounds are written."""

    chain = models.CharField(max_length=16, primary_key=True)
    seq = models.BigIntegerField(default=0)
    supervisor = models.CharField(max_length=16, blank=True, default="")
    """Who was responsible for the table at that entry."""
    patrons = models.JSONField(default=dict)
    """The patron numbers of its players at that entry, by mark."""

    def __str__(self) -> str:
        return f"{self.chain} to {self.seq}"


class FeedDevice(models.Model):
    """A video recorder that reads what is recorded at some tables, identified by a token; the database has the
    token's SHA-256."""

    label = models.CharField(max_length=60)
    tables = ArrayField(models.CharField(max_length=16))
    token_hash = models.CharField(max_length=64, unique=True)
    issued_by = models.CharField(max_length=16)
    issued_at = models.DateTimeField()
    revoked_by = models.CharField(max_length=16, blank=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        triggers = kept_rows(filled="revoked_by,revoked_at")

    def __str__(self) -> str:
        return self.number

    @property
    def number(self) -> str:
        """Its number in the record."""
        return f"VIDEO-{self.pk}"


class AlertRule(models.Model):
    """A condition that a reviewer wants to be alerted to. The record has it only as a digest: who is watched is the
    desk's own affair."""

    class Kind(models.TextChoices):
        WIN = "win", "a player's win"
        IRREGULARITIES = "irregularities", "irregularities at a table"
        WAGER = "wager", "a wager"
        WATCHED = "watched", "a watched player"
        MEETS = "meets", "a dealer and a player who meet often"

    kind = models.CharField(max_length=16, choices=Kind.choices)
    facts = models.JSONField()
    """The condition's values: see `rounds.surveillance.alerts.rules`."""
    set_by = models.CharField(max_length=16)
    set_at = models.DateTimeField()
    ended_by = models.CharField(max_length=16, blank=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        triggers = kept_rows(filled="ended_by,ended_at")

    def __str__(self) -> str:
        return f"alert rule {self.pk}"


class DeskAlert(models.Model):
    """An alert that a rule has raised, until somebody acknowledges it. The record has its text only as a digest."""

    rule = models.ForeignKey(AlertRule, on_delete=models.PROTECT, related_name="alerts")
    subject = models.CharField(max_length=80)
    """What it is about, salted by `rounds.surveillance.alerts.rules.salted`: the rule raises no second alert about
    it."""
    table = models.CharField(max_length=16)
    round_no = models.IntegerField(null=True)
    facts = models.JSONField()
    """The values for its words."""
    raised_at = models.DateTimeField()
    seen_by = models.CharField(max_length=16, blank=True)
    seen_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-id",)
        constraints = [models.UniqueConstraint(fields=["rule", "subject"], name="rounds_alert_once")]
        indexes = [
            models.Index(fields=["raised_at"], condition=models.Q(seen_at=None), name="rounds_alert_new")
        ]
        triggers = kept_rows(filled="seen_by,seen_at")

    def __str__(self) -> str:
        return f"alert {self.pk}"


class SavedSearch(models.Model):
    """A search for rounds that a reviewer saves under a name; not part of the record."""

    owner = models.CharField(max_length=16)
    name = models.CharField(max_length=60)
    query = models.CharField(max_length=1000)
    """The query string of its address."""
    at = models.DateTimeField()

    class Meta:
        ordering = ("owner", "name")
        constraints = [models.UniqueConstraint(fields=["owner", "name"], name="rounds_search_name")]

    def __str__(self) -> str:
        return f"{self.name} of {self.owner}"
