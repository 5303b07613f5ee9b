# SPDX-License-Identifier: BSD-3-Clause
# Fields that are written: what both readers of the project and VTK find in them, and refusals.
import os

import numpy as np
import pytest

import tobiuo

try:
    from vtkmodules import vtkIOXML
    from vtkmodules.util.numpy_support import vtk_to_numpy
except ImportError:
    vtkIOXML = None

TYPES = ["f4", "f8", ">f8", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"]
X = np.array([0.0, 0.1, 0.3, 0.7, 1.5, 3.0])
SQUARE = np.ones((2, 2))
NAMES = ["p.vti", "p.vtr", "p.pvti", "p.pvtr"]


class OnGpu:
    """An array that is not in host memory, as CuPy's."""

    def __array__(self, *_, **__):
        raise TypeError("Implicit conversion to a NumPy array is not allowed")


def sample(rng, location="cell"):
    """A scalar and a vector on 4 x 3 x 5 cells."""
    shape = (4, 3, 5) if location == "cell" else (5, 4, 6)
    return {"p": rng.standard_normal(shape), "v": rng.standard_normal((*shape, 3)).astype("f4")}


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("location", ["cell", "node"])
@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_is_read(tmp_path, rng, name, location, packed):
    fields = sample(rng, location)
    path = tobiuo.write_fields(
        tmp_path / name, fields, (0.5, 0.25, 0.125), (1.0, 2.0, 3.0), location, 2.5,
        3 if ".p" in name else 1, packed,
    )  # fmt: skip
    found = tobiuo.read_fields(path)
    assert list(found) == ["p", "v"] and found.location == location and found.time == 2.5
    for key, array in fields.items():
        assert found[key].dtype == array.dtype and np.array_equal(found[key], array)
    assert np.array_equal(found.nodes[0], 1 + 0.5 * np.arange(5))
    assert np.array_equal(found.nodes[2], 3 + 0.125 * np.arange(6))
    left = {"p." + name[2:]} | ({f"p_{n}.{name[3:]}" for n in range(3)} if ".p" in name else set())
    assert {file.name for file in tmp_path.iterdir()} == left


def test_nodes_of_a_stretched_axis_are_kept(tmp_path, rng):
    path = tobiuo.write_fields(tmp_path / "p.vtr", sample(rng), (0.5, 0.5, X))
    found = tobiuo.read_fields(path)
    assert np.array_equal(found.nodes[2], X) and found.time == 0.0
    with pytest.raises(ValueError, match="several widths, .* name it p.vtr"):
        tobiuo.write_fields(tmp_path / "p.vti", sample(rng), (0.5, 0.5, X))


@pytest.mark.parametrize("name", NAMES)
def test_fields_that_were_read_are_written_as_they_are(tmp_path, rng, name):
    arrays = {"p": rng.standard_normal((4, 3, 5)), "q": rng.standard_normal((5, 4, 6))}
    first = tobiuo.read_fields(
        tobiuo.write_fields(
            tmp_path / name, arrays, 1 / 3, (0, 0, -1), {"p": "cell", "q": "node"}, 7
        )
    )
    again = tobiuo.read_fields(tobiuo.write_fields(tmp_path / f"again{name}", first))
    assert [again.location_of(key) for key in "pq"] == ["cell", "node"] and again.time == 7
    assert all(np.array_equal(again[key], arrays[key]) for key in "pq")
    for a, b in zip(first.nodes, again.nodes):
        assert np.max(np.abs(a - b)) <= 4 * np.finfo(float).eps * np.max(np.abs(a))


@pytest.mark.parametrize("dtype", TYPES)
def test_types_are_kept(tmp_path, dtype):
    values = np.arange(24).reshape(2, 3, 4).astype(dtype)
    found = tobiuo.read_fields(tobiuo.write_fields(tmp_path / "p.vti", {"p": values}))
    assert found["p"].dtype == values.dtype.newbyteorder("=") and np.array_equal(found["p"], values)


def test_axes_that_are_absent_have_one_point(tmp_path):
    for values, shape in ((np.arange(6.0).reshape(2, 3), (1, 2, 3)), (np.arange(4.0), (1, 1, 4))):
        found = tobiuo.read_fields(tobiuo.write_fields(tmp_path / "p.vti", {"p": values}))
        assert found["p"].shape == shape and np.array_equal(found["p"].ravel(), values.ravel())
        assert found.location == "cell" and len(found.nodes[0]) == 1
    vectors = {"v": np.arange(12.0).reshape(2, 3, 2)}
    found = tobiuo.read_fields(tobiuo.write_fields(tmp_path / "v.vti", vectors, (0.5, 0.5)))
    assert found["v"].shape == (1, 2, 3, 2) and list(found.nodes[1]) == [0, 0.5, 1]
    path = tobiuo.write_fields(tmp_path / "v.pvti", vectors, (0.5, 0.5), pieces=2)
    assert np.array_equal(tobiuo.read_fields(path)["v"][0], vectors["v"])


def test_half_precision_booleans_views_and_values_that_are_not_finite(tmp_path):
    values = {
        "half": np.float16([[1.5, 2.5]]), "inside": np.array([[True, False]]),
        "view": np.arange(8.0).reshape(4, 2).T[1:, ::2], "a<b & \"c\"": [[np.nan, -np.inf]],
    }  # fmt: skip
    found = tobiuo.read_fields(tobiuo.write_fields(tmp_path / "p.vti", values))
    assert [found[name].dtype.str[1:] for name in values] == ["f4", "u1", "f8", "f8"]
    for name, array in values.items():
        assert np.array_equal(found[name][0], array, equal_nan=name.startswith("a"))


@pytest.mark.parametrize(
    "fields, options, error, sentence",
    [
        ({}, {}, TypeError, "no dictionary of arrays"),
        ({"": np.ones(3)}, {}, ValueError, "'' is no name"),
        ({"p": np.ones(3, complex)}, {}, TypeError, "'p' is complex128, .* real and imaginary"),
        ({"p": np.ones(3, np.longdouble)}, {}, TypeError, "no file of VTK has"),
        ({"p": OnGpu()}, {}, TypeError, "'p' is no array .*Implicit.*: copy it to host memory"),
        ({"p": [[1], [1, 2]]}, {}, TypeError, "'p' is no array of numpy"),
        ({"p": ["a"]}, {}, TypeError, "'p' is <U1"),
        ({"p": np.ones((2, 2, 2, 2, 2))}, {}, ValueError, "no field of 3 axes"),
        ({"p": np.ones((0, 2))}, {}, ValueError, "no field of 2 axes"),
        ({"p": 1.0}, {}, ValueError, "no field of 0 axes"),
        ({"p": SQUARE, "q": np.ones((2, 3))}, {}, ValueError, "'q' has 3 values along"),
        ({"p": SQUARE}, {"spacing": (1, [0, 1, 1])}, ValueError, "axis 1 do not increase"),
        ({"p": SQUARE}, {"spacing": 0}, ValueError, "axis 0 do not increase"),
        ({"p": SQUARE}, {"spacing": (1, [0, 1])}, ValueError, "1 cells has 1 on its"),
        ({"p": np.ones(2)}, {"spacing": "wide"}, TypeError, "spacing is 'wide': give a number"),
        ({"p": np.ones(2)}, {"origin": (0, 0)}, ValueError, "origin has 2 numbers for 1 axes"),
        ({"p": np.ones(2)}, {"location": "face"}, ValueError, "location of 'p' is 'face'"),
        ({"p": np.ones(2)}, {"pieces": 2}, ValueError, "need an index, name it p.pvti"),
        ({"p": np.ones(2)}, {"pieces": 1.5}, TypeError, "pieces is 1.5"),
    ],
)  # fmt: skip
def test_what_cannot_be_written_is_refused(tmp_path, fields, options, error, sentence):
    with pytest.raises(error, match=sentence):
        tobiuo.write_fields(tmp_path / "p.vti", fields, **options)
    assert not list(tmp_path.iterdir())


def test_names_and_numbers_of_pieces_are_refused(tmp_path):
    with pytest.raises(ValueError, match="p.vtk does not end with .vti, .vtr, .pvti, .pvtr"):
        tobiuo.write_fields(tmp_path / "p.vtk", {"p": np.ones(2)})
    for pieces in (0, 3, 257):
        with pytest.raises(ValueError, match="has 2 cells, and a file at most 256 pieces"):
            tobiuo.write_fields(tmp_path / "p.pvti", {"p": np.ones(2)}, pieces=pieces)
    with pytest.raises(FileNotFoundError):
        tobiuo.write_fields(tmp_path / "none" / "p.vti", {"p": np.ones(2)})


def test_a_write_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    path = tobiuo.write_fields(tmp_path / "p.pvti", {"p": np.zeros(4)}, pieces=2)

    def full(file):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        tobiuo.write_fields(path, {"p": np.ones(4)}, pieces=2)
    assert np.array_equal(tobiuo.read_fields(path)["p"].ravel(), np.zeros(4))
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.skipif(not os.environ.get("TOBIUO_PROGRAM"), reason="the program was not built")
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_the_program_reads_them(tmp_path, rng, name, packed):
    fields = {"f": rng.standard_normal((8, 12)), "other": np.ones((8, 12, 2), "i4")}
    pieces = 3 if ".p" in name else 1
    tobiuo.write_fields(tmp_path / name, fields, (1 / 8, 2 / 12), pieces=pieces, packed=packed)
    case = {
        "name": "given", "solver": "poisson", "backend": "cpu",
        "grid": {"cells": [12, 8], "extent": {"x": [0, 2], "y": [0, 1]}},
        "boundary": {"x": "periodic", "y": "dirichlet"},
        "source": {"file": name, "field": "f"},
        "output": {"picture": False, "fields": ["p", "f"]},
    }  # fmt: skip
    found = tobiuo.Case(case, folder=tmp_path).run().fields()
    assert np.array_equal(found["f"][0], fields["f"])
    u = tobiuo.poisson.solve(fields["f"], (1 / 8, 2 / 12), ("dirichlet", "periodic"))
    assert np.max(np.abs(found["p"][0] - u)) < 1e-14 * fields["f"].size


@pytest.mark.skipif(vtkIOXML is None, reason="this Python has no VTK")
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("location", ["cell", "node"])
@pytest.mark.parametrize("name", NAMES)
def test_vtk_reads_them(tmp_path, rng, name, location, packed):
    fields = sample(rng, location)
    spacing = (0.5, 0.25, X if name.endswith("r") else 0.125)
    path = tobiuo.write_fields(
        tmp_path / name, fields, spacing, (1.0, 2.0, 0.0), location, 2.5,
        3 if ".p" in name else 1, packed,
    )  # fmt: skip
    reader = {
        ".vti": vtkIOXML.vtkXMLImageDataReader, ".vtr": vtkIOXML.vtkXMLRectilinearGridReader,
        ".pvti": vtkIOXML.vtkXMLPImageDataReader, ".pvtr": vtkIOXML.vtkXMLPRectilinearGridReader,
    }[path.suffix]()  # fmt: skip
    reader.SetFileName(str(path))
    reader.Update()
    grid = reader.GetOutput()
    data = grid.GetCellData() if location == "cell" else grid.GetPointData()
    for key, array in fields.items():
        assert np.array_equal(vtk_to_numpy(data.GetArray(key)), array.reshape(-1, *array.shape[3:]))
    bounds = (0, X[-1] if name.endswith("r") else 0.625, 2, 2.75, 1, 3)
    assert np.allclose(grid.GetBounds(), bounds, atol=1e-14)
    if ".p" not in name:
        assert grid.GetFieldData().GetArray("TimeValue").GetTuple1(0) == 2.5
