"""The client under test: it tries again where nobody answered or the server failed, with the same key each time."""

import http.client
import json
import time
import urllib.error
import urllib.request


def charge(url, headers, order, amount=1200):
    body = json.dumps({"amount": amount, "currency": "eur"}).encode()
    headers = {**headers, "Content-Type": "application/json", "Idempotency-Key": order}
    for attempt in range(4):
        try:
            with urllib.request.urlopen(urllib.request.Request(f"{url}/charges", body, headers)) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code < 500:
                break
        except (OSError, http.client.HTTPException):
            pass
        time.sleep(0.2 * 2**attempt)
    raise RuntimeError(f"order {order} is not charged")
