# SPDX-License-Identifier: BSD-3-Clause
# What tobiuo.fft and plans refuse, and in which words.
import ctypes

import numpy as np
import pytest

import tobiuo
from tobiuo import fft


@pytest.mark.parametrize("dtype", ("longdouble", "clongdouble"))
def test_other_types_are_refused(dtype):
    with pytest.raises(TypeError, match="transforms take float32, float64"):
        fft.fft(np.ones(8, dtype=dtype))


@pytest.mark.parametrize("x", (np.array(["a", "b"]), np.array([None, 1]), object(), "text"))
def test_what_is_no_array_of_numbers_is_refused(x):
    with pytest.raises(TypeError):
        fft.fft(x)


def test_axes_are_checked():
    x = np.ones((4, 4))
    with pytest.raises(ValueError, match="axes has 2, but x has 2 axes"):
        fft.fftn(x, axes=(2,))
    with pytest.raises(ValueError, match="axes has one twice"):
        fft.fftn(x, axes=(0, -2))
    with pytest.raises(ValueError, match="s has 3 lengths, but x has 2 axes"):
        fft.fftn(x, s=(1, 2, 3))
    with pytest.raises(ValueError, match="s has 1 lengths for 2 axes"):
        fft.fftn(x, s=(4,), axes=(0, 1))
    with pytest.raises(ValueError, match="lengths are 1 or more"):
        fft.fftn(x, s=(4, 0))
    with pytest.raises(ValueError, match="at least 1"):
        fft.rfftn(x, axes=())
    with pytest.raises(TypeError):
        fft.fft(x, n=2.5)
    with pytest.raises(ValueError):
        fft.fft(np.float64(1.0))


def test_norms_are_checked():
    for call in (fft.fftn, fft.ifftn, fft.rfftn, fft.irfftn):
        with pytest.raises(ValueError, match="norm is 'orthogonal'"):
            call(np.ones((4, 4)), norm="orthogonal")


def test_empty_arrays_are_refused():
    with pytest.raises(ValueError, match="it has no values"):
        fft.fftn(np.ones((4, 0)))
    with pytest.raises(ValueError, match="give s"):
        fft.irfft(np.ones(1))


def test_real_transforms_take_no_complex_numbers():
    with pytest.raises(TypeError, match="use fftn"):
        fft.rfft(np.ones(4, dtype=complex))


def plan():
    return fft.Plan((4, 6), "r2c", backend="cpu")


def test_plans_refuse_arrays_that_do_not_fit():
    good = np.ones((4, 6))
    with pytest.raises(TypeError, match="x is float32, but float64 is needed"):
        plan().execute(good.astype("float32"))
    with pytest.raises(ValueError, match=r"x has the shape \(6, 4\), but \(4, 6\) is needed"):
        plan().execute(np.ones((6, 4)))
    with pytest.raises(ValueError, match="x is not contiguous"):
        plan().execute(np.ones((6, 4)).T)
    with pytest.raises(ValueError, match=r"out has the shape \(4, 6\), but \(4, 4\)"):
        plan().execute(good, np.ones((4, 6), dtype=complex))
    out = np.empty((4, 4), dtype=complex)
    out.flags.writeable = False
    with pytest.raises(ValueError, match="out is read-only"):
        plan().execute(good, out)
    with pytest.raises(TypeError, match="list is no array"):
        plan().execute([1.0])


def test_plans_in_place_refuse_another_array_and_read_only_ones():
    own = fft.Plan((8,), in_place=True, backend="cpu")
    x = np.ones(8, dtype=complex)
    with pytest.raises(ValueError, match="the plan is in place"):
        own.execute(x, np.ones(8, dtype=complex))
    x.flags.writeable = False
    with pytest.raises(ValueError, match="x is read-only"):
        own.execute(x)


def test_bad_plans_are_refused():
    with pytest.raises(ValueError, match="a plan has 1 to 3 axes"):
        fft.Plan((2, 2, 2, 2))
    with pytest.raises(ValueError, match="kind is 'dct': it is one of 'c2c', 'r2c', 'c2r'"):
        fft.Plan((4,), "dct")
    with pytest.raises(ValueError, match="precision is 'half'"):
        fft.Plan((4,), precision="half")
    with pytest.raises(ValueError, match="backend is 'gpu'"):
        fft.Plan((4,), backend="gpu")
    with pytest.raises(tobiuo.InvalidArgument, match="r2c is forward"):
        fft.Plan((4,), "r2c", "inverse", backend="cpu")
    with pytest.raises(tobiuo.InvalidArgument) as caught:
        fft.Plan((0,), backend="cpu")
    assert isinstance(caught.value, (tobiuo.Error, ValueError)) and str(caught.value)
    with pytest.raises(ValueError, match="ask for backend='cuda'"):
        fft.Plan((4,), device=0)


def has_driver():
    try:
        ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    return True


class OnSomeGpu:
    """What an array on a GPU shows."""

    shape = (8,)

    @property
    def __cuda_array_interface__(self):
        return {"data": (0x7F0000000000, False), "shape": (8,), "typestr": "<c16", "version": 3}


@pytest.mark.skipif(has_driver(), reason="this machine has an NVIDIA driver")
def test_arrays_on_a_gpu_need_a_driver():
    with pytest.raises(tobiuo.DeviceError, match="there is no NVIDIA driver here"):
        fft.Plan((8,), backend="cpu").execute(OnSomeGpu())
    with pytest.raises(tobiuo.DeviceError, match='choose backend="cpu"$'):
        fft.Plan((8,), backend="cuda")
    assert tobiuo.unsupported_reason("cuda")
    with pytest.raises(tobiuo.DeviceError):
        fft.PointwisePlan((8,), "", "nothing")


def test_functions_at_load_and_store_are_checked():
    source = "Complex f(Complex value, const Index&, const void*) { return value; }"
    with pytest.raises(tobiuo.InvalidArgument, match="function at load was asked for on the CPU"):
        fft.Plan((8,), backend="cpu", load=(source, "f"))
    with pytest.raises(tobiuo.InvalidArgument, match="function at store was asked for on the CPU"):
        fft.Plan((8,), backend="cpu", store=(source, "f"))
    with pytest.raises(tobiuo.InvalidArgument, match="load_is_input is 1"):
        fft.Plan((8,), backend="cpu", load_is_input=True)
    with pytest.raises(ValueError, match="pass the source of a function and its name"):
        fft.Plan((8,), backend="cpu", load=source)
    with pytest.raises(ValueError, match="the plan has no functions"):
        fft.Plan((8,), backend="cpu").execute(np.zeros(8, complex), load_data=1)


def test_functions_of_a_spectrum_are_checked():
    with pytest.raises(ValueError, match="a plan has 1 to 3 axes"):
        fft.PointwisePlan((), "", "nothing")
