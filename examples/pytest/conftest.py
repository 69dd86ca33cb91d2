"""Starts a sandbox for the tests, and gives each of them a copy of its own."""

import json
import os
import pathlib
import shlex
import signal
import subprocess
import urllib.request

import pytest

TOOL = shlex.split(os.environ.get("TOOL", "npx --no-install tool"))
SPEC = pathlib.Path(__file__).parent.parent / "payments.yaml"


def ask(method, url, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    data = ["--data-dir", str(tmp_path_factory.mktemp("tool-data"))]
    add = [*TOOL, "sandbox", "add", "pay", "--spec", str(SPEC), "--seed", "5eed", *data]
    subprocess.run(add, check=True, stdout=subprocess.DEVNULL)
    up = [*TOOL, "up", "--port", "0", *data]
    with subprocess.Popen(up, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        yield process.stdout.readline().split()[1]  # serving http://127.0.0.1:PORT from ...
        os.killpg(process.pid, signal.SIGTERM)  # npx and what it started


class Fork:
    def __init__(self, server, sandbox):
        made = ask("POST", f"{server}/_tool/sandboxes/{sandbox}/fork")
        self.url = made["url"].rstrip("/")
        self.headers = {"Authorization": f"Bearer {made['credential']}"}
        self.control = f"{server}/_tool/sandboxes/{made['name']}"

    def arm(self, **fault):
        return ask("POST", f"{self.control}/faults", fault)["armed"]

    def set_mode(self, name):
        return ask("POST", f"{self.control}/mode", {"name": name})["mode"]

    def verdict(self):
        return ask("GET", f"{self.control}/mode/verify")["verdict"]

    def journal(self):
        return ask("GET", f"{self.control}/requests")["requests"]


@pytest.fixture
def pay(server):
    fork = Fork(server, "pay")
    yield fork
    ask("DELETE", f"{fork.control}/fork")
