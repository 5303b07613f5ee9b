# SPDX-License-Identifier: BSD-3-Clause
# tobiuo.fft beside scipy.fft: every function, argument and type of it.
import inspect
import itertools

import numpy as np
import pytest
from tolerance import fft_error

import tobiuo
from tobiuo import fft, poisson

scipy_fft = pytest.importorskip("scipy.fft", reason="Debian: python3-scipy")

# What scipy.fft has and tobiuo.fft has not: Hankel transforms need gamma functions of complex numbers,
# and back ends are chosen through scipy's own functions.
ELSEWHERE = {
    "fht", "ifht", "fhtoffset", "set_backend", "skip_backend", "set_global_backend", "register_backend"
}  # fmt: skip
# Arguments that scipy has nowhere, or that one of its versions has by position.
OF_OUR_OWN = {"plan", "xp", "device"}


def transforms():
    complex_kinds = ["fft", "ifft", "fft2", "ifft2", "fftn", "ifftn", "hfft", "hfft2", "hfftn"]
    real_kinds = ["rfft", "rfft2", "rfftn", "ihfft", "ihfft2", "ihfftn"]
    return complex_kinds + real_kinds + ["irfft", "irfft2", "irfftn"]


def test_every_function_has_the_arguments_of_scipy():
    for name in set(scipy_fft.__all__) - ELSEWHERE:
        assert name in fft.__all__, name
        try:
            theirs = inspect.signature(getattr(scipy_fft, name)).parameters
        except ValueError:
            continue  # a function in C without one
        ours = inspect.signature(getattr(fft, name)).parameters
        for parameter in theirs.values():
            mine = ours[parameter.name]
            assert mine.default == parameter.default or name.startswith("set_"), (name, mine)
        by_place = [n for n, p in theirs.items() if p.kind != p.KEYWORD_ONLY]
        own_places = [n for n, p in ours.items() if p.kind != p.KEYWORD_ONLY]
        assert own_places == by_place[: len(own_places)], name
        assert set(ours) - set(theirs) <= OF_OUR_OWN, name


@pytest.mark.parametrize("name", transforms())
@pytest.mark.parametrize("norm", (None, "backward", "ortho", "forward"))
@pytest.mark.parametrize("dtype", ("float64", "complex64"))
def test_transforms_are_those_of_scipy(rng, name, norm, dtype):
    takes_real = name.startswith(("rfft", "ihfft"))
    x = rng.standard_normal((3, 6, 5))
    if dtype == "complex64":
        x = (x + (0 if takes_real else 1j * rng.standard_normal(x.shape))).astype(
            "float32" if takes_real else dtype
        )
    expected = getattr(scipy_fft, name)(x, norm=norm)
    kept = x.copy()
    found = getattr(fft, name)(x, norm=norm)
    assert np.array_equal(x, kept)
    assert found.dtype == expected.dtype and found.shape == expected.shape
    assert fft_error(found, expected) < 1
    length = {"n": 8} if "2" not in name and not name.endswith("n") else {"s": (4, 9)}
    axes = {"axis": 1} if "n" in length else {"axes": (2, 0)}
    expected = getattr(scipy_fft, name)(x, norm=norm, **length, **axes)
    assert fft_error(getattr(fft, name)(x, norm=norm, **length, **axes), expected) < 1


def test_shifts_and_frequencies(rng):
    for n, d in itertools.product((1, 2, 7, 8), (1.0, 0.25)):
        assert np.array_equal(fft.fftfreq(n, d), scipy_fft.fftfreq(n, d))
        assert np.array_equal(fft.rfftfreq(n, d=d), scipy_fft.rfftfreq(n, d=d))
    assert np.array_equal(fft.fftfreq(5, xp=np), scipy_fft.fftfreq(5))
    x = rng.standard_normal((4, 5, 3))
    for axes in (None, 1, (0, 2), (-1,)):
        assert np.array_equal(fft.fftshift(x, axes), scipy_fft.fftshift(x, axes))
        assert np.array_equal(fft.ifftshift(x, axes=axes), scipy_fft.ifftshift(x, axes=axes))
    assert np.array_equal(fft.fftshift([1, 2, 3]), [3, 1, 2])
    with pytest.raises(ValueError, match="axes has 3"):
        fft.fftshift(x, 3)
    with pytest.raises(ValueError, match="n is 0"):
        fft.fftfreq(0)


def test_lengths_that_are_fast():
    for target in list(range(1, 300)) + [1021, 4097, 65537]:
        assert fft.next_fast_len(target) == scipy_fft.next_fast_len(target)
        assert fft.next_fast_len(target, True) == scipy_fft.next_fast_len(target, True)
        if hasattr(scipy_fft, "prev_fast_len"):
            assert fft.prev_fast_len(target) == scipy_fft.prev_fast_len(target)
    assert fft.prev_fast_len(17) == 16 and fft.prev_fast_len(11, real=True) == 10
    with pytest.raises(ValueError, match="target is -1"):
        fft.next_fast_len(-1)


def test_scipy_calls_this_module_as_a_back_end(rng, monkeypatch):
    x = rng.standard_normal((4, 6))
    called = []
    original = fft._transform.complex_transform
    monkeypatch.setattr(
        fft._transform, "complex_transform", lambda *a, **k: called.append(1) or original(*a, **k)
    )
    with scipy_fft.set_backend(fft):
        found = scipy_fft.fft2(x, norm="ortho")
        assert called
        assert fft_error(scipy_fft.dctn(x, type=3), fft.dctn(x, type=3)) == 0
        assert scipy_fft.next_fast_len(17) == 18
        wide = scipy_fft.fft(x.astype(np.longdouble))  # by scipy itself
        assert wide.dtype == np.clongdouble
        assert scipy_fft.dct(x + 1j).dtype == np.complex128  # so is this
        assert scipy_fft.fht(x[0], 0.1, 0.5).shape == x[0].shape
    assert fft_error(found, scipy_fft.fft2(x, norm="ortho")) < 1


def test_workers_inside_a_with():
    assert fft.get_workers() is None
    with fft.set_workers(2):
        assert fft.get_workers() == 2
        with fft.set_workers(-1):
            assert fft.get_workers() >= 1
        assert fft.get_workers() == 2
        assert fft_error(fft.fft(np.arange(8.0)), np.fft.fft(np.arange(8.0))) < 1
    assert fft.get_workers() is None
    with pytest.raises(ValueError, match="workers is 0"):
        fft.set_workers(0)


def test_a_plan_of_the_caller(rng):
    x = rng.standard_normal((5, 8, 6)) + 1j
    plan = fft.Plan((8, 6), batch=5)
    found = fft.fftn(x, axes=(1, 2), norm="ortho", plan=plan)
    assert fft_error(found, scipy_fft.fftn(x, axes=(1, 2), norm="ortho")) < 1
    half = fft.Plan((6,), "r2c", batch=40)
    assert fft_error(fft.rfft(x.real, plan=half), scipy_fft.rfft(x.real)) < 1
    with pytest.raises(ValueError, match=r"this call transforms by Plan\(shape=\(6,\), kind='c2c'"):
        fft.fft(x, plan=plan)
    with pytest.raises(TypeError, match="give a tobiuo.fft.Plan"):
        fft.fft(x, plan="a plan")


@pytest.mark.parametrize("dtype", ("float16", "int8", "uint16", "bool", ">f8", ">c8", "<f4"))
def test_types_become_what_scipy_makes_of_them(rng, dtype):
    x = (4 * rng.standard_normal(12)).astype(dtype)
    expected = scipy_fft.fft(x)
    found = fft.fft(x)
    assert found.dtype == expected.dtype and fft_error(found, expected) < 1
    if x.dtype.kind != "c":
        assert fft.dct(x).dtype == scipy_fft.dct(x).dtype
        assert fft.rfft(x).dtype == scipy_fft.rfft(x).dtype


def test_masks_and_lists_are_taken_as_scipy_takes_them(rng):
    x = np.ma.masked_less(rng.standard_normal(16), 0)
    found = fft.fft(x)
    assert type(found) is np.ndarray and fft_error(found, scipy_fft.fft(x.data)) < 1
    assert fft_error(fft.rfft([1, 2, 3, 4]), scipy_fft.rfft([1, 2, 3, 4])) < 1


def test_a_solve_takes_what_transforms_take(rng):
    f = np.round(8 * rng.standard_normal((6, 8)))
    expected = poisson.solve(f, 0.1, "dirichlet", walls=((1, 2), None))
    for given in (f.tolist(), f.astype(int), f.astype(">f8"), np.ma.masked_array(f)):
        assert np.array_equal(poisson.solve(given, 0.1, "dirichlet", walls=((1, 2), None)), expected)
    half = poisson.solve(f.astype("float16"), 0.1, "dirichlet")
    assert half.dtype == "float32"
    rows = np.arange(8)
    of_numbers = poisson.solve(f, 0.1, "dirichlet", walls=((rows, None), None))
    of_doubles = poisson.solve(f, 0.1, "dirichlet", walls=((rows.astype(float), None), None))
    of_list = poisson.solve(f, 0.1, "dirichlet", walls=[(rows.tolist(), None), None])
    assert np.array_equal(of_numbers, of_doubles) and np.array_equal(of_list, of_doubles)
    with pytest.raises(TypeError, match="f is complex128, but solvers take"):
        poisson.solve(f + 0j, 0.1)
    with pytest.raises(TypeError, match="a wall is complex128"):
        poisson.solve(f, 0.1, "dirichlet", walls=((rows + 0j, None), None))
    with pytest.raises((TypeError, tobiuo.Error)):
        poisson.solve(f, 0.1, "dirichlet", walls=((["a"] * 8, None), None))
