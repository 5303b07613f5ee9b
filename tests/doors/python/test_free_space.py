# SPDX-License-Identifier: BSD-3-Clause
# tobiuo.poisson.FreeSpaceSolver on the CPU: potentials in closed form, derivatives, refusals.
import copy
import math
import pickle

import numpy as np
import pytest

import tobiuo
from tobiuo import poisson

CELLS, S = 48, 0.06


def gaussian_charge():
    centre = (np.arange(CELLS) + 0.5) / CELLS - 0.5
    z, y, x = np.meshgrid(centre, centre, centre, indexing="ij")
    r = np.sqrt(x**2 + y**2 + z**2)
    f = np.exp(-(r**2) / (2 * S**2)) / ((2 * math.pi) ** 1.5 * S**3)
    erf = np.vectorize(math.erf)(r / (math.sqrt(2) * S))
    return f, (z, y, x), r, erf


def test_solution_and_gradient_of_a_gaussian_charge():
    f, places, r, erf = gaussian_charge()
    solver = poisson.FreeSpaceSolver(f.shape, 1 / CELLS, derivatives=True)
    u = solver.solve(f)
    assert np.abs(u + erf / (4 * math.pi * r)).max() < 1e-10
    slope = (erf - math.sqrt(2 / math.pi) * r / S * np.exp(-(r**2) / (2 * S**2))) / (
        4 * math.pi * r**3
    )
    for found, place in zip(solver.gradient(f), places):  # z, y, x: the axes of f
        assert np.abs(found - slope * place).max() < 1e-7
    out = tuple(np.empty_like(f) for _ in range(3))
    assert solver.gradient(f, out=out) is not None
    assert np.array_equal(out[0], solver.gradient(f)[0])
    assert solver.solve(f, out=f) is f
    assert np.array_equal(f, u)


def test_a_vortex_ring_has_no_flux_and_a_jet_along_its_axis():
    f, (z, y, x), _, _ = gaussian_charge()
    ring = np.exp(-((np.hypot(x, y) - 0.2) ** 2 + z**2) / (2 * 0.04**2))
    around = np.hypot(x, y)
    vorticity = (-y / around * ring, x / around * ring, np.zeros_like(ring))
    solver = poisson.FreeSpaceSolver(f.shape, 1 / CELLS, derivatives=True)
    u, v, w = solver.curl([-component for component in vorticity])
    middle = CELLS // 2
    assert w[middle, middle, middle] > 0
    divergence = (
        np.gradient(u, axis=2) + np.gradient(v, axis=1) + np.gradient(w, axis=0)
    )[8:-8, 8:-8, 8:-8]
    assert np.abs(divergence).max() < 0.06 * np.abs(np.gradient(w, axis=0)).max()


def test_hockney_and_periodic_axes():
    rng = np.random.default_rng(3)
    f = rng.standard_normal((6, 7, 5))
    hockney = poisson.FreeSpaceSolver(f.shape, 0.1, kernel="hockney").solve(f)
    assert hockney.shape == f.shape and np.isfinite(hockney).all()
    mixed = poisson.FreeSpaceSolver(f.shape, (0.1, 0.2, 0.3), ("open", "periodic", "open"))
    shifted = mixed.solve(np.roll(f, 2, axis=1))
    assert np.allclose(np.roll(mixed.solve(f), 2, axis=1), shifted, atol=1e-13)


def test_copies_pickles_and_words():
    solver = poisson.FreeSpaceSolver((8, 8), 0.1, precision="single")
    f = np.ones((8, 8), np.float32)
    for other in (copy.copy(solver), pickle.loads(pickle.dumps(solver))):
        assert np.array_equal(other.solve(f), solver.solve(f))
    assert "truncated kernel, padded to 16x16x1" in repr(solver)


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (dict(boundary="periodic"), "no axis has an open end"),
        (dict(kernel="lattice"), "kernel is 'lattice': it is one of 'truncated', 'hockney'"),
        (dict(lambda_=1.0), "lambda is positive"),
        (dict(kernel="hockney", derivatives=True), "take the truncated kernel"),
        (dict(backend="opencl"), "OpenCL"),
    ],
)
def test_what_cannot_be_is_refused(arguments, sentence):
    with pytest.raises(ValueError) as raised:
        poisson.FreeSpaceSolver((8, 8), 0.1, **arguments)
    assert sentence in str(raised.value)


def test_derivatives_are_asked_for_when_it_is_made():
    solver = poisson.FreeSpaceSolver((8, 8), 0.1)
    with pytest.raises(tobiuo.InvalidArgument, match="make it with the option derivatives"):
        solver.gradient(np.ones((8, 8)))
    with pytest.raises(ValueError, match="three components"):
        solver.curl([np.ones((8, 8))] * 2)
    with pytest.raises(TypeError, match="float64 is needed"):
        solver.solve(np.ones((8, 8), np.float32))
