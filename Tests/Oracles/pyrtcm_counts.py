"""Prints the bytes of all frames of base.rtcm3, and how many there are of each type."""

from collections import Counter

from pyrtcm import RTCMReader

counts, size = Counter(), 0
with open("base.rtcm3", "rb") as stream:
    for raw, message in RTCMReader(stream, quitonerror=2):
        counts[message.identity] += 1
        size += len(raw)
print(size, *(f"{name}:{counts[name]}" for name in sorted(counts)))
