"""Sets a receiver up over TCP with pyubx2, as PyGPSClient does, and prints what it answers and then sends.

usage: pyubx2_session.py FOLDER HOST PORT     FOLDER has pyubx2
It asks for the version, stops the NMEA sentences, asks for five epochs a second with NAV-PVT and NAV-SAT, reads the
settings back, and prints ten positions. The first thing that is refused or is no sound message ends it with an error.
"""

import socket
import sys

sys.path.insert(0, sys.argv[1])
from pyubx2 import ERR_RAISE, NMEA_PROTOCOL, POLL, POLL_LAYER_RAM, SET_LAYER_RAM, TXN_NONE, UBX_PROTOCOL, UBXMessage, UBXReader

SETTINGS = [("CFG_UART1OUTPROT_NMEA", 0), ("CFG_RATE_MEAS", 200), ("CFG_MSGOUT_UBX_NAV_PVT_UART1", 1),
            ("CFG_MSGOUT_UBX_NAV_SAT_UART1", 5), ("CFG_NAVSPG_DYNMODEL", 4)]

line = socket.create_connection((sys.argv[2], int(sys.argv[3])), 60)
reader = UBXReader(line, protfilter=NMEA_PROTOCOL | UBX_PROTOCOL, quitonerror=ERR_RAISE)


def ask(message, identity):
    """Sends a message and returns the next one of an identity; a refusal ends the program."""
    line.sendall(message.serialize())
    for _, answer in reader:
        if answer.identity == identity:
            return answer
        assert answer.identity != "ACK-NAK", f"{message.identity} is refused"


version = ask(UBXMessage("MON", "MON-VER", POLL), "MON-VER")
print(version.swVersion.decode().rstrip("\0"))
ask(UBXMessage.config_set(SET_LAYER_RAM, TXN_NONE, SETTINGS), "ACK-ACK")
told = ask(UBXMessage.config_poll(POLL_LAYER_RAM, 0, [key for key, _ in SETTINGS]), "CFG-VALGET")
assert all(getattr(told, key) == value for key, value in SETTINGS), told
positions = []
for _, message in reader:
    if message.identity == "NAV-PVT":
        positions.append(message)
        print(message.iTOW, message.fixType, message.lat, message.lon, message.carrSoln)
    if len(positions) == 10:
        break
