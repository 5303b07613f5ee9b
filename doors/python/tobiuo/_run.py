# Runs the program tobiuo on a case, and reads what it wrote.
from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union
from xml.etree import ElementTree

import numpy as np

from tobiuo._errors import Error, RunError
from tobiuo._fields import Fields, read_fields
from tobiuo._given import whole
from tobiuo._input import read_bytes

PathText = Union[str, "os.PathLike[str]"]

_STUDY = "study.json"
_WITH_RESULTS = (0, 6, 7)  # done; stopped by a signal; not converged
_ANNOUNCED = re.compile(r"results (?:of the study )?are in (.*)")
# What the program calls its options, and what they are here.
_OPTIONS = {
    "--force": "force=True",
    "--restart": "restart=True",
    "--output": "output=...",
    "--gpus": "gpus=...",
    "--allow-outside": 'options=["--allow-outside"]',
    "--ignore-memory": 'options=["--ignore-memory"]',
}


class Results:
    """What a run left in its folder.

    folder     where it is
    report     ``report.json`` as a dictionary
    history    ``history.csv`` as a structured array, ``history["gosa"]``; None where there is none
    times      the times of the series in ``results.pvd``
    exit_code  of the program: 0 done, 6 stopped by a signal, 7 not converged; None where the
               results were read from a folder
    """

    def __init__(self, folder: PathText, exit_code: Optional[int] = None) -> None:
        self.folder = Path(folder)
        self.exit_code = exit_code
        self.report: Dict[str, Any] = _json_in(self.folder, "report.json")
        self._series = self._read_series()
        self.times: Tuple[float, ...] = tuple(time for time, _ in self._series)

    @property
    def summary(self) -> str:
        """``summary.txt``: what a person reads first."""
        return self._text("summary.txt")

    @property
    def history(self) -> Optional[np.ndarray]:
        path = self.folder / "history.csv"
        if not os.path.lexists(path):
            return None
        try:
            lines = io.StringIO(_text_in(self.folder, "history.csv"))
            return np.atleast_1d(np.genfromtxt(lines, delimiter=",", names=True))
        except ValueError as error:
            raise Error(f"{path} is damaged ({error}): run again") from None

    def fields(self, index: int = -1) -> Fields:
        """The fields of the series at ``times[index]``, by default the last ones. Raises
        IndexError; TypeError for what is no whole number; tobiuo.Error if the file is damaged."""
        return read_fields(self._series[whole(index, "index")][1])

    def __repr__(self) -> str:
        return f"<tobiuo.Results in {self.folder}, {len(self.times)} times>"

    def _text(self, name: str) -> str:
        return _text_in(self.folder, name)

    def _read_series(self) -> List[Tuple[float, Path]]:
        path = self.folder / "results.pvd"
        if not os.path.lexists(path):
            return []
        text = _text_in(self.folder, "results.pvd")
        try:
            sets = list(ElementTree.fromstring(text).iterfind("Collection/DataSet"))
            if not all(_is_plain(s.attrib["file"]) for s in sets):
                raise ValueError("it names a file outside of the folder")
            return [(float(s.attrib["timestep"]), self.folder / s.attrib["file"]) for s in sets]
        except (ElementTree.ParseError, KeyError, ValueError) as error:
            raise Error(f"{path} cannot be read ({error}): run again") from None


class StudyResults:
    """What a study left in its folder.

    folder     where it is
    report     ``study.json`` as a dictionary
    members    the Results of the members that have some, by their labels and in their order
    exit_code  of the program: 0 if all members are done; None where the results were read from a
               folder
    """

    def __init__(self, folder: PathText, exit_code: Optional[int] = None) -> None:
        self.folder = Path(folder)
        self.exit_code = exit_code
        self.report: Dict[str, Any] = _json_in(self.folder, _STUDY)
        self.members: Dict[str, Results] = {}
        try:
            members = [(m["label"], m["folder"], m["backend"]) for m in self.report["members"]]
            if not all(_is_plain(folder) for _, folder, _ in members):
                raise ValueError("it names a folder outside of its own")
        except (KeyError, TypeError, ValueError) as error:
            raise Error(f"{self.folder / _STUDY} is damaged ({error}): run again") from None
        for label, folder, backend in members:
            path = self.folder / folder
            # what an earlier run left in a member's folder is none of this study's results
            if backend is not None and not path.is_symlink() and (path / "report.json").exists():
                self.members[label] = Results(path)

    @property
    def summary(self) -> str:
        """``summary.txt``: the table of the members."""
        return _text_in(self.folder, "summary.txt")

    def __repr__(self) -> str:
        return f"<tobiuo.StudyResults in {self.folder}, {len(self.members)} members>"


def read_results(folder: PathText) -> Union[Results, StudyResults]:
    """The results of an earlier run, or study, in its folder. Raises tobiuo.Error if there are
    none."""
    return _results_in(folder, None)


def run(
    case: PathText,
    set: Optional[Mapping[str, Any]] = None,
    *,
    output: Optional[PathText] = None,
    force: bool = False,
    restart: bool = False,
    gpus: Optional[int] = None,
    options: Sequence[str] = (),
) -> Union[Results, StudyResults]:
    """Runs ``tobiuo run`` on a case, waits for it, and returns its results; those of a study if the
    case is one.

    case     a case file
    set      keys and values that replace those of the case: {"grid.cells": [64, 64, 64]}
    output   a folder for the results instead of the case's output.directory; they are in
             <output>/<name of the case>
    force    replaces the results of a finished run
    restart  goes on from the newest good checkpoint
    gpus     runs on so many GPUs of this machine
    options  further options of ``tobiuo run``

    Results are there also where the run was stopped by a signal or did not converge; ``exit_code``
    tells. Those of a study are there also where members failed. Raises FileNotFoundError if the
    program is not found (the text says where it was looked for), RunError with the program's
    sentences if it ended without results.
    """
    if set is not None and not isinstance(set, Mapping):
        raise TypeError(f"set is {set!r}: give a dictionary, as {{'grid.cells': [64, 64, 64]}}")
    command = [program(), "run", os.fspath(case)]
    for key, value in (set or {}).items():
        command += ["--set", f"{key}={_yaml(value)}"]
    if output is not None:
        command += ["--output", os.fspath(output)]
    if force:
        command.append("--force")
    if restart:
        command.append("--restart")
    if gpus is not None:
        command += ["--gpus", str(whole(gpus, "gpus"))]
    done = subprocess.run(
        command + list(options),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    )
    folder = _folder_in(done.stderr) or _folder_in(done.stdout)
    code = done.returncode
    if folder is None or (code not in _WITH_RESULTS and not _is_study(folder)):
        said = _in_python(done.stderr) or done.stdout.strip() or "it said nothing"
        raise RunError(f"tobiuo run ended with exit code {code}: {said}", code)
    return _results_in(folder, code)


def program() -> str:
    """The path of the program: TOBIUO_PROGRAM, bin/tobiuo beside the package's files, or in PATH.
    Raises FileNotFoundError."""
    named = os.environ.get("TOBIUO_PROGRAM")
    if named:
        if not os.path.exists(named):
            raise FileNotFoundError(f"TOBIUO_PROGRAM is {named}, but there is no such file")
        return named
    beside = Path(__file__).resolve().parent / "bin" / "tobiuo"
    if beside.exists():
        return str(beside)
    found = shutil.which("tobiuo")
    if found is None:
        raise FileNotFoundError(
            f"the program tobiuo was not found: it is not at {beside}, nor in PATH; build it "
            "(./dev build) and name it in TOBIUO_PROGRAM"
        )
    return found


def _yaml(value: Any) -> str:
    """A value as YAML, of which JSON is a part; texts as they are."""
    if isinstance(value, str):
        return value
    return json.dumps(value, default=lambda other: other.tolist())


def _folder_in(log: str) -> Optional[str]:
    for line in reversed(log.splitlines()):
        found = _ANNOUNCED.search(line)
        if found:
            return found[1].strip()
    return None


def _in_python(log: str) -> str:
    """The errors and warnings of a log, with the words of this module for options."""
    lines = [line for line in log.splitlines() if not line.startswith("info: ")]
    words = "|".join(_OPTIONS)
    return re.sub(
        rf"(?<![\w-])(?:{words})(?![\w-])", lambda found: _OPTIONS[found[0]], "\n".join(lines)
    ).strip()


def _is_study(folder: PathText) -> bool:
    return (Path(folder) / _STUDY).exists()


def _results_in(folder: PathText, exit_code: Optional[int]) -> Union[Results, StudyResults]:
    return (StudyResults if _is_study(folder) else Results)(folder, exit_code)


def _is_plain(name: str) -> bool:
    """Whether a file or a folder of this name is in the folder where it is looked for."""
    return name not in ("", ".", "..") and "/" not in name and "\0" not in name


# Bytes of the largest file of results that is read.
_MOST_BYTES = 1 << 30


def _text_in(folder: Path, name: str) -> str:
    path = folder / name
    try:
        content = read_bytes(path, _MOST_BYTES, follow=False)  # no link leads out of the folder
    except FileNotFoundError:
        raise Error(f"there is no {path}: name the folder of a run that has ended") from None
    except OSError as error:
        raise Error(f"{path} cannot be read ({error.strerror}): run again") from None
    try:
        return content.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise Error(f"{path} is damaged ({error}): run again") from None


def _json_in(folder: Path, name: str) -> Dict[str, Any]:
    try:
        read = json.loads(_text_in(folder, name))
        if not isinstance(read, dict):
            raise Error(f"{folder / name} is damaged (it is no object): run again")
        return read
    except (json.JSONDecodeError, RecursionError) as error:
        raise Error(f"{folder / name} is damaged ({error}): run again") from None
