# SPDX-License-Identifier: BSD-3-Clause
# Where memory is short, the library raises OutOfMemory and goes on; nothing ends the process.
import os
import subprocess
import sys

import pytest

# The work runs with little more address space than the process has.
LIMITED = """
import resource, sys, numpy as np, tobiuo
from tobiuo import fft, flow, poisson

def limit(megabytes):
    with open("/proc/self/statm") as file:
        now = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + (megabytes << 20), resource.RLIM_INFINITY))

fft.fftn(np.ones((64, 64, 64)), workers=1)
x = np.ones({points}, {dtype!r})
limit({megabytes})
try:
    {call}
except MemoryError as error:  # of the library, or of numpy, whose copies it works on
    assert isinstance(error, tobiuo.OutOfMemory) or "llocate" in str(error), error
    print("out of memory")
else:
    print("done")
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)
assert round(fft.fft(np.ones(61))[0].real) == 61
"""


def run(call, megabytes, points=1, dtype="float64"):
    script = LIMITED.format(call=call, megabytes=megabytes, points=points, dtype=dtype)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


PLANS = (
    'fft.Plan((1000000007,), backend="cpu", threads=1)',
    'fft.Plan((1000000007,), "r2c", backend="cpu", threads=1)',
    'fft.Plan((1000000007,), "c2r", precision="single", backend="cpu", threads=1)',
    'fft.Plan((500000003, 2), in_place=True, backend="cpu", threads=1)',
    'fft.Plan((2, 3, 300000007), backend="cpu", threads=1)',
    'fft.Plan((1 << 28,), batch=2, backend="cpu", threads=1)',
    'fft.R2rPlan((1000000007,), "dct-1", backend="cpu", threads=1)',
    'fft.R2rPlan((1000000007,), "dst-4", backend="cpu", threads=1)',
    'poisson.Solver((1000000007,), 0.1, "neumann", backend="cpu", threads=1)',
)


@pytest.mark.parametrize("call", PLANS)
def test_a_plan_for_which_memory_is_short_is_an_out_of_memory(call):
    assert run(call, 256) == "out of memory"


@pytest.mark.parametrize("megabytes", (1, 4, 7, 10, 15, 22, 40))
@pytest.mark.parametrize("name", ("fft", "rfft", "dct"))
def test_a_transform_is_done_or_out_of_memory_at_every_limit(name, megabytes):
    # a prime length, by whose convolutions FFTW needs several times the array
    assert run(f"fft.{name}(x, workers=1)", megabytes, 131071) in ("done", "out of memory")


def test_a_transform_with_enough_memory_is_done():
    assert run("fft.fft(x, workers=1)", 100, 131071) == "done"
    assert run("fft.fft(x, workers=1)", 60, 1 << 19) == "done"
