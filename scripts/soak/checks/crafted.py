"""Requests to the apps' server: crafted ones, and those that its description and the caster's allow."""

import json
import re
import socket
from urllib.parse import urlsplit

from shared.answers import EMAIL, PASSWORD, answer, log_in
from shared.findings import expect
from shared.processes import Server, run
from shared.repository import CAPTURE, ENVIRONMENT, ROOT

# What the apps send, method, target, authorization and body; TOKEN is a good one.
CRAFTED = [
    "POST /api/user/login Bearer-null " + json.dumps({"email": "a@b.c", "password": "x"}),
    "POST /api/user/register - " + json.dumps({"email": "a@b.c", "gender": "", "birthDay": "1990-07-21"}),
    "GET /api/user/me Bearer-TOKEN",
    "PUT /api/user/me Bearer-TOKEN " + json.dumps({"email": EMAIL, "password": "", "lastName": "Rossi"}),
    "POST /api/user/logout Bearer-x.y.z",
    'POST /api/data Bearer-TOKEN {"data":"28.2;28;102700;122;107;31;2;2;5;8;10;45.47;9.23"}',
    'POST /api/data Bearer-TOKEN {"data":"28.2;28;102700;122;107;31;2;2;5;8;10"}',
    "GET /api/data?offset=0&limit=3 Bearer-TOKEN",
    "GET /api/data/findByDate/?startDate=2026-11-22T00:00:00Z&endDate=2026-11-22T00:00:09Z -",
    "GET /resource/647i-nhxk.json?idsensore=5909&$limit=2&$where=valore%20%3E%2020%20AND%20stato%3D'VA' -",
    "GET /resource/nf78-nj6b.csv?provincia=MI&$select=idsensore,lat&$order=idsensore%20DESC&$limit=3 -",
    "GET /api-docs -",
]
SPOILERS = [
    "' OR '1'='1", "'; DROP TABLE users; --", "<script>alert(1)</script>", "1e999", "-0", "NaN", "\\ud800", "\\u0000",
    "[" * 10_000, '{"a":' * 2_000, "9" * 400, "A" * 60_000, '","email":"x@y.z', "%00", "%ff%fe", "%0d%0aSet-Cookie:a=b",
    "../../etc/passwd", "((((((((", "null", "\x1b[2J", "..", ";;;;;;;;;;;;", "eyJhbGciOiJub25lIn0.e30.", "2026-11-011T00:00:00Z",
]


def crafted(work):
    """A million requests with something wrong to the apps' server: no 500, no growth, no secret told."""
    chance, count = work.chance("crafted"), work.count(1_000_000)
    statuses = {}
    log = work.folder / "log"
    with open(log, "w") as file, Server(
            "server", "--port", 0, "--json", "--history", "none", "--limits", "off", log=file) as server:
        token = log_in(server.url)
        seeds = [line.replace("TOKEN", token) for line in CRAFTED]
        # A login takes as long as 40 other requests, since its password is hashed.
        weights = [1 if "/login" in line else 8 for line in seeds]
        # Memory grows to what a request takes at most before it is measured.
        client = Client(server.port)
        for number in range(count):
            if number == min(count // 10, 20_000):
                first = server.counts.kilobytes()
            status = client.ask(spoilt(chance.choices(seeds, weights)[0], chance))
            statuses[status] = statuses.get(status, 0) + 1
            expect(status != 500, "a request was answered 500; the seed finds it again")
        grown = server.counts.kilobytes() - first
        admin = urlsplit(server.ready["admin"]).port
        answers = [answer(f"http://127.0.0.1:{admin}{path}") for path in ("/api/v1/requests", "/api/v1/findings", "/metrics")]
    expect(all(status == 200 for status, _ in answers), f"the admin port answers {answers}")
    told = b"".join(content for _, content in answers) + log.read_bytes()
    for secret in (token, PASSWORD, "dimaproject.it"):
        expect(secret.encode() not in told, "journal, findings or log tell a secret")
    expect(grown < 100_000, f"the server grew by {grown} kB")
    figures = ", ".join(f"{number} {status or 'closed'}" for status, number in sorted(statuses.items()))
    return f"{count} requests ({figures}), memory {grown:+} kB"


def spoilt(line, chance):
    """A request's bytes, with something wrong in target, token or body."""
    method, target, token, *rest = line.split(" ", 3)
    parts = [target, token, rest[0] if rest else ""]
    for _ in range(chance.choice((0, 1, 1, 2))):
        place = chance.randrange(3)
        text = parts[place]
        start, length = chance.randint(0, len(text)), chance.choice((0, 0, 1, 8))
        middle = chance.choice(SPOILERS) if chance.random() < 0.7 else chr(chance.randrange(32, 256))
        parts[place] = text[:start] + (middle if place == 2 or len(middle) < 3000 else "A") + text[start + length:]
    target, token = (part.replace(" ", "%20").replace("\x1b", "%1b") for part in parts[:2])
    body = parts[2].encode("latin-1")
    return (f"{method} {target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: {token.replace('Bearer-', 'Bearer ')}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n").encode("latin-1") + body


class Client:
    """A connection that is kept, and made anew when the server closes it."""

    def __init__(self, port):
        self.port = port
        self.stream = None

    def ask(self, request):
        """The status of an answer that is read whole; 0 where the connection was closed without one."""
        if self.stream is None:
            self.socket = socket.create_connection(("127.0.0.1", self.port))
            self.stream = self.socket.makefile("rb")
        try:
            self.socket.sendall(request)
            status = self.read()
        except OSError:
            status = 0
        if status == 0:
            self.stream.close()
            self.socket.close()
            self.stream = None
        return status

    def read(self):
        line = self.stream.readline()
        if not line:
            return 0
        fields = {}
        while (field := self.stream.readline()) not in (b"\r\n", b""):
            name, _, value = field.partition(b":")
            fields[name.strip().lower()] = value.strip()
        if fields.get(b"transfer-encoding") == b"chunked":
            while (length := int(self.stream.readline(), 16)) > 0:
                self.stream.read(length + 2)
            self.stream.readline()
        else:
            self.stream.read(int(fields.get(b"content-length", 0)))
        return 0 if fields.get(b"connection") == b"close" else int(line.split()[1])


def described(work):
    """schemathesis on what the server and the caster say of their ports: no 500, and no answer that they do not describe."""
    figures = []
    for style in ("apps", "strict"):
        with Server("server", "--port", 0, "--json", "--history", "none", "--limits", "off", "--answers", style) as server:
            cases = examined(
                work, f"{server.url}api-docs", "--header", f"Authorization: Bearer {log_in(server.url)}",
                # These end the token that all others need.
                "--exclude-operation-id", "deleteUserMe", "--exclude-operation-id", "postUserLogout",
                checks=",negative_data_rejection" if style == "strict" else "")
        figures.append(f"{style}: {cases} cases")
    with Server("caster", "--port", 0, "--admin-port", 0, "--mount", f"BASE={CAPTURE}", "--json", "-q") as server:
        figures.append(f"caster: {examined(work, server.ready['admin'] + 'api/v1/openapi.json')} cases")
    return ", ".join(figures) + ", none outside the description"


def examined(work, description, *options, checks=""):
    """How many requests schemathesis made of a port's description, whose answers are all as it says."""
    tool = ENVIRONMENT / "bin/schemathesis"
    expect(tool.exists(), "schemathesis is missing; 'scripts/build/bootstrap test' installs it")
    out = run([
        tool, "run", description, "--seed", work.seed, "--max-examples", work.count(300), "--no-color",
        "--suppress-health-check", "all", *options,
        "--checks", "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance" + checks],
        PYTHONPATH=str(ROOT / "Tests/Oracles"), SCHEMATHESIS_HOOKS="schemathesis_hooks")
    cases = re.search(r"(\d+) generated", out)
    return cases[1] if cases else "no"
