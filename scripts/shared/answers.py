"""Requests to a server of ours, and the documented user of the apps' server."""

import json
import urllib.error
import urllib.request

from shared.findings import expect
from shared.limits import limit

EMAIL, PASSWORD = "admin@dimaproject.it", "passwordSegret@130"


def answer(url, method="GET", body=None, patience=20, **fields):
    """The status and the bytes of an answer; raises OSError where none comes."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json", **fields}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=limit(patience)) as reply:
            return reply.status, reply.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def told(url):
    """The JSON of an answer that has to be there."""
    with urllib.request.urlopen(url) as reply:
        return json.load(reply)


def log_in(url):
    """A token of the documented user's."""
    status, body = answer(f"{url}api/user/login", "POST", {"email": EMAIL, "password": PASSWORD})
    expect(status == 200, f"nobody can log in: {status} {body}")
    return json.loads(body)["token"]
