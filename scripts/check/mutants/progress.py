"""What a run tells while it lasts."""

import sys


def progress(text):
    print(f"mutate: {text}", file=sys.stderr, flush=True)
