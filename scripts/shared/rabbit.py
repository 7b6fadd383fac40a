"""RabbitMQ with three nodes that speak MQTT, as this user starts it, for checks and benchmarks."""

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from shared.findings import expect
from shared.limits import limit


def program():
    """RabbitMQ's server; None where it is not installed."""
    found = sorted(Path("/usr/lib/rabbitmq/lib").glob("*/sbin/rabbitmq-server"))
    return str(found[-1]) if found else shutil.which("rabbitmq-server")


class Rabbit:
    """Three nodes of one cluster on 127.0.0.1, with their files in a folder."""

    COUNT = 3
    EPMD = 14369

    def __init__(self, folder):
        expect(program(), "there is no RabbitMQ; install rabbitmq-server")
        self.folder, self.nodes = folder / "rabbit", {}
        self.folder.mkdir()
        cookie = self.folder / ".erlang.cookie"
        cookie.write_text("check")
        cookie.chmod(0o400)
        (self.folder / "plugins").write_text("[rabbitmq_mqtt].")

    def mqtt(self, node):
        return 18870 + node

    def start(self, node):
        home = self.folder / str(node)
        home.mkdir(exist_ok=True)
        peers = "".join(f"cluster_formation.classic_config.nodes.{peer} = q{peer}@localhost\n" for peer in range(1, self.COUNT + 1))
        (home / "rabbit.conf").write_text(
            f"listeners.tcp.1 = 127.0.0.1:{15770 + node}\nmqtt.listeners.tcp.1 = 127.0.0.1:{self.mqtt(node)}\n"
            "mqtt.allow_anonymous = true\nmqtt.tcp_listen_options.nodelay = true\n"
            "cluster_formation.peer_discovery_backend = classic_config\n" + peers)
        self.nodes[node] = subprocess.Popen(
            [program()], env=self.environment(node), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True)

    def environment(self, node):
        home = self.folder / str(node)
        return os.environ | {
            "HOME": str(self.folder), "RABBITMQ_NODENAME": f"q{node}@localhost", "RABBITMQ_DIST_PORT": str(15670 + node),
            "RABBITMQ_CONFIG_FILE": str(home / "rabbit.conf"), "RABBITMQ_MNESIA_BASE": str(home), "RABBITMQ_LOG_BASE": str(home),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(self.folder / "plugins"), "RABBITMQ_PID_FILE": str(home / "pid"),
            "ERL_EPMD_ADDRESS": "127.0.0.1", "ERL_EPMD_PORT": str(self.EPMD),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "-kernel inet_dist_use_interface {127,0,0,1} +S 1:1"}

    def control(self, node, *words):
        """Gives an order to a node."""
        tool = str(Path(program()).with_name("rabbitmqctl"))
        done = subprocess.run([tool, "-n", f"q{node}@localhost", *map(str, words)], env=self.environment(node), capture_output=True, text=True)
        expect(done.returncode == 0, f"rabbitmqctl {words[0]}: {done.stdout[-300:]}{done.stderr[-300:]}")

    def block(self, isBlocked):
        """Lets all nodes take nothing from publishers, as with a full memory, or take it again."""
        self.control(1, "eval", f"[rpc:call(N, vm_memory_monitor, set_vm_memory_high_watermark, [{0 if isBlocked else 0.9}]) || N <- [node() | nodes()], "
                     "lists:prefix(\"q\", atom_to_list(N))].")

    def wait(self, node, seconds=90):
        end = time.monotonic() + limit(seconds)
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.mqtt(node))) == 0:
                    return
            expect(time.monotonic() < end, f"node {node} of RabbitMQ has not started")
            time.sleep(0.1)

    def kill(self, node):
        """Ends a node as a power cut does; its Erlang machine is in the session of its script."""
        os.killpg(self.nodes.pop(node).pid, signal.SIGKILL)

    def url(self, first, root):
        """The URL with all nodes, one of them first."""
        order = [first] + [node for node in range(1, self.COUNT + 1) if node != first]
        return "mqtt://" + ",".join(f"127.0.0.1:{self.mqtt(node)}" for node in order) + f"/{root}"

    def __enter__(self):
        try:
            for node in range(1, self.COUNT + 1):
                self.start(node)
                self.wait(node)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in self.nodes.values():
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        # It ends once it has noticed that the nodes have.
        for _ in range(50):
            if b"Killed" in subprocess.run(["epmd", "-port", str(self.EPMD), "-kill"], capture_output=True).stdout:
                break
            time.sleep(0.1)
