"""Reads and makes packets of MAVLink with RTCM 3 inside, by pymavlink.

usage: mavlink.py read FILE.tlog
         prints a line for each message: time in microseconds, system, component, packet number, type, and for
         GPS_RTCM_DATA the flags and the data as hexadecimal digits
       mavlink.py write FILE VERSION
         makes packets of the lines of standard input, each flags and data as above, between packets of other
         messages; VERSION is 1, 2 or signed
"""

import sys
from pathlib import Path

from pymavlink import mavutil
from pymavlink.dialects.v20 import common


def read(path):
    log = mavutil.mavlink_connection(path)
    while (message := log.recv_match()) is not None:
        words = [round(message._timestamp * 1e6), message.get_srcSystem(), message.get_srcComponent(),
                 message.get_seq(), message.get_type()]
        if message.get_type() == "GPS_RTCM_DATA":
            words += [message.flags, bytes(message.data[:message.len]).hex() or "-"]
        print(*words)


def write(path, version):
    link = common.MAVLink(None, srcSystem=42, srcComponent=7)
    if version == "signed":
        link.signing.secret_key, link.signing.sign_outgoing = b"k" * 32, True
    old = {"force_mavlink1": version == "1"}
    with Path(path).open("wb") as file:
        for number, line in enumerate(sys.stdin):
            flags, data = line.split()
            data = b"" if data == "-" else bytes.fromhex(data)
            if number % 3 == 0:
                file.write(link.heartbeat_encode(6, 8, 0, number, 4).pack(link, **old))
                file.write(link.statustext_encode(6, bytes([0xFD, 0xFE] * 20)).pack(link, **old))
            message = link.gps_rtcm_data_encode(int(flags), len(data), list(data.ljust(180, b"\0")))
            file.write(message.pack(link, **old))


{"read": read, "write": write}[sys.argv[1]](*sys.argv[2:])
