# SPDX-License-Identifier: BSD-3-Clause
# The handlers that XLA calls for JAX execute plans and solvers; the calls are made by hand.
import numpy as np
import pytest
import xla_frame
from samples import made
from tolerance import fft_error

from tobiuo import _library, fft, poisson


def handler(name="on_host"):
    return getattr(_library.library(), f"tobiuo_xla_{name}")


def executed(owner, number, x, out, items=1):
    attributes = {
        "owner": np.int64(number), "handle": np.int64(owner._handle.value),
        "items": np.int64(items),
    }  # fmt: skip
    return xla_frame.call(handler(), [x], [out], attributes)


@pytest.mark.parametrize("dtype", ("float32", "float64"))
def test_plans(rng, dtype):
    precision = {"float32": "single", "float64": "double"}[dtype]
    x = made(rng, (2, 6, 8), dtype)
    plan = fft.Plan((6, 8), "r2c", precision=precision, batch=2, backend="cpu")
    modes = np.empty(plan.output_shape, plan.output_dtype)
    assert executed(plan, 0, x, modes) is None
    assert fft_error(modes, np.fft.rfftn(x, axes=(1, 2))) <= 1
    back = fft.Plan((6, 8), "c2r", precision=precision, batch=2, backend="cpu")
    found = np.empty_like(x)
    assert executed(back, 0, modes, found) is None
    assert fft_error(found / 48, x) <= 1
    cosines = fft.R2rPlan((2, 6, 8), "dct-2", precision, backend="cpu")
    assert executed(cosines, 1, x, found) is None
    assert np.array_equal(found, fft.dctn(x))


def test_solvers_and_stacks_of_arrays(rng):
    solver = poisson.Solver((6, 8), 0.1, "neumann", backend="cpu")
    f = made(rng, (3, 6, 8), "float64")
    u = np.empty_like(f)
    assert executed(solver, 2, f, u, items=3) is None
    assert all(np.array_equal(u[item], solver.solve(f[item])) for item in range(3))
    free = poisson.FreeSpaceSolver((6, 8), 0.1, backend="cpu")
    assert executed(free, 3, f, u, items=3) is None
    assert np.array_equal(u[2], free.solve(f[2]))


def test_what_cannot_be_is_an_error_of_xla(rng):
    solver = poisson.Solver((6, 8), 0.1, "neumann", backend="cpu")
    f = made(rng, (5, 8), "float64")
    assert "f or u" in executed(solver, 2, f, np.empty_like(f))
    f = f.astype("int64")
    assert "neither float nor complex" in executed(solver, 2, f, np.empty_like(f))
    assert "owner is 9" in executed(solver, 9, f, np.empty_like(f))
    said = xla_frame.call(handler(), [f], [f], {"owner": np.int64(2), "items": np.int64(1)})
    assert "lacks the attribute handle" in said
    said = xla_frame.call(handler(), [f], [f], {"owner": np.int32(2), "items": np.int64(1)})
    assert "lacks the attribute owner" in said
    said = xla_frame.call(
        handler("on_cuda"), [f], [f], {"owner": np.int64(9), "items": np.int64(1)}
    )
    assert "owner is 9" in said


def test_the_version_is_that_of_xla():
    assert xla_frame.metadata(handler()) == ((0, 1), 0, 0)
    assert xla_frame.metadata(handler(), minor=3) == ((0, 3), 0, 0)
    # a handler on a GPU may be captured in a graph; a state is not told where XLA has no place for
    # it
    assert xla_frame.metadata(handler("on_cuda"), minor=1, is_old=True) == ((0, 1), 1, -1)
