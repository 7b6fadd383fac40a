"""Ports that are free."""

import random
import socket


def free_ports(count):
    """Ports of 127.0.0.1 at which nobody listens, below those that the system gives to connections."""
    ports = []
    for port in random.sample(range(20_000, 32_000), 12_000):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        ports.append(port)
        if len(ports) == count:
            return ports
    raise OSError("there are no free ports from 20000 to 31999")
