# SPDX-License-Identifier: BSD-3-Clause
# Transforms and solves that JAX traces, where it is installed: jit, derivatives, vmap, on all its
# devices.
import itertools

import numpy as np
import pytest
from samples import made

from tobiuo import _linear, fft, poisson

jax = pytest.importorskip("jax", reason="JAX is not installed")
if not hasattr(jax, "ffi"):
    pytest.skip("JAX has no jax.ffi, which begins with 0.5", allow_module_level=True)
jax.config.update("jax_enable_x64", True)
jnp = jax.numpy

PLATFORMS = ["cpu"] + sorted({device.platform for device in jax.devices()} & {"gpu", "cuda"})
WAYS = ({}, {"axes": (0, 2), "norm": "ortho"}, {"s": (6, 3), "axes": (2, 1), "norm": "forward"})
TYPES = {"fftn": "complex128", "ifftn": "complex128", "rfftn": "float64", "irfftn": "complex128"}


@pytest.fixture(params=PLATFORMS)
def place(request):
    """Puts arrays where the test is to run, and makes that the default."""
    device = jax.devices(request.param)[0]
    with jax.default_device(device):
        yield lambda array: jax.device_put(array, device)


def close(found, expected):
    scale = np.abs(np.asarray(expected)).max() or 1.0
    return np.abs(np.asarray(found) - np.asarray(expected)).max() <= 1e-11 * scale


@pytest.mark.parametrize("name", TYPES)
def test_transforms_beside_those_of_jax(rng, place, name):
    x = place(made(rng, (3, 4, 6), TYPES[name]))
    for way in WAYS:
        def ours(x):
            return getattr(fft, name)(x, **way)

        def theirs(x):
            return getattr(jnp.fft, name)(x, **way)

        y, back = jax.vjp(ours, x)
        expected, back_of_jax = jax.vjp(theirs, x)
        assert close(y, expected) and close(jax.jit(ours)(x), expected)
        cotangent = place(made(rng, y.shape, y.dtype.name))
        assert close(back(cotangent)[0], back_of_jax(cotangent)[0])
        before, transposed, after = _linear.of_transform(
            name, x.shape, way.get("s"), way.get("axes"), way.get("norm"), None
        ).transposed()
        plain = np.asarray(cotangent)
        plain = transposed.apply(plain.conj() if before else plain)
        assert close(back(cotangent)[0], plain.conj() if after else plain)
        _, tangent = jax.jvp(ours, (x,), (x,))
        assert close(tangent, expected)
        stack = jnp.stack([x, 2 * x], axis=1)
        assert close(jax.vmap(ours, in_axes=1)(stack)[1], 2 * expected)
        assert close(jax.jit(jax.vmap(ours, in_axes=1))(stack)[0], expected)


def test_hermitian_and_trigonometric_transforms(rng, place):
    x = place(made(rng, (3, 4, 6), "float64"))
    z = x + 1j * x[::-1]
    assert close(jax.jit(fft.hfft)(z), jnp.fft.hfft(z))
    assert close(jax.jit(fft.ihfft)(x), jnp.fft.ihfft(x))
    for name, type, way in itertools.product(("dctn", "idstn"), (1, 2, 3, 4), WAYS):
        def ours(x):
            return getattr(fft, name)(x, type, **way)

        expected = getattr(fft, name)(np.asarray(x), type, **way)
        y, back = jax.vjp(jax.jit(ours), x)
        assert close(y, expected) and close(ours(x), expected)
        cotangent = made(rng, y.shape, "float64")
        adjoint = _linear.of_transform(
            name, x.shape, way.get("s"), way.get("axes"), way.get("norm"), None, type
        ).adjoint()
        assert close(back(place(cotangent))[0], adjoint.apply(cotangent))
    single = jax.jit(fft.dctn)(x.astype("float32"))
    assert single.dtype == jnp.float32


SIDES = (
    "periodic", (("dirichlet", "neumann"), "periodic"), ("neumann", "neumann"),
    (("neumann", "dirichlet"), ("dirichlet", "dirichlet")),
)  # fmt: skip


@pytest.mark.parametrize("location", ("cell", "node"))
@pytest.mark.parametrize("boundary", SIDES)
def test_solves(rng, place, boundary, location):
    pairs = [boundary] * 2 if isinstance(boundary, str) else boundary
    walls = [None if pair == "periodic" else (place(rng.standard_normal(count)), 0.5)
             for pair, count in zip(pairs, (5, 4))]  # fmt: skip
    f = place(rng.standard_normal((4, 5)))

    def solve(f, walls):
        return poisson.solve(f, (0.3, 0.2), boundary, location=location, walls=walls)

    expected = poisson.solve(
        np.asarray(f), (0.3, 0.2), boundary, location=location,
        walls=[pair and (np.asarray(pair[0]), pair[1]) for pair in walls],
    )  # fmt: skip
    assert close(jax.jit(solve)(f, walls), expected) and close(solve(f, walls), expected)
    loss = jax.jit(lambda f, walls: (solve(f, walls) ** 3).sum())
    by_f, by_walls = jax.grad(loss, (0, 1))(f, walls)
    df = place(rng.standard_normal(f.shape))
    dw = [pair and (place(rng.standard_normal(pair[0].shape)), 0.0) for pair in walls]
    step = 1e-5

    def along(sign):
        moved = [pair and (pair[0] + sign * step * change[0], pair[1])
                 for pair, change in zip(walls, dw)]  # fmt: skip
        return loss(f + sign * step * df, moved)

    slope = (by_f * df).sum() + sum(
        (given[0] * change[0]).sum() for given, change in zip(by_walls, dw) if change
    )
    assert abs(slope - (along(1) - along(-1)) / (2 * step)) <= 1e-6 * max(abs(slope), 1e-3)
    stack = jnp.stack([f, 2 * f])
    mapped = jax.jit(jax.vmap(lambda f: solve(f, None)))(stack)
    assert close(mapped[1], 2 * solve(f, None))
    hessian = jax.hessian(lambda f: (solve(f, None) ** 2).sum() / 2)(f).reshape(20, 20)
    matrix = jax.jacobian(lambda f: solve(f, None))(f).reshape(20, 20)
    assert close(hessian, matrix.T @ matrix)


def test_solves_by_lambda_and_spacing(rng, place):
    f = place(rng.standard_normal((4, 5)))

    def loss(f, lambda_, spacing):
        u = poisson.solve(f, (0.3, spacing), "neumann", lambda_=lambda_, location="node")
        return (u**3).sum()

    by_lambda, by_spacing = jax.grad(loss, (1, 2))(f, -2.0, 0.2)
    step = 1e-5
    slope = (loss(f, -2 + step, 0.2) - loss(f, -2 - step, 0.2)) / (2 * step)
    assert abs(by_lambda - slope) <= 1e-7 * abs(slope)
    slope = (loss(f, -2.0, 0.2 + step) - loss(f, -2.0, 0.2 - step)) / (2 * step)
    assert abs(by_spacing - slope) <= 1e-6 * abs(slope)
    with pytest.raises(TypeError, match="JAX traces (lambda_|spacing), but a solver is planned for a number"):
        jax.jit(loss)(f, -2.0, 0.2)


def test_free_space_and_odd_items(rng, place):
    f = place(rng.standard_normal((3, 5, 7)).astype("float32"))
    options = {"precision": "single"}
    on_gpu = f.devices().pop().platform != "cpu"
    solver = poisson.FreeSpaceSolver(
        (5, 7), 0.1, backend="cuda" if on_gpu else "cpu", **options
    )
    expected = jnp.stack([solver.solve(item) for item in f])
    assert np.allclose(jax.jit(jax.vmap(solver.solve))(f), expected, rtol=1e-4, atol=1e-6)
    # items of 35 floats begin where a GPU reads no pieces of 16 bytes
    each = jax.jit(jax.vmap(lambda f: poisson.solve(f, 0.1, "neumann")))(f)
    assert np.allclose(each[2], poisson.solve(f[2], 0.1, "neumann"), rtol=1e-4, atol=1e-6)


def test_hundreds_of_steps_of_descent_stay_finite(place):
    target = poisson.solve(place(jnp.ones((8, 8))), 1 / 8, "dirichlet")

    @jax.jit
    def step(charge):
        loss, slope = jax.value_and_grad(
            lambda f: ((poisson.solve(f, 1 / 8, "dirichlet") - target) ** 2).sum()
        )(charge)
        return charge - 200.0 * slope, loss

    charge, losses = place(jnp.zeros((8, 8))), []
    for _ in range(400):
        charge, loss = step(charge)
        losses.append(float(loss))
    assert np.all(np.isfinite(losses)) and losses[-1] < 1e-3 * losses[0]


def test_what_cannot_be_traced_is_refused(rng, place):
    f = place(rng.standard_normal((4, 6)))
    with pytest.raises(TypeError, match="JAX traces the array, .* not a Plan, a Solver or out="):
        jax.jit(lambda f: poisson.Solver((4, 6), 0.1, backend="cpu").solve(f))(f)
    with pytest.raises(ValueError, match="leave plan out"):
        jax.jit(lambda f: fft.fftn(f, plan=fft.Plan((4, 6), backend="cpu")))(f)
    with pytest.raises(TypeError, match="leave them out"):
        jax.jit(lambda f: poisson.solve(f, 0.1, out=f))(f)
    with pytest.raises(ValueError, match="'fourth-order' beside walls, and has no gradient"):
        jax.jit(lambda f: poisson.solve(f, 0.1, "neumann", operator="fourth-order"))(f)
