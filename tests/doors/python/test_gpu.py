# SPDX-License-Identifier: BSD-3-Clause
# Arrays of CuPy, PyTorch, JAX and Numba on a GPU, where they lie, on their modules' streams.
import importlib

import numpy as np
import pytest
from samples import made
from thread_ranks import on_ranks
from tolerance import fft_error, flow_tolerance, solve_tolerance

import tobiuo
from tobiuo import fft, flow, poisson

reason = tobiuo.unsupported_reason("cuda")
if reason:
    pytest.skip(f"no GPU: {reason}", allow_module_level=True)


class Cupy:
    def __init__(self):
        self.module = importlib.import_module("cupy")

    def put(self, x):
        return self.module.asarray(x)

    def get(self, x):
        return self.module.asnumpy(x)


class Torch:
    def __init__(self):
        self.module = importlib.import_module("torch")

    def put(self, x):
        return self.module.from_numpy(x.copy()).cuda()

    def get(self, x):
        return x.cpu().resolve_conj().numpy()


class Jax:
    def __init__(self):
        jax = importlib.import_module("jax")
        jax.config.update("jax_enable_x64", True)
        if jax.default_backend() != "gpu":
            pytest.skip("JAX finds no GPU")
        self.module = importlib.import_module("jax.numpy")

    def put(self, x):
        return self.module.asarray(x)

    def get(self, x):
        return np.asarray(x)


@pytest.fixture(params=(Cupy, Torch, Jax))
def family(request):
    try:
        return request.param()
    except ImportError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("dtype", ("float32", "float64", "complex64", "complex128"))
@pytest.mark.parametrize("axes", (None, (0,), (1, 2), (2, 0), (-1,)))
def test_transforms_stay_on_the_gpu(rng, family, dtype, axes):
    x = made(rng, (6, 12, 16), dtype)
    there = family.put(x)
    for name in ("fftn", "ifftn") + (("rfftn",) if dtype.startswith("float") else ("irfftn",)):
        for norm in ("backward", "ortho"):
            found = getattr(fft, name)(there, axes=axes, norm=norm)
            assert type(found) is type(there)
            expected = getattr(np.fft, name)(x, axes=axes, norm=norm)
            assert fft_error(family.get(found), expected) <= 1, name
    assert np.array_equal(family.get(there), x)
    lengths = (8, 10, 18)
    found = family.get(fft.fftn(there, s=lengths))
    assert fft_error(found, np.fft.fftn(x, s=lengths)) <= 1


@pytest.mark.parametrize("dtype", ("float32", "float64"))
@pytest.mark.parametrize("axes", (None, (0,), (2, 0), (1,)))
def test_cosines_and_sines_stay_on_the_gpu(rng, family, dtype, axes):
    x = made(rng, (6, 12, 15), dtype)
    there = family.put(x)
    for name in ("dctn", "idctn", "dstn", "idstn"):
        for type_ in (1, 2, 3, 4):
            for norm in ("backward", "ortho"):
                found = getattr(fft, name)(there, type_, axes=axes, norm=norm)
                assert type(found) is type(there)
                expected = getattr(fft, name)(x, type_, axes=axes, norm=norm)
                # type 1 adds up differences along each axis
                allowed = 4 if type_ == 1 else 1
                assert fft_error(family.get(found), expected) <= allowed, (name, type_)
    assert np.array_equal(family.get(there), x)


def test_solves_stay_on_the_gpu(rng, family):
    f = rng.standard_normal((16, 12, 24))
    spacing = (1 / 16, 1 / 12, 1 / 24)
    boundary = ("dirichlet", ("neumann", "dirichlet"), "periodic")
    wall = rng.standard_normal((12, 24))
    expected = poisson.solve(f, spacing, boundary, walls=((wall, 1.0), None, None))
    found = poisson.solve(
        family.put(f), spacing, boundary, walls=((family.put(wall), 1.0), None, None)
    )
    assert type(found) is type(family.put(f))
    worst = np.max(np.abs(family.get(found) - expected))
    assert worst <= solve_tolerance("float64", 24)
    turned = poisson.solve(family.put(f).T, spacing[::-1], boundary[::-1])
    straight = poisson.solve(f, spacing, boundary)
    assert np.max(np.abs(family.get(turned).T - straight)) <= solve_tolerance("float64", 24)


@pytest.mark.parametrize("device_bytes", (0, 200_000))
def test_host_arrays_are_solved_on_the_gpu(rng, device_bytes):
    f = rng.standard_normal((48, 24, 32))
    boundary = ("dirichlet", "neumann", "periodic")
    wall = rng.standard_normal((24, 32))
    walls = ((wall, 1.0), (None, -0.5), None)
    expected = poisson.solve(f, 0.1, boundary, walls=walls)
    solver = poisson.Solver(
        f.shape, 0.1, boundary, backend="cuda", host_arrays=True, device_bytes=device_bytes
    )
    assert solver.backend == "cuda"
    assert ("chunks" in solver.describe()) == (device_bytes > 0)
    kept = f.copy()
    found = solver.solve(f, walls=walls)
    assert isinstance(found, np.ndarray) and np.array_equal(f, kept)
    assert np.max(np.abs(found - expected)) <= solve_tolerance("float64", 48) * np.max(
        np.abs(expected)
    )
    assert solver.solve(f, out=f, walls=walls) is f and np.array_equal(f, found)


def test_flows_stay_on_the_gpu(rng, family):
    def made(backend):
        return flow.Solver(
            (6, 5, 8), (0.3, 0.2, 0.1), ("periodic", "no-slip", ("no-slip", "outflow")),
            viscosity=0.05, force=(0.5, 0, 1.0), backend=backend,
            scalar=flow.Scalar(0.02, (0, 1.0, 0), faces=(None, (("value", 1.0), None), None)),
        )  # fmt: skip

    begin = [rng.standard_normal((6, 5, 8)) for _ in range(4)]

    def end(solver, put, get):
        solver.start(*map(put, begin[:3]))
        solver.set_scalar(put(begin[3]))
        solver.step(0.002, 5)
        assert solver.observed().largest_divergence <= 100 * flow_tolerance
        found = *solver.velocity(), solver.pressure(), solver.scalar(), solver.state()
        assert all(type(array) is type(put(begin[0])) for array in found)
        return [get(array) for array in found]

    there = end(made("cuda"), family.put, family.get)
    for found, expected in zip(there, end(made("cpu"), np.asarray, np.asarray)):
        worst = max(1.0, float(np.max(np.abs(expected))))
        assert np.max(np.abs(found - expected)) <= flow_tolerance * worst


def test_a_flow_stays_on_its_stream(rng):
    cupy = pytest.importorskip("cupy")
    solver = flow.Solver((8, 8), 0.1, viscosity=0.01, backend="cuda")
    with cupy.cuda.Stream(non_blocking=True) as stream:
        rest = cupy.zeros((8, 8))
        solver.start(rest, rest, rest)
        solver.step(0.1)
        u = solver.velocity()[0]
        stream.synchronize()
    assert not u.any()
    with pytest.raises(ValueError, match="make all calls on one stream"):
        solver.velocity()
    with pytest.raises(ValueError, match="make all calls on one stream"):
        solver.start(rest, rest, rest)
    solver.start(rest, rest, rest, stream)


def test_cupys_current_stream_is_used(rng):
    cupy = pytest.importorskip("cupy")
    x = rng.standard_normal((64, 64, 64)) + 0j
    with cupy.cuda.Stream(non_blocking=True) as stream:
        there = cupy.asarray(x)
        for _ in range(20):
            there = fft.ifftn(fft.fftn(there))
        found = cupy.asnumpy(there, stream=stream)
        stream.synchronize()
    assert fft_error(found, x) <= 20


def test_pytorchs_current_stream_is_used(rng):
    torch = pytest.importorskip("torch")
    x = rng.standard_normal((64, 64, 64)) + 0j
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        there = torch.from_numpy(x).cuda()
        for _ in range(20):
            there = fft.ifftn(fft.fftn(there))
    stream.synchronize()
    assert fft_error(there.cpu().numpy(), x) <= 20
    conjugated = torch.from_numpy(x).cuda().conj()
    assert fft_error(fft.fftn(conjugated).cpu().numpy(), np.fft.fftn(x.conj())) <= 1
    assert fft.fftn(torch.ones(8, device="cuda", requires_grad=True)).requires_grad


def test_a_plan_is_captured_in_a_graph_of_cupy(rng):
    cupy = pytest.importorskip("cupy")
    x = rng.standard_normal((32, 32)) + 0j
    with cupy.cuda.Stream(non_blocking=True) as stream:
        there, out = cupy.asarray(x), cupy.zeros((32, 32), complex)
        plan = fft.Plan((32, 32), backend="cuda")
        plan.execute(there, out)
        stream.begin_capture()
        plan.execute(there, out)
        graph = stream.end_capture()
        there *= 2
        graph.launch()
        stream.synchronize()
        assert fft_error(cupy.asnumpy(out), np.fft.fftn(2 * x)) <= 1


def test_a_solver_is_captured_in_a_graph_of_pytorch(rng):
    torch = pytest.importorskip("torch")
    f = rng.standard_normal((16, 16, 16))
    solver = poisson.Solver(f.shape, 1 / 16, "neumann", backend="cuda")
    there = torch.from_numpy(f).cuda()
    out = torch.empty_like(there)
    solver.solve(there, out)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        solver.solve(there, out)
    there.mul_(3)
    graph.replay()
    torch.cuda.synchronize()
    expected = 3 * poisson.solve(f, 1 / 16, "neumann")
    assert np.max(np.abs(out.cpu().numpy() - expected)) <= 3 * solve_tolerance("float64", 16)


def test_a_function_of_the_spectrum_moves_a_signal(rng):
    cupy = pytest.importorskip("cupy")
    plan = fft.PointwisePlan(
        (64,),
        "Complex moved(Complex value, const Index& index, const void* data)"
        "{ const Real turns = Real(-2) * index.x * *static_cast<const Real*>(data) / 64;"
        "  return value * Complex{cospi(turns), sinpi(turns)}; }",
        "moved",
        in_place=True,
    )
    x = rng.standard_normal(64) + 0j
    there = cupy.asarray(x)
    assert plan.execute(there, data=cupy.asarray([5.0])) is there
    assert fft_error(cupy.asnumpy(there) / 64, np.roll(x, 5)) <= 1
    with pytest.raises(tobiuo.InvalidArgument):
        fft.PointwisePlan((64,), "no function", "moved")


SCALED = """
Complex scaled(Complex value, const Index&, const void* data)
{
    const Real scale = *static_cast<const Real*>(data);
    return {scale * value.x, scale * value.y};
}
"""


def test_functions_at_load_and_store_window_and_scale_a_signal(rng):
    cupy = pytest.importorskip("cupy")
    window = (
        "Real windowed(Real value, const Index& index, const void* data)"
        "{ return value * static_cast<const Real*>(data)[index.x]; }",
        "windowed",
    )
    x, weights = rng.standard_normal((6, 90)), rng.standard_normal(90)
    plan = fft.Plan(x.shape, "r2c", load=window, store=(SCALED, "scaled"))
    out = cupy.empty(plan.output_shape, complex)
    there = cupy.asarray(x)
    data = {"load_data": cupy.asarray(weights), "store_data": cupy.asarray([0.5])}
    assert plan.execute(there, out, **data) is out
    assert fft_error(cupy.asnumpy(out), np.fft.rfftn(x * weights) / 2) <= 1
    with pytest.raises(ValueError, match="out is missing"):
        plan.execute(there, **data)
    with pytest.raises(ValueError, match="load_data is not in"):
        plan.execute(there, out, load_data=weights, store_data=data["store_data"])
    with pytest.raises(ValueError, match="the plan has no functions"):
        fft.Plan(x.shape, "r2c", backend="cuda").execute(there, out, load_data=1)


def test_a_function_at_load_is_the_input(rng):
    cupy = pytest.importorskip("cupy")
    ramp = ("Complex ramp(const Index& index, const void*) { return {Real(index.x), Real(1)}; }",
            "ramp")  # fmt: skip
    plan = fft.Plan((64,), load=ramp, load_is_input=True)
    out = cupy.empty(64, complex)
    plan.execute(None, out)
    assert fft_error(cupy.asnumpy(out), np.fft.fft(np.arange(64) + 1j)) <= 1


def test_functions_stand_around_and_between_transforms(rng):
    cupy = pytest.importorskip("cupy")
    moved = (
        "Complex moved(Complex value, const Index& index, const void* data)"
        "{ const Real turns = Real(-2) * index.x * *static_cast<const Real*>(data) / 64;"
        "  return value * Complex{cospi(turns), sinpi(turns)}; }"
    )
    twice = ("Complex twice(Complex value, const Index&, const void*) { return value + value; }",
             "twice")  # fmt: skip
    plan = fft.PointwisePlan(
        (64,), moved, "moved", in_place=True, load=twice, store=(SCALED, "scaled")
    )
    x = rng.standard_normal(64) + 0j
    there = cupy.asarray(x)
    plan.execute(there, data=cupy.asarray([5.0]), store_data=cupy.asarray([1 / 128]))
    assert fft_error(cupy.asnumpy(there), np.roll(x, 5)) <= 1


def test_numbas_arrays_are_read_where_they_are(rng):
    cuda = pytest.importorskip("numba.cuda")
    pytest.importorskip("cupy")
    x = rng.standard_normal((16, 16)) + 0j
    there = cuda.to_device(x)
    out = cuda.device_array_like(there)
    plan = fft.Plan(x.shape, backend="cuda")
    assert plan.execute(there, out) is out
    cuda.synchronize()
    assert fft_error(out.copy_to_host(), np.fft.fftn(x)) <= 1
    assert fft_error(fft.fftn(there).get(), np.fft.fftn(x)) <= 1


def test_arrays_on_the_other_side_are_refused(rng):
    cupy = pytest.importorskip("cupy")
    on_gpu, on_cpu = (fft.Plan((8,), backend=name) for name in ("cuda", "cpu"))
    x = np.ones(8, complex)
    with pytest.raises(ValueError, match="x is in host memory, but this needs the memory of CUDA"):
        on_gpu.execute(x)
    with pytest.raises(ValueError, match="x is in CUDA device 0, but this needs host memory"):
        on_cpu.execute(cupy.asarray(x))
    with pytest.raises(ValueError, match="out is in host memory"):
        on_gpu.execute(cupy.asarray(x), x)


@pytest.mark.parametrize("through_host_memory", (False, True))
def test_ranks_share_a_gpu(rng, through_host_memory):
    cupy = pytest.importorskip("cupy")
    box, faces = (8, 6, 16), ("no-slip", "periodic", "free-slip")
    velocity, f = rng.standard_normal((3,) + box), rng.standard_normal(box)
    alone = flow.Solver(box, 0.1, faces, viscosity=0.05, backend="cpu")
    alone.start(*velocity)
    alone.step(1e-3, 3)
    expected, solution = alone.velocity()[0], poisson.solve(f, 0.1, "dirichlet")

    def work(comm):
        # on a stream that ranks share, one would wait for what the other enqueues behind it
        with cupy.cuda.Stream(non_blocking=True) as stream:
            options = {"backend": "cuda", "comm": comm, "through_host_memory": through_host_memory}
            solver = flow.Solver(box, 0.1, faces, viscosity=0.05, **options)
            solver.start(*(cupy.asarray(field[solver.planes]) for field in velocity))
            solver.step(1e-3, 3)
            u = cupy.asnumpy(solver.velocity()[0])
            assert np.max(np.abs(u - expected[solver.planes])) <= flow_tolerance
            direct = poisson.Solver(box, 0.1, "dirichlet", **options)
            found = direct.solve(cupy.asarray(f[direct.planes]))
            stream.synchronize()
            error = np.max(np.abs(cupy.asnumpy(found) - solution[direct.planes]))
            assert error <= solve_tolerance("float64", 16)
            of_host = poisson.Solver(box, 0.1, "dirichlet", host_arrays=True, **options)
            found = of_host.solve(f[of_host.planes])
            error = np.max(np.abs(found - solution[of_host.planes]))
            assert error <= solve_tolerance("float64", 16)

    on_ranks(2, work)


def test_jax_traces_functions(rng):
    jax = pytest.importorskip("jax")
    x = rng.standard_normal(8).astype("complex64")
    assert fft_error(np.asarray(jax.jit(fft.fft)(jax.numpy.asarray(x))), np.fft.fft(x)) <= 1
