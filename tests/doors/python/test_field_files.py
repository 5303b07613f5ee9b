# SPDX-License-Identifier: BSD-3-Clause
# The files of tests/fields, which the program's reader meets too: the same values, the same refusals.
import base64
import json
import os
from pathlib import Path

import numpy as np
import pytest

import tobiuo

CASES = json.loads(
    (Path(__file__).parents[2] / "fields" / "files.json").read_text(encoding="utf-8")
)["cases"]


def written(folder, case):
    texts = {name: text.encode() for name, text in case["files"].items()}
    texts.update({n: base64.b64decode(t) for n, t in case.get("base64", {}).items()})
    for name, content in texts.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    return folder / case["read"]


@pytest.mark.parametrize(
    "case", [c for c in CASES if "refused" not in c], ids=lambda case: case["name"]
)
def test_a_file_has_what_both_readers_must_find(tmp_path, case):
    fields = tobiuo.read_fields(written(tmp_path, case), location=case.get("asked"))
    assert fields.location == case["location"]
    assert [list(n) for n in fields.nodes] == case["nodes"]
    assert set(fields) == set(case["arrays"])
    for name, expected in case["arrays"].items():
        assert fields.location_of(name) == expected["location"]
        assert list(fields[name].shape) == expected["shape"]
        assert np.array_equal(fields[name].ravel(), np.array(expected["values"]))
        shape = tuple(len(line) for line in fields.positions_of(name))
        assert shape == fields[name].shape[:3]


@pytest.mark.parametrize(
    "case", [c for c in CASES if "refused" in c], ids=lambda case: case["name"]
)
def test_a_file_or_array_that_cannot_be_read_is_refused(tmp_path, case):
    path = written(tmp_path, case)
    if case["refused"] == "file":
        with pytest.raises(tobiuo.Error, match=r"cannot be read \(.*\): write it again"):
            tobiuo.read_fields(path)
        return
    fields = tobiuo.read_fields(path)
    with pytest.raises(tobiuo.Error, match=case["refused"]):
        fields[case["refused"]]


def test_a_name_that_cells_and_nodes_have_is_asked_for_by_location(tmp_path):
    (case,) = [c for c in CASES if c["name"] == "one name for both, read at cells"]
    path = written(tmp_path, case)
    with pytest.raises(tobiuo.Error, match="cells and nodes both have an array 'p'"):
        tobiuo.read_fields(path)["p"]
    with pytest.raises(ValueError, match="location is 'edge': give 'cell', 'node' or nothing"):
        tobiuo.read_fields(path, location="edge")


@pytest.mark.parametrize("kind", ["pipe", "endless", "folder"])
def test_only_regular_files_are_read(tmp_path, kind):
    path = tmp_path / "p.vti"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "endless":
        path.symlink_to("/dev/zero")
    else:
        path.mkdir()
    with pytest.raises(tobiuo.Error, match="cannot be read"):
        tobiuo.read_fields(path)
