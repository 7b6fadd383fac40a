"""Where things are: the repository, the command that is tried, the environment with packages of others, a capture."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BOARDSIM = os.environ.get("BOARDSIM", str(ROOT / ".build/release/boardsim"))
ENVIRONMENT = ROOT / ".venv"
CAPTURE = ROOT / "captures/milan-base.rtcm3"
SHARED = Path(os.environ.get("BOARDSIM_SHARED", ROOT.parent / "shared"))
