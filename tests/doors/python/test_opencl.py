# SPDX-License-Identifier: BSD-3-Clause
# Plans and solvers with OpenCL, between arrays of numpy, against numpy and the CPU.
import threading

import numpy as np
import pytest
from samples import made
from tolerance import fft_error, solve_tolerance

import tobiuo
from tobiuo import fft, flow, poisson
from tobiuo._arrays import View


@pytest.fixture
def opencl():
    """The back end's word, where this machine has it."""
    why = tobiuo.unsupported_reason("opencl")
    if why:
        pytest.skip(why)
    return "opencl"


def test_a_plan_transforms_arrays_of_numpy(rng, opencl):
    x = made(rng, (6, 10), "float32")
    kept = x.copy()
    plan = fft.Plan(x.shape, "r2c", precision="single", backend=opencl)
    assert plan.backend == opencl and "r2c 10x6 single" in plan.describe()
    out = np.empty(plan.output_shape, plan.output_dtype)
    assert plan.execute(x, out) is out
    assert fft_error(out, np.fft.rfftn(kept)) <= 1 and np.array_equal(x, kept)
    assert np.array_equal(plan(x), out)


def test_a_plan_in_place_goes_there_and_back(rng, opencl):
    x = made(rng, (12,), "complex128")
    expected = np.fft.fft(x)
    there = fft.Plan(x.shape, in_place=True, backend=opencl)
    assert there.execute(x) is x and fft_error(x, expected) <= 1
    back = fft.Plan(x.shape, direction="inverse", in_place=True, backend=opencl)
    assert fft_error(back.execute(x), 12 * np.fft.ifft(expected)) <= 1


def test_a_plan_transforms_by_cosines(rng, opencl):
    x = made(rng, (3, 8), "float64")
    plan = fft.R2rPlan((8,), "dct-2", batch=3, scale=0.5, backend=opencl)
    assert fft_error(plan(x), fft.dct(x) / 2) <= 1
    assert plan.backend == opencl


@pytest.mark.parametrize("kind", [f"{n}-{t}" for n in ("dct", "dst") for t in (1, 2, 3, 4)])
def test_rows_leave_nothing_in_each_other(rng, opencl, kind):
    x = made(rng, (7, 24), "float64") * 10.0 ** (30 * np.array([[0, 1, -1, 0, 1, -1, 0]]).T)
    x[3, 5] = np.nan
    found = fft.R2rPlan((24,), kind, batch=7, backend=opencl)(x)
    alone = fft.R2rPlan((24,), kind, backend="cpu")
    for row in (0, 1, 2, 4, 5, 6):
        assert fft_error(found[row], alone(x[row].copy())) <= 1


def test_a_solver_solves_between_walls(rng, opencl):
    f = made(rng, (6, 8), "float64")
    walls = (None, (made(rng, (6,), "float64"), 0.5))
    asked = (f.shape, 0.25, ("periodic", ("dirichlet", "neumann")))
    solver = poisson.Solver(*asked, backend=opencl)
    expected = poisson.Solver(*asked, backend="cpu").solve(f, walls=walls)
    found = solver.solve(f, walls=walls)
    assert np.max(np.abs(found - expected)) <= solve_tolerance("float64", 8)
    assert solver.backend == opencl and solver.removed_mean() == 0
    assert solver.solve(f, f, walls) is f and np.array_equal(f, found)


def test_threads_that_share_a_solver_take_turns(rng, opencl):
    solver = poisson.Solver((256, 16), 0.5, "dirichlet", backend=opencl)
    agree = []

    def solve(f, expected):
        agree.extend(np.array_equal(solver.solve(f), expected) for _ in range(20))

    inputs = [made(rng, (256, 16), "float64") for _ in range(4)]
    threads = [threading.Thread(target=solve, args=(f, solver.solve(f))) for f in inputs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(agree) == 80 and all(agree)


def test_arrays_of_a_gpu_are_refused(opencl):
    plan = fft.Plan((8,), backend=opencl)
    on_gpu = View(4096, (8,), "complex128", True, True, 0, 0)
    with pytest.raises(ValueError, match="x is in CUDA device 0, but this needs host memory: copy"):
        plan._read.expect(on_gpu)


def test_what_opencl_does_not_offer_is_refused():
    with pytest.raises(tobiuo.InvalidArgument, match="there is no flow with OpenCL"):
        flow.Solver((4, 4), 1.0, viscosity=1.0, backend="opencl")
    with pytest.raises(ValueError, match="counts CUDA devices: leave it out"):
        fft.Plan((8,), backend="opencl", device=0)


def test_the_device_is_named(opencl):
    assert " (" in tobiuo.opencl_device() and "OpenCL " in tobiuo.opencl_device()


def test_a_machine_without_it_says_so():
    why = tobiuo.unsupported_reason("opencl")
    if why is None:
        pytest.skip("this machine has an OpenCL device")
    with pytest.raises(tobiuo.DeviceError):
        tobiuo.opencl_device()
    with pytest.raises(tobiuo.DeviceError, match="no transform runs with OpenCL here"):
        fft.Plan((8,), backend="opencl")
    with pytest.raises(tobiuo.DeviceError, match="no solve runs with OpenCL here"):
        poisson.Solver((8,), 1.0, backend="opencl")
