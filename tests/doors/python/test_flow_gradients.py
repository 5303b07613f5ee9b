# SPDX-License-Identifier: BSD-3-Clause
# Gradients of steps of flows: against differences, beside PyTorch's and JAX's where these are installed; on
# a GPU where PyTorch has one.
import copy
import pickle

import numpy as np
import pytest

import tobiuo
from tobiuo import flow

SHAPE, TIME_STEP, STEPS = (5, 6, 8), 0.01, 6
TOP, BOTTOM, INLET = ("z", "upper", "u"), ("z", "lower", "scalar"), ("x", "lower", "u")


def made(backend="cpu", **options):
    """A duct with a floor that warms, a lid that moves, and an inlet opposite to an outlet of given
    velocity."""
    inlet = np.full(SHAPE[:2], 0.5)
    faces = [
        ("no-slip", flow.Face("no-slip", (0.3,))),
        "free-slip",
        (flow.Face("inflow", (inlet,)), flow.Face("inflow", (inlet,))),
    ]
    scalar = flow.Scalar(
        0.03, (0.0, 0.0, 1.0), faces=[(("value", 1.0), None), None, (("value", 0.0), None)]
    )
    return flow.Solver(
        SHAPE, (0.1, 0.12, 0.125), faces=faces, viscosity=0.02, force=(0.1, 0.0, 0.2), scalar=scalar,
        backend=backend, **options,
    )  # fmt: skip


def begun(rng, **options):
    solver = made(**options)
    solver.start(*(rng.standard_normal(SHAPE).astype(solver.dtype) for _ in range(3)))
    solver.set_scalar(rng.standard_normal(SHAPE).astype(solver.dtype))
    return solver, solver.state()


def test_steps_have_the_bits_of_the_solver(rng):
    for precision in ("double", "single"):
        solver, state = begun(rng, precision=precision)
        steps = flow.Steps(solver, TIME_STEP, STEPS)
        end = steps(state)
        solver.step(TIME_STEP, STEPS)
        assert np.array_equal(end, solver.state())
        fields = [rng.standard_normal(SHAPE).astype(solver.dtype) for _ in range(4)]
        solver = made(precision=precision)
        solver.start(*fields[:3])
        solver.set_scalar(fields[3])
        solver.step(TIME_STEP, STEPS)
        begin = np.concatenate([field.ravel() for field in fields])
        assert np.array_equal(steps(begin, start=True), solver.state())


@pytest.mark.parametrize("start", (False, True))
def test_gradients_are_the_limits_of_differences(rng, start):
    solver, state = begun(rng)
    steps = flow.Steps(solver, TIME_STEP, STEPS, steps_between=2, states_on_device=1)
    weights = rng.standard_normal(steps.state_shape)
    inlet = np.full(SHAPE[:2], 0.5)
    given = {
        "force": np.array([0.1, 0.0, 0.2]), "viscosity": 0.02, "diffusivity": 0.03,
        "faces": {TOP: 0.3, BOTTOM: 1.0, INLET: inlet},
    }  # fmt: skip

    def total(state=state, **other):
        return weights @ steps(state, start=start, **{**given, **other})

    assert total() == weights @ steps(state, start=start)
    found = steps.backward(weights)
    same = solver.grad(weights, state, TIME_STEP, STEPS, start=start)
    assert np.array_equal(found.state, same.state) and found.viscosity == same.viscosity

    def expect(by, plus, minus, size):
        assert by == pytest.approx((plus - minus) / (2 * size), rel=1e-6, abs=1e-7)

    size = 1e-5
    way = rng.standard_normal(steps.state_shape)
    expect(found.state @ way, total(state + size * way), total(state - size * way), size)
    for axis in range(3):
        step = size * np.eye(3)[axis]
        forces = (total(force=given["force"] + step), total(force=given["force"] - step))
        expect(found.force[axis], *forces, size)
    for name in ("viscosity", "diffusivity"):
        numbers = (total(**{name: given[name] + size}), total(**{name: given[name] - size}))
        expect(getattr(found, name), *numbers, size)
    for key in (TOP, BOTTOM, INLET):
        change = size
        if key == INLET:  # what enters leaves
            change = size * rng.standard_normal(SHAPE[:2])
            change -= change.mean()
        faces = given["faces"]
        ends = [
            total(faces={**faces, key: faces[key] + sign * change}) for sign in (1.0, -1.0)
        ]
        expect(np.sum(found.faces[key] * change) / size, *ends, size)
    assert set(found.faces) >= {TOP, BOTTOM, INLET} and ("y", "lower", "u") not in found.faces


def test_steps_are_copied_and_pickled(rng):
    solver, state = begun(rng)
    steps = flow.Steps(solver, TIME_STEP, 2)
    for other in (copy.copy(steps), pickle.loads(pickle.dumps(steps))):
        assert np.array_equal(other(state), steps(state))
    assert steps.memory_bytes > 0 and "gradients of 2 steps" in steps.describe()


def test_steps_stay_as_they_are_where_the_force_of_the_solver_changes(rng):
    solver, state = begun(rng)
    steps = flow.Steps(solver, TIME_STEP, 2)
    end = steps(state)
    solver.set_force((5.0, 0.0, 0.0))
    for same in (steps, copy.copy(steps), pickle.loads(pickle.dumps(steps))):
        assert np.array_equal(same(state), end)
    assert not np.array_equal(flow.Steps(solver, TIME_STEP, 2)(state), end)


def test_what_has_no_gradients_is_refused(rng):
    solver, state = begun(rng)
    steps = flow.Steps(solver, TIME_STEP, 2)
    with pytest.raises(tobiuo.Error, match="call advance"):
        steps.backward(state)
    for wrong in (("t", "upper", "u"), ("z", "side", "u"), "top"):
        with pytest.raises(ValueError, match="give an axis of the flow"):
            steps(state, faces={wrong: 1.0})
    with pytest.raises(tobiuo.InvalidArgument, match="viscosity"):
        steps(state, viscosity=-1.0)
    with pytest.raises(ValueError, match="shape"):
        steps(state[:-1])
    for name, options in (
        ("implicit diffusion", {"implicit_diffusion": "z"}),
        ("one projection", {"projections": 1}),
        ("sources", {"sources": flow.Sources(force=("y",))}),
    ):
        with pytest.raises(tobiuo.InvalidArgument, match=name):
            flow.Steps(made(**options), TIME_STEP, 2)
    with pytest.raises(tobiuo.InvalidArgument, match="one step at least"):
        flow.Steps(solver, TIME_STEP, 0)


def leaves(torch, state, device="cpu"):
    def leaf(value):
        return torch.tensor(value, dtype=torch.float64, device=device, requires_grad=True)

    return leaf(state), leaf([0.1, 0.0, 0.2]), leaf(0.02), leaf(0.03), leaf(0.3)


def test_pytorch_records_steps(rng):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    solver, state = begun(rng)
    steps = flow.Steps(solver, TIME_STEP, 3)

    def end(state, force, viscosity, diffusivity, lid):
        return steps(
            state, force=force, viscosity=viscosity, diffusivity=diffusivity, faces={TOP: lid}
        )

    inputs = leaves(torch, state)
    assert np.array_equal(end(*inputs).detach().numpy(), steps(state))
    assert torch.autograd.gradcheck(end, inputs, atol=1e-6, fast_mode=True)
    (end(*inputs) ** 2).sum().backward()
    found = solver.grad(2 * steps(state), state, TIME_STEP, 3)
    assert np.array_equal(inputs[0].grad.numpy(), found.state)
    assert inputs[4].grad.item() == pytest.approx(found.faces[TOP].sum())


def test_pytorch_makes_steps_again_where_others_came_between(rng):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    solver, state = begun(rng)
    steps = flow.Steps(solver, TIME_STEP, 3)
    first, second = (torch.tensor(state, requires_grad=True) for _ in range(2))
    loss = (steps(first) ** 2).sum()
    (steps(steps(second)) ** 2).sum().backward()
    loss.backward()
    alone = solver.grad(2 * steps(state), state, TIME_STEP, 3).state
    assert np.array_equal(first.grad.numpy(), alone)
    twice = flow.Steps(solver, TIME_STEP, 6)
    by_twice = twice(state)
    assert np.allclose(second.grad.numpy(), twice.backward(2 * by_twice).state, rtol=1e-9)


def test_pytorch_takes_arrays_as_they_are_in_the_call(rng):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    solver, state = begun(rng)
    steps = flow.Steps(solver, TIME_STEP, 3)

    def gradient(changes):
        begin, inlet = state.copy(), np.full(SHAPE[:2], 0.5)
        force = torch.tensor([0.1, 0.0, 0.2], dtype=torch.float64, requires_grad=True)
        loss = (steps(begin, force=force, faces={INLET: inlet}) ** 2).sum()
        if changes:
            begin[:], inlet[:] = 0.0, 0.25
            steps(state)  # which the steps have to be made again after
        loss.backward()
        return force.grad.numpy()

    assert np.array_equal(gradient(True), gradient(False))


def test_pytorch_records_forces_of_fewer_components(rng):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    solver, state = begun(rng)
    steps = flow.Steps(solver, TIME_STEP, 3)
    grads = []
    for components in (1, 2, 3):
        force = torch.zeros(components, dtype=torch.float64, requires_grad=True)
        (steps(state, force=force) ** 2).sum().backward()
        grads.append(force.grad.numpy())
    for found in grads:
        assert np.array_equal(found, grads[2][: len(found)])


def test_what_is_recorded_in_a_sequence_is_refused(rng):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    solver, state = begun(rng)
    steps = flow.Steps(solver, TIME_STEP, 2)
    leaf = torch.tensor(0.1, dtype=torch.float64, requires_grad=True)
    for first in (state, torch.from_numpy(state)):
        with pytest.raises(TypeError, match="force is a tuple .* torch.stack or jax.numpy.stack"):
            steps(first, force=(leaf, 0.0, 0.0))
    end = steps(state, force=(leaf.detach(), 0.0, 0.2))
    assert np.array_equal(end, steps(state))


def test_pytorch_records_steps_on_a_gpu(rng):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    if not torch.cuda.is_available():
        pytest.skip("no GPU")
    _, state = begun(rng)
    gradients = []
    for backend in ("cpu", "cuda"):
        steps = flow.Steps(made(backend), TIME_STEP, 4)
        inputs = leaves(torch, state, backend)
        end = steps(
            inputs[0], force=inputs[1], viscosity=inputs[2], diffusivity=inputs[3],
            faces={TOP: inputs[4]},
        )  # fmt: skip
        (end**2).sum().backward()
        gradients.append([leaf.grad.cpu().numpy() for leaf in inputs])
    for on_host, on_device in zip(*gradients):
        assert np.allclose(on_device, on_host, rtol=1e-10, atol=1e-10)


def test_jax_records_steps(rng):
    jax = pytest.importorskip("jax", reason="JAX is not installed")
    jax.config.update("jax_enable_x64", True)
    solver, state = begun(rng)
    steps = flow.Steps(solver, TIME_STEP, 3)

    def loss(state, force, lid):
        return (steps(state, force=force, faces={TOP: lid}) ** 2).sum()

    inputs = (jax.numpy.asarray(state), jax.numpy.asarray([0.1, 0.0, 0.2]), jax.numpy.asarray(0.3))
    found = solver.grad(2 * steps(state), state, TIME_STEP, 3)
    for function in (jax.grad(loss, (0, 1, 2)), jax.jit(jax.grad(loss, (0, 1, 2)))):
        by_state, by_force, by_lid = function(*inputs)
        assert np.allclose(by_state, found.state, rtol=1e-12)
        assert np.allclose(by_force, found.force, rtol=1e-12)
        assert float(by_lid) == pytest.approx(found.faces[TOP].sum())

    by_force = jax.grad(lambda force: (steps(state, force=force) ** 2).sum())
    short = by_force(jax.numpy.asarray([0.1]))
    assert np.array_equal(short, by_force(jax.numpy.asarray([0.1, 0.0, 0.0]))[:1])
    with pytest.raises(TypeError, match="force is a tuple .* torch.stack or jax.numpy.stack"):
        jax.grad(lambda lid: (steps(state, force=(lid, 0.0, 0.0)) ** 2).sum())(0.1)
