# SPDX-License-Identifier: BSD-3-Clause
# How the shared library is found, and what is said where it is not.
import os
import subprocess
import sys

import pytest

from tobiuo import _library


def said_by(code, **environment):
    """What an interpreter of its own prints with these variables; None removes one."""
    variables = dict(os.environ)
    for name, value in environment.items():
        variables.pop(name, None)
        if value is not None:
            variables[name] = value
    done = subprocess.run(
        [sys.executable, "-B", "-c", code],
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    return done.stdout


VERSION = """
import tobiuo
try:
    print(tobiuo.library_version())
except tobiuo.LibraryNotFound as error:
    print("said:", error)
"""


def test_a_folder_or_a_file_is_named(tmp_path):
    named = os.environ["TOBIUO_LIBRARY"]
    folder = named if os.path.isdir(named) else os.path.dirname(named)
    for place in (folder, os.path.join(folder, "libtobiuo.so.2")):
        assert said_by(VERSION, TOBIUO_LIBRARY=place).count(".") == 2


def test_importing_needs_no_library(tmp_path):
    said = said_by("import tobiuo; print('imported')", TOBIUO_LIBRARY=str(tmp_path / "none"))
    assert said == "imported\n"


def test_a_missing_library_says_where_it_was_looked_for(tmp_path):
    missing = str(tmp_path / "libtobiuo.so.2")
    said = said_by(VERSION, TOBIUO_LIBRARY=missing)
    assert f"{missing} (TOBIUO_LIBRARY names it): there is no such file" in said
    said = said_by(VERSION, TOBIUO_LIBRARY=None, LD_LIBRARY_PATH=None)
    if "said:" not in said:
        pytest.skip("a tobiuo is installed on this machine")
    assert "beside the package): there is no such file" in said
    assert "LD_LIBRARY_PATH, ldconfig" in said and "./dev build" in said


def test_a_file_that_is_no_library_is_refused(tmp_path):
    (tmp_path / "libtobiuo.so.2").write_text("no library")
    said = said_by(VERSION, TOBIUO_LIBRARY=str(tmp_path))
    assert "said:" in said and "TOBIUO_LIBRARY names it" in said


def test_another_library_is_refused():
    said = said_by(VERSION, TOBIUO_LIBRARY="libc.so.6")
    assert "is no libtobiuo of this version" in said


def test_errors_are_of_the_kinds_that_python_knows():
    import tobiuo

    assert issubclass(tobiuo.InvalidArgument, (ValueError,))
    assert issubclass(tobiuo.OutOfMemory, MemoryError)
    for kind in (tobiuo.InvalidArgument, tobiuo.DeviceError, tobiuo.LibraryNotFound):
        assert issubclass(kind, tobiuo.Error)
    assert tobiuo.unsupported_reason("cpu") is None
    with pytest.raises(ValueError, match="backend is 'gpu'"):
        tobiuo.unsupported_reason("gpu")


def test_a_library_where_python_is_installed_is_found(tmp_path, monkeypatch):
    monkeypatch.delenv("TOBIUO_LIBRARY", raising=False)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    places = [path for path, _ in _library.candidates()]
    assert str(tmp_path / "lib" / _library.FILE_NAME) in places
