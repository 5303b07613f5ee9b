# SPDX-License-Identifier: BSD-3-Clause
# What a run of the program has left in its folder.
from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple, Union
from xml.etree import ElementTree

import numpy as np

from tobiuo import _html
from tobiuo._errors import Error
from tobiuo._fields import Fields, read_fields
from tobiuo._given import whole
from tobiuo._input import read_bytes

PathText = Union[str, "os.PathLike[str]"]

_STUDY = "study.json"


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

    def _repr_html_(self) -> str:
        page = _html.preformatted(f"results in {self.folder}", self.summary)
        for picture in (self.folder / "p.png", self.folder / "flow.png"):
            if picture.is_file():
                page += _html.picture(read_bytes(picture, _MOST_BYTES, follow=False))
        return page

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

    def _repr_html_(self) -> str:
        return _html.preformatted(f"results of a study in {self.folder}", self.summary)


def read_results(folder: PathText) -> Union[Results, StudyResults]:
    """The results of an earlier run, or study, in its folder. Raises tobiuo.Error if there are
    none."""
    return results_in(folder, None)


def is_study(folder: PathText) -> bool:
    return (Path(folder) / _STUDY).exists()


def results_in(folder: PathText, exit_code: Optional[int]) -> Union[Results, StudyResults]:
    return (StudyResults if is_study(folder) else Results)(folder, exit_code)


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
