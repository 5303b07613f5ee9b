# SPDX-License-Identifier: BSD-3-Clause
# Runs of the program from Python, and what is read of them.
import json
import os
import shutil

import numpy as np
import pytest

import tobiuo
from tobiuo import _lz4, _program, _vtk_data

CASE = """
name: wave
solver: poisson
grid: { cells: [12, 8, 6], extent: { x: [0, 2], y: [0, 1], z: [0, 1] } }
boundary: { x: periodic, y: dirichlet, z: neumann }
source: "sin(pi*x)*sin(pi*y)"
backend: cpu
output: { picture: false, fields: [p, f] }
"""
FLOW = """
name: lid
solver: flow
grid: { cells: [8, 8], extent: { x: [0, 1], y: [0, 1] } }
fluid: { viscosity: 0.1 }
faces:
  x: no-slip
  y: { lower: no-slip, upper: { kind: no-slip, velocity: [1, 0, 0] } }
run: { until: 0.2 }
backend: cpu
output: { picture: false, every: 0.1 }
"""

needs_program = pytest.mark.skipif(
    not os.environ.get("TOBIUO_PROGRAM"), reason="the program was not built"
)


def case_file(folder, text):
    path = folder / "case.yaml"
    path.write_text(text)
    return path


@needs_program
@pytest.mark.parametrize("encoding", ("inline", "appended"))
@pytest.mark.parametrize("precision", ("single", "double"))
@pytest.mark.parametrize("unpack", (_lz4.unpack, _lz4.unpack_in_python))
def test_a_run_gives_report_and_fields(tmp_path, monkeypatch, encoding, precision, unpack):
    monkeypatch.setitem(_vtk_data._UNPACK, "vtkLZ4DataCompressor", unpack)
    results = tobiuo.run(
        case_file(tmp_path, CASE),
        set={"output.encoding": encoding, "method.precision": precision, "grid.cells": [16, 8, 6]},
    )
    assert results.exit_code == 0 and results.folder.is_dir()
    assert results.report["status"] == "done" and results.times == (0.0,)
    assert results.history is None and "residual" in results.summary
    fields = results.fields()
    assert list(fields) == ["p", "f"] and fields.location == "cell"
    assert fields["p"].shape == (6, 8, 16) and fields["p"].dtype.itemsize == (
        4 if precision == "single" else 8
    )
    z, y, x = np.meshgrid(*fields.positions, indexing="ij")
    exact = np.sin(np.pi * x) * np.sin(np.pi * y)
    assert np.max(np.abs(fields["f"] - exact)) <= 8 * np.finfo(fields["f"].dtype).eps
    solved = tobiuo.poisson.solve(
        fields["f"], (1 / 6, 1 / 8, 2 / 16), ("neumann", "dirichlet", "periodic")
    )
    assert np.max(np.abs(fields["p"] - solved)) <= 64 * np.finfo(solved.dtype).eps


@needs_program
def test_a_flow_has_a_series_and_a_history(tmp_path):
    results = tobiuo.run(case_file(tmp_path, FLOW), output=tmp_path / "here")
    assert results.folder == tmp_path / "here" / "lid"
    assert len(results.times) == 3 and abs(results.times[-1] - 0.2) <= np.finfo(float).eps
    assert results.history["step"][0] == 0
    assert results.fields()["velocity"].shape == (1, 8, 8, 3)
    assert results.fields(0).time == 0.0 and np.all(results.fields(0)["velocity"] == 0.0)
    again = tobiuo.read_results(results.folder)
    assert again.report == results.report and again.exit_code is None


@needs_program
def test_a_stretched_grid_has_its_nodes(tmp_path):
    path = case_file(tmp_path, CASE.replace(", y: [0, 1]", ""))
    results = tobiuo.run(path, set={"grid.coordinates": {"y": "(s + s^2)/2"}})
    nodes = results.fields().nodes[1]
    assert results.fields()["p"].shape == (6, 8, 12)
    s = np.arange(9) / 8
    assert np.max(np.abs(nodes - (s + s**2) / 2)) <= np.finfo(float).eps


@needs_program
def test_a_case_that_cannot_run_raises_the_programs_sentence(tmp_path):
    path = case_file(tmp_path, CASE.replace("solver: poisson", "solver: poison"))
    with pytest.raises(tobiuo.RunError, match="poison") as caught:
        tobiuo.run(path)
    assert caught.value.exit_code == 2
    good = case_file(tmp_path, CASE)
    tobiuo.run(good)
    with pytest.raises(tobiuo.RunError, match="with force=True or .* with output=") as caught:
        tobiuo.run(good)
    assert "info:" not in str(caught.value) and "--" not in str(caught.value)
    assert tobiuo.run(good, force=True).exit_code == 0


@needs_program
def test_a_study_gives_the_results_of_all_members(tmp_path):
    path = case_file(tmp_path, CASE + 'study: { method.precision: [single, double] }\n')
    results = tobiuo.run(path)
    assert isinstance(results, tobiuo.StudyResults) and results.exit_code == 0
    assert results.report["status"] == "done" and "method.precision" in results.summary
    assert list(results.members) == ["precision-single", "precision-double"]
    widths = [one.fields()["p"].dtype.itemsize for one in results.members.values()]
    assert widths == [4, 8]
    again = tobiuo.read_results(results.folder)
    assert list(again.members) == list(results.members) and again.exit_code is None


def test_settings_are_a_mapping(tmp_path):
    with pytest.raises(TypeError, match="set is 'a=b': give a dictionary"):
        tobiuo.run(tmp_path / "case.yaml", set="a=b")


def test_a_program_that_is_not_there_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("TOBIUO_PROGRAM", str(tmp_path / "nothing"))
    with pytest.raises(FileNotFoundError, match="TOBIUO_PROGRAM is .*nothing, but there is no"):
        tobiuo.run("case.yaml")
    monkeypatch.delenv("TOBIUO_PROGRAM")
    monkeypatch.setattr(_program, "_BESIDE", tmp_path / "tobiuo")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="nor in PATH.*name it in TOBIUO_PROGRAM"):
        tobiuo.run("case.yaml")


def test_folders_without_results_are_refused(tmp_path):
    with pytest.raises(tobiuo.Error, match="there is no .*report.json: name the folder of a run"):
        tobiuo.read_results(tmp_path)
    (tmp_path / "report.json").write_text("{")
    with pytest.raises(tobiuo.Error, match="report.json is damaged"):
        tobiuo.read_results(tmp_path)
    (tmp_path / "report.json").write_text("{}")
    assert tobiuo.read_results(tmp_path).times == ()
    (tmp_path / "results.pvd").write_text("<VTKFile>")
    with pytest.raises(tobiuo.Error, match="results.pvd cannot be read"):
        tobiuo.read_results(tmp_path)


def test_the_program_in_path_is_found(tmp_path, monkeypatch):
    monkeypatch.delenv("TOBIUO_PROGRAM", raising=False)
    monkeypatch.setattr(_program, "_BESIDE", tmp_path / "none")
    shutil.copy(shutil.which("true"), tmp_path / "tobiuo")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(tobiuo.RunError, match="exit code 0: it said nothing"):
        tobiuo.run("case.yaml")


@pytest.mark.parametrize("kind", ["pipe", "link", "folder", "nested", "list"])
def test_results_are_files_of_their_folder_and_no_other(tmp_path, kind):
    report = tmp_path / "report.json"
    if kind == "pipe":
        os.mkfifo(report)
    elif kind == "link":
        report.symlink_to("/dev/zero")
    elif kind == "folder":
        report.mkdir()
    else:
        report.write_text("[" * 100_000 if kind == "nested" else "[1]")
    with pytest.raises(tobiuo.Error):
        tobiuo.Results(tmp_path)


def test_a_study_names_folders_of_its_own_only(tmp_path):
    members = [{"label": "a", "folder": "../other", "backend": "cpu"}]
    (tmp_path / "study.json").write_text(json.dumps({"members": members}))
    with pytest.raises(tobiuo.Error, match="outside"):
        tobiuo.StudyResults(tmp_path)
