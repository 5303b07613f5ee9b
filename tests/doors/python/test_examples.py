# SPDX-License-Identifier: BSD-3-Clause
# The examples run as they are.
import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[3] / "doors" / "python" / "examples"


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("*.py")))
def test_the_example_runs(name):
    if name == "run_case.py" and not os.environ.get("TOBIUO_PROGRAM"):
        pytest.skip("the program was not built")
    done = subprocess.run(
        [sys.executable, "-B", str(FOLDER / name)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout
    if "nothing computed" in done.stdout:
        pytest.skip(done.stdout.strip())
    assert done.stdout.strip()
