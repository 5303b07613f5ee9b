# SPDX-License-Identifier: BSD-3-Clause
# Arrays at the edges of what is taken: read-only, shared elements, odd addresses, one point, no
# points; and arguments that are none.
import mmap
import os

import numpy as np
import pytest
from samples import made
from tolerance import fft_error, solve_tolerance

import tobiuo
from tobiuo import fft, flow, poisson
from tobiuo._arrays import owns_each_element


def read_only(x):
    x = x.copy()
    x.flags.writeable = False
    return x


def mapped(x, folder):
    """The array in a file that is mapped for reading: a write there ends the process."""
    path = folder / "array"
    x.tofile(path)
    return np.memmap(path, dtype=x.dtype, mode="r", shape=x.shape)


class Shown:
    """An array of an unknown module, which shows DLPack with a flag for read-only memory."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        if not self.array.flags.writeable:
            raise BufferError("read-only arrays are not exported")
        return self.array.__dlpack__()

    def __dlpack_device__(self):
        return (1, 0)


# Read-only


@pytest.mark.parametrize("way", (read_only, mapped, Shown))
def test_plans_that_overwrite_refuse_read_only_input(rng, way, tmp_path):
    x = made(rng, (4, 6), "complex128")
    there = way(x, tmp_path) if way is mapped else way(read_only(x))
    for plan in (
        fft.Plan((4, 10), "c2r", backend="cpu"),
        fft.Plan((4, 6), in_place=True, backend="cpu"),
        fft.Plan((4, 10), "c2r", in_place=True, backend="cpu"),
    ):
        with pytest.raises((ValueError, TypeError)) as caught:
            plan.execute(there)
        assert not isinstance(caught.value, tobiuo.InvalidArgument)
    with pytest.raises((ValueError, TypeError)):
        fft.R2rPlan((4, 6), in_place=True, backend="cpu").execute(read_only(x.real))
    assert np.array_equal(np.asarray(there.array if way is Shown else there), x)


@pytest.mark.parametrize("shape", ((10,), (4, 10), (3, 4, 11), (2, 3, 4, 10), (64, 61)))
def test_functions_never_write_read_only_input(rng, tmp_path, shape):
    modes = shape[:-1] + (shape[-1] // 2 + 1,)
    for dtype in ("complex128", "complex64"):
        x = mapped(made(rng, modes, dtype), tmp_path)
        for overwrite in (False, True):
            found = fft.irfftn(x, s=shape, overwrite_x=overwrite)
            assert fft_error(found, np.fft.irfftn(x, s=shape).astype(found.dtype)) <= 1
            fft.fftn(x, overwrite_x=overwrite)
            fft.ifft(x, axis=0, overwrite_x=overwrite)
    x = mapped(made(rng, shape, "float64"), tmp_path)
    for type_ in (1, 2, 3, 4):
        for norm in (None, "ortho"):
            fft.dctn(x, type_, norm=norm, overwrite_x=True)
            fft.dstn(x, type_, norm=norm, overwrite_x=True)


def test_other_plans_read_what_is_read_only(rng, tmp_path):
    x = mapped(made(rng, (4, 6), "float64"), tmp_path)
    assert fft_error(fft.Plan((4, 6), "r2c", backend="cpu")(x), np.fft.rfft2(x)) <= 1
    fft.R2rPlan((4, 6), backend="cpu").execute(x)
    u = poisson.Solver((4, 6), 0.1, "dirichlet", backend="cpu").solve(x)
    solver = flow.Solver((4, 6), 0.1, viscosity=0.1, backend="cpu")
    solver.start(x, x, x)
    for refuse in (
        lambda: poisson.solve(x, 0.1, out=x),
        lambda: solver.velocity(out=(np.zeros((4, 6)), np.zeros((4, 6)), x)),
        lambda: solver.pressure(out=x),
    ):
        with pytest.raises(ValueError, match="read-only"):
            refuse()
    assert u.shape == (4, 6)


def test_read_only_memory_that_cuda_s_interface_shows_is_not_the_work_s_own(rng):
    from tobiuo import _transform

    class OnGpu:  # what an object shows while CuPy's view of it can always be written
        shape, size = (8,), 8
        is_read_only = True

        @property
        def __cuda_array_interface__(self):
            place = (0, self.is_read_only)
            return {"data": place, "shape": (8,), "typestr": "<c16", "version": 3}

    given = OnGpu()
    for given.is_read_only in (True, False):
        work = _transform.Work(np.ones(8) + 0j, None, None, None)
        work._given = given
        work.let_overwrite()
        assert work.owned is not given.is_read_only


def versioned_capsule(array, flags):
    """A capsule of DLPack 1.0 for an array, and what must be kept."""
    import ctypes

    from tobiuo import _dlpack

    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    shape = (ctypes.c_int64 * array.ndim)(*array.shape)
    tensor = _dlpack._Tensor(
        array.ctypes.data, 1, 0, array.ndim, 5, 128, 1, shape, None, 0
    )
    whole = _dlpack._Versioned(1, 0, None, None, flags, tensor)
    return new(ctypes.addressof(whole), b"dltensor_versioned", None), (shape, whole)


@pytest.mark.parametrize("flags", (0, 1))
def test_dlpack_1_0_says_what_is_read_only(rng, flags):
    x = made(rng, (6,), "complex128")
    before = x.copy()

    class Exported:
        def __dlpack__(self, *, max_version=None, stream=None):
            assert max_version == (1, 0)
            capsule, self.kept = versioned_capsule(x, flags)
            return capsule

        def __dlpack_device__(self):
            return (1, 0)

    plan = fft.Plan((6,), in_place=True, backend="cpu")
    if flags:
        with pytest.raises(ValueError, match="x is read-only"):
            plan.execute(Exported())
        assert np.array_equal(x, before)
    else:
        plan.execute(Exported())
        assert fft_error(x, np.fft.fft(before)) <= 1


# Elements in two places


def windows(x):
    return np.lib.stride_tricks.sliding_window_view(x, 5, writeable=True)


def repeated(x):
    return np.lib.stride_tricks.as_strided(x, (6,) + x.shape, (0,) + x.strides, writeable=True)


def transposed(x):
    return repeated(x).T


@pytest.mark.parametrize("shared", (windows, repeated, transposed))
def test_what_has_an_element_twice_is_not_overwritten(rng, shared):
    for dtype in ("float64", "float32", "complex128"):
        x = made(rng, (12,), dtype)
        kept = x.copy()
        given = shared(x)
        for name, norms in (("fftn", (None, "ortho")), ("ifftn", (None,)), ("irfftn", (None,))):
            for norm in norms:
                found = getattr(fft, name)(given, norm=norm, overwrite_x=True)
                assert fft_error(found, getattr(fft, name)(given.copy(), norm=norm)) <= 1
        if dtype != "complex128":
            for name in ("dctn", "idctn", "dstn", "idstn"):
                for type_ in (1, 2, 3, 4):
                    for norm in (None, "ortho", "forward"):
                        found = getattr(fft, name)(given, type_, norm=norm, overwrite_x=True)
                        own = getattr(fft, name)(given.copy(), type_, norm=norm)
                        assert np.array_equal(found, own), (name, type_, norm)
        assert np.array_equal(x, kept)


def test_arrays_that_own_their_elements_are_told_from_those_that_do_not():
    x = np.zeros((4, 6, 8))
    for own in (x, x.T, x[::2], x[:, ::-1, 1:3], x[:1], np.zeros((3, 0)), np.zeros(())):
        assert owns_each_element(own)
    for shared in (repeated(x), windows(x[0, 0]), windows(x[0, 0]).T):
        assert not owns_each_element(shared)
    assert owns_each_element(repeated(x)[:1])


def test_an_array_with_shared_elements_is_no_out(rng):
    x = made(rng, (6, 12), "complex128")
    shared = repeated(np.zeros(12, complex))
    with pytest.raises(ValueError, match="not contiguous"):
        fft.Plan(x.shape, backend="cpu").execute(x, shared)
    with pytest.raises(ValueError, match="not contiguous"):
        poisson.solve(x.real.copy(), 0.1, out=shared.real)
    solver = flow.Solver((4, 6), 0.1, viscosity=0.1, backend="cpu")
    solver.start(*np.zeros((3, 4, 6)))
    u = np.zeros((5, 6))
    for out in ((u[:4], u[:4], np.zeros((4, 6))), (u[:4], np.zeros((4, 6)), u[1:])):
        with pytest.raises(ValueError, match="share memory"):
            solver.velocity(out=out)


# Addresses


@pytest.mark.parametrize("dtype", ("float32", "float64", "complex64", "complex128"))
def test_functions_take_arrays_at_any_address_of_their_type(rng, dtype):
    item = np.dtype(dtype).itemsize // (2 if dtype.startswith("complex") else 1)
    memory = np.zeros(4096, "u1")
    for offset in range(0, 4 * item, item):
        x = np.frombuffer(memory, dtype, 24, offset).reshape(4, 6)
        x[...] = made(rng, (4, 6), dtype)
        for overwrite in (False, True):
            for name in ("fftn", "ifftn", "irfftn"):
                own = getattr(fft, name)(x.copy())
                assert fft_error(getattr(fft, name)(x.copy(), overwrite_x=overwrite), own) <= 1
                assert fft_error(getattr(fft, name)(x), own) <= 1
            if dtype.startswith("float"):
                assert fft_error(fft.rfftn(x), np.fft.rfftn(x).astype(fft.rfftn(x).dtype)) <= 1
                for name in ("dctn", "dstn"):
                    own = getattr(fft, name)(x.copy())
                    assert np.array_equal(getattr(fft, name)(x), own)
        if dtype.startswith("float"):
            out = np.frombuffer(memory, dtype, 24, 2048 + offset).reshape(4, 6)
            f = x.copy()
            expected = poisson.solve(f, 0.1, "dirichlet")
            assert poisson.solve(x, 0.1, "dirichlet", out=out) is out
            assert np.max(np.abs(out - expected)) <= solve_tolerance(dtype, 6)


def test_arrays_at_an_odd_address_are_copied_too(rng):
    x = made(rng, (24,), "float64")
    odd = np.zeros(24 * 8 + 3, "u1")[3:].view("float64")
    odd[:] = x
    assert fft_error(fft.rfft(odd), np.fft.rfft(x)) <= 1
    assert np.array_equal(poisson.solve(odd, 0.1, "dirichlet"), poisson.solve(x, 0.1, "dirichlet"))


@pytest.mark.parametrize("precision, dtype", (("single", "float32"), ("double", "float64")))
def test_plans_say_which_addresses_they_need(rng, precision, dtype):
    x = np.zeros(9, dtype)
    for plan in (
        fft.Plan((8,), "r2c", precision=precision, backend="cpu"),
        fft.R2rPlan((8,), precision=precision, backend="cpu"),
    ):
        assert plan.alignment == 2 * x.itemsize
        assert f"multiples of {plan.alignment} bytes" in plan.describe()
        at = 1 if x.ctypes.data % plan.alignment == 0 else 0
        with pytest.raises(ValueError, match=f"x is not aligned .* {plan.alignment} bytes"):
            plan.execute(x[at : at + 8])
    assert poisson.Solver((8,), 0.1, precision=precision, backend="cpu").alignment == x.itemsize


# One point, and none


@pytest.mark.parametrize("dtype", ("float32", "float64", "complex64", "complex128"))
@pytest.mark.parametrize("shape", ((1,), (1, 1), (5, 1), (1, 5), (3, 1, 4), (3, 4, 1), (1, 1, 1, 2)))
def test_axes_of_one_point_are_transformed(rng, dtype, shape):
    x = made(rng, shape, dtype)
    kept = x.copy()
    for norm in ("backward", "ortho"):
        for name in ("fftn", "ifftn"):
            found = getattr(fft, name)(x, norm=norm)
            assert found.dtype.kind == "c" and not np.shares_memory(found, x)
            assert fft_error(found, getattr(np.fft, name)(x, norm=norm).astype(found.dtype)) <= 1
        if dtype.startswith("float"):
            found = fft.rfftn(x, norm=norm)
            assert fft_error(found, np.fft.rfftn(x, norm=norm).astype(found.dtype)) <= 1
        for last in (1, 2, 3):
            found = fft.irfftn(x, s=shape[:-1] + (last,), norm=norm)
            expected = np.fft.irfftn(x, s=shape[:-1] + (last,), norm=norm)
            assert found.dtype.kind == "f"
            assert fft_error(found, expected.astype(found.dtype)) <= 1
    assert np.array_equal(x, kept)


@pytest.mark.parametrize("dtype", ("float32", "complex128"))
def test_empty_batches_give_empty_results(dtype):
    x = np.zeros((0, 3, 8), dtype)
    single = dtype == "float32"
    for name in ("fft", "ifft", "fft2", "ifft2"):
        found = getattr(fft, name)(x)
        assert found.shape == (0, 3, 8) and found.dtype == ("complex64" if single else dtype)
    assert fft.irfft(x).shape == (0, 3, 14) and fft.irfft(x, n=9).shape == (0, 3, 9)
    assert fft.irfft2(x, s=(2, 1)).shape == (0, 2, 1)
    assert fft.fft(np.zeros((3, 8, 0)), axis=1).shape == (3, 8, 0)
    if single:
        assert fft.rfft(x).shape == (0, 3, 5) and fft.rfft2(x, s=(2, 7)).shape == (0, 2, 4)
        for name in ("dct", "idct", "dst", "idst"):
            for type_ in (1, 2, 3, 4):
                for norm in (None, "ortho"):
                    found = getattr(fft, name)(x, type_, norm=norm, overwrite_x=True)
                    assert found.shape == (0, 3, 8) and found.dtype == "float32"


def test_an_empty_axis_is_filled_where_s_says_so():
    assert np.array_equal(fft.fftn(np.zeros((0, 8)), s=(4, 4)), np.zeros((4, 4)))
    for call in (fft.fft, fft.rfft, fft.ifft, fft.dct, fft.dst, fft.irfft):
        with pytest.raises(ValueError):
            call(np.zeros((4, 0)))


def test_minus_one_in_s_is_the_length_of_x(rng):
    x = made(rng, (3, 6, 7), "float64")
    for name in ("fftn", "ifftn", "rfftn", "dctn", "dstn"):
        call = getattr(fft, name)
        assert np.array_equal(call(x, s=(4, -1)), call(x, s=(4, 7)))
        assert np.array_equal(call(x, s=(-1, 4), axes=(0, 1)), call(x, s=(3, 4), axes=(0, 1)))
    assert np.array_equal(fft.irfftn(x, s=(4, -1)), fft.irfftn(x, s=(4, 7)))
    for s in ((4, None), (4, 2.5), "ab", (4, -2), (4, 0)):
        with pytest.raises(ValueError):
            fft.fftn(x, s=s)
    for n in (-1, 0):
        with pytest.raises(ValueError, match=f"n is {n}"):
            fft.fft(x, n)
    with pytest.raises(ValueError, match="axes is"):
        fft.fftn(x, axes=(0, 1.5))


def test_workers_are_counted_as_scipy_counts_them(rng):
    x = made(rng, (8, 8), "float64")
    processors = os.cpu_count() or 1
    for workers in (-1, -processors, 1, 3, None, np.int64(2)):
        assert fft_error(fft.fftn(x, workers=workers), np.fft.fftn(x)) <= 1
        fft.dctn(x, workers=workers)
    for workers in (0, -processors - 1):
        with pytest.raises(ValueError, match="workers is"):
            fft.fftn(x, workers=workers)
    with pytest.raises(TypeError):
        fft.fft(x, workers=1.5)


# Arguments that are none


def texts(error):
    return type(error) in (ValueError, TypeError, IndexError) or isinstance(error, tobiuo.Error)


A_WIDTH = (0.5, (0.5,))
BAD = (None, 0.5, "f", b"f", object(), [None], (0.5,), ("a", "b"), {})


@pytest.mark.parametrize("bad", BAD, ids=repr)
def test_arguments_of_other_types_are_refused_in_a_sentence(bad):
    calls = [
        lambda: fft.Plan(bad),
        lambda: fft.Plan((8,), bad),
        lambda: fft.Plan((8,), "c2c", bad),
        lambda: fft.Plan((8,), precision=bad),
        lambda: fft.Plan((8,), batch=bad, backend="cpu"),
        lambda: fft.Plan((8,), threads=bad, backend="cpu"),
        lambda: fft.Plan((8,), device=bad, backend="cuda") if bad is not None else 1 / 0,
        lambda: fft.R2rPlan(bad),
        lambda: fft.R2rPlan((8,), bad),
        lambda: fft.R2rPlan((8,), scale=bad) if bad != 0.5 else 1 / 0,
        lambda: fft.PointwisePlan((8,), bad if bad != "f" else None, "f"),
        lambda: fft.PointwisePlan((8,), "f", bad if bad != "f" else None),
        lambda: fft.PointwisePlan(bad, "f", "f"),
        lambda: poisson.Solver(bad, 0.1),
        lambda: poisson.Solver((8,), bad) if bad not in A_WIDTH else 1 / 0,
        lambda: poisson.Solver((8,), 0.1, bad),
        lambda: poisson.Solver((8,), 0.1, lambda_=bad) if bad != 0.5 else 1 / 0,
        lambda: poisson.solve(np.ones(8), bad) if bad not in A_WIDTH else 1 / 0,
        lambda: flow.Solver(bad, 0.1, viscosity=1.0),
        lambda: flow.Solver((8,), bad, viscosity=1.0) if bad not in A_WIDTH else 1 / 0,
        lambda: flow.Solver((8,), 0.1, bad, viscosity=1.0),
        lambda: flow.Solver((8,), 0.1, viscosity=bad) if bad != 0.5 else 1 / 0,
        lambda: fft.fft(np.ones(8), bad) if bad is not None else 1 / 0,
        lambda: fft.fft(np.ones(8), axis=bad),
        lambda: fft.fft(np.ones(8), norm=bad) if bad is not None else 1 / 0,
        lambda: fft.dct(np.ones(8), bad),
        lambda: fft.fft(np.ones(8), workers=bad) if bad is not None else 1 / 0,
    ]
    for number, call in enumerate(calls):
        try:
            call()
        except ZeroDivisionError:
            continue
        except Exception as error:  # noqa: BLE001
            said = str(error)
            assert texts(error), (number, repr(error))
            assert ": " in said or "(" in said, (number, said)
            for raw in ("object is not", "object cannot be", "has no attribute", "argument must be",
                        "could not convert", "not enough values", "expected"):  # fmt: skip
                assert raw not in said, (number, said)
        else:
            raise AssertionError(f"call {number} took {bad!r}")


def test_functions_of_plans_are_texts():
    for bad in (5, ("source",), ("source", None), (None, "f"), "source"):
        with pytest.raises(ValueError, match="pass the source of a function and its name"):
            fft.Plan((8,), load=bad, backend="cpu")


def test_reading_a_file_that_is_mapped_needs_no_copy(rng, tmp_path):
    path = tmp_path / "array"
    x = made(rng, (64,), "float64")
    x.tofile(path)
    with open(path, "rb") as file:
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as memory:
            there = np.frombuffer(memory)
            assert fft_error(fft.rfft(there), np.fft.rfft(x)) <= 1
            del there


def test_fields_of_results_are_counted_by_whole_numbers(tmp_path):
    results = object.__new__(tobiuo.Results)
    results._series = [(0.0, tmp_path / "none.vti")]
    for bad in (0.5, None, "f", [0]):
        with pytest.raises(TypeError, match="index is .*: give a whole number"):
            results.fields(bad)
    with pytest.raises(FileNotFoundError):
        results.fields(np.int64(0))
