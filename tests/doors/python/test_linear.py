# SPDX-License-Identifier: BSD-3-Clause
# Every operation of which gradients are made has the adjoint that it says: <L x, y> = <x, L' y>, in
# numpy.
import itertools

import numpy as np
import pytest
from samples import made

from tobiuo import _linear, fft, poisson
from tobiuo._linear import FreeSpaceSolve, Solve, from_text, of_transform

SHAPE = (5, 6, 8)
PLACES = (
    (None, None), ((0,), None), ((2, 0), None), ((1, 2), (7, 9)), ((2, 1), (4, 5)), ((-1,), (12,)),
    ((2,), (3,)), ((0, 1, 2), (6, 1, 8)),
)  # fmt: skip
NORMS = (None, "ortho", "forward")
TYPES = {"fftn": "complex", "ifftn": "complex", "rfftn": "float", "irfftn": "complex"}
BITS = {"float": ("float32", "float64"), "complex": ("complex64", "complex128")}


def check(rng, operation, shape, dtype):
    x = made(rng, shape, dtype)
    kept = x.copy()
    found = operation.apply(x)
    assert np.array_equal(x, kept)
    assert found.shape == operation.shape_of(shape)
    assert found.dtype == operation.dtype_of(dtype)
    y = made(rng, found.shape, found.dtype.name)
    adjoint = operation.adjoint()
    back = adjoint.apply(y)
    assert back.shape == shape and back.dtype == dtype
    assert adjoint.dtype_of(y.dtype.name) == dtype
    # both sides round as sums of so many products
    scale = np.linalg.norm(found) * np.linalg.norm(y) * np.finfo(dtype).eps
    assert abs(np.vdot(found, y).real - np.vdot(x, back).real) <= 20 * scale, operation
    before, transposed, after = operation.transposed()
    plain = transposed.apply(y.conj() if before else y)
    plain = plain.conj() if after else plain
    assert abs(np.sum(found * y).real - np.sum(x * plain).real) <= 20 * scale, operation
    again = adjoint.adjoint().apply(x)
    assert np.linalg.norm(again - found) <= 20 * np.linalg.norm(found) * np.finfo(dtype).eps
    assert from_text(operation.text()) == operation
    stack = np.stack([x, 2 * x])
    assert np.allclose(operation.after_axis().apply(stack)[1], 2 * found, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("name", TYPES)
def test_fourier_transforms(rng, name, norm):
    for (axes, s), dtype in itertools.product(PLACES, BITS[TYPES[name]]):
        operation = of_transform(name, SHAPE, s, axes, norm, None)
        check(rng, operation, SHAPE, dtype)
        x = made(rng, SHAPE, dtype)
        assert np.array_equal(operation.apply(x), getattr(fft, name)(x, s, axes, norm))
    check(rng, of_transform(name, (3, 4, 2, 3, 5), None, None, norm, 1), (3, 4, 2, 3, 5), dtype)


@pytest.mark.parametrize("type", (1, 2, 3, 4))
@pytest.mark.parametrize("name", ("dctn", "idctn", "dstn", "idstn"))
def test_cosine_and_sine_transforms(rng, name, type):
    for norm, orthogonalize, (axes, s) in itertools.product(NORMS, (None, True, False), PLACES):
        if type == 1 and s is not None and 1 in s:
            continue
        operation = of_transform(name, SHAPE, s, axes, norm, None, type, orthogonalize)
        check(rng, operation, SHAPE, "float64")
        x = made(rng, SHAPE, "float64")
        plain = getattr(fft, name)(x, type, s, axes, norm, orthogonalize=orthogonalize)
        assert np.array_equal(operation.apply(x), plain)
    check(rng, operation, SHAPE, "float32")


WORDS = ("dirichlet", "neumann", "open")
ENDS = [("periodic", "periodic"), *itertools.product(WORDS, WORDS)]
OTHERS = (("periodic", "periodic"), ("neumann", "neumann"), ("dirichlet", "neumann"))


@pytest.mark.parametrize("is_stretched", (False, True))
@pytest.mark.parametrize("location", ("cell", "node"))
def test_solves(rng, location, is_stretched):
    checked = 0
    for ends, other, lambda_ in itertools.product(ENDS, OTHERS, (0.0, -3.0)):
        cells, spacing = 8, 0.1
        if is_stretched:
            if "periodic" in ends:
                continue  # which a solver refuses
            spacing = tuple((np.linspace(0, 1, cells + 1) ** 1.5).tolist())
        count = cells
        if is_stretched and location == "node":
            count = cells + 1 - ends.count("dirichlet")
        for operator in ("second-order", "spectral"):
            operation = Solve((0.07, spacing), (other, ends), operator, location, lambda_, 1)
            try:
                operation.apply(np.zeros((6, count)))
            except ValueError as error:
                assert operator == "spectral" or "open" in ends, error
                continue
            check(rng, operation, (6, count), "float64")
            checked += 1
    assert checked > 50


def test_solves_of_one_and_three_axes_and_of_stacks(rng):
    check(rng, Solve((0.1,), (("neumann", "dirichlet"),), "second-order", "node", 0.0, 1), (9,),
          "float64")  # fmt: skip
    sides = (("neumann", "neumann"), ("periodic", "periodic"), ("dirichlet", "neumann"))
    solve = Solve((0.1, 0.2, 0.3), sides, "second-order", "node", -1.0, 1)
    check(rng, solve, (4, 5, 6), "float32")
    check(rng, solve, (2, 3, 4, 5, 6), "float64")
    fourth = Solve((0.1, 0.2), (("periodic",) * 2,) * 2, "fourth-order", "cell", 0.0, 1)
    check(rng, fourth, (8, 9), "float64")
    assert fourth.adjoint() is fourth  # at no cost


def test_solves_with_robin_ends_and_rho(rng):
    nodes = tuple((np.linspace(0, 1, 9) ** 1.5).tolist())
    robin = (("robin", 2.0, 0.5), "neumann"), ("dirichlet", ("robin", -1.0, -3.0))
    values = tuple(np.exp(-np.linspace(0, 1, 17)).tolist())
    rho = None, (0, values), (-1, values)
    for location, spacing, ends in itertools.product(("cell", "node"), (0.1, nodes), robin):
        count = 8 if location == "cell" else 9 - ends.count("dirichlet")
        solve = Solve((0.1, spacing), (("neumann", "neumann"), ends), "second-order", location,
                      -2.0, 1)  # fmt: skip
        check(rng, solve, (6, count), "float64")
    for given, sides in itertools.product(rho, (("neumann",) * 2, ("dirichlet", "neumann"))):
        solve = Solve((0.1, 0.2), (sides, sides), "second-order", "cell", 0.0, 1, rho=given)
        check(rng, solve, (8, 8), "float64")


def test_solves_of_batches_with_a_lambda_each(rng):
    sides = (("neumann", "neumann"), ("dirichlet", "neumann"))
    lambdas = ((0.0, -1.0, -2.0), (-3.0, -4.0, -5.0))
    solve = Solve((0.1, 0.2), sides, "second-order", "node", lambdas, 1)
    check(rng, solve, (2, 3, 5, 6), "float64")
    f = made(rng, (2, 3, 5, 6), "float64")
    one = Solve((0.1, 0.2), sides, "second-order", "node", -4.0, 1)
    assert np.array_equal(solve.apply(f)[1, 1], one.apply(f[1, 1]))
    with pytest.raises(ValueError, match="lambda_ has a number for each problem"):
        solve.solver_of((5, 6), "float64", -1)


def test_solves_in_free_space(rng):
    for location, boundary in itertools.product(
        ("cell", "node"), ("open", (("dirichlet", "neumann"), "open", "neumann"))
    ):
        solver = poisson.FreeSpaceSolver((4, 5, 6), 0.1, boundary, location=location, backend="cpu")
        solve = FreeSpaceSolve.of(solver)
        check(rng, solve, (4, 5, 6), "float64")
    assert solve.solver_of((4, 5, 6), "float64", -1) is not solver
    with pytest.raises(ValueError, match="on another device"):
        solve.solver_of((4, 5, 6), "float64", 0)


def test_widths_of_what_nodes_stand_for():
    nodes = (0.0, 1.0, 3.0, 6.0)
    assert np.array_equal(_linear.widths_along(nodes, ("neumann",) * 2, "cell"), [1, 2, 3])
    assert np.array_equal(
        _linear.widths_along(nodes, ("neumann",) * 2, "node"), [0.5, 1.5, 2.5, 1.5]
    )
    assert np.array_equal(_linear.widths_along(nodes, ("dirichlet", "open"), "node"), [1.5, 2.5, 3])
