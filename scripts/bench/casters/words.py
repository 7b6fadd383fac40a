"""Figures in words, beside their aims."""

import statistics

from measures import verdict


def at_most(limit, figure, unit=""):
    return f"(at most {limit}{unit}: {verdict(figure <= limit)})"


def median(values):
    return statistics.median(values)


def ratio(values, unit, digits=1):
    """`boardsim` beside `floor`, in words, and how many times more it is."""
    ours = median(values["boardsim"])
    if not values.get("floor"):
        return f"{ours:.{digits}f} {unit} (no floor to compare with)", None
    theirs = median(values["floor"])
    return f"{ours:.{digits}f} {unit}, floor {theirs:.{digits}f}, {ours / theirs:.2f}x", ours / theirs
