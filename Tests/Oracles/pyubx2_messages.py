"""Reads a receiver's stream with pyubx2 and prints each message: its name, then its fields.

usage: pyubx2_messages.py FOLDER < stream     FOLDER has pyubx2
The first thing that is no whole, sound message ends it with an error.
"""

import sys

sys.path.insert(0, sys.argv[1])
from pyubx2 import ERR_RAISE, NMEA_PROTOCOL, UBX_PROTOCOL, UBXReader

reader = UBXReader(
    sys.stdin.buffer, protfilter=NMEA_PROTOCOL | UBX_PROTOCOL, quitonerror=ERR_RAISE
)
for raw, message in reader:
    fields = [
        f"{name}={value}" for name, value in vars(message).items() if not name.startswith("_")
    ]
    print(message.identity, *fields)
