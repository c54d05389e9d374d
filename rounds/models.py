"""Rounds, hands and wagers as rows: what reports read. `rounds.play.projection.row_writer` alone writes them, in the
transaction
of the events, and `verify_ledger` checks that replaying the events gives every one of them. Money is in cents."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

from casino.ledger.triggers import append_only
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
    which `rounds.surveillance.find.indexing` writes and may write anew at any time; no part of the record."""

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


class FactsProgress(models.Model):
    """Up to which entry of a chain the facts of its rounds are written."""

    chain = models.CharField(max_length=16, primary_key=True)
    seq = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.chain} to {self.seq}"
