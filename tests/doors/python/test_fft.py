# SPDX-License-Identifier: BSD-3-Clause
# tobiuo.fft on the CPU against numpy.fft, whose names and meanings scipy.fft shares.
import threading

import numpy as np
import pytest
from samples import made
from tolerance import fft_error

from tobiuo import fft

COMPLEX = ("complex64", "complex128")
REAL = ("float32", "float64")
WIDER = {"float32": "complex64", "float64": "complex128"}


CASES = [
    ((16,), None),
    ((7,), (0,)),
    ((6, 10), None),
    ((6, 10), (0,)),
    ((6, 10), (1, 0)),
    ((4, 6, 10), None),
    ((4, 6, 10), (1,)),
    ((4, 6, 10), (0, 2)),
    ((4, 6, 10), (2, 0)),
    ((4, 6, 10), (-1, -3, -2)),
    ((3, 4, 5, 6), None),
    ((3, 4, 5, 6), (0, 1, 2, 3)),
    ((2, 3, 2, 3, 4), (4, 0, 2, 1)),
    ((1, 8, 1), None),
]


@pytest.mark.parametrize("dtype", REAL + COMPLEX)
@pytest.mark.parametrize("shape, axes", CASES)
def test_fftn_and_ifftn_are_numpys(rng, shape, axes, dtype):
    x = made(rng, shape, dtype)
    kept = x.copy()
    wide = WIDER.get(dtype, dtype)
    for ours, theirs in ((fft.fftn, np.fft.fftn), (fft.ifftn, np.fft.ifftn)):
        found = ours(x, axes=axes)
        assert found.dtype == wide and found.shape == x.shape
        assert fft_error(found, theirs(x, axes=axes)) <= 1
    assert np.array_equal(x, kept)


@pytest.mark.parametrize("dtype", REAL)
@pytest.mark.parametrize("shape, axes", CASES)
def test_rfftn_and_its_way_back_are_numpys(rng, shape, axes, dtype):
    x = made(rng, shape, dtype)
    modes = fft.rfftn(x, axes=axes)
    expected = np.fft.rfftn(x, axes=axes)
    assert modes.dtype == WIDER[dtype] and modes.shape == expected.shape
    assert fft_error(modes, expected) <= 1
    kept = modes.copy()
    last = range(len(shape))[-1 if axes is None else axes[-1]]
    order = range(len(shape)) if axes is None else axes
    back = fft.irfftn(modes, s=[shape[axis] for axis in order], axes=order)
    assert back.dtype == dtype and back.shape == x.shape and last < len(shape)
    assert fft_error(back, x) <= 1
    assert np.array_equal(modes, kept)


@pytest.mark.parametrize("norm", (None, "backward", "ortho", "forward"))
def test_norms_are_numpys(rng, norm):
    x = made(rng, (6, 9), "complex128")
    real = made(rng, (6, 8), "float64")
    half = np.fft.rfftn(real)
    assert fft_error(fft.fftn(x, norm=norm), np.fft.fftn(x, norm=norm)) <= 1
    assert fft_error(fft.ifftn(x, norm=norm), np.fft.ifftn(x, norm=norm)) <= 1
    assert fft_error(fft.rfftn(real, norm=norm), np.fft.rfftn(real, norm=norm)) <= 1
    assert fft_error(fft.irfftn(half, norm=norm), np.fft.irfftn(half, norm=norm)) <= 1


@pytest.mark.parametrize("lengths", ((8, 12), (4, 5), (9, 3), (6, 10)))
def test_s_crops_and_fills_with_zeros(rng, lengths):
    x = made(rng, (6, 10), "float64")
    assert fft_error(fft.fftn(x, s=lengths), np.fft.fftn(x, s=lengths)) <= 1
    assert fft_error(fft.rfftn(x, lengths), np.fft.rfftn(x, lengths)) <= 1
    assert fft_error(fft.irfftn(x, lengths), np.fft.irfftn(x, lengths)) <= 1
    swapped = np.fft.rfftn(x, lengths, axes=(1, 0))
    assert fft_error(fft.rfftn(x, lengths, axes=(1, 0)), swapped) <= 1
    deep = made(rng, (3, 6, 10), "complex128")
    theirs = np.fft.fftn(deep, s=lengths, axes=(1, 2))
    assert fft_error(fft.fftn(deep, s=lengths), theirs) <= 1, "s alone stands for the last axes"


def test_one_and_two_axes_are_numpys(rng):
    x = made(rng, (5, 6, 8), "complex128")
    real = made(rng, (5, 6, 8), "float64")
    for name in ("fft", "ifft", "irfft"):
        ours, theirs = getattr(fft, name), getattr(np.fft, name)
        assert fft_error(ours(x), theirs(x)) <= 1
        assert fft_error(ours(x, 7, 0, "ortho"), theirs(x, 7, 0, "ortho")) <= 1
    assert fft_error(fft.rfft(real, 5, 1), np.fft.rfft(real, 5, 1)) <= 1
    for name in ("fft2", "ifft2", "irfft2"):
        ours, theirs = getattr(fft, name), getattr(np.fft, name)
        assert fft_error(ours(x), theirs(x)) <= 1
        assert fft_error(ours(x, axes=(0, 1)), theirs(x, axes=(0, 1))) <= 1
    assert fft_error(fft.rfft2(real), np.fft.rfft2(real)) <= 1


def test_the_inverse_of_an_odd_length_needs_s(rng):
    x = made(rng, (9,), "float64")
    assert fft_error(fft.irfft(fft.rfft(x), n=9), x) <= 1
    assert fft.irfft(fft.rfft(x)).shape == (8,)


def test_numbers_that_are_no_arrays_become_double():
    assert fft_error(fft.fft([1, 2, 3, 4]), np.fft.fft([1, 2, 3, 4])) <= 1
    assert fft.fft(np.arange(4, dtype="int16")).dtype == "complex128"
    assert fft.rfft(np.array([True, False])).dtype == "complex128"


def test_other_byte_orders_are_turned(rng):
    x = made(rng, (8,), "float32")
    found = fft.fft(x.astype(">f4"))
    assert found.dtype == "complex64" and fft_error(found, np.fft.fft(x)) <= 1


def test_arrays_with_gaps_are_copied(rng):
    x = made(rng, (12, 10, 8), "complex128")
    repeated = np.broadcast_to(x[0], (3, 10, 8))
    for view in (x[::2, :, 1:7], x.T, np.asfortranarray(x), x[:, ::-1], repeated):
        kept = view.copy()
        assert fft_error(fft.fftn(view), np.fft.fftn(view)) <= 1
        assert np.array_equal(view, kept)
    half = x[:, :, 1:6]
    assert fft_error(fft.irfftn(half), np.fft.irfftn(half)) <= 1


def test_arrays_at_odd_addresses_are_copied(rng):
    x = made(rng, (8,), "complex128")
    room = np.zeros(8 * 16 + 1, dtype="u1")
    odd = room[1:].view("complex128")
    odd[:] = x
    assert not odd.flags.aligned
    assert fft_error(fft.fft(odd), np.fft.fft(x)) <= 1


def test_read_only_arrays_are_kept(rng):
    x = made(rng, (8, 8), "complex128")
    x.flags.writeable = False
    kept = x.copy()
    assert fft_error(fft.fftn(x, overwrite_x=True), np.fft.fftn(kept)) <= 1
    assert fft_error(fft.irfftn(x, overwrite_x=True), np.fft.irfftn(kept)) <= 1
    assert np.array_equal(x, kept)


def test_overwrite_x_works_in_place(rng):
    x = made(rng, (8, 8), "complex64")
    expected = np.fft.fftn(x)
    found = fft.fftn(x, overwrite_x=True)
    assert found is x and fft_error(found, expected) <= 1
    expected = np.fft.irfftn(x)
    assert fft_error(fft.irfftn(x, overwrite_x=True), expected) <= 1


def test_no_axes_give_a_copy(rng):
    x = made(rng, (4, 4), "complex128")
    found = fft.fftn(x, axes=())
    assert np.array_equal(found, x) and found is not x


def test_workers_are_threads(rng):
    x = made(rng, (16, 16), "complex128")
    assert fft_error(fft.fftn(x, workers=2), np.fft.fftn(x)) <= 1


def test_plans_are_kept_up_to_a_limit(rng):
    for length in range(2, 12):
        fft.fft(made(rng, (length,), "complex128"))
        fft.fft(made(rng, (length,), "complex128"))
    assert fft.cache_size() == 10
    try:
        assert fft.cache_size(4) == 4
        fft.fft(made(rng, (100,), "complex128"))
        assert fft.cache_size() == 4
        with pytest.raises(ValueError, match="keep 1 or more"):
            fft.cache_size(0)
    finally:
        fft.cache_size(64)
    fft.clear_cache()
    assert fft.cache_size() == 0


def test_threads_transform_at_the_same_time(rng):
    arrays = [made(rng, (24, 24), "complex128") for _ in range(4)]
    wrong = []

    def work(x):
        for _ in range(40):
            if fft_error(fft.fftn(x), np.fft.fftn(x)) > 1:
                wrong.append(x)
            fft.clear_cache()

    threads = [threading.Thread(target=work, args=(x,)) for x in arrays]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_scipys_results_are_ours(rng):
    theirs = pytest.importorskip("scipy.fft", reason="scipy is not installed")
    x = made(rng, (5, 6, 7), "complex64")
    for name in ("fftn", "ifftn", "irfftn", "fft2", "irfft"):
        for norm in ("ortho", "forward"):
            expected = getattr(theirs, name)(x, norm=norm)
            found = getattr(fft, name)(x, norm=norm)
            assert found.dtype == expected.dtype and found.shape == expected.shape
            assert fft_error(found, expected) <= 1
