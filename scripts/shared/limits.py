"""Limits of time, which hold where a machine has nothing else to do."""

import os

# Beside other work the same takes several times as long; `.ci/run` sets it, since others may use the machine too.
PATIENCE = float(os.environ.get("BOARDSIM_PATIENCE", "1"))


def limit(quiet):
    """A limit of seconds, of a share of a processor, or of what comes at a steady rate: on a quiet machine `quiet`."""
    return quiet * PATIENCE
