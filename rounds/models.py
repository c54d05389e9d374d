"""Rounds, hands and wagers as rows: what reports read. `rounds.play.projection.rows` alone writes them, in the
transaction
of the events, and `verify_ledger` checks that replaying the events gives every one of them. Money is in cents."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

from casino.ledger.triggers import append_only, kept_rows
from tables.models import Table


class RulesEdition(models.Model):
    """The rules of a game with its side bets, whole, as rounds were dealt under them (`rounds.engine.edition`). The
    house chain has the same in an entry; rows are only added."""

    hash = models.CharField(max_length=64, primary_key=True)
    """SHA-256 of ``text``, in hexadecimal digits: its name."""
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
    """What it started from: book, game, decks, elections, readings, signs, chips and what earlier rounds left."""
    phase = models.CharField(max_length=24)
    opened_at = models.DateTimeField()
    called_at = models.DateTimeField(null=True)
    """When no more bets was called."""
    collected_at = models.DateTimeField(null=True)
    handle = models.BigIntegerField(default=0)
    """All that the players put at stake: wagers in play at the call, doubles, splits and insurance; no ante."""
    win = models.BigIntegerField(default=0)
    """What the house kept less what it paid, antes with it."""
    bets = models.JSONField(default=dict)
    """By bet: {bet: [handle, win, base, squares of what lies on each box]}; see
    `rounds.play.projection.bet_figures.recorded`."""
    tournament = models.CharField(max_length=40, blank=True, default="", db_default="")
    """The tournament and its session, such as ``T-1 1.2``, of a round that is dealt with tournament chips: it has no
    handle, no win and no figures by bet, which are money."""
    first_seq = models.BigIntegerField()
    """Its first entry in the table's chain since the table was opened."""

    class Meta:
        ordering = ("table", "round_no")
        constraints = [models.UniqueConstraint(fields=["table", "round_no"], name="rounds_round_number")]
        indexes = [models.Index(fields=["opened_at"], name="rounds_round_opened")]

    def __str__(self) -> str:
        return f"{self.table_id} round {self.round_no}"


class Hand(models.Model):
    """One hand. Box 0 is the dealer's: hand 0, and 1 and 2 where the dealer plays three (ACT96-22.13)."""

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
    """Chips laid down."""
    effective = models.BigIntegerField(default=0)
    """What of them is in play (VIC03-6.2), with what was added by a double and the worth of a lammer; 0 before the
    call, and of an ante."""
    treated = models.CharField(max_length=40, blank=True)
    """The clause under which not all of it is in play."""
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
    """What a round is searched by: what happened in its hands, which cards, who had a part. A cache of its entries,
    which `rounds.surveillance.find.indexing` writes and may write again at any time; no part of the record."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, primary_key=True, related_name="facts")
    table = models.CharField(max_length=16)
    round_no = models.IntegerField()
    at = models.DateTimeField()
    """When the round ended, or its last entry so far."""
    terms = ArrayField(models.CharField(max_length=60))
    """What happened, to whom, under which clauses: the words of `rounds.surveillance.find.terms`."""
    runs = ArrayField(models.IntegerField())
    """Two and three ranks that followed each other: `rounds.surveillance.find.cards`."""
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
    """By player: [what lay on the main wagers, what came of everything], in cents."""

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
    """A round as dealers and supervisors are compared by it. A cache of its entries beside `RoundFacts`, written at the
    same time by `rounds.surveillance.compare.facts`; no part of the record."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, primary_key=True, related_name="compared")
    table = models.CharField(max_length=16)
    at = models.DateTimeField()
    """When the round ended, or its last entry so far."""
    dealer = models.CharField(max_length=16, blank=True)
    """Who made most of its taps as a dealer."""
    supervisor = models.CharField(max_length=16, blank=True)
    """Who was responsible for the table; empty where nobody was."""
    pace = models.IntegerField(null=True)
    """Seconds since the table's round before ended, where the same person dealt both and made no break."""
    wrong_seconds = models.IntegerField(default=0)
    """Seconds from reports of what went wrong to their decisions."""
    tournament = models.BooleanField(default=False)
    """Dealt with tournament chips."""

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
    """Something in a round that people are compared by: what went wrong or was put right, refused or taken back. A
    cache of its entries, as `ComparedRound`."""

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
    """Of an irregularity or a correction its kind, of a refusal its code, of a tap what was taken back."""
    dealer = models.CharField(max_length=16, blank=True)
    supervisor = models.CharField(max_length=16, blank=True)
    """Who decided it; where nobody did, who was responsible for the table."""
    decided_seq = models.BigIntegerField(null=True)
    """The entry that decides it; None where it waits, or nobody signs."""
    decision = models.CharField(max_length=40, blank=True)
    """``refused``, the choice that was signed, or ``approved`` where there was none to make."""
    preferred = models.CharField(max_length=40, blank=True)
    """The choice that the book prefers, where it prefers one."""
    overridden = models.BooleanField(default=False)
    """Decided otherwise than the book prefers: another choice was signed, or the plan was refused."""
    alike = models.CharField(max_length=200, blank=True)
    """Book, version, kind and the facts that matter: cases with the same are like cases."""
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
    """One player in one round: what he laid, what had left the shoe by then, what came of it. A cache of its entries,
    as `ComparedRound`, for the desk alone: no page of a table or a pit reads it."""

    id = models.BigAutoField(primary_key=True)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="played")
    table = models.CharField(max_length=16)
    round_no = models.IntegerField()
    at = models.DateTimeField()
    player = models.CharField(max_length=16)
    """The mark at the table."""
    patron = models.CharField(max_length=16, blank=True)
    """The patron number that the mark had."""
    dealer = models.CharField(max_length=16, blank=True)
    laid = models.BigIntegerField()
    """What lay on the main wagers at the call, in cents."""
    net = models.BigIntegerField()
    """What came of everything, in cents; above zero the player won."""
    theo = models.DecimalField(max_digits=18, decimal_places=4)
    """What the house was to win of it in the long run, in cents."""
    variance = models.FloatField()
    """Of what came of it, in cents squared (`tables.float.theo_variance`)."""
    running = models.IntegerField(null=True)
    """The running count (Hi-Lo) of the cards that had left the shoe before the round; None where none was followed."""
    unseen = models.IntegerField(null=True)
    """Cards that nobody had seen by then."""
    fresh = models.BooleanField(default=False)
    """The first round from a shoe."""
    insured = models.BigIntegerField(null=True)
    """Insurance that was taken, in cents; None where none was offered."""
    insurance_worth = models.IntegerField(null=True)
    """What insurance of 1,000 cents won on average by the cards unseen when it closed, in cents; below zero it lost."""

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
    """Up to which entry of a chain the facts of its rounds are written."""

    chain = models.CharField(max_length=16, primary_key=True)
    seq = models.BigIntegerField(default=0)
    supervisor = models.CharField(max_length=16, blank=True, default="")
    """Who was responsible for the table by then."""
    patrons = models.JSONField(default=dict)
    """The patron numbers of its players by then, by mark."""

    def __str__(self) -> str:
        return f"{self.chain} to {self.seq}"


class FeedDevice(models.Model):
    """A video recorder that reads what is recorded at some tables, by its token; the database has the SHA-256
    of it."""

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
        """What the record calls it."""
        return f"VIDEO-{self.pk}"


class AlertRule(models.Model):
    """What a reviewer wants to be told of. The record has what he set by its digest: who is watched is the desk's
    own."""

    class Kind(models.TextChoices):
        WIN = "win", "a player's win"
        IRREGULARITIES = "irregularities", "irregularities at a table"
        WAGER = "wager", "a wager"
        WATCHED = "watched", "a watched player"
        MEETS = "meets", "a dealer and a player who meet often"

    kind = models.CharField(max_length=16, choices=Kind.choices)
    facts = models.JSONField()
    """What it waits for: see `rounds.surveillance.alerts.rules`."""
    set_by = models.CharField(max_length=16)
    set_at = models.DateTimeField()
    ended_by = models.CharField(max_length=16, blank=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        triggers = kept_rows(filled="ended_by,ended_at")

    def __str__(self) -> str:
        return f"alert rule {self.pk}"


class DeskAlert(models.Model):
    """An alert that a rule has raised, until somebody has acknowledged it. The record has what it says by its
    digest."""

    rule = models.ForeignKey(AlertRule, on_delete=models.PROTECT, related_name="alerts")
    subject = models.CharField(max_length=80)
    """What it is about, salted by `rounds.surveillance.alerts.rules.salted`: the rule raises no second one of it."""
    table = models.CharField(max_length=16)
    round_no = models.IntegerField(null=True)
    facts = models.JSONField()
    """The values of its words."""
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
    """A search for rounds that a reviewer keeps for himself under a name; no part of the record."""

    owner = models.CharField(max_length=16)
    name = models.CharField(max_length=60)
    query = models.CharField(max_length=1000)
    """Its address after the question mark."""
    at = models.DateTimeField()

    class Meta:
        ordering = ("owner", "name")
        constraints = [models.UniqueConstraint(fields=["owner", "name"], name="rounds_search_name")]

    def __str__(self) -> str:
        return f"{self.name} of {self.owner}"
