"""The names under which commands and events are kept: an old record decodes as long as each of them is known."""

import msgspec

from rounds.engine.commands import Command
from rounds.engine.events import Event

COMMANDS = """
seat leave place_wager withdraw_wager refuse_wager declare_wager arrange allow_several_boxes allow_limit
place_marker limit_players restrict_player allow_writing vacate_seat announce_last_rounds show_burn
shuffle shoe_step cut_cards decline_cut order_shuffle change_cards bring_cards ask_cards call_bets
deal_card cut_card show_cards insure even_money close_insurance decide surrender close_surrender rescue
play_on ask_direction direct_hand ride prize void_press misfire answer_misfire equipment_failed
equipment_repaired irregularity approve refuse correct_card correct_wager correct_double
correct_insurance correct_decision correct_answer correct_payment settle collect undo pass_turn
""".split()

EVENTS = """
round_opened seated player_left wager_placed wager_withdrawn wager_refused wager_declared
oral_wager_rejected player_warned arranged several_boxes_allowed limit_allowed marker_placed
players_limited player_restricted writing_allowed seat_vacated last_rounds_announced burn_shown shuffled
shoe_step_done cut_declined cut_made shuffle_ordered cards_changed cards_brought cards_asked_for
dealer_came setup_renewed bets_called card_dealt cut_card_drawn cards_shown insured insurance_closed
even_money_asked insurance_returned surrendered surrender_closed rescued played_on phase_began drew
stood doubled split direction_asked caller_passed hand_directed rode prize_selected press_void misfired
misfire_answered bet_suspended bet_resumed irregularity_reported irregularity_decided voided hand_voided
round_voided card_late dealer_without_card dealer_card_due only_draw_or_stand insurance_reopened
correction_asked correction_decided record_corrected reconstructed card_discarded card_held
card_turned_down cards_reshuffled shuffle_due burn_missed card_damaged
former_round_void former_round_corrected payment_corrected winnings_held
player_excluded settled dealer_hand_cleared collected undone turn_passed
""".split()


def _tags(union: object) -> list[str]:
    info = msgspec.inspect.type_info(union)
    assert isinstance(info, msgspec.inspect.UnionType)
    return [str(struct.tag) for struct in info.types if isinstance(struct, msgspec.inspect.StructType)]


def test_commands_keep_their_names() -> None:
    assert sorted(_tags(Command)) == sorted(COMMANDS)


def test_events_keep_their_names() -> None:
    assert sorted(_tags(Event)) == sorted(EVENTS)
