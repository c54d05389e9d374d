"""What a book leaves open: decisions that are rules of the game only because a clause can be read in two ways.

Each is listed here with the value for games in which the question does not arise. A book in which it does
names its clause, the reading taken and the others (`casino.rulebooks.rule.Rule`); a house may choose another.
"""

from dataclasses import dataclass

from casino.rulebooks.rule import Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPoints:
    """The part of the rules that settles what the words of a book do not."""

    # --- the book and the table
    in_force: Rule[str] = Rule("", "")
    """The day from which games are dealt under the book, where it names one: ``1996-01-23``."""
    maximum_changes: Rule[str] = Rule("any_time", "")
    """The maximum of an open table may change at ``any_time``, or ``at_opening`` alone."""

    vacate_counts: Rule[str] = Rule("each_round", "")
    """Where a seat may be asked back: every other place was taken in ``each_round`` missed, or in the ``last_round``
    of them."""

    # --- wagers
    minimum_on: Rule[str] = Rule("wager", "")
    """What the minimum is measured on: each ``wager``, or all on the ``box`` together."""
    excess_from: Rule[str] = Rule("furthest", "")
    """Off whose wager a sum above the maximum comes: the ``furthest`` from the dealer, the ``last`` placed, or all
    of them ``pro_rata``."""
    maximum_covers: Rule[str] = Rule("initial", "")
    """The maximum is for ``initial`` wagers, or for ``all``, splitting and doubling wagers included."""
    off_multiple: Rule[str] = Rule("warned", "")
    """A wager off the displayed multiple: the dealer is ``warned`` and it stays, or it is ``returned``."""
    multiples_wanted: Rule[str] = Rule("notice", "")
    """Wagers are in multiples of the minimum where a ``notice`` says so, or ``always``."""
    warning_lasts: Rule[str] = Rule("stay", "")
    """How long a warning about the minimum holds: the player's ``stay``, the ``shoe`` or the ``round``."""
    under_minimum_refusable: Rule[bool] = Rule(False, "")
    """Whether the dealer may hand back the first wager under the minimum, seen before the cards come."""
    under_minimum_returned: Rule[str] = Rule("before_call", "")
    """When a warned player's further wager under the minimum is returned: ``before_call``, so that no card is dealt on
    it, or ``after_result``, whatever the result."""
    wagers_until: Rule[str] = Rule("call", "")
    """New wagers are taken until the ``call``, or until the ``first_card``."""
    optional_locked_from: Rule[str] = Rule("as_main", "")
    """From when an optional wager stays: ``as_main`` wagers do, from the ``call``, or from its ``entry``."""
    optional_wagers_in: Rule[str] = Rule("every", "")
    """The rounds in which the wagers beyond the least number may be placed: ``every`` one, or the ``first`` of a
    shoe."""
    marker_lifts_number: Rule[bool] = Rule(False, "")
    """Whether more players than usual may join a box with a marker."""
    restriction_first_round: Rule[str] = Rule("shoe", "")
    """The first round that a player may have missed: that of the ``shoe``, or of the ``session``."""
    restriction_box: Rule[str] = Rule("own_first", "")
    """The box that a player is held to: the one he took first (``own_first``), or ``box_1``."""
    restriction_amount: Rule[str] = Rule("exactly", "")
    """Who is held to the minimum wagers ``exactly`` that, or ``at_least`` that."""
    restriction_bars: Rule[str] = Rule("nothing", "")
    """What else it bars: ``nothing``, or the ``additions`` of doubling and splitting."""
    seated_decides: Rule[str] = Rule("with_wager", "")
    """A seated player decides for a box on which he has a wager (``with_wager``), or for any at which he sits
    (``seated``)."""
    caller_tied: Rule[str] = Rule("nearest_of_highest", "")
    """Where several wagers are the highest: the nearest among them decides, or the ``nearest`` of all."""
    boxes_behind: Rule[str] = Rule("others", "")
    """With every place taken, further boxes of a player are those where ``others`` wager, or ``any``."""
    powers_reach: Rule[str] = Rule("upward", "")
    """What a role may allow, those above it may (``upward``), or the role ``named`` alone."""

    # --- insurance and Blackjack
    insurance_counts: Rule[str] = Rule("box", "")
    """The wagers that may be insured in part: the player's on the ``box``, or all of the ``player``'s."""
    insurance_each: Rule[str] = Rule("wager", "")
    """Of several wagers on a hand each has an insurance of its own (``wager``), or one with the ``first`` covers
    all."""
    insurance_wins_on: Rule[str] = Rule("ten", "")
    """The dealer's second card on which insurance wins: a ``ten``, or any ``other``."""
    even_money_for: Rule[str] = Rule("wager", "")
    """Even money is asked for ``wager`` by wager, or by one player for the whole ``hand``."""
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
    """A total that must draw bars ``standing``, or ``splitting`` too."""
    split_match: Rule[str] = Rule("own", "")
    """What another player on the box adds to a split: his ``own`` wager, or as much as the ``caller``."""
    split_aces_double: Rule[bool] = Rule(False, "")
    """Whether a split ace may be doubled before its card comes."""
    split_ban_covers: Rule[str] = Rule("pairs", "")
    """Where no pair may be split that is of all ``pairs``, or of ``others`` than aces, which another ban is for."""
    split_all_lose_takes: Rule[str] = Rule("every", "")
    """Where a dealer's Blackjack takes what was wagered in splitting: ``every`` such wager, or the ``first``."""
    double_all_lose_covers: Rule[str] = Rule("every", "")
    """Where it takes what was wagered in doubling it does so on ``every`` hand, or on ``unsplit`` ones."""
    split_unnamed: Rule[str] = Rule("first", "")
    """A player who names nothing at a split stays on the ``first`` hand, or is ``asked`` before it is made."""
    further_wagers_on: Rule[str] = Rule("counted", "")
    """Doubling and splitting wagers are measured on what is ``counted`` of a wager above the maximum, or on what
    was ``placed``."""
    double_many_on: Rule[str] = Rule("any", "")
    """Where more than two cards may be doubled: on ``any`` hand, or on ``unsplit`` ones."""
    double_split_21: Rule[bool] = Rule(False, "")
    """Whether a split ten and its ace may be doubled before they are paid as 21."""
    rescue_until: Rule[str] = Rule("next", "")
    """Until when a double may be taken back: before the ``next`` hand plays, or until the ``dealers_card``."""
    face_down_shown: Rule[str] = Rule("asked", "")
    """Hands dealt face down are shown when their player has them called (``asked``), or ``first`` of all."""
    surrender_offered: Rule[str] = Rule("after_insurance", "")
    """Surrender is offered ``after_insurance`` or ``before_insurance``."""

    # --- settlement
    bust_takes: Rule[str] = Rule("hand", "")
    """A broken hand loses the wagers on the ``hand``, on every hand of its ``box``, or these with the insurance and
    undecided side bets there (``all``)."""
    broken_ties: Rule[bool] = Rule(False, "")
    """Whether a broken hand ties with a dealer's equal total above 21."""
    blackjack_beats_drawn_21: Rule[bool] = Rule(True, "")
    """Whether a player's Blackjack beats a dealer's 21 that is not a Blackjack."""
    doubled_21_lost: Rule[bool] = Rule(False, "")
    """Whether a doubled 21 loses its original wager to a dealer's Blackjack with which other 21s tie."""
    stand_off_covers: Rule[str] = Rule("all", "")
    """Of a hand that stands off with a dealer's total above 21: ``all`` of it does, or the ``original`` wager."""
    stand_off_reaches: Rule[str] = Rule("hands", "")
    """Such a stand off is of the wagers on ``hands``, or of every wager on the ``layout``."""
    lammer_worth: Rule[str] = Rule("original", "")
    """A lammer of the house is worth the ``original`` wager, or that ``with_action`` left beside it."""
    lower_multiple_of: Rule[str] = Rule("wager", "")
    """What is cut to a multiple of the minimum where chips cannot pay: the ``wager``, or the ``payment``."""
    dealer_draws_for: Rule[str] = Rule("every", "")
    """The open wagers for which the dealer draws: ``every`` one, or those on ``hands`` alone."""
    dealer_second_card: Rule[str] = Rule("as_needed", "")
    """The dealer takes a second card ``as_needed`` for the results, or ``always``."""
    paid_21_when: Rule[str] = Rule("reached", "")
    """A 21 that wins whatever the dealer gets is paid when it is ``reached``, or at the ``end``."""
    special_after_split: Rule[bool] = Rule(True, "")
    """Whether special hands of 21 have their odds after a split."""
    surrender_rounds: Rule[str] = Rule("back_up", "")
    """Half a wager that chips cannot make goes ``back_up`` or ``back_down`` to what they can."""
    bonus_between_tiers: Rule[str] = Rule("lower", "")
    """The prize of a wager between two steps of the Super Bonus: the ``lower``, or ``none``."""
    bonus_others_paid: Rule[str] = Rule("once", "")
    """The others' part of it is paid ``once`` a round, or ``per_winner``."""
    bonus_others_own: Rule[bool] = Rule(True, "")
    """Whether the winner's wagers on other boxes receive it too."""
    bonus_void_winner: Rule[str] = Rule("none", "")
    """What the others receive of a Super Bonus whose winning hand is void: ``none``, or their part as ``others``."""
    bonus_paid_when: Rule[str] = Rule("hand", "")
    """The prize is paid when the ``hand`` is complete, or when the ``round`` is."""

    absent_passes: Rule[str] = Rule("direction", "")
    """For a caller who is not there the ``next`` player with a wager on the hand decides, or his hand is completed by
    ``direction``."""

    # --- irregularities
    irregularity_role: Rule[str] = Rule("game_supervisor", "")
    """Who signs where no clause names anybody: a control of the house, which may leave it to the ``dealer``."""
    operator_role: Rule[str] = Rule("casino_supervisor", "")
    """Who has the powers that a book gives to the operator."""
    payment_role: Rule[str] = Rule("casino_supervisor", "")
    """The role that signs for a payment that was made wrongly: the one that decides what the book does not cover, by
    its general power; ``operator`` is the role that acts for the operator."""
    rebuilt_back_to: Rule[str] = Rule("first_wrong", "")
    """A round is rebuilt back to the ``first_wrong`` card, or to the end of the ``initial_deal``."""
    rebuilt_rest: Rule[str] = Rule("", "")
    """Cards without a place after that: ``discard`` or ``next``; empty for what the kind says."""
    changed_decisions: Rule[str] = Rule("lapse", "")
    """Decisions on cards that changed in it ``lapse`` and are asked again, or ``bind``."""
    collected_rebuilt: Rule[bool] = Rule(True, "")
    """Whether a round is still rebuilt when its cards have been collected and the next has not begun."""
    settled_bars: Rule[str] = Rule("round", "")
    """What may not be settled where a round is rebuilt before any settlement: anything of the ``round``, or of the
    ``hand`` concerned."""
    further_misplaced: Rule[bool] = Rule(False, "")
    """Whether a card of the further deal is still put on the hand that drew it after a settlement that bars this for
    the initial deal."""
    first_round_again: Rule[str] = Rule("in_order", "")
    """A first round without a burn is dealt again ``in_order`` of its cards, or after they were ``shuffled``."""
    one_card_each: Rule[bool] = Rule(True, "")
    """Whether each player on a box that got one card chooses for his own wager."""
    rack_serves: Rule[str] = Rule("round", "")
    """Cards of the rack shuffled in mid-round serve for that ``round``, or go ``on``."""
    rack_burnt: Rule[bool] = Rule(False, "")
    """Whether a card is burnt from them first."""
    due_card_refusable: Rule[bool] = Rule(False, "")
    """Whether a card drawn in error and shown may be turned down by a hand that has to draw."""
    refusal_binds: Rule[str] = Rule("hand", "")
    """Who turns it down gets no further card on that ``hand``, or as a ``player`` on none."""
    excess_lasts: Rule[bool] = Rule(True, "")
    """Whether an unseen card drawn in error serves in the next round, where no place is left in this one."""
    dealer_complete_when: Rule[str] = Rule("no_card_due", "")
    """The dealer's hand is complete when ``no_card_due`` is, or when it ``stands`` on its total."""
    early_dealer_card: Rule[str] = Rule("burnt", "")
    """A card drawn too early to the dealer's hand is ``burnt``, or comes ``next``."""
    damage_shuffles: Rule[bool] = Rule(False, "")
    """Whether a shuffle follows the change of a damaged card."""
    insured_once_broken: Rule[bool] = Rule(True, "")
    """Whether insurance that was not offered is still open to a hand that has broken."""
    no_ante_voids: Rule[str] = Rule("wager", "")
    """A missing ante voids the ``wager`` that it belongs to, or every one of its ``box``."""
    in_error_until: Rule[str] = Rule("first_event", "")
    """A double or split permitted in error is undone until the ``first_event`` that ends it, or the ``last_event``."""
    disruption_affects: Rule[bool] = Rule(True, "")
    """Whether a disruption must affect the outcome for that to be invalid."""
    invalid_refunds: Rule[str] = Rule("choice", "")
    """Wagers of an invalid round are refunded by ``choice``, or ``always``."""
    late_dealer_ace: Rule[str] = Rule("not_offered", "")
    """Insurance and even money on a dealer's ace that comes late for the first card: ``not_offered`` any more, or
    ``offered``."""
    void_reverses: Rule[str] = Rule("all", "")
    """A void round takes back ``all`` that was settled in it, or leaves that and voids the ``open`` wagers."""
    void_keeps: Rule[bool] = Rule(False, "")
    """Whether a wager that is void for a breach of the rules stays with the house."""
    void_side_settled: Rule[str] = Rule("stands", "")
    """A side bet that was decided before its hand is void ``stands``, or is ``reversed``."""

    # --- the shoe between two rounds
    cards_changed_role: Rule[str] = Rule("", "")
    """Who confirms that unfit cards are changed, where no clause names anybody."""
    final_round_of: Rule[str] = Rule("shoe", "")
    """The cards may be taken away for checking after the last round of the ``shoe``, or of the ``day``."""
    cut_first_card: Rule[str] = Rule("nobody", "")
    """Who is asked for the cut after a cutting card that came first of a round: the player of the ``first_box``, which
    would have had that card, or ``nobody`` by name."""
    cut_round_from: Rule[str] = Rule("next", "")
    """After a refusal the others are asked from the ``next`` clockwise, or from the dealer's ``left``."""
    cut_unnamed: Rule[str] = Rule("offered", "")
    """Where the book names nobody for the cut, it is ``offered`` all the same, or there is ``none``."""
    cut_offered: Rule[str] = Rule("elected", "")
    """The cut is offered where the operator has ``elected`` to have one, or ``always``."""
    cut_insisted: Rule[str] = Rule("always", "")
    """Players who insist on a shuffle get the cut ``always``, or where it is ``elected``."""
    cutting_card_give: Rule[str] = Rule("upper", "")
    """The half pack by which the cutting card may lie off is for the ``upper`` bound, or for ``both``."""
    cutting_card_uncut: Rule[str] = Rule("placed", "")
    """Into a stack that was not cut the cutting card is ``placed`` all the same, or ``left`` out."""
    burn_change_when: Rule[str] = Rule("any_time", "")
    """A change of dealer has a card burnt at ``any_time``, or only ``between_rounds``."""
    burn_after: Rule[str] = Rule("shuffle", "")
    """A card is burnt after every ``shuffle``, or after the ``opening`` alone."""
    burn_shown_to: Rule[str] = Rule("any", "")
    """The burn card is shown to ``any`` player who asks, or to the ``cutter``."""
    shuffle_directed: Rule[str] = Rule("round_end", "")
    """A shuffle that is directed takes place at the ``round_end``, or ``at_once``."""
    prepared_first_use: Rule[str] = Rule("as_it_is", "")
    """Cards shuffled in advance come into play ``as_it_is``, or are ``shuffled`` before play all the same."""
    machine_shuffle: Rule[str] = Rule("enough", "")
    """The shuffle of a machine is ``enough`` at the opening, or one ``by_hand`` comes before it."""
