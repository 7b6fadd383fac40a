"""Everybody at once: boards, apps' server, caster, readers, a source, orders and faults."""

import socket
import threading
import time

from shared.answers import answer, log_in
from shared.findings import expect
from shared.processes import Server
from shared.repository import CAPTURE

ROW = "28.2;28;102700;122;107;31;2;2;5;8;10;45.47;9.23"


# What an order to a board's control port may be: method, path, body. Power and Wi-Fi come back at once.
ORDERS = [
    ("PATCH", "api/v1/world", {"temperature": {"to": 30, "over": 5}}), ("PATCH", "api/v1/world", {"temperature": None}),
    ("POST", "api/v1/faults", {"fault": "nack", "part": "sps30", "for": 2}),
    ("POST", "api/v1/faults", {"fault": "http.late", "seconds": 0.1, "for": 2}),
    ("POST", "api/v1/faults", {"fault": "caster.stall", "for": 1}), ("DELETE", "api/v1/faults", {}),
    ("POST", "api/v1/power", {"on": False}), ("POST", "api/v1/power", {"on": True}), ("POST", "api/v1/power", {"on": True}),
    ("POST", "api/v1/wifi", {"on": False}), ("POST", "api/v1/wifi", {"on": True}), ("POST", "api/v1/wifi", {"on": True}),
    ("PUT", "api/v1/settings", {"sample_interval": 1}),
]
LOOKS = [f"api/v1/{name}" for name in ("truth", "world", "faults", "settings", "parts", "boards", "requests")]


def trouble(work, program, environment):
    """Everybody at once, for a while."""
    seconds, counts = work.count(120), {}

    def keep(name, act):
        """Does something again and again; that a board without power answers nothing is no fault here."""
        while time.monotonic() < end:
            try:
                act()
                counts[name] = counts.get(name, 0) + 1
            except OSError:
                time.sleep(0.05)

    words = {"program": program, "environment": environment}
    users = work.folder / "users.txt"
    users.write_text("field:secret:FIELD:read,write\n")
    piece = CAPTURE.read_bytes()[:20_000]
    with Server("caster", "--port", 0, "--mount", f"BASE={CAPTURE}", "--speed", 20, "--source", "FIELD", "--users", users,
                "--admin-port", 0, "--json", "-q", **words) as caster, \
            Server("run", "--boards", 3, "--port", 0, "--json", "-q", "--with-server", "--history", "none", "--card",
                   work.folder / "card", **words) as board:
        control, server, chance = board.ready["control"], board.ready["server"], work.chance("threads")
        token = log_in(server)
        acts = {
            "polls": lambda: send(f"{board.url}boards/{chance.randrange(3)}/"),
            "statuses": lambda: send(board.url + chance.choice(("api/v1/status", "metrics", "api/v1/measurement"))),
            "orders": lambda: send_order(control, chance.choice(ORDERS)),
            "looks": lambda: send(control + chance.choice(LOOKS)),
            "reads": lambda: exchange(caster.port, b"GET /BASE HTTP/1.0\r\nUser-Agent: NTRIP soak\r\n\r\n", wanted=9000),
            "pushes": lambda: exchange(caster.port, b"SOURCE secret /FIELD\r\n\r\n", piece, wanted=5),
            "figures": lambda: send(caster.ready["admin"] + chance.choice(("api/v1/status", "metrics"))),
            "rows": lambda: send(f"{server}api/data", "POST", {"data": ROW}, Authorization=f"Bearer {token}"),
        }
        end = time.monotonic() + seconds  # not of the time that a start takes on a busy machine
        doing = [threading.Thread(target=keep, args=item) for item in acts.items()]
        for thread in doing:
            thread.start()
        for thread in doing:
            thread.join()
    idle = [name for name in acts if not counts.get(name)]
    expect(not idle, f"nothing was done of {idle}")
    return f"{seconds} s, " + ", ".join(f"{counts[name]} {name}" for name in acts)


def send(url, method="GET", body=None, **fields):
    """The body of an answer. A status of 4xx or 503 is the board's word on the moment; 500 is a finding."""
    status, content = answer(url, method, body, **fields)
    expect(status != 500, f"{method} {url} was answered 500")
    return content


def send_order(control, order):
    method, path, body = order
    send(control + path, method, body)


def exchange(port, head, body=b"", wanted=0):
    """Sends a request to a caster and reads some of what comes."""
    with socket.create_connection(("127.0.0.1", port), 20) as connection:
        connection.sendall(head)
        connection.sendall(body)
        while wanted > 0 and (piece := connection.recv(65_536)):
            wanted -= len(piece)
