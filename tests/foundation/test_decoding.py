"""What is wrong with JSON that a screen or a reader sent is named by code."""

import pytest

from casino.refusals import UnreadableRequest
from casino.translated import message
from rounds.play.readers import protocol
from rounds.tablet import requests
from tests.refusing import code_and_clause


@pytest.mark.parametrize(
    ("sent", "code", "values"),
    [
        ("{", "fault.json", {}),
        ("[]", "fault.json_whole", {}),
        ('{"type":"deal_card","card":7}', "fault.json_value", {"field": "card"}),
        ('{"type":"deal_card"}', "fault.json_missing_field", {"field": "card"}),
        ('{"type":"deal_card","card":"Ts","by":"x"}', "fault.json_unknown_field", {"field": "by"}),
        ('{"type":"win"}', "fault.json_value", {"field": "type"}),
    ],
)
def test_a_command_that_cannot_be_read(sent: str, code: str, values: dict[str, str]) -> None:
    with pytest.raises(UnreadableRequest) as refused:
        requests.decoded(sent)
    assert code_and_clause(refused.value) == ("tap.unreadable", "")
    assert refused.value.values["fault"] == (code, values)
    assert message(refused.value)


def test_a_post_of_reports_that_cannot_be_read() -> None:
    with pytest.raises(UnreadableRequest) as refused:
        protocol.decoded(b'{"reports":[{"sequence":0}]}')
    assert refused.value.values["fault"] == ("fault.json_value", {"field": "reports[0].sequence"})
