# SPDX-License-Identifier: BSD-3-Clause
# The wheel of ./dev python: what it holds, and that it needs nothing of the build.
import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy
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
    assert {"tobiuo/py.typed", "tobiuo/fft.py", "tobiuo/lib/libtobiuo.so.2"} <= set(names)
    assert {f"{info}/LICENSE", f"{info}/third-party.md", f"{info}/METADATA"} <= set(names)


def test_its_name_tells_the_newest_glibc_that_a_file_needs(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        files = [n for n in archive.namelist() if re.match("tobiuo/(lib|bin)/", n)]
        modes = {name: archive.getinfo(name).external_attr >> 16 for name in files}
        archive.extractall(tmp_path)
    assert all(mode == 0o100755 for mode in modes.values())
    listed = subprocess.run(
        ["objdump", "-T", *(str(tmp_path / name) for name in files)],
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ).stdout
    newest = max(int(minor) for minor in re.findall(r"GLIBC_2\.(\d+)", listed))
    assert f"manylinux_2_{newest}_" in wheel.name


def test_nvrtc_is_an_extra(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [n for n in archive.namelist() if n.endswith("/METADATA")]
        lines = archive.read(name).decode().splitlines()
    assert 'Requires-Dist: nvidia-cuda-nvrtc; extra == "cuda"' in lines
    extras = {line.split(": ")[1] for line in lines if line.startswith("Provides-Extra: ")}
    assert extras == set(re.findall('extra == "(.*)"', "\n".join(lines)))


def test_pip_installs_the_package_and_the_program(wheel, tmp_path):
    """In a virtual environment without network, which has numpy only; PATH has no toolkit."""
    pytest.importorskip("ensurepip", reason="this Python cannot make virtual environments")
    if not (Path(BUILD) / "app" / "tobiuo").exists():
        pytest.skip("the program was not built")
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    bin_ = tmp_path / "venv" / "bin"
    environment = {"PATH": f"{bin_}:/usr/bin:/bin", "HOME": str(tmp_path)}

    def said(*command, **more):
        done = subprocess.run(
            command, env={**environment, **more}, cwd=tmp_path, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, encoding="utf-8",
        )  # fmt: skip
        assert done.returncode == 0, done.stdout
        return done.stdout

    said("pip", "install", "--no-index", "--no-deps", str(wheel))
    numpys = str(Path(numpy.__file__).parents[1])
    (tmp_path / "wave.yaml").write_text(
        "name: wave\nsolver: poisson\ngrid: { cells: [8, 8], extent: { x: [0, 1], y: [0, 1] } }\n"
        'boundary: { x: periodic, y: dirichlet }\nsource: "sin(2*pi*x)"\nbackend: cpu\n'
    )
    assert "results are in" in said("tobiuo", "run", "wave.yaml", PYTHONPATH=numpys)
    code = (
        "import tobiuo; print(tobiuo.run('wave.yaml', force=True).fields()['p'].shape, "
        "tobiuo.poisson.solve([1.0, -1.0], 1.0), tobiuo.__file__)"
    )
    answer = said("python", "-c", code, PYTHONPATH=numpys)
    assert "(1, 8, 8)" in answer and str(tmp_path / "venv") in answer
    needed = said("ldd", str(next((tmp_path / "venv").rglob("tobiuo/bin/tobiuo"))))
    found = [line.split(" => ")[1] for line in needed.splitlines() if " => " in line]
    assert "not found" not in needed
    assert sum(str(tmp_path) not in path for path in found) <= 2  # glibc's libc and libm


def test_it_transforms_where_nothing_else_is(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    needed = subprocess.run(
        ["ldd", str(tmp_path / "tobiuo" / "lib" / "libtobiuo.so.2")],
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
    assert done.returncode == 1 and "libtobiuo.so.2: run ./dev python" in done.stderr
