"""Prints pyrtcm's attributes of each frame, in hexadecimal on the standard input, as a line of JSON; null where it fails."""

import json
import sys

from pyrtcm import RTCMReader

for line in sys.stdin:
    try:
        message = RTCMReader.parse(bytes.fromhex(line), labelmsm=1)
        values = {key: value for key, value in vars(message).items() if key[0] != "_"}
    except Exception:
        values = None
    print(json.dumps(values))
