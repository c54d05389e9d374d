"""What a book leaves open: rules of the game that exist only because a clause can be read in two ways.

Each is listed here with its value for games in which the question does not arise. A book in which it does arise
names the clause, the reading taken and the others (`casino.rulebooks.rule.Rule`); a house may choose another.
"""

from dataclasses import dataclass

from casino.rulebooks.rule import Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPoints:
    """The part of the rules that settles what the words of a book do not."""

    # --- the book and the table
    in_force: Rule[str] = Rule("", "")
    """The day from which games are dealt under the book, if it names one: ``1996-01-23``."""
    maximum_changes: Rule[str] = Rule("any_time", "")
    """The maximum of an open table may change at ``any_time``, or ``at_opening`` alone."""

    vacate_counts: Rule[str] = Rule("each_round", "")
    """When a seat may be asked back: every other place was taken in ``each_round`` missed, or in the ``last_round``
    of them."""

    # --- wagers
    minimum_on: Rule[str] = Rule("wager", "")
    """What the minimum applies to: each ``wager``, or all wagers on the ``box`` together."""
    excess_from: Rule[str] = Rule("furthest", "")
    """Whose wager is cut by a sum above the maximum: the one ``furthest`` from the dealer, the ``last`` placed, or
    all of them ``pro_rata``."""
    maximum_covers: Rule[str] = Rule("initial", "")
    """What the maximum applies to: ``initial`` wagers, or ``all``, splitting and doubling wagers included."""
    off_multiple: Rule[str] = Rule("warned", "")
    """What becomes of a wager off the displayed multiple: the dealer is ``warned`` and it stays, or it is
    ``returned``."""
    multiples_wanted: Rule[str] = Rule("notice", "")
    """When wagers must be in multiples of the minimum: if a ``notice`` says so, or ``always``."""
    warning_lasts: Rule[str] = Rule("stay", "")
    """How long a warning about the minimum holds: for the player's ``stay``, the ``shoe`` or the ``round``."""
    under_minimum_refusable: Rule[bool] = Rule(False, "")
    """Whether the dealer may hand back a first wager under the minimum that is noticed before the cards come."""
    under_minimum_returned: Rule[str] = Rule("before_call", "")
    """When a warned player's further wager under the minimum is returned: ``before_call``, so that no card is dealt on
    it, or ``after_result``, whatever the result."""
    wagers_until: Rule[str] = Rule("call", "")
    """New wagers are taken until the ``call``, or until the ``first_card``."""
    optional_locked_from: Rule[str] = Rule("as_main", "")
    """From when an optional wager is locked: ``as_main`` wagers are, from the ``call``, or from its ``entry``."""
    optional_wagers_in: Rule[str] = Rule("every", "")
    """The rounds in which wagers beyond the least number may be placed: ``every`` one, or the ``first`` of a shoe.
   """
    marker_lifts_number: Rule[bool] = Rule(False, "")
    """Whether more players than usual may join a box with a marker."""
    restriction_first_round: Rule[str] = Rule("shoe", "")
    """The first round that a player may have missed: the ``shoe``'s, or the ``session``'s."""
    restriction_box: Rule[str] = Rule("own_first", "")
    """The box that a player is held to: the first one they took (``own_first``), or ``box_1``."""
    restriction_amount: Rule[str] = Rule("exactly", "")
    """What a player held to the minimum wagers: ``exactly`` that, or ``at_least`` that."""
    restriction_bars: Rule[str] = Rule("nothing", "")
    """What else that bars: ``nothing``, or the ``additions`` of doubling and splitting."""
    seated_decides: Rule[str] = Rule("with_wager", "")
    """Where a seated player decides: for a box on which they have a wager (``with_wager``), or for any at which they
    sit (``seated``)."""
    caller_tied: Rule[str] = Rule("nearest_of_highest", "")
    """Who decides if several wagers are the highest: the nearest among them, or the ``nearest`` of all."""
    boxes_behind: Rule[str] = Rule("others", "")
    """Where a player may have further boxes with every place taken: where ``others`` wager, or on ``any``."""
    powers_reach: Rule[str] = Rule("upward", "")
    """Who may allow what a role may: those above it too (``upward``), or only the role ``named``."""

    # --- insurance and Blackjack
    insurance_counts: Rule[str] = Rule("box", "")
    """Which wagers count for insurance in part: the player's on the ``box``, or all of the ``player``'s."""
    insurance_each: Rule[str] = Rule("wager", "")
    """How several wagers on a hand are insured: each by its own insurance (``wager``), or all by one with the
    ``first``."""
    insurance_wins_on: Rule[str] = Rule("ten", "")
    """The dealer's second card on which insurance wins: a ``ten``, or any ``other``."""
    even_money_for: Rule[str] = Rule("wager", "")
    """What even money is asked for: each ``wager``, or the whole ``hand`` by one player."""
    even_money_scale: Rule[str] = Rule("wager", "")
    """Whose odds must be three to two for it: the ``wager``'s own, or any at the ``table``."""
    even_money_until: Rule[str] = Rule("next_card", "")
    """Until when it may be asked for: as long as insurance (``next_card``), or until the ``dealers_card``."""

    # --- decisions
    aces_eleven: Rule[str] = Rule("hand", "")
    """Which aces may count eleven: one of each ``hand``, one of each ``player`` in a round, or one that is
    ``alone`` in its hand."""
    must_draw_counts: Rule[str] = Rule("total", "")
    """How a hand that must draw is counted: by its ``total``, or with ``aces_low``."""
    must_draw_bars: Rule[str] = Rule("standing", "")
    """What a total that must draw bars: ``standing``, or ``splitting`` too."""
    split_match: Rule[str] = Rule("own", "")
    """What another player on the box adds to a split: their ``own`` wager, or as much as the ``caller``."""
    split_aces_double: Rule[bool] = Rule(False, "")
    """Whether a split ace may be doubled before its card comes."""
    split_ban_covers: Rule[str] = Rule("pairs", "")
    """What a ban on splitting pairs covers: all ``pairs``, or ``others`` than aces, which have their own ban."""
    split_all_lose_takes: Rule[str] = Rule("every", "")
    """What a dealer's Blackjack takes of wagers made in splitting: ``every`` one, or the ``first``."""
    double_all_lose_covers: Rule[str] = Rule("every", "")
    """On which hands it takes wagers made in doubling: on ``every`` hand, or on ``unsplit`` ones."""
    split_unnamed: Rule[str] = Rule("first", "")
    """What happens to a player who names nothing at a split: they stay on the ``first`` hand, or are ``asked``
    before it is made."""
    further_wagers_on: Rule[str] = Rule("counted", "")
    """What doubling and splitting wagers are measured on: what is ``counted`` of a wager above the maximum, or what
    was ``placed``."""
    double_many_on: Rule[str] = Rule("any", "")
    """Which hands of more than two cards may be doubled: ``any`` hand, or ``unsplit`` ones."""
    double_split_21: Rule[bool] = Rule(False, "")
    """Whether a split ten with its ace may be doubled before it is paid as 21."""
    rescue_until: Rule[str] = Rule("next", "")
    """Until when a double may be taken back: before the ``next`` hand plays, or until the ``dealers_card``."""
    face_down_shown: Rule[str] = Rule("asked", "")
    """When hands dealt face down are shown: when their player has them called (``asked``), or ``first`` of all."""
    surrender_offered: Rule[str] = Rule("after_insurance", "")
    """When surrender is offered: ``after_insurance`` or ``before_insurance``."""

    # --- settlement
    bust_takes: Rule[str] = Rule("hand", "")
    """What a broken hand loses: the wagers on the ``hand``, those on every hand of its ``box``, or these with the
    insurance and undecided side bets there (``all``)."""
    broken_ties: Rule[bool] = Rule(False, "")
    """Whether a broken hand ties with a dealer's equal total above 21."""
    blackjack_beats_drawn_21: Rule[bool] = Rule(True, "")
    """Whether a player's Blackjack beats a dealer's 21 that is not a Blackjack."""
    doubled_21_lost: Rule[bool] = Rule(False, "")
    """Whether a doubled 21 loses its original wager to a dealer's Blackjack with which other 21s tie."""
    stand_off_covers: Rule[str] = Rule("all", "")
    """What stands off on a hand that ties with a dealer's total above 21: ``all`` of it, or the ``original`` wager.
   """
    stand_off_reaches: Rule[str] = Rule("hands", "")
    """Which wagers such a stand off covers: those on ``hands``, or every wager on the ``layout``."""
    lammer_worth: Rule[str] = Rule("original", "")
    """What a lammer of the house is worth: the ``original`` wager, or that ``with_action`` left beside it."""
    lower_multiple_of: Rule[str] = Rule("wager", "")
    """What is cut to a multiple of the minimum if chips cannot pay it: the ``wager``, or the ``payment``."""
    dealer_draws_for: Rule[str] = Rule("every", "")
    """The open wagers for which the dealer draws: ``every`` one, or those on ``hands`` alone."""
    dealer_second_card: Rule[str] = Rule("as_needed", "")
    """When the dealer takes a second card: ``as_needed`` for the results, or ``always``."""
    paid_21_when: Rule[str] = Rule("reached", "")
    """When a 21 that wins whatever the dealer gets is paid: when it is ``reached``, or at the ``end``."""
    special_after_split: Rule[bool] = Rule(True, "")
    """Whether special hands of 21 keep their odds after a split."""
    surrender_rounds: Rule[str] = Rule("back_up", "")
    """Which way half a wager that chips cannot make is rounded to what they can: ``back_up`` or ``back_down``."""
    bonus_between_tiers: Rule[str] = Rule("lower", "")
    """The prize of a wager between two steps of the Super Bonus: the ``lower`` step's, or ``none``."""
    bonus_others_paid: Rule[str] = Rule("once", "")
    """How often the other players' part of it is paid: ``once`` a round, or ``per_winner``."""
    bonus_others_own: Rule[bool] = Rule(True, "")
    """Whether the winner's wagers on other boxes receive it too."""
    bonus_void_winner: Rule[str] = Rule("none", "")
    """What the others receive of a Super Bonus whose winning hand is void: ``none``, or their part as ``others``."""
    bonus_paid_when: Rule[str] = Rule("hand", "")
    """When the prize is paid: when the ``hand`` is complete, or when the ``round`` is."""

    absent_passes: Rule[str] = Rule("direction", "")
    """What happens if the caller is not there: the ``next`` player with a wager on the hand decides, or the hand is
    completed by ``direction``."""

    # --- irregularities
    irregularity_role: Rule[str] = Rule("game_supervisor", "")
    """Who signs if no clause names anybody: a control of the house, which may leave it to the ``dealer``."""
    operator_role: Rule[str] = Rule("casino_supervisor", "")
    """Who has the powers that a book gives to the operator."""
    payment_role: Rule[str] = Rule("casino_supervisor", "")
    """The role that signs for a wrong payment: the one that decides what the book does not cover, under its general
    power; ``operator`` is the role that acts for the operator."""
    rebuilt_back_to: Rule[str] = Rule("first_wrong", "")
    """How far back a round is rebuilt: to the ``first_wrong`` card, or to the end of the ``initial_deal``."""
    rebuilt_rest: Rule[str] = Rule("", "")
    """What becomes of cards that are left over then: ``discard`` or ``next``; "" for what the kind says."""
    changed_decisions: Rule[str] = Rule("lapse", "")
    """What becomes of decisions on cards that changed: they ``lapse`` and are asked again, or ``bind``."""
    collected_rebuilt: Rule[bool] = Rule(True, "")
    """Whether a round can still be rebuilt when its cards have been collected and the next has not begun."""
    settled_bars: Rule[str] = Rule("round", "")
    """What may not have been settled if a round must be rebuilt before any settlement: anything of the ``round``, or
    of the ``hand`` concerned."""
    further_misplaced: Rule[bool] = Rule(False, "")
    """Whether a card of the further deal is still put on the hand that drew it after a settlement, which bars this
    for the initial deal."""
    first_round_again: Rule[str] = Rule("in_order", "")
    """How a first round without a burn is dealt again: ``in_order`` of its cards, or after they were ``shuffled``.
   """
    one_card_each: Rule[bool] = Rule(True, "")
    """Whether each player on a box that got one card chooses for their own wager."""
    rack_serves: Rule[str] = Rule("round", "")
    """How long cards of the rack that were shuffled in mid-round serve: for that ``round``, or ``on``."""
    rack_burnt: Rule[bool] = Rule(False, "")
    """Whether a card is burnt from them first."""
    due_card_refusable: Rule[bool] = Rule(False, "")
    """Whether a hand that has to draw may turn down a card that was drawn in error and shown."""
    refusal_binds: Rule[str] = Rule("hand", "")
    """What turning it down costs: no further card on that ``hand``, or for that ``player`` on any."""
    excess_lasts: Rule[bool] = Rule(True, "")
    """Whether an unseen card drawn in error serves in the next round if no place is left in this one."""
    dealer_complete_when: Rule[str] = Rule("no_card_due", "")
    """When the dealer's hand is complete: when ``no_card_due`` is, or when it ``stands`` on its total."""
    early_dealer_card: Rule[str] = Rule("burnt", "")
    """What becomes of a card drawn too early to the dealer's hand: it is ``burnt``, or comes ``next``."""
    damage_shuffles: Rule[bool] = Rule(False, "")
    """Whether a shuffle follows when a damaged card is replaced."""
    insured_once_broken: Rule[bool] = Rule(True, "")
    """Whether insurance that was not offered is still open to a hand that has broken."""
    no_ante_voids: Rule[str] = Rule("wager", "")
    """What a missing ante voids: the ``wager`` that it belongs to, or every one on its ``box``."""
    in_error_until: Rule[str] = Rule("first_event", "")
    """Until when a double or split permitted in error can be undone: the ``first_event`` that ends it, or the
    ``last_event``."""
    disruption_affects: Rule[bool] = Rule(True, "")
    """Whether a disruption must affect the outcome for that to be invalid."""
    invalid_refunds: Rule[str] = Rule("choice", "")
    """When wagers of an invalid round are refunded: by ``choice``, or ``always``."""
    late_dealer_ace: Rule[str] = Rule("not_offered", "")
    """What becomes of insurance and even money if the dealer's first card is an ace that comes late: ``not_offered``
    any more, or ``offered``."""
    void_reverses: Rule[str] = Rule("all", "")
    """What a void round takes back: ``all`` that was settled in it, or nothing, voiding only the ``open`` wagers."""
    void_keeps: Rule[bool] = Rule(False, "")
    """Whether the house keeps a wager that is void for a breach of the rules."""
    void_side_settled: Rule[str] = Rule("stands", "")
    """What becomes of a side bet that was decided before its hand became void: it ``stands``, or is ``reversed``."""

    # --- the shoe between two rounds
    cards_changed_role: Rule[str] = Rule("", "")
    """Who confirms that unfit cards are replaced, if no clause names anybody."""
    final_round_of: Rule[str] = Rule("shoe", "")
    """After which last round the cards may be taken away for checking: the ``shoe``'s, or the ``day``'s."""
    cut_first_card: Rule[str] = Rule("nobody", "")
    """Who is asked to cut after a cutting card that came first in a round: the player of the ``first_box``, which
    would have had that card, or ``nobody`` by name."""
    cut_round_from: Rule[str] = Rule("next", "")
    """Whom the others are asked from after a refusal: from the ``next`` clockwise, or from the dealer's ``left``."""
    cut_unnamed: Rule[str] = Rule("offered", "")
    """Whether there is a cut if the book names nobody for it: it is ``offered`` all the same, or there is ``none``.
   """
    cut_offered: Rule[str] = Rule("elected", "")
    """When the cut is offered: if the operator has ``elected`` to have one, or ``always``."""
    cut_insisted: Rule[str] = Rule("always", "")
    """When players who insist on a shuffle get the cut: ``always``, or if it is ``elected``."""
    cutting_card_give: Rule[str] = Rule("upper", "")
    """Which bound the half pack of tolerance for the cutting card applies to: the ``upper``, or ``both``."""
    cutting_card_uncut: Rule[str] = Rule("placed", "")
    """What happens to the cutting card if the stack was not cut: it is ``placed`` all the same, or ``left`` out."""
    burn_change_when: Rule[str] = Rule("any_time", "")
    """When a change of dealer has a card burnt: at ``any_time``, or only ``between_rounds``."""
    burn_after: Rule[str] = Rule("shuffle", "")
    """When a card is burnt: after every ``shuffle``, or only after the ``opening``."""
    burn_shown_to: Rule[str] = Rule("any", "")
    """Who may see the burn card: ``any`` player who asks, or only the ``cutter``."""
    shuffle_directed: Rule[str] = Rule("round_end", "")
    """When a directed shuffle takes place: at the ``round_end``, or ``at_once``."""
    prepared_first_use: Rule[str] = Rule("as_it_is", "")
    """How cards shuffled in advance come into play: ``as_it_is``, or ``shuffled`` before play all the same."""
    machine_shuffle: Rule[str] = Rule("enough", "")
    """Whether a machine's shuffle is ``enough`` at the opening, or one ``by_hand`` comes before it."""
