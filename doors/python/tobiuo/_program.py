# SPDX-License-Identifier: BSD-3-Clause
# Finds the program tobiuo, and runs it so that its progress is seen and an interrupt stops it.
from __future__ import annotations

import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import threading
from html import escape
from pathlib import Path
from typing import IO, Any, Callable, Dict, List, NamedTuple, Optional, Union

from tobiuo import _library

#: what is told of a run: the part that is done, from 0 to 1, if a line says so, and the line
Watch = Callable[[Optional[float], str], Any]

_BESIDE = Path(__file__).resolve().parent / "bin" / "tobiuo"
_PROGRESS = re.compile(r"\s*(\d+) %[ ,]")


def program() -> str:
    """The path of the program: TOBIUO_PROGRAM, bin/tobiuo beside the package's files, or in PATH.
    Raises FileNotFoundError."""
    named = os.environ.get("TOBIUO_PROGRAM")
    if named:
        if not os.path.exists(named):
            raise FileNotFoundError(f"TOBIUO_PROGRAM is {named}, but there is no such file")
        return named
    if _BESIDE.exists():
        return str(_BESIDE)
    found = shutil.which("tobiuo")
    if found is None:
        raise FileNotFoundError(
            f"the program tobiuo was not found: it is not at {_BESIDE}, nor in PATH; build it "
            "(./dev build) and name it in TOBIUO_PROGRAM"
        )
    return found


def environment() -> Dict[str, str]:
    """That of this process, in which the program also finds NVRTC of NVIDIA's Python packages."""
    known = dict(os.environ)
    folders = [str(file.parent) for file in _library.nvrtc_files()]
    if folders:
        old = known.get("LD_LIBRARY_PATH")
        known["LD_LIBRARY_PATH"] = ":".join(([old] if old else []) + folders)
    return known


def main() -> None:
    """Becomes the program of the package: the command ``tobiuo`` of an installed wheel."""
    if not (os.environ.get("TOBIUO_PROGRAM") or _BESIDE.exists()):
        # one in PATH may be this command
        sys.exit(
            f"tobiuo: this package was made without the program ({_BESIDE} does not exist): "
            "install a wheel of ./dev python, or name the program in TOBIUO_PROGRAM"
        )
    os.execve(program(), ["tobiuo", *sys.argv[1:]], environment())


class Ended(NamedTuple):
    """How the program ended, and what it wrote to stdout and stderr."""

    code: int
    printed: str
    said: str
    interrupted: bool


def call(
    arguments: List[str],
    given: Optional[str] = None,
    folder: Optional[str] = None,
    watch: Optional[Watch] = None,
) -> Ended:
    """Runs the program in a folder on arguments and a text as its standard input.

    A KeyboardInterrupt asks the program to stop, which keeps what is whole; a second one ends it at
    once. Where one can come it is in a session of its own, or else a terminal would ask it, too."""
    child = subprocess.Popen(
        [program(), *arguments],
        stdin=subprocess.DEVNULL if given is None else subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        cwd=folder,
        env=environment(),
        start_new_session=threading.current_thread() is threading.main_thread(),
    )
    lines: "queue.SimpleQueue[Optional[str]]" = queue.SimpleQueue()
    printed: List[str] = []
    threads = [
        threading.Thread(target=_read_lines, args=(child.stderr, lines), daemon=True),
        threading.Thread(target=_read_all, args=(child.stdout, printed), daemon=True),
    ]
    if given is not None:
        threads.append(threading.Thread(target=_write, args=(child.stdin, given), daemon=True))
    said: List[str] = []
    interrupted = False
    for thread in threads:
        thread.start()
    while True:
        try:
            for line in iter(lines.get, None):
                said.append(line)
                if watch is not None:
                    _tell(watch, line)
            code = child.wait()
            threads[1].join()
            if watch is not None and code == 0:
                watch(1.0, "done")
            return Ended(code, "".join(printed), "".join(said), interrupted)
        except KeyboardInterrupt:
            interrupted = True
            child.send_signal(signal.SIGINT)
        except BaseException:  # of watch, or the end of this process
            child.send_signal(signal.SIGINT)
            child.wait()
            raise


def _read_lines(stream: IO[str], lines: "queue.SimpleQueue[Optional[str]]") -> None:
    for line in stream:
        lines.put(line)
    lines.put(None)


def _read_all(stream: IO[str], found: List[str]) -> None:
    found.append(stream.read())


def _write(stream: IO[str], text: str) -> None:
    try:
        stream.write(text)
        stream.close()
    except BrokenPipeError:
        pass  # the program has ended before it read all, and says why


def _tell(watch: Watch, line: str) -> None:
    text = line.rstrip()
    if text.startswith("info: "):
        text = text[len("info: ") :]
        found = _PROGRESS.match(text)
        watch(int(found[1]) / 100 if found else None, text)
    elif text:
        watch(None, text)


def watcher(progress: Union[None, bool, Watch]) -> Optional[Watch]:
    """Who is told of a run: a function that is given; for True a display of a notebook, and lines
    on stderr elsewhere; for None the display in a notebook only."""
    if progress is None or progress is True:
        display = _notebook()
        if display is not None:
            return _Display(display)
        return _line_to_stderr if progress else None
    if progress is False:
        return None
    if not callable(progress):
        raise TypeError(
            f"progress is {progress!r}: give True, False, or a function of the part that is done "
            "and a line"
        )
    return progress


def _line_to_stderr(part: Optional[float], text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _notebook() -> Any:
    """IPython.display where a notebook's kernel runs this, else None."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if getattr(shell, "kernel", None) is None:
        return None
    from IPython import display

    return display


class _Display:
    """A bar with the last line of the log, which changes in its place."""

    def __init__(self, display: Any) -> None:
        self._display, self._handle, self._part = display, None, 0.0

    def __call__(self, part: Optional[float], text: str) -> None:
        self._part = self._part if part is None else part
        page = self._display.HTML(
            f'<progress max="1" value="{self._part}"></progress> <code>{escape(text)}</code>'
        )
        if self._handle is None:
            self._handle = self._display.display(page, display_id=True)
        else:
            self._handle.update(page)
