"""A broker of mosquitto and its subscribers, for checks and benchmarks."""

import os
import shutil
import signal
import socket
import subprocess
import time

from shared.findings import expect
from shared.limits import limit
from shared.ports import free_ports

MOSQUITTO = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin")


class Broker:
    """mosquitto at a port of 127.0.0.1, with its files in a folder; it keeps what it has acknowledged."""

    def __init__(self, folder, port=None):
        expect(MOSQUITTO, "there is no mosquitto; 'scripts/build/bootstrap test' installs it")
        self.port = port or free_ports(1)[0]
        self.file = folder / f"mosquitto-{self.port}.conf"
        self.file.write_text(
            f"listener {self.port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\nuser root\nlog_dest none\n"
            "max_queued_messages 0\nmax_inflight_messages 0\n"
            f"persistence true\npersistence_location {folder}/\nautosave_interval 1\n")
        self.start()

    def start(self):
        self.process = subprocess.Popen([MOSQUITTO, "-c", self.file], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + limit(10)
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            expect(time.monotonic() < end, "mosquitto did not start")
            time.sleep(0.01)

    def url(self, root="air"):
        return f"mqtt://127.0.0.1:{self.port}/{root}"

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def subscriber(self, topic, form, *options):
        """A program that prints a line for each message, in mosquitto_sub's form."""
        return subprocess.Popen(
            ["mosquitto_sub", "-h", "127.0.0.1", "-p", str(self.port), "-t", topic, "-F", form, *options],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
