import pytest
from client import charge


def test_tries_again_after_a_503(pay):
    pay.arm(kind="error", method="POST", path="/charges", status=503, times=1)
    assert charge(pay.url, pay.headers, "order-1001")["amount"] == 1200


def test_charges_once_when_the_answer_is_lost(pay):
    pay.set_mode("lost_response")
    charge(pay.url, pay.headers, "order-1002")
    assert pay.verdict() == "kept"


def test_does_not_repeat_what_was_declined(pay):
    pay.arm(kind="error", method="POST", path="/charges", status=402)
    with pytest.raises(RuntimeError):
        charge(pay.url, pay.headers, "order-1003")
    assert len(pay.journal()) == 1
