# The wheel of ./dev python: what it holds, and that it needs nothing of the build.
import base64
import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

BUILD = os.environ.get("TOBIUO_BUILD")
SCRIPT = Path(__file__).resolve().parents[3] / "doors" / "python" / "wheel.py"

pytestmark = [
    pytest.mark.skipif(not BUILD, reason="TOBIUO_BUILD names no build folder"),
    pytest.mark.skipif(not shutil.which("patchelf"), reason="patchelf is not installed"),
]


@pytest.fixture(scope="module")
def wheel():
    done = subprocess.run(
        [sys.executable, "-B", str(SCRIPT), BUILD], stdout=subprocess.PIPE, encoding="utf-8"
    )
    assert done.returncode == 0
    return Path(done.stdout.split(": ")[1])


def test_it_holds_the_package_and_records_all_files(wheel):
    name, version, *tag = wheel.stem.split("-")
    assert (name, tag[:2]) == ("tobiuo", ["py3", "none"]) and tag[2].startswith("manylinux_2_")
    info = f"tobiuo-{version}.dist-info"
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        record = archive.read(f"{info}/RECORD").decode().splitlines()
        for line in record[:-1]:
            file, digest, size = line.split(",")
            content = archive.read(file)
            found = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
            assert digest == f"sha256={found.decode()}" and int(size) == len(content)
        assert [line.split(",")[0] for line in record] == names
    assert {"tobiuo/py.typed", "tobiuo/fft.py", "tobiuo/lib/libtobiuo.so.1"} <= set(names)
    assert {f"{info}/LICENSE", f"{info}/third-party.md", f"{info}/METADATA"} <= set(names)


def test_it_transforms_where_nothing_else_is(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    needed = subprocess.run(
        ["ldd", str(tmp_path / "tobiuo" / "lib" / "libtobiuo.so.1")],
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ).stdout
    for name in ("fftw3", "fftw3f", "crypto", "gomp"):
        assert f"libtobiuo-{name}.so" in needed and f" lib{name}.so" not in needed
    assert "libstdc++" not in needed and "not found" not in needed
    code = """
import sys
sys.path.insert(0, sys.argv[1])
import numpy, tobiuo
assert tobiuo.__file__.startswith(sys.argv[1])
import ssl  # which loads its own libcrypto beside the one of the wheel
print(tobiuo.fft.rfftn(numpy.ones((4, 4)))[0, 0].real)
"""
    done = subprocess.run(
        [sys.executable, "-B", "-c", code, str(tmp_path)],
        env={"PATH": os.environ["PATH"]},
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert done.stdout.strip() == "16.0"


def test_a_build_without_the_library_is_said(tmp_path):
    done = subprocess.run(
        [sys.executable, "-B", str(SCRIPT), str(tmp_path)],
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    assert done.returncode == 1 and "libtobiuo.so.1: run ./dev python" in done.stderr
