# SPDX-License-Identifier: BSD-3-Clause
# Cases of the program tobiuo, which it checks and runs.
from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from tobiuo._errors import RunError, RunInterrupted
from tobiuo._given import whole
from tobiuo._html import preformatted
from tobiuo._program import Ended, Watch, call, watcher
from tobiuo._results import PathText, Results, StudyResults, is_study, results_in

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


class Case:
    """A case of the program (docs/case.md): what a file says, or a dictionary.

    keys    the path of a case file, or its sections as a dictionary: {"solver": "poisson", ...},
            whose values may be numpy's
    set     keys and values that replace those: {"grid.cells": [64, 64, 64]}
    folder  of a dictionary: where its paths begin, by default the current folder
    """

    def __init__(
        self,
        keys: Union[PathText, Mapping[str, Any]],
        set: Optional[Mapping[str, Any]] = None,
        folder: Optional[PathText] = None,
    ) -> None:
        self._settings = _settings(set)
        self._text: Optional[str] = None
        self._folder = None if folder is None else os.fspath(folder)
        if not isinstance(keys, Mapping):
            if folder is not None:
                raise TypeError("folder is for a dictionary: paths in a file begin where it is")
            self._path = os.fspath(keys)
            return
        self._path = "-"
        try:
            # as many lines as keys, so that the place of an error tells the key
            self._text = json.dumps(keys, indent=1, allow_nan=False, default=_plain)
        except ValueError as error:
            raise ValueError(f"the case cannot be written ({error}): give finite numbers") from None

    def set(self, settings: Optional[Mapping[str, Any]]) -> Case:
        """Another case, in which these keys have other values, too."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, _settings={**self._settings, **_settings(settings)})
        return other

    def check(self) -> str:
        """What a run would take, as ``tobiuo check`` says it. Raises RunError with the program's
        sentences if the case has errors."""
        done = self._call("check", [])
        if done.interrupted:
            raise RunInterrupted("the check was interrupted")
        if done.code != 0:
            raise RunError(_sentences("check", done), done.code)
        return done.printed.strip()

    def run(self, **options: Any) -> Union[Results, StudyResults]:
        """Runs the case, as ``tobiuo.run`` does, with its options."""
        return run(self, **options)

    def _call(self, command: str, options: List[str], watch: Optional[Watch] = None) -> Ended:
        arguments = [command, self._path]
        for key, value in self._settings.items():
            arguments += ["--set", f"{key}={_yaml(value)}"]
        return call(arguments + options, self._text, self._folder, watch)

    def __repr__(self) -> str:
        where = f"of {self._path}" if self._text is None else "of a dictionary"
        return f"<tobiuo.Case {where}, set={self._settings}>"

    def _repr_html_(self) -> str:
        settings = "".join(f"\n--set {k}={_yaml(v)}" for k, v in self._settings.items())
        return preformatted("case", (self._text or self._path) + settings)


def run(
    case: Union[PathText, Mapping[str, Any], Case],
    set: Optional[Mapping[str, Any]] = None,
    *,
    output: Optional[PathText] = None,
    force: bool = False,
    restart: bool = False,
    gpus: Optional[int] = None,
    options: Sequence[str] = (),
    progress: Union[None, bool, Watch] = None,
) -> Union[Results, StudyResults]:
    """Runs ``tobiuo run`` on a case, waits for it, and returns its results; those of a study if the
    case is one.

    case      a case file, a dictionary or a Case
    set       keys and values that replace those of the case: {"grid.cells": [64, 64, 64]}
    output    a folder for the results instead of the case's output.directory; they are in
              <output>/<name of the case>
    force     replaces the results of a finished run
    restart   goes on from the newest good checkpoint
    gpus      runs on so many GPUs of this machine
    options   further options of ``tobiuo run``
    progress  True shows the program's log as it comes: in a notebook as a bar, elsewhere as lines
              on stderr; False shows nothing; by default it is shown in notebooks. A function is
              called with the part that is done, from 0 to 1, or None, and each line

    Results are there also where the run was stopped by a signal or did not converge; ``exit_code``
    tells. Those of a study are there also where members failed. Raises FileNotFoundError if the
    program is not found (the text says where it was looked for), RunError with the program's
    sentences if it ended without results. Ctrl-C, or a notebook's interrupt, stops the run after
    the step in hand; then RunInterrupted, a KeyboardInterrupt, has the results.
    """
    if set is not None or not isinstance(case, Case):
        case = case.set(set) if isinstance(case, Case) else Case(case, set)
    given = []
    if output is not None:
        given += ["--output", os.path.abspath(output)]
    if force:
        given.append("--force")
    if restart:
        given.append("--restart")
    if gpus is not None:
        given += ["--gpus", str(whole(gpus, "gpus"))]
    done = case._call("run", given + list(options), watcher(progress))
    folder = _folder_in(done.said) or _folder_in(done.printed)
    if folder is not None and case._folder is not None:
        folder = os.path.join(case._folder, folder)
    results = None
    if folder is not None and (done.code in _WITH_RESULTS or is_study(folder)):
        results = results_in(folder, done.code)
    if done.interrupted:
        kept = f"what is whole is in {folder}" if results else "it had nothing to keep"
        raise RunInterrupted(f"the run was interrupted: {kept}", results)
    if results is None:
        raise RunError(_sentences("run", done), done.code)
    return results


def _settings(given: Optional[Mapping[str, Any]]) -> Dict[str, Any]:
    if given is not None and not isinstance(given, Mapping):
        raise TypeError(f"set is {given!r}: give a dictionary, as {{'grid.cells': [64, 64, 64]}}")
    return dict(given or {})


def _sentences(command: str, done: Ended) -> str:
    said = _in_python(done.said) or done.printed.strip() or "it said nothing"
    return f"tobiuo {command} ended with exit code {done.code}: {said}"


def _plain(value: Any) -> Any:
    """Numpy's numbers and arrays, and paths, as what JSON has."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if not hasattr(value, "tolist"):
        raise TypeError(f"a case cannot have {value!r}: give numbers, texts, lists, dictionaries")
    return value.tolist()


def _yaml(value: Any) -> str:
    """A value as YAML, of which JSON is a part; texts as they are."""
    if isinstance(value, str):
        return value
    return json.dumps(value, default=_plain)


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
