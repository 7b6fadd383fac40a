"""Skies of one system each, over a day."""

from datetime import datetime, timedelta, timezone

from checks.solutions import distances, station
from shared.findings import expect
from shared.processes import run
from shared.repository import BOARDSIM

# Who is seen, from where, and how far off a position may be, metres: QZSS alone has too few satellites.
SKIES = [("G", "45.478,9.23,170", 0.01), ("R", "45.478,9.23,170", 0.05), ("E", "45.478,9.23,170", 0.01),
         ("C", "45.478,9.23,170", 0.01), ("G,J", "35.13,136.98,100", 0.01)]


def sky(work):
    """RTKLIB puts a station that sees one system alone where it is, over a day of an epoch each half minute: a
    centimetre, for GLONASS five, with what the atmosphere adds left out and its models off. A tenth is two hours of one."""
    chance = work.chance("sky")
    skies = SKIES if work.share == 1 else [chance.choice(SKIES)]
    hours = 24 if work.share == 1 else 2
    start = datetime(2026, 6, 1, tzinfo=timezone.utc) + timedelta(
        minutes=0 if work.share == 1 else chance.randrange(22 * 60))
    return "; ".join(f"{systems} {worst_error(work, systems, place, limit, start, hours)}"
                     for systems, place, limit in skies)


def worst_error(work, systems, place, limit, start, hours):
    """What convbin and rnx2rtkp make of a synthetic station's hours, as a sentence."""
    stream = work.folder / "sky.rtcm3"
    run([BOARDSIM, "capture", "synth", "-q", "--systems", systems, "--base", place, "--duration", hours * 3600,
         "--interval", 30, "--start", start.strftime("%Y-%m-%dT%H:%M:%SZ"), "--without",
         "noise,troposphere,ionosphere,slips", "-o", stream])
    _, far = distances(
        stream, start, station(stream), "pos1-frequency=l1", "pos1-elmask=5", "pos1-navsys=61")
    expect(len(far) == hours * 120, f"{systems}: {len(far)} of {hours * 120} epochs are solved")
    expect(max(far) < limit, f"{systems}: a solution is {max(far):.3f} m away from the station")
    return f"{len(far)} epochs within {max(far) * 1e3:.1f} mm"
