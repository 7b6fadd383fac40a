"""The receiver that solves, for hours and under obstacles."""

import json

from shared.findings import expect
from shared.processes import run
from shared.repository import BOARDSIM

WRONG = 0.1  # metres off, from which a fixed position is a wrong one


def solving(work):
    """The board's receiver solves beside a base for a day, standing and walking, without a wrong fix and fixed for
    99 % of the time; and in a street of high houses, for twenty minutes each with three seeds."""
    seed = work.seed % 1000 + 1
    hours = work.count(24)
    base = work.folder / "base.rtcm3"
    run([BOARDSIM, "capture", "synth", "-q", "--duration", 3600 * hours, "--seed", seed, "-o", base])
    figures = []
    for scenario in ["standing", "milan-walk"]:
        share, worst = fixed(base, scenario, seed)
        expect(share >= 0.99, f"{scenario}: fixed for {share:.1%} of {hours} h")
        expect(worst < WRONG, f"{scenario}: a fixed position is {worst:.2f} m off")
        figures.append(f"{scenario} {share:.1%} of {hours} h within {worst * 1e3:.0f} mm")
    for street in range(seed, seed + work.count(3)):
        run([BOARDSIM, "capture", "synth", "-q", "--duration", 1200, "--seed", street, "-o", base])
        share, worst = fixed(base, "urban-canyon", street)
        expect(0.3 <= share <= 0.7, f"urban-canyon, seed {street}: fixed for {share:.1%}")
        expect(worst < WRONG, f"urban-canyon, seed {street}: a fixed position is {worst:.2f} m off")
        figures.append(f"urban-canyon {share:.1%} within {worst * 1e3:.0f} mm")
    return "; ".join(figures)


def fixed(base, scenario, seed):
    """The share of the epochs with a position that are fixed, and the error of the worst of them, level, in metres."""
    report = run([BOARDSIM, "replay", base, "--scenario", scenario, "--seed", seed, "-q", "--json"])
    gnss = json.loads(report)["gnss"]
    expect(gnss["model"] == "boardsim rtk", f"the receiver is '{gnss['model']}'")
    epochs = {state: errors["epochs"] for state, errors in gnss["errors"].items()}
    worst = gnss["errors"].get("rtk-fixed", {}).get("horizontal_max", 0)
    return epochs.get("rtk-fixed", 0) / sum(epochs.values()), worst
