# SPDX-License-Identifier: BSD-3-Clause
# Copies, pickles and weak references of plans, solvers and exceptions.
import copy
import gc
import multiprocessing
import pickle
import subprocess
import sys
import weakref

import numpy as np
import pytest
from tolerance import fft_error

import tobiuo
from tobiuo import fft, flow, poisson

NODES = np.linspace(0, 1, 9) ** 2


def a_plan():
    return fft.Plan((4, 6), "r2c", precision="single", batch=2, backend="cpu", threads=1)


def an_r2r_plan():
    return fft.R2rPlan((4, 6), ("dst-1", "dct-2"), scale=0.5, backend="cpu")


def a_poisson_solver():
    return poisson.Solver((8, 6), (NODES, 0.5), ("neumann", ("dirichlet", "neumann")), lambda_=-1)


def a_flow():
    heated = flow.Scalar(0.1, (0, 1.0), faces=((("value", np.ones(6)), None), None))
    return flow.Solver(
        (8, 6), (NODES, 0.5), ("no-slip", "periodic"), viscosity=0.1, force=(1.0,), scalar=heated,
        backend="cpu",
    )  # fmt: skip


def result_of(planned):
    rng = np.random.default_rng(1)
    if isinstance(planned, flow.Solver):
        planned.start(*(rng.standard_normal(planned.shape) for _ in range(3)))
        planned.set_scalar(np.zeros(planned.shape))
        planned.step(1e-3, 2)
        return planned.state()
    if isinstance(planned, poisson.Solver):
        return planned.solve(rng.standard_normal(planned.shape), walls=(None, (2.0, None)))
    shape = getattr(planned, "input_shape", None) or planned.shape
    dtype = getattr(planned, "input_dtype", None) or planned.dtype
    return planned.execute(rng.standard_normal(shape).astype(dtype))


MAKERS = (a_plan, an_r2r_plan, a_poisson_solver, a_flow)
COPIES = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {p}": lambda x, p=p: pickle.loads(pickle.dumps(x, p)) for p in (0, 2, 5)},
}


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("make", MAKERS)
def test_a_copy_outlives_its_original_and_computes_the_same(make, way):
    original = make()
    made = COPIES[way](original)
    assert type(made) is type(original) and made.describe() == original.describe()
    expected = result_of(original)
    del original
    gc.collect()
    assert np.array_equal(result_of(made), expected)
    again = copy.copy(made)
    del made
    gc.collect()
    assert np.array_equal(result_of(again), expected)


@pytest.mark.parametrize("make", MAKERS)
def test_copies_that_share_all_attributes_share_the_handle(make):
    original = make()
    shared = object.__new__(type(original))
    shared.__dict__.update(original.__dict__)
    expected = result_of(original)
    del original
    gc.collect()
    assert np.array_equal(result_of(shared), expected)


@pytest.mark.parametrize("way", COPIES)
def test_a_copied_flow_goes_on_where_it_was(way):
    original = a_flow()
    result_of(original)
    original.set_force((0.0, 3.0))
    made = COPIES[way](original)
    for each in (original, made):
        each.step(1e-3, 3)
    assert np.array_equal(made.state(), original.state())


def test_a_flow_with_a_scalar_alone_is_not_copied_without_it():
    solver = a_flow()
    solver.set_scalar(np.ones(solver.shape))
    for way in COPIES.values():
        with pytest.raises(tobiuo.Error, match="copy it after start"):
            way(solver)


def test_a_description_does_not_change_with_the_caller_s_arrays():
    nodes = NODES.copy()
    solver = poisson.Solver((8,), (nodes,), "dirichlet", backend="cpu")
    expected = solver.solve(np.ones(8))
    nodes[:] = 0
    assert np.array_equal(copy.copy(solver).solve(np.ones(8)), expected)
    assert np.array_equal(pickle.loads(pickle.dumps(solver)).solve(np.ones(8)), expected)


@pytest.mark.parametrize("make", MAKERS)
def test_weak_references_end_with_the_last_copy(make):
    original = make()
    kept = weakref.WeakValueDictionary(one=original)
    made = copy.copy(original)
    del original
    gc.collect()
    assert "one" not in kept
    gone = weakref.ref(made)
    del made
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize("make", MAKERS)
def test_workers_by_spawn_get_plans(make):
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        planned = make()
        found = pool.apply_async(result_of, (planned,)).get(60)
        assert np.array_equal(found, result_of(planned))


def test_an_interpreter_ends_quietly_with_live_plans():
    script = """
import sys, numpy as np
from tobiuo import fft, flow, poisson
kept = [fft.Plan((8,), backend="cpu"), fft.R2rPlan((8,), backend="cpu"),
        poisson.Solver((8,), 0.1, backend="cpu"), flow.Solver((8, 8), 0.1, viscosity=1.0)]
kept.append(kept)  # a cycle
sys.modules["kept"] = kept
fft.fft(np.ones(8)); poisson.solve(np.ones(8), 0.1)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "error",
    [kind("a sentence") for kind in (
        tobiuo.Error, tobiuo.InvalidArgument, tobiuo.DeviceError, tobiuo.OutOfMemory,
        tobiuo.LibraryNotFound,
    )] + [tobiuo.RunError("a sentence", 4)],
)  # fmt: skip
def test_exceptions_come_back_from_workers(error):
    for way in COPIES.values():
        found = way(error)
        assert type(found) is type(error) and str(found) == "a sentence"
        assert getattr(found, "exit_code", None) == getattr(error, "exit_code", None)


def test_a_pickled_plan_is_a_small_description():
    plan = fft.Plan((64, 64, 64), backend="cpu")
    assert len(pickle.dumps(plan)) < 1000
    x = np.arange(64**3).reshape(64, 64, 64) + 0j
    assert fft_error(pickle.loads(pickle.dumps(plan))(x), np.fft.fftn(x)) <= 1
