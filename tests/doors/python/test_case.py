# SPDX-License-Identifier: BSD-3-Clause
# Cases from dictionaries and files, the progress of runs, their interruption, notebooks.
import os
import signal
import sys
import threading
import time
import types

import numpy as np
import pytest

import tobiuo
from tobiuo import _program

needs_program = pytest.mark.skipif(
    not os.environ.get("TOBIUO_PROGRAM"), reason="the program was not built"
)

FLOW = {
    "name": "lid",
    "solver": "flow",
    "grid": {"cells": [8, 8], "extent": {"x": [0, 1], "y": np.array([0, 1])}},
    "fluid": {"viscosity": np.float64(0.1)},
    "faces": {
        "x": "no-slip",
        "y": {"lower": "no-slip", "upper": {"kind": "no-slip", "velocity": [1, 0, 0]}},
    },
    "run": {"until": 0.2},
    "backend": "cpu",
    "output": {"picture": False, "every": 0.1},
}


@needs_program
def test_a_dictionary_is_a_case(tmp_path):
    case = tobiuo.Case(FLOW, folder=tmp_path)
    assert "8x8" in case.check() and not list(tmp_path.iterdir())
    results = case.set({"grid.cells": [16, 8]}).run()
    assert results.exit_code == 0 and tmp_path in results.folder.parents
    assert results.fields()["velocity"].shape[:3] == (1, 8, 16)
    again = tobiuo.run(FLOW, {"run.until": 0.1}, output=tmp_path / "other")
    assert again.times == (0.0, 0.1) and (tmp_path / "other" / "lid").is_dir()


@needs_program
def test_a_case_of_a_file_is_the_same(tmp_path):
    path = tmp_path / "lid.yaml"
    path.write_text(tobiuo.Case(FLOW)._text)
    case = tobiuo.Case(path, {"run.until": 0.3}).set({"output.directory": "there"})
    assert case.run().times[-1] == 0.3 and (tmp_path / "there").is_dir()
    assert repr(path)[11:-2] in repr(case) and "run.until" in case._repr_html_()


@needs_program
def test_errors_of_a_dictionary_tell_the_line(tmp_path):
    case = tobiuo.Case({**FLOW, "fluid": {"viskosity": 1}})
    for call in (case.check, case.run):
        with pytest.raises(tobiuo.RunError, match=r"\d+:\d+: .*viskosity.*did you mean") as caught:
            call()
        assert caught.value.exit_code == 2


def test_what_is_no_case_is_refused():
    with pytest.raises(TypeError, match="a case cannot have <object .*give numbers, texts"):
        tobiuo.Case({"name": object()})
    with pytest.raises(ValueError, match="the case cannot be written .*give finite numbers"):
        tobiuo.Case({"fluid": {"viscosity": float("nan")}})
    with pytest.raises(TypeError, match="folder is for a dictionary"):
        tobiuo.Case("case.yaml", folder=".")
    for call in (lambda: tobiuo.Case({}, "a=b"), lambda: tobiuo.Case({}).set("a=b")):
        with pytest.raises(TypeError, match="set is 'a=b': give a dictionary"):
            call()


@needs_program
def test_progress_is_told(tmp_path, capsys):
    told = []
    case = tobiuo.Case(FLOW, folder=tmp_path)
    case.run(progress=lambda part, text: told.append((part, text)))
    assert any("8x8" in text for _, text in told) and "results are in" in told[-2][1]
    assert told[-1] == (1.0, "done")
    assert capsys.readouterr().err == ""
    case.run(progress=True, force=True)
    assert "results are in" in capsys.readouterr().err
    with pytest.raises(TypeError, match="progress is 'yes': give True, False, or a function"):
        case.run(progress="yes")

    def stops(part, text):
        raise LookupError("of the caller")

    with pytest.raises(LookupError, match="of the caller"):
        case.run(progress=stops, force=True)


def test_a_line_of_progress_has_its_part():
    told = []
    lines = ("info:  50 % 1003/2006 sweeps", "info:  7 %, 0:05 left", "info: ready\n")
    for line in (*lines, "warning: 7 %\n", "\n"):
        _program._tell(lambda *what: told.append(what), line)
    assert told == [
        (0.5, " 50 % 1003/2006 sweeps"), (0.07, " 7 %, 0:05 left"), (None, "ready"),
        (None, "warning: 7 %"),
    ]  # fmt: skip


def notebook(monkeypatch):
    """A kernel of IPython that keeps what it displays."""
    shown = []

    class Handle:
        def update(self, page):
            shown[-1] = page

    def display(page, display_id):
        shown.append(page)
        return Handle()

    module = types.ModuleType("IPython")
    module.get_ipython = lambda: types.SimpleNamespace(kernel=object())
    module.display = types.SimpleNamespace(HTML=str, display=display)
    monkeypatch.setitem(sys.modules, "IPython", module)
    return shown


def test_a_notebook_has_a_bar(monkeypatch):
    assert _program.watcher(None) is None and _program.watcher(False) is None
    shown = notebook(monkeypatch)
    watch = _program.watcher(None)
    watch(None, "a < b")
    watch(0.25, "25 %")
    watch(None, "end")
    assert shown == ['<progress max="1" value="0.25"></progress> <code>end</code>']
    assert _program.watcher(False) is None


@needs_program
@pytest.mark.skipif(
    threading.current_thread() is not threading.main_thread(), reason="signals come to the main one"
)
def test_an_interrupt_keeps_what_is_whole(tmp_path):
    case = tobiuo.Case(FLOW, {"run.until": 1e6, "output.every": 1e5}, folder=tmp_path)

    def interrupts(part, text):
        if text.startswith("ready"):
            begins = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
            begins.start()

    start = time.monotonic()
    with pytest.raises(tobiuo.RunInterrupted, match="what is whole is in .*lid") as caught:
        case.run(progress=interrupts)
    assert time.monotonic() - start < 60 and isinstance(caught.value, KeyboardInterrupt)
    results = caught.value.results
    assert results.exit_code == 6 and results.report["status"] != "done"
    assert np.isfinite(results.fields()["velocity"]).all()


@needs_program
def test_results_and_fields_are_shown(tmp_path):
    results = tobiuo.run(FLOW, {"output.picture": True}, output=tmp_path)
    page = results._repr_html_()
    assert "divergence" in page and "<pre>" in page and "data:image/png;base64" in page
    page = results.fields()._repr_html_()
    assert "<td>velocity</td><td>cell</td><td>(1, 8, 8, " in page and "float64" in page


def test_plans_and_solvers_are_shown():
    for one in (
        tobiuo.fft.Plan((4, 8), backend="cpu"),
        tobiuo.fft.R2rPlan((8,), ("dct-2",), backend="cpu"),
        tobiuo.poisson.Solver((8, 8), 1 / 8, "neumann", backend="cpu"),
        tobiuo.poisson.FreeSpaceSolver((8, 8), 1 / 8, backend="cpu"),
        tobiuo.flow.Solver((8, 8), 1 / 8, viscosity=0.1, backend="cpu"),
    ):
        page = one._repr_html_()
        assert type(one).__name__ in page and "<td>the CPU</td>" in page


def test_the_command_of_a_package_without_a_program_says_so(tmp_path, monkeypatch):
    monkeypatch.delenv("TOBIUO_PROGRAM", raising=False)
    monkeypatch.setattr(_program, "_BESIDE", tmp_path / "tobiuo")
    with pytest.raises(SystemExit, match="tobiuo: this package was made without the program"):
        _program.main()


def test_the_program_finds_nvrtc_of_pythons_packages(tmp_path, monkeypatch):
    file = tmp_path / "nvidia" / "cuda_nvrtc" / "lib" / "libnvrtc.so.12"
    file.parent.mkdir(parents=True)
    file.touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("LD_LIBRARY_PATH", "/before")
    assert _program.environment()["LD_LIBRARY_PATH"].split(":")[:2] == ["/before", str(file.parent)]
