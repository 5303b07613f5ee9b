# SPDX-License-Identifier: BSD-3-Clause
# The edges of test_edges.py, test_copies.py and test_forks.py for arrays on a GPU.
import copy
import importlib
import os
import pickle
import signal

import numpy as np
import pytest
from samples import made
from tolerance import fft_error, solve_tolerance

import tobiuo
from tobiuo import fft, flow, poisson

reason = tobiuo.unsupported_reason("cuda")
if reason:
    pytest.skip(f"no GPU: {reason}", allow_module_level=True)

cupy = pytest.importorskip("cupy")
SECONDS = 60


class Interface:
    """An array of an unknown module by ``__cuda_array_interface__``, perhaps read-only."""

    def __init__(self, array, read_only):
        self.array, self.read_only = array, read_only
        self.shape = array.shape

    @property
    def __cuda_array_interface__(self):
        shown = dict(self.array.__cuda_array_interface__)
        shown["data"] = (shown["data"][0], self.read_only)
        return shown


def torch_or_skip():
    return pytest.importorskip("torch")


def jax_or_skip():
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    if jax.default_backend() != "gpu":
        pytest.skip("JAX finds no GPU")
    return jax


# Read-only


@pytest.mark.parametrize("shape", ((10,), (4, 10), (3, 4, 11), (2, 3, 4, 10), (64, 61)))
def test_read_only_input_is_never_written(rng, shape):
    modes = shape[:-1] + (shape[-1] // 2 + 1,)
    for dtype in ("complex64", "complex128"):
        x = made(rng, modes, dtype)
        there = cupy.asarray(x)
        given = Interface(there, True)
        for overwrite in (False, True):
            found = cupy.asnumpy(fft.irfftn(given, s=shape, overwrite_x=overwrite))
            assert fft_error(found, np.fft.irfftn(x, s=shape).astype(found.dtype)) <= 1
            fft.fftn(given, overwrite_x=overwrite)
            fft.ifft(given, axis=0, overwrite_x=overwrite)
            assert np.array_equal(cupy.asnumpy(there), x)
        if len(shape) <= 3:
            precision = "single" if dtype == "complex64" else "double"
            plan = fft.Plan(shape, "c2r", precision=precision, backend="cuda")
            own = fft.Plan(modes, precision=precision, in_place=True, backend="cuda")
            for refuse in (plan, own):
                with pytest.raises(ValueError, match="x is read-only"):
                    refuse.execute(given)
            found = plan.execute(Interface(there, False))
            assert fft_error(cupy.asnumpy(found), np.fft.irfftn(x, s=shape).astype(found.dtype)
                             * np.prod(shape)) <= 1  # fmt: skip


def test_read_only_arrays_of_cosines_and_solves_are_not_written(rng):
    x = made(rng, (12, 16), "float64")
    there = cupy.asarray(x)
    given = Interface(there, True)
    for type_ in (1, 2, 3, 4):
        for norm in (None, "ortho"):
            fft.dctn(given, type_, norm=norm, overwrite_x=True)
            fft.dstn(given, type_, norm=norm, overwrite_x=True)
    poisson.solve(given, 0.1, "dirichlet")
    with pytest.raises(ValueError, match="read-only"):
        poisson.solve(given, 0.1, "dirichlet", out=given)
    with pytest.raises(ValueError, match="read-only"):
        fft.R2rPlan(x.shape, in_place=True, backend="cuda").execute(given)
    assert np.array_equal(cupy.asnumpy(there), x)


def test_arrays_of_jax_never_change(rng):
    jax = jax_or_skip()
    x = made(rng, (8, 9), "complex128")
    there = jax.numpy.asarray(x)
    with pytest.raises(ValueError, match="JAX"):
        fft.Plan((8, 16), "c2r", backend="cuda").execute(there)
    for call in (fft.fftn, fft.irfftn, fft.ifft):
        call(there, overwrite_x=True)
    assert np.array_equal(np.asarray(there), x)


# Elements in two places


def repeated(x):
    return cupy.broadcast_to(x, (6,) + x.shape)


def windows(x):
    step = x.strides[0]
    return cupy.lib.stride_tricks.as_strided(x, (x.size - 4, 5), (step, step))


@pytest.mark.parametrize("shared", (repeated, windows, lambda x: repeated(x).T))
def test_what_has_an_element_twice_is_not_overwritten(rng, shared):
    for dtype in ("float32", "float64", "complex128"):
        x = cupy.asarray(made(rng, (12,), dtype))
        kept, given = x.copy(), shared(x)
        same = cupy.ascontiguousarray(given).copy()
        calls = [("fftn", {}), ("ifftn", {"norm": "ortho"}), ("irfftn", {})]
        if dtype != "complex128":
            calls = [(name, {"type": t, "norm": norm}) for t in (1, 2, 3, 4)
                     for name in ("dctn", "idctn", "dstn") for norm in (None, "ortho")]  # fmt: skip
        for name, options in calls:
            found = getattr(fft, name)(given, overwrite_x=True, **options)
            expected = cupy.asnumpy(getattr(fft, name)(same, **options))
            assert fft_error(cupy.asnumpy(found), expected) <= 1, (name, options)
            assert bool((x == kept).all()), (name, options)


def test_expanded_tensors_are_not_overwritten(rng):
    torch = torch_or_skip()
    x = torch.from_numpy(made(rng, (12,), "float64")).cuda()
    kept, given = x.clone(), x.expand(6, 12)
    for t in (1, 2, 3, 4):
        found = fft.dctn(given, type=t, norm="ortho", overwrite_x=True)
        expected = fft.dctn(given.contiguous(), type=t, norm="ortho")
        assert fft_error(found.cpu().numpy(), expected.cpu().numpy()) <= 1
    assert torch.equal(x, kept)


# Addresses


@pytest.mark.parametrize("dtype", ("float32", "float64", "complex64", "complex128"))
def test_functions_take_arrays_at_any_address_of_their_type(rng, dtype):
    memory = cupy.zeros(64, dtype)
    for offset in range(4):
        there = memory[offset : offset + 24].reshape(4, 6)
        x = made(rng, (4, 6), dtype)
        there[...] = cupy.asarray(x)
        names = ("fftn", "ifftn", "irfftn")
        if dtype.startswith("float"):
            names += ("rfftn", "dctn", "dstn")
        for name in names:
            expected = getattr(fft, name)(x)
            for overwrite in (False, True):
                given = memory[offset : offset + 24].reshape(4, 6)
                given[...] = cupy.asarray(x)
                found = getattr(fft, name)(given, overwrite_x=overwrite)
                assert fft_error(cupy.asnumpy(found), expected) <= 1, (name, offset)
        if dtype.startswith("float"):
            there[...] = cupy.asarray(x)
            out = memory[32 + offset : 56 + offset].reshape(4, 6)
            expected = poisson.solve(x, 0.1, "dirichlet")
            assert poisson.solve(there, 0.1, "dirichlet", out=out) is out
            worst = np.max(np.abs(cupy.asnumpy(out) - expected))
            assert worst <= solve_tolerance(dtype, 6)


def test_plans_refuse_other_addresses_with_the_reason(rng):
    x = cupy.zeros(17)
    with pytest.raises(ValueError, match="x is not aligned .* 16 bytes"):
        fft.Plan((16,), "r2c", backend="cuda").execute(x[1:])
    with pytest.raises(ValueError, match="x is not aligned"):
        fft.R2rPlan((16,), backend="cuda").execute(x[1:])
    with pytest.raises(ValueError, match="f is not aligned"):
        poisson.Solver((16,), 0.1, "dirichlet", backend="cuda").solve(x[1:])
    solver = flow.Solver((4, 4), 0.1, viscosity=0.1, backend="cuda")
    assert solver.alignment == 16
    u, v, w = (cupy.zeros(17)[1:].reshape(4, 4) for _ in range(3))
    solver.start(u, v, w)  # which are copied
    with pytest.raises(ValueError, match="out is not aligned"):
        solver.velocity(out=(u, v, w))
    one = cupy.zeros((4, 4))
    with pytest.raises(ValueError, match="share memory"):
        solver.velocity(out=(one, one, cupy.zeros((4, 4))))


# One point, and none


@pytest.mark.parametrize("module", ("cupy", "torch", "jax"))
@pytest.mark.parametrize("dtype", ("float32", "float64", "complex64", "complex128"))
def test_axes_of_one_point_and_empty_batches(rng, module, dtype):
    if module == "torch":
        torch = torch_or_skip()
        put, get = lambda x: torch.from_numpy(x.copy()).cuda(), lambda x: x.cpu().numpy()
    elif module == "jax":
        put, get = jax_or_skip().numpy.asarray, np.asarray
    else:
        put, get = cupy.asarray, cupy.asnumpy
    for shape in ((1,), (1, 1), (5, 1), (1, 5), (3, 1, 4), (3, 4, 1), (1, 1, 1, 2)):
        x = made(rng, shape, dtype)
        there = put(x)
        for norm in ("backward", "ortho"):
            for name in ("fftn", "ifftn") + (("rfftn",) if dtype.startswith("float") else ()):
                found = get(getattr(fft, name)(there, norm=norm))
                expected = getattr(np.fft, name)(x, norm=norm).astype(found.dtype)
                assert fft_error(found, expected) <= 1, (name, shape)
            for last in (1, 2, 3):
                s = shape[:-1] + (last,)
                found = get(fft.irfftn(there, s=s, norm=norm))
                expected = np.fft.irfftn(x, s=s, norm=norm).astype(found.dtype)
                assert fft_error(found, expected) <= 1, (shape, last)
        if dtype.startswith("float"):
            for t in (2, 3, 4):
                found = get(fft.dctn(there, t))
                assert fft_error(found, fft.dctn(x, t)) <= 1
        assert np.array_equal(get(there), x)
    empty = put(np.zeros((0, 3, 8), dtype))
    assert tuple(fft.fft2(empty).shape) == (0, 3, 8)
    assert tuple(fft.irfft(empty).shape) == (0, 3, 14)
    if dtype.startswith("float"):
        assert tuple(fft.rfft(empty).shape) == (0, 3, 5)
        assert tuple(fft.dct(empty, norm="ortho").shape) == (0, 3, 8)
    x = made(rng, (3, 6, 7), dtype)
    found = get(fft.fftn(put(x), s=(4, -1), workers=-1))
    assert fft_error(found, np.fft.fftn(x, s=(4, 7)).astype(found.dtype)) <= 1


# Copies and forks


WAYS = (copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x)))


@pytest.mark.parametrize("way", WAYS)
def test_copies_on_a_gpu_outlive_their_originals(rng, way):
    x = cupy.asarray(made(rng, (16, 16), "float64"))
    for make in (
        lambda: fft.Plan((16, 16), "r2c", backend="cuda"),
        lambda: fft.R2rPlan((16, 16), backend="cuda"),
        lambda: poisson.Solver((16, 16), 0.1, "dirichlet", backend="cuda"),
    ):
        original = make()
        run = "solve" if isinstance(original, poisson.Solver) else "execute"
        expected = getattr(original, run)(x)
        made_anew = way(original)
        del original
        assert made_anew.backend == "cuda"
        assert bool((getattr(made_anew, run)(x) == expected).all())


@pytest.mark.parametrize("way", WAYS)
def test_a_copied_flow_on_a_gpu_goes_on_where_it_was(rng, way):
    original = flow.Solver((16, 16), 0.1, viscosity=0.1, backend="cuda")
    original.start(*(cupy.asarray(made(rng, (16, 16), "float64")) for _ in range(3)))
    original.step(1e-3, 2)
    made_anew = way(original)
    for each in (original, made_anew):
        each.step(1e-3, 2)
    assert bool((original.state() == made_anew.state()).all())


def test_after_a_fork_the_gpu_is_refused_at_once_and_the_cpu_works(rng):
    x = made(rng, (16, 16), "float64")
    there = cupy.asarray(x)
    plan = fft.Plan((16, 16), "r2c", backend="cuda")
    solver = poisson.Solver((16, 16), 0.1, "dirichlet", backend="cuda")
    modes = plan.execute(there)
    expected = fft.rfftn(x)
    pointer = Interface(there, False).__cuda_array_interface__

    class Shown:
        __cuda_array_interface__ = pointer

    cupy.cuda.Device().synchronize()
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        code = 1
        try:
            for call in (
                lambda: plan.execute(there, modes),
                lambda: solver.solve(there, there),
                lambda: fft.Plan((16, 16), backend="cuda"),
                lambda: poisson.Solver((16, 16), 0.1, backend="cuda"),
                lambda: flow.Solver((16, 16), 0.1, viscosity=1.0, backend="cuda"),
                lambda: copy.copy(plan),
                lambda: fft.Plan((16, 16), "r2c", backend="cpu").execute(Shown()),
            ):
                with pytest.raises(tobiuo.DeviceError, match="forked"):
                    call()
            assert tobiuo.unsupported_reason("cuda")
            assert fft.Plan((8,)).backend == "cpu"
            assert np.array_equal(fft.rfftn(x), expected)
            del plan, solver
            fft.clear_cache()
            code = 0
        except BaseException as error:  # noqa: BLE001: it is said here, for nobody else can
            print("in the child:", repr(error))
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert bool((plan.execute(there) == modes).all())
