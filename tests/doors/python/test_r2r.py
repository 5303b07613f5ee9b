# SPDX-License-Identifier: BSD-3-Clause
# Cosine and sine transforms of tobiuo.fft on the CPU against their definitions, and against scipy.
import numpy as np
import pytest
from samples import made
from tolerance import fft_error

import tobiuo
from tobiuo import fft

KINDS = [(name, type) for name in ("dct", "dst") for type in (1, 2, 3, 4)]


def matrix(name, type, n):
    """The transform of n points as a matrix, by its definition."""
    k, j = np.meshgrid(np.arange(n), np.arange(n), indexing="ij")
    if name == "dct":
        if type == 1:
            weights = np.where((j == 0) | (j == n - 1), 1, 2)
            return weights * np.cos(np.pi * j * k / (n - 1))
        if type == 2:
            return 2 * np.cos(np.pi * (j + 0.5) * k / n)
        if type == 3:
            return np.where(j == 0, 1, 2) * np.cos(np.pi * j * (k + 0.5) / n)
        return 2 * np.cos(np.pi * (j + 0.5) * (k + 0.5) / n)
    if type == 1:
        return 2 * np.sin(np.pi * (j + 1) * (k + 1) / (n + 1))
    if type == 2:
        return 2 * np.sin(np.pi * (j + 0.5) * (k + 1) / n)
    if type == 3:
        return np.where(j == n - 1, 1, 2) * np.sin(np.pi * (j + 1) * (k + 0.5) / n)
    return 2 * np.sin(np.pi * (j + 0.5) * (k + 0.5) / n)


def along(m, x, axis):
    return np.moveaxis(np.tensordot(m, x, (1, axis)), 0, axis)


@pytest.mark.parametrize("dtype", ("float32", "float64"))
@pytest.mark.parametrize("axes", (None, (0,), (1, 2), (2, 0), (-2,)))
@pytest.mark.parametrize("name, type", KINDS)
def test_transforms_are_as_defined_and_come_back(rng, name, type, axes, dtype):
    x = made(rng, (4, 6, 9), dtype)
    kept = x.copy()
    expected = x.astype(float)
    for axis in range(3) if axes is None else axes:
        expected = along(matrix(name, type, x.shape[axis]), expected, axis)
    for norm in (None, "ortho", "forward"):
        found = getattr(fft, name + "n")(x, type, axes=axes, norm=norm)
        assert found.dtype == dtype and found.shape == x.shape
        if norm is None:
            assert fft_error(found, expected.astype(dtype)) <= 1
        back = getattr(fft, "i" + name + "n")(found, type, axes=axes, norm=norm)
        assert fft_error(back, x) <= 1
    assert np.array_equal(x, kept)


@pytest.mark.parametrize("dtype", ("float32", "float64"))
@pytest.mark.parametrize("shape, axis", (((300, 64), 1), ((64, 300), 0), ((20, 33, 15), 1)))
@pytest.mark.parametrize("name, type", KINDS)
def test_rows_leave_nothing_in_each_other(rng, name, type, shape, axis, dtype):
    x = made(rng, shape, dtype)
    lines = np.moveaxis(x, axis, -1).reshape(-1, shape[axis]).copy()
    decades = 8 if dtype == "float32" else 30
    lines *= (10.0 ** rng.integers(-decades, decades, (len(lines), 1))).astype(dtype)
    lines[7, 0] = np.nan
    lines[11, -1] = np.inf
    others = [at for at in range(len(lines)) if at not in (7, 11)]
    moved = np.moveaxis(x, axis, -1).shape
    x = np.ascontiguousarray(np.moveaxis(lines.reshape(moved), -1, axis))
    found = getattr(fft, name)(x, type, axis=axis)
    found = np.moveaxis(found, axis, -1).reshape(lines.shape)
    for at in others:
        assert fft_error(found[at], getattr(fft, name)(lines[at].copy(), type)) <= 1
    assert not np.isfinite(found[7]).all() and not np.isfinite(found[11]).all()


@pytest.mark.parametrize("name, type", KINDS)
def test_ortho_is_orthogonal(rng, name, type):
    x = made(rng, (12,), "float64")
    found = getattr(fft, name)(x, type, norm="ortho")
    assert abs(np.linalg.norm(found) / np.linalg.norm(x) - 1) <= 64 * np.finfo(float).eps
    plain = getattr(fft, name)(x, type, norm="ortho", orthogonalize=False)
    differs = not np.allclose(found, plain)
    assert differs == ((name, type) not in (("dct", 4), ("dst", 1), ("dst", 4)))


@pytest.mark.parametrize("orthogonalize", (None, True, False))
@pytest.mark.parametrize("norm", (None, "ortho", "forward"))
@pytest.mark.parametrize("name, type", KINDS)
def test_scipys_results_are_ours(rng, name, type, norm, orthogonalize):
    theirs = pytest.importorskip("scipy.fft", reason="scipy is not installed")
    orthogonal = getattr(theirs, name)(np.eye(5), type, norm="ortho")
    if np.max(np.abs(orthogonal @ orthogonal.T - np.eye(5))) > 64 * np.finfo(float).eps:
        if orthogonalize or (orthogonalize is None and norm == "ortho"):
            pytest.skip("the orthogonal transform of this scipy (1.10 has it so) is not orthogonal")
    x = made(rng, (5, 6, 7), "float64")
    options = {"type": type, "norm": norm, "orthogonalize": orthogonalize}
    for way in ("", "i"):
        ours, other = getattr(fft, f"{way}{name}n"), getattr(theirs, f"{way}{name}n")
        assert fft_error(ours(x, **options), other(x, **options)) <= 1
        lengths = {"s": (8, 4), "axes": (0, 2)}
        assert fft_error(ours(x, **options, **lengths), other(x, **options, **lengths)) <= 1
        ours, other = getattr(fft, way + name), getattr(theirs, way + name)
        one = {"n": 9, "axis": 1}
        assert fft_error(ours(x, **options, **one), other(x, **options, **one)) <= 1


@pytest.mark.parametrize("name, type", [kind for kind in KINDS if kind != ("dct", 1)])
def test_axes_of_one_point_are_factors(rng, name, type):
    x = made(rng, (1, 8, 1), "float64")
    expected = along(matrix(name, type, 8), x, 1) * matrix(name, type, 1)[0, 0] ** 2
    assert fft_error(getattr(fft, name + "n")(x, type), expected) <= 1
    one = made(rng, (1, 1), "float64")
    expected = one * matrix(name, type, 1)[0, 0] ** 2
    assert fft_error(getattr(fft, name + "n")(one, type), expected) <= 1


def test_more_than_three_axes_and_gaps(rng):
    x = made(rng, (3, 4, 2, 5, 6), "float64")
    assert fft_error(fft.idctn(fft.dctn(x)), x) <= 1
    view = x[:, ::2, :, 1:, :].T
    assert fft_error(fft.dctn(view), fft.dctn(view.copy())) <= 1


def test_overwrite_x_works_in_place(rng):
    x = made(rng, (8, 8), "float32")
    expected = fft.dctn(x)
    assert fft.dctn(x, overwrite_x=True) is x and fft_error(x, expected) <= 1
    integers = fft.dct([1, 2, 3, 4])
    assert integers.dtype == "float64"
    assert fft_error(integers, matrix("dct", 2, 4) @ np.arange(1.0, 5.0)) <= 1


def test_a_plan_is_scaled(rng):
    x = made(rng, (3, 6, 8), "float64")
    plan = fft.R2rPlan((6, 8), ("dst-1", "dct-2"), scale=0.5, batch=3, backend="cpu")
    expected = 0.5 * along(matrix("dst", 1, 6), along(matrix("dct", 2, 8), x, 2), 1)
    out = np.empty_like(x)
    assert plan.execute(x, out) is out and fft_error(out, expected) <= 1
    assert fft_error(plan(x), expected) <= 1
    assert "r2r 8x6 dct-2 x dst-1 double, batch 3" in repr(plan)
    own = fft.R2rPlan((6, 8), in_place=True, backend="cpu")
    mine = x[0].copy()
    assert own.execute(mine) is mine and fft_error(mine, fft.dctn(x[0])) <= 1


def test_bad_input_is_refused():
    x = np.ones((4, 4))
    with pytest.raises(ValueError, match="type is 5"):
        fft.dctn(x, 5)
    with pytest.raises(ValueError, match="norm is 'none'"):
        fft.dstn(x, norm="none")
    with pytest.raises(TypeError, match="x.real and x.imag"):
        fft.dct(x + 0j)
    with pytest.raises(ValueError, match="a DCT-I has at least 2 points"):
        fft.dctn(np.ones((4, 1)), 1)
    with pytest.raises(ValueError, match="kind is 'dct-5'"):
        fft.R2rPlan((4,), "dct-5")
    with pytest.raises(ValueError, match="kinds has 2 entries for 1 axes"):
        fft.R2rPlan((4,), ("dct-2", "dct-2"))
    with pytest.raises(ValueError, match="1 to 3 axes"):
        fft.R2rPlan((4, 4, 4, 4))
    with pytest.raises(ValueError, match="the scale is 0"):
        fft.R2rPlan((4,), scale=0)
    with pytest.raises(tobiuo.InvalidArgument, match="one point"):
        fft.R2rPlan((1,), backend="cpu")
    plan = fft.R2rPlan((4, 4), backend="cpu")
    with pytest.raises(TypeError, match="x is float32"):
        plan.execute(x.astype("float32"))
    with pytest.raises(ValueError, match="x is not contiguous"):
        plan.execute(np.ones((4, 8))[:, ::2])
    with pytest.raises(ValueError, match="the plan is in place"):
        fft.R2rPlan((4, 4), in_place=True, backend="cpu").execute(x, np.ones((4, 4)))
    x.flags.writeable = False
    with pytest.raises(ValueError, match="x is read-only"):
        fft.R2rPlan((4, 4), in_place=True, backend="cpu").execute(x)
    with pytest.raises(ValueError, match="out is read-only"):
        plan.execute(np.ones((4, 4)), x)
