#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# wheel.py BUILD: makes BUILD/python/tobiuo-VERSION-py3-none-PLATFORM.whl of the Python package,
# with libtobiuo, the program where BUILD has it, and every shared library that they need but those
# of glibc and MPI, which must be the machine's, and of the driver and CUDA, which they open when a
# GPU is asked for.
import base64
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LIBRARY = "libtobiuo.so.2"
OF_GLIBC = re.compile(r"(ld-linux.*|linux-vdso|lib(c|m|mvec|pthread|dl|rt|resolv|util|anl))\.so")
RPATHS = {"lib": "$ORIGIN", "lib/tobiuo": "$ORIGIN/..", "bin": "$ORIGIN/../lib"}
OF_MPI = re.compile(r"lib(mpi|open-)")
LICENCES = ("LICENSE", "docs/third-party.md")
LIMIT = 60_000_000  # bytes: what is copied to a GPU server again and again should stay small


def fail(sentence):
    sys.exit(f"wheel: {sentence}")


def output_of(*command):
    return subprocess.run(
        command, check=True, stdout=subprocess.PIPE, encoding="utf-8"
    ).stdout  # fmt: skip


def needed_by(*files):
    """Name and path of each shared library that is needed, directly or not, but glibc's."""
    found = {}
    for line in output_of("ldd", *map(str, files)).splitlines():
        name, arrow, path = line.strip().partition(" => ")
        if "not found" in path:
            fail(f"the build needs {name}, which is not found: run ./dev build again")
        if arrow and not OF_GLIBC.match(name):
            found[name] = Path(path.split(" (")[0])
    return found


def own_name(name):
    """The name of a library in the wheel. An interpreter has one library of a name: under its own
    this libcrypto would be taken for the one that Python's ssl needs, which may be newer."""
    return name if name == LIBRARY else name.replace("lib", "libtobiuo-", 1)


def gather(build, folder):
    """Copies the library, the program and what they need into lib/ and bin/ without their symbols,
    the libraries under names of their own; each finds the others by its own place."""
    library = build / "doors" / "c" / LIBRARY
    if not library.exists():
        fail(f"there is no {library}: run ./dev python")
    places = {f"lib/{LIBRARY}": library}
    program = build / "app" / "tobiuo"
    if program.exists():
        places["bin/tobiuo"] = program
    needed = needed_by(*places.values())
    places.update({f"lib/{own_name(name)}": path for name, path in needed.items()})
    module = build / "app" / "libtobiuo_mpi.so"
    if program.exists() and module.exists():
        places[f"lib/tobiuo/{module.name}"] = module
    for place, path in places.items():
        copy = folder / place
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path.resolve(), copy)
        subprocess.run(["strip", "--strip-unneeded", str(copy)], check=True)
        # patchelf 0.14 mixes up what it is told at once
        if place.startswith("lib/lib"):
            patch(copy, "--set-soname", copy.name)
        for other in output_of("patchelf", "--print-needed", str(copy)).split():
            if other in needed:
                patch(copy, "--replace-needed", other, own_name(other))
            elif not OF_GLIBC.match(other) and not OF_MPI.match(other):
                fail(f"{path} needs {other}, which the program does not: link it there")
        patch(copy, "--force-rpath", "--set-rpath", RPATHS[place.rpartition("/")[0]])


def patch(library, *what):
    subprocess.run(["patchelf", *what, str(library)], check=True)


def files_in(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file())


def platform_of(folder):
    """The platform of the wheel: the newest version of glibc that one of its files asks for."""
    versions = [(2, 17)]
    for file in files_in(folder):
        symbols = output_of("objdump", "-T", str(file))
        versions += [(2, int(minor)) for minor in re.findall(r"GLIBC_2\.(\d+)", symbols)]
    return f"manylinux_2_{max(versions)[1]}_{platform.machine()}"


def version():
    text = (HERE / "tobiuo" / "__init__.py").read_text()
    return re.search(r'^__version__ = "([^"]+)"', text, re.M).group(1)


def metadata():
    return f"""Metadata-Version: 2.1
Name: tobiuo
Version: {version()}
Summary: Fourier transforms, Poisson and flow solvers on NVIDIA GPUs and CPUs
License: BSD-3-Clause; the libraries in the wheel have their own, see third-party.md
Requires-Python: >=3.9
Requires-Dist: numpy>=1.23
Provides-Extra: cuda
Requires-Dist: nvidia-cuda-nvrtc; extra == "cuda"
Provides-Extra: cuda12
Requires-Dist: nvidia-cuda-nvrtc-cu12; extra == "cuda12"
"""


def files_of(folder, info, tag):
    """What the wheel holds: the name in it, and the bytes."""
    for path in sorted((HERE / "tobiuo").iterdir()):
        if path.suffix == ".py" or path.name == "py.typed":
            yield f"tobiuo/{path.name}", path.read_bytes()
    for path in files_in(folder):
        yield f"tobiuo/{path.relative_to(folder)}", path.read_bytes()
    for name in LICENCES:
        yield f"{info}/{Path(name).name}", (ROOT / name).read_bytes()
    yield f"{info}/METADATA", metadata().encode()
    yield f"{info}/entry_points.txt", b"[console_scripts]\ntobiuo = tobiuo._program:main\n"
    wheel = f"Wheel-Version: 1.0\nGenerator: tobiuo\nRoot-Is-Purelib: false\nTag: {tag}\n"
    yield f"{info}/WHEEL", wheel.encode()


def write(wheel, info, files):
    """Writes the archive whole or not at all; the same files give the same bytes."""
    record = []
    unfinished = wheel.with_suffix(".unfinished")
    with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive:

        def add(name, content):
            entry = zipfile.ZipInfo(name)  # 1980, for it has no time of its own
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if re.search("/(lib|bin)/", name) else 0o100644) << 16
            archive.writestr(entry, content)

        for name, content in files:
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
            record.append(f"{name},sha256={digest.decode()},{len(content)}")
            add(name, content)
        record.append(f"{info}/RECORD,,")
        add(f"{info}/RECORD", "\n".join(record) + "\n")
    os.replace(unfinished, wheel)


def main():
    if len(sys.argv) != 2:
        fail("give the build folder: wheel.py build")
    build = Path(sys.argv[1]).resolve()
    target = build / "python"
    target.mkdir(exist_ok=True)
    info = f"tobiuo-{version()}.dist-info"
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        gather(build, folder)
        tag = f"py3-none-{platform_of(folder)}"
        wheel = target / f"tobiuo-{version()}-{tag}.whl"
        write(wheel, info, files_of(folder, info, tag))
        program = "with" if (folder / "bin").exists() else "without"
        count = len(list((folder / "lib").glob("*.so*")))
    size = wheel.stat().st_size
    if size > LIMIT:
        fail(f"{wheel} has {size / 1e6:.1f} MB, more than {LIMIT / 1e6:.0f}: see what it holds")
    print(f"wheel: {wheel}: {count} libraries, {program} the program, {size / 1e6:.1f} MB")
    print(f"wheel: pip install {wheel.name}")


main()
