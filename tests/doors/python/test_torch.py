# SPDX-License-Identifier: BSD-3-Clause
# Tensors of PyTorch in host memory, where PyTorch is installed.
import numpy as np
import pytest
from samples import made
from tolerance import fft_error, solve_tolerance

from tobiuo import fft, poisson

torch = pytest.importorskip("torch", reason="PyTorch is not installed")


@pytest.mark.parametrize("dtype", ("float32", "float64", "complex64", "complex128"))
@pytest.mark.parametrize("axes", (None, (0,), (1, 2), (2, 0)))
def test_transforms_give_tensors(rng, dtype, axes):
    x = made(rng, (6, 12, 16), dtype)
    there = torch.from_numpy(x.copy())
    for name in ("fftn", "ifftn") + (("rfftn",) if dtype.startswith("float") else ("irfftn",)):
        found = getattr(fft, name)(there, axes=axes)
        assert isinstance(found, torch.Tensor)
        assert fft_error(found.numpy(), getattr(np.fft, name)(x, axes=axes)) <= 1
    assert np.array_equal(there.numpy(), x)
    found = fft.fftn(there, s=(8, 10, 18))
    assert fft_error(found.numpy(), np.fft.fftn(x, s=(8, 10, 18))) <= 1


def test_other_tensors_are_copied_or_refused(rng):
    x = rng.standard_normal((8, 8)) + 1j * rng.standard_normal((8, 8))
    there = torch.from_numpy(x.copy())
    assert fft_error(fft.fftn(there.conj()).numpy(), np.fft.fftn(x.conj())) <= 1
    assert fft_error(fft.fftn(there.T).numpy(), np.fft.fftn(x.T)) <= 1
    assert fft_error(fft.fft(torch.arange(8)).numpy(), np.fft.fft(np.arange(8))) <= 1
    assert fft.fftn(there, overwrite_x=True) is there
    with pytest.raises(TypeError, match=r"not a Plan, a Solver or out=.* pass tensor.detach\(\)"):
        fft.Plan((8,), "r2c", backend="cpu").execute(torch.ones(8, requires_grad=True))
    with pytest.raises(TypeError, match="x is bfloat16"):
        fft.fftn(torch.ones(8, dtype=torch.bfloat16))


def test_plans_and_solvers_take_tensors(rng):
    f = rng.standard_normal((8, 12))
    expected = poisson.solve(f, 0.1, "dirichlet", walls=((np.ones(12), 0), None))
    wall = torch.ones(12, dtype=torch.float64)
    found = poisson.solve(torch.from_numpy(f), 0.1, "dirichlet", walls=((wall, 0), None))
    assert isinstance(found, torch.Tensor)
    assert np.max(np.abs(found.numpy() - expected)) <= solve_tolerance("float64", 12)
    plan = fft.Plan(f.shape, "r2c", backend="cpu")
    out = torch.empty(plan.output_shape, dtype=torch.complex128)
    assert plan.execute(torch.from_numpy(f), out) is out
    assert fft_error(out.numpy(), np.fft.rfftn(f)) <= 1
    assert fft_error(plan.execute(torch.from_numpy(f)).numpy(), np.fft.rfftn(f)) <= 1
