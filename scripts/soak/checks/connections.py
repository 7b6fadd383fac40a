"""What the checks with many connections share."""

from shared.findings import expect
from shared.processes import most_descriptors


def allow_descriptors(wanted):
    limit = most_descriptors()
    expect(limit > wanted + 300, f"{wanted} connections need 'ulimit -n {wanted + 300}' or more, which is {limit}")
