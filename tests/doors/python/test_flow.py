# SPDX-License-Identifier: BSD-3-Clause
# tobiuo.flow on the CPU: exact solutions, orders, walls, what flows through, a scalar, resuming.
import copy
import pickle

import numpy as np
import pytest
from test_plan import Exported
from tolerance import flow_tolerance, order_tolerance

import tobiuo
from tobiuo import flow

VISCOSITY = 0.05


def vortices(cells, **options):
    """The vortices of G. I. Taylor and A. E. Green (Proc. R. Soc. A 158, 499, 1937) in two
    dimensions: a solver, and the velocity at the beginning, which decays by exp(-2 viscosity t)."""
    solver = flow.Solver(
        (cells, cells), 2 * np.pi / cells, viscosity=VISCOSITY, backend="cpu", **options
    )
    u = np.cos(solver.positions("u", 0))[:, None] * np.sin(solver.positions("u", 1))
    v = -np.sin(solver.positions("v", 0))[:, None] * np.cos(solver.positions("v", 1))
    return solver, [a.astype(solver.dtype) for a in (u, v, np.zeros_like(u))]


def test_vortices_decay_as_they_should_with_second_order():
    errors = []
    for cells in (16, 32):
        solver, velocity = vortices(cells)
        solver.start(*velocity)
        solver.step(0.5 / cells, cells)
        found = solver.velocity()
        decay = np.exp(-2 * VISCOSITY * 0.5)
        errors.append(max(np.max(np.abs(a - b * decay)) for a, b in zip(found, velocity)))
        x, y = solver.positions("p", 1), solver.positions("p", 0)[:, None]
        exact = (np.cos(2 * x) + np.cos(2 * y)) / 4 * decay**2
        assert np.max(np.abs(solver.pressure() - exact)) < 3 / cells  # of first order in time
    assert abs(np.log2(errors[0] / errors[1]) - 2) <= order_tolerance


@pytest.mark.parametrize("precision", ("single", "double"))
def test_what_a_step_observes(precision):
    solver, velocity = vortices(16, precision=precision)
    solver.start(*velocity)
    observed = solver.observed()
    eps = np.finfo(solver.dtype).eps
    assert abs(observed.kinetic_energy - 0.25) <= 16 * eps
    assert np.max(np.abs(observed.mean_velocity)) <= 16 * eps
    assert observed.largest_divergence <= 16 * eps * 16 / np.pi
    solver.step(1e-3)
    assert solver.observed() == observed  # of the velocity before the step
    limit = solver.step_limit(cfl=1.0)
    assert limit == solver.step_limit(1.0, observed.largest_rate) and not limit.by_friction
    assert solver.step_limit(1.0, rate=0.0).by_friction
    assert np.isinf(
        flow.Solver((8, 8), 1.0, viscosity=0.0, backend="cpu").step_limit(1.0, 0.0).seconds
    )


def test_a_force_drives_a_channel_to_its_parabola():
    cells = 16
    walls = ("no-slip", flow.Face("no-slip", velocity=(0.5,)))
    solver = flow.Solver(
        (cells, 1, 1), (2 / cells, 1.0, 1.0), (walls, "periodic", "periodic"), viscosity=0.5,
        force=(1.0,), backend="cpu",
    )  # fmt: skip
    rest = np.zeros(solver.shape)
    solver.start(rest, rest, rest)
    solver.step(0.004, 8000)
    z = solver.positions("u", 0)
    # the mean of both sides of a wall is the wall's velocity: that adds force h^2 / (8 viscosity)
    exact = z * (2 - z) + 0.25 * z + 1 / (8 * 8 * 8 * 0.5)
    u, v, w = solver.velocity()
    assert np.max(np.abs(u[:, 0, 0] - exact)) <= flow_tolerance
    assert np.all(v == 0) and np.all(w == 0)
    solver.set_force((1.0, 1.0))
    solver.step(0.004)
    assert np.all(solver.velocity()[1] > 0)


def test_implicit_diffusion_bears_long_steps():
    """The same channel in steps that are fifty times those that explicit diffusion bears."""
    cells = 16

    def made(**options):
        return flow.Solver(
            (cells, 1, 1), (2 / cells, 1.0, 1.0), ("no-slip", "periodic", "periodic"),
            viscosity=0.5, force=(1.0,), backend="cpu", **options,
        )  # fmt: skip

    solver = made(implicit_diffusion="z")
    assert np.isinf(solver.step_limit(1.0, rate=0.0).seconds)
    step = 50 * made().step_limit(1.0, rate=0.0).seconds
    rest = np.zeros(solver.shape)
    solver.start(rest, rest, rest)
    solver.step(step, 400)
    z = solver.positions("u", 0)
    exact = z * (2 - z) + 1 / (8 * 8 * 8 * 0.5)
    assert np.max(np.abs(solver.velocity()[0][:, 0, 0] - exact)) <= flow_tolerance
    assert solver.state_shape == (4 * cells,)  # the pressure, too
    assert "diffusion along z implicit" in repr(solver)


def test_one_projection_is_enough():
    """Vortices in steps with one projection are those with three, but for errors of the steps."""
    cells = 16
    width = 2 * np.pi / cells

    def run(**options):
        solver = flow.Solver(
            (cells, cells), width, viscosity=0.05, backend="cpu", **options
        )
        x, y = (solver.positions("u", axis) for axis in (1, 0))
        u = np.sin(x)[None, :] * np.cos(y)[:, None] + 0.5 * np.sin(2 * y)[:, None]
        x, y = (solver.positions("v", axis) for axis in (1, 0))
        v = -np.cos(x)[None, :] * np.sin(y)[:, None]
        solver.start(u, v, np.zeros_like(u))
        solver.step(0.02, 50)
        return solver

    once, thrice = run(projections=1), run()
    for one, other in zip(once.velocity(), thrice.velocity()):
        assert np.max(np.abs(one - other)) <= 2e-4
    assert once.observed().largest_divergence < 1e-12
    assert "one projection a step" in repr(once)
    resumed = copy.copy(once)
    assert resumed.state_shape == (5 * cells * cells + 1,)  # pressure, its trend, the last step
    once.step(0.02, 3)
    resumed.step(0.02, 3)
    assert np.array_equal(once.state(), resumed.state())
    with pytest.raises(tobiuo.InvalidArgument, match="a step has 2 projections"):
        run(projections=2)


def test_a_bounded_scalar_keeps_its_extremes():
    """A step goes round a periodic box in the longest steps."""
    cells = 32
    step = np.zeros((cells, cells))
    step[8:16, 8:16] = 1.0

    def carried(advection):
        solver = flow.Solver(
            (cells, cells), 1.0 / cells, viscosity=0.0, backend="cpu",
            scalar=flow.Scalar(0.0, advection=advection),
        )  # fmt: skip
        solver.start(*np.ones((2, cells, cells)), np.zeros((cells, cells)))
        solver.set_scalar(step)
        for _ in range(40):
            solver.step(min(solver.step_limit(cfl=0.9).seconds, 0.01))
        return solver.scalar()

    bounded = carried("bounded")
    assert bounded.min() >= -1e-14 and bounded.max() <= 1.0 + 1e-14
    assert bounded.sum() == pytest.approx(step.sum(), rel=1e-13)
    assert carried("central").min() < -0.1
    with pytest.raises(ValueError, match="advection"):
        carried("upwind")


def test_several_scalars_are_each_what_they_are_alone():
    cells = 16
    first = np.arange(cells * cells, dtype=float).reshape(cells, cells) / 100.0
    second = np.cos(first)

    def carried(*given, **options):
        solver = flow.Solver(
            (cells, cells), 1.0 / cells, viscosity=0.01, backend="cpu", **options
        )
        solver.start(*np.ones((2, cells, cells)), np.zeros((cells, cells)))
        for at, values in enumerate(given):
            solver.set_scalar(values, number=at)
        solver.step(0.01, 5)
        return solver

    other = flow.Scalar(0.02, advection="bounded")
    both = carried(
        first, second, scalar=flow.Scalar(0.01), further_scalars=[flow.FurtherScalar(other)]
    )
    assert np.array_equal(both.scalar(), carried(first, scalar=flow.Scalar(0.01)).scalar())
    assert np.array_equal(both.scalar(number=1), carried(second, scalar=other).scalar())
    copied = copy.copy(both)
    assert np.array_equal(copied.scalar(number=1), both.scalar(number=1))
    assert "and 1 more" in repr(both)
    with pytest.raises(tobiuo.InvalidArgument, match="number is 2"):
        both.scalar(number=2)
    with pytest.raises(TypeError, match="give a FurtherScalar"):
        carried(first, scalar=flow.Scalar(0.01), further_scalars=[other])


def test_eddies_have_a_viscosity():
    """In pure shear that of Smagorinsky's model is the same everywhere, that of WALE is none."""
    cells, shear = 8, 3.0
    width = 1.0 / cells
    y = (np.arange(cells) + 0.5) * width

    def limit(model, **options):
        solver = flow.Solver(
            (cells, 4), width, (("no-slip", flow.Face("no-slip", (shear,))), "periodic"),
            viscosity=0.01, backend="cpu", eddies=flow.Eddies(model, **options),
        )  # fmt: skip
        u = np.repeat(shear * y[:, None], 4, axis=1)
        solver.start(u, np.zeros_like(u), np.zeros_like(u))
        return solver.step_limit(cfl=3.0**0.5, rate=0.0).seconds

    def seconds(viscosity):
        return 2.51 * width**2 / (8 * viscosity)

    assert limit("wale") == pytest.approx(seconds(0.01))
    assert limit("smagorinsky", constant=0.5) == pytest.approx(
        seconds(0.01 + (0.5 * width) ** 2 * shear)
    )
    assert limit("none", more_viscosity="0.02") == pytest.approx(seconds(0.03))
    with pytest.raises(RuntimeError, match="does not carry"):
        limit("none", viscosity_of_scalar="s")
    with pytest.raises(ValueError, match="model"):
        limit("dynamic")


def test_rough_walls_have_the_friction_of_the_law():
    cells, speed, roughness = 6, 2.0, 0.002
    width = 1.0 / cells
    wall = flow.Face("no-slip", roughness=roughness)
    solver = flow.Solver(
        (cells,) * 3, width, (wall, "periodic", "periodic"), viscosity=1e-6, backend="cpu"
    )
    u = np.full(solver.shape, speed)
    solver.start(u, np.zeros_like(u), np.zeros_like(u))
    solver.step(1e-6)
    friction = 0.4 * speed / np.log(0.5 * width / roughness)
    lost = (speed - np.mean(solver.velocity()[0])) / 1e-6
    assert lost == pytest.approx(2.0 * friction**2, rel=1e-4)
    assert np.array_equal(copy.copy(solver).state(), solver.state())


def test_each_axis_and_component_is_where_it_should_be():
    """A jet enters through the lower face across z, in the middle along x, and leaves across x; the
    upper wall across y moves along z."""
    shape, widths = (6, 5, 8), (0.3, 0.2, 0.1)
    jet = np.zeros((5, 8))
    jet[:, 2:4] = 1.0
    solver = flow.Solver(
        shape, widths,
        (
            (flow.Face("inflow", velocity=(0, 0, jet)), "no-slip"),
            ("free-slip", flow.Face("no-slip", velocity=(0, 0, 0.5))),
            ("no-slip", "outflow"),
        ),
        viscosity=0.01, backend="cpu",
    )  # fmt: skip
    firsts = {"u": (0.15, 0.1, 0.1), "v": (0.15, 0.2, 0.05), "w": (0.3, 0.1, 0.05)}
    for field, of_axes in firsts.items():
        for axis, first in enumerate(of_axes):
            positions = solver.positions(field, axis)
            assert len(positions) == shape[axis] and abs(positions[0] - first) <= flow_tolerance
    rest = np.zeros(shape)
    solver.start(rest, rest, rest)
    solver.step(1e-3, 20)
    u, v, w = solver.velocity()
    assert solver.observed().largest_divergence <= 16 * flow_tolerance / min(widths)
    # what enters leaves through the upper face across x
    entering = np.sum(jet) * widths[1] * widths[2]
    assert abs(np.sum(u[:, :, -1]) * widths[0] * widths[1] - entering) <= flow_tolerance
    assert w[0, 2, 2] > 0.2 > 2 * abs(w[0, 2, 6])
    assert np.all(w[:-1, -1, 7] > w[:-1, 0, 7])  # carried by the upper wall, far from the jet
    assert "flow 8x5x6 cells, no-slip to outflow x free-slip to no-slip x inflow" in repr(solver)


def test_an_inflow_is_scaled_to_its_rate():
    faces = ("no-slip", (flow.Face("inflow", velocity=(3.0,), flow_rate=1.0), "outflow"))
    solver = flow.Solver((4, 6), (0.5, 0.25), faces, viscosity=0.01, backend="cpu")
    rest = np.zeros((4, 6))
    solver.start(rest, rest, rest)
    solver.step(1e-3)
    u = solver.velocity()[0]
    assert abs(np.sum(u[:, -1]) * 0.5 - 1.0) <= flow_tolerance  # what enters leaves
    assert "inflow" in repr(copy.copy(solver))
    for face in (flow.Face("outflow", flow_rate=1.0), flow.Face("inflow", flow_rate=np.nan),
                 flow.Face("inflow", velocity=(1.0,), flow_rate=-1.0)):  # fmt: skip
        with pytest.raises(ValueError, match="rate"):
            flow.Solver((4, 6), 0.5, ("no-slip", (face, "outflow")), viscosity=0.01, backend="cpu")
    with pytest.raises(TypeError, match="flow_rate"):
        flow.Solver((4,), 0.5, ((flow.Face("inflow", flow_rate="much"), "outflow"),), viscosity=0.1)


def test_a_stretched_axis_has_its_nodes():
    nodes = np.array([0.0, 0.1, 0.3, 0.6, 1.0])
    faces = ("no-slip", "periodic")
    solver = flow.Solver((4, 6), (nodes, 0.5), faces, viscosity=0.1, backend="cpu")
    assert np.array_equal(solver.positions("v", 0), nodes[1:])
    assert np.allclose(solver.positions("u", 0), (nodes[1:] + nodes[:-1]) / 2, rtol=1e-15)


def test_a_scalar_is_conducted_and_heated():
    cells = 8
    heated = flow.Scalar(diffusivity=0.5, faces=((("flux", 1.0), ("value", 3.0)), None))
    solver = flow.Solver(
        (cells, 4), 1 / cells, ("no-slip", "periodic"), viscosity=1.0, scalar=heated, backend="cpu"
    )
    rest = np.zeros(solver.shape)
    solver.set_scalar(rest + 3.0)
    solver.start(rest, rest, rest)
    solver.step(0.006, 5000)
    exact = 3.0 + 2.0 * (1 - solver.positions("scalar", 0))[:, None] + rest
    assert np.max(np.abs(solver.scalar() - exact)) <= flow_tolerance


def test_buoyancy_and_values_on_faces_act_along_their_axes():
    """Warm fluid beside one wall rises along z, and cold fluid sinks beside the other."""
    warm = np.linspace(0.5, 1.0, 6)[:, None] + np.zeros((6, 4))
    scalar = flow.Scalar(
        diffusivity=0.1, buoyancy=(0, 0, 1), faces=(None, None, (("value", warm), ("value", 0.0)))
    )
    solver = flow.Solver(
        (6, 4, 8), 1 / 8, ("no-slip", "periodic", "no-slip"), viscosity=0.1, scalar=scalar,
        backend="cpu",
    )  # fmt: skip
    rest = np.zeros(solver.shape)
    solver.start(rest, rest, rest)
    solver.step(1e-3, 200)
    w, s = solver.velocity()[2], solver.scalar()
    assert np.all(w[1:-2, :, 0] > 0) and np.all(w[1:-2, :, -1] < 0)
    assert np.all(s[4, :, 0] > s[1, :, 0]) and np.all(s[:, :, 0] > s[:, :, -1])


def test_sources_act_and_know_the_time():
    sources = flow.Sources(
        force=("cos(5*t)",), rotation=(0, 0, 2.0), scalar="3*t^2", scalar_gradient=(0, 0, 1),
        sponge=flow.Sponge(rate="0*x + 50", velocity=("", "", "0.25")),
    )  # fmt: skip
    solver = flow.Solver((4, 4, 4), 0.25, viscosity=0.0, scalar=flow.Scalar(0.0), sources=sources)
    zero = np.zeros((4, 4, 4))
    solver.start(zero, zero, zero + 0.25)
    solver.set_time(0.1)
    solver.step(0.005, 40)
    # u' = cos(5 t) + 2 v, v' = -2 u; w stays 0.25, by which the scalar falls beside 3 t^2.
    time, step, u, v = 0.1, 1e-5, 0.0, 0.0
    for _ in range(20000):
        u, v = u + step * (np.cos(5 * time) + 2 * v), v - step * 2 * u
        time += step
    found = solver.velocity()
    assert np.allclose(found[0], u, atol=1e-5) and np.allclose(found[1], v, atol=1e-5)
    assert np.allclose(found[2], 0.25, atol=1e-12)
    assert np.allclose(solver.scalar(), 0.3**3 - 0.1**3 - 0.2 * 0.25, atol=1e-7)
    for again in (copy.copy(solver), pickle.loads(pickle.dumps(solver))):
        again.step(0.01)
        other = copy.copy(solver)
        other.step(0.01)
        assert np.array_equal(again.state(), other.state())
    with pytest.raises(ValueError, match="the force along y is no formula"):
        flow.Solver((4, 4), 0.25, viscosity=0.1, sources=flow.Sources(force=("", "2x")))
    with pytest.raises(TypeError, match="give a formula as a text"):
        flow.Solver((4, 4), 0.25, viscosity=0.1, sources=flow.Sources(force=(1.0,)))


def test_a_solver_resumes_with_the_same_bits(rng):
    def made(threads):
        return flow.Solver(
            (6, 5, 4), 0.2, ("no-slip", "periodic", ("outflow", "outflow")), viscosity=0.02,
            scalar=flow.Scalar(0.01, (0, 0, 1.0)), precision="single", backend="cpu",
            threads=threads,
        )  # fmt: skip

    first, second = made(1), made(2)
    first.start(*(rng.standard_normal(first.shape).astype("float32") for _ in range(3)))
    first.set_scalar(rng.standard_normal(first.shape).astype("float32"))
    first.step(0.01, 2)
    state = first.state()
    assert state.shape == first.state_shape and state.size > 4 * 120  # outflow has values, too
    second.resume(state)
    for solver in (first, second):
        solver.step(0.01, 3)
    assert np.array_equal(first.state(), second.state())
    assert np.array_equal(first.scalar(), second.scalar()) and first.scalar().dtype == "float32"
    assert first.memory_bytes >= 13 * 120 * 4


def test_arrays_are_written_where_they_are(rng):
    solver, velocity = vortices(16)
    solver.start(*(Exported(array) for array in velocity))
    out = [np.empty(solver.shape) for _ in range(3)]
    given = out[0], Exported(out[1]), out[2]
    assert solver.velocity(given) == given
    for found, expected in zip(out, velocity):
        assert np.max(np.abs(found - expected)) <= flow_tolerance
    assert all(isinstance(array, np.ndarray) for array in solver.velocity())
    pressure = np.empty(solver.shape)
    assert solver.pressure(pressure) is pressure and np.all(pressure == 0)


def test_one_dimension_is_enough():
    solver = flow.Solver((8,), 1.0, viscosity=0.1, force=(1.0,), backend="cpu")
    solver.start(np.ones(8), np.arange(8.0), np.zeros(8))
    solver.step(0.1)
    u, v, _ = solver.velocity()
    assert np.max(np.abs(u - 1.1)) <= flow_tolerance and abs(v.sum() - 28) <= 64 * flow_tolerance
