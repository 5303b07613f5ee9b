# SPDX-License-Identifier: BSD-3-Clause
# Runs what pages tell a reader to type: the commands and the Python of README.md and the tutorials.
"""Goes through the blocks of code of each page in a folder of its own, in their order:

- a block of a file, such as "```yaml fin.yaml" or "```python look.py", is written there;
- each line of "```sh" runs and must end well, or with the code that its comment names, as in
  "# exit code 2"; `./dev run` and `./dev build` mean the program that is built already;
- "```python" without a name runs as a program of its own; a whole program in "```c" is compiled,
  linked to the library and run, one in "```cpp" is compiled; a whole case in "```yaml" is checked.

What would install, build for minutes, need a GPU or open a window is left out, by LEFT_OUT.

usage: commands.py ROOT PROGRAM LIBRARY SCRATCH PAGE...
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

# Patterns of commands that are not run here, and why.
LEFT_OUT = {
    r"(sudo |sh -c .*)?(apt|apt-get|pip|pip3|python3 -m pip|conda|spack|docker|apptainer) ":
        "installs or needs a container",
    r"(git clone|cd) ": "the clone is there",
    r"\./dev (test|python|stage|kernels|deb|docs|sanitize|fuzz|lint|format)": "builds for minutes",
    r"cmake |ctest |ninja ": "builds for minutes",
    r"(paraview|xdg-open|firefox|jupyter) ?": "opens a window",
    r"(srun|sbatch|scancel|squeue) ": "needs a cluster",
    r"mpirun ": "needs MPI, which other tests do",
    r"tobiuo .*(--gpus|--backends? cuda|cufft)": "needs a GPU",
}
# Programs that are not everywhere: a command is left out where its program is missing.
OPTIONAL = ("pvpython", "cc", "c++")
FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page):
    """The blocks of code of a page: language, name of a file or an empty text, lines."""
    return [(found[1], found[2] or "", found[3]) for found in FENCE.finditer(page)]


def commands(block):
    """The commands of a block of shell and the exit code that each is to have."""
    joined = re.sub(r"\\\n\s*", "", block)
    for line in joined.splitlines():
        text = re.sub(r"\s+#.*$", "", line).strip()
        expected = re.search(r"# exit code (\d+)", line)
        if text and not text.startswith("#"):
            yield text, int(expected.group(1)) if expected else 0


def has_display():
    """Whether windows can be opened here."""
    return bool(os.environ.get("DISPLAY"))


def reason_to_leave_out(command):
    """Why a command is not run, or an empty text."""
    for pattern, reason in LEFT_OUT.items():
        if re.match(pattern, command):
            return reason
    first = command.split()[0]
    if first == "pvpython" and not has_display() and not shutil.which("xvfb-run"):
        return "there is no screen, and no xvfb-run"
    return f"there is no {first} here" if first in OPTIONAL and not shutil.which(first) else ""


def prepare(root, program, scratch):
    """A folder like a clone in which ./dev and tobiuo are the program that is built."""
    shutil.rmtree(scratch, ignore_errors=True)
    (scratch / "bin").mkdir(parents=True)
    (scratch / "bin" / "tobiuo").symlink_to(program)
    (scratch / "build").mkdir()
    (scratch / "build" / "app").symlink_to(program.parent)
    shutil.copytree(root / "configs", scratch / "configs", ignore=shutil.ignore_patterns("out"))
    for name in ("docs", "doors", "include", "tests", "validation"):
        (scratch / name).symlink_to(root / name)
    dev = scratch / "dev"
    dev.write_text('#!/bin/sh\ncase $1 in\n'
                   '    build | help) ;;\n'
                   '    run) exec tobiuo "$@" ;;\n'
                   '    *) echo "this test does not know ./dev $1" >&2; exit 1 ;;\nesac\n')
    dev.chmod(0o755)


def actions(language, text):
    """What to do with a block that has no name: pairs of a command for bash and its exit code."""
    if language == "sh":
        return list(commands(text))
    if language == "python":
        return [("python3 -B block.py", 0)]
    if language == "yaml" and re.search(r"^solver:", text, re.MULTILINE):
        return [("tobiuo check block.yaml", 0)]
    if language == "c" and "int main(" in text:
        return [('cc -std=c11 -Wall -Werror -Idoors/c block.c "$TOBIUO_LIBRARY" -o block && '
                 'LD_LIBRARY_PATH=$(dirname "$TOBIUO_LIBRARY") ./block', 0)]
    if language == "cpp" and "int main(" in text:
        return [("c++ -std=c++20 -Wall -Werror -Iinclude -fsyntax-only block.cpp", 0)]
    return []


def run(words, folder, environment):
    """Runs a command in a folder, and keeps what it says."""
    return subprocess.run(words, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)


def run_page(page, scratch, environment):
    """Runs what a page says; the number of what ran and a list of complaints."""
    ran, complaints = 0, []
    for language, name, text in blocks(page.read_text(encoding="utf-8")):
        if name and language in ("yaml", "python", "sh"):
            (scratch / name).write_text(text, encoding="utf-8")
            continue
        if language in ("c", "cpp", "python", "yaml"):
            ending = {"python": "py"}.get(language, language)
            (scratch / f"block.{ending}").write_text(text, encoding="utf-8")
        for command, code in actions(language, text):
            why_not = reason_to_leave_out(command)
            if why_not:
                print(f"left out: {command} ({why_not})")
                continue
            words = ["bash", "-o", "pipefail", "-c", command]
            needs_screen = command.startswith("pvpython") and not has_display()
            if needs_screen:
                words = ["xvfb-run", "-a", *words]
            shown = command if language == "sh" else f"{command}\n{text}"
            done = run(words, scratch, environment)
            if done.returncode != code and needs_screen:  # another server took the same number
                done = run(words, scratch, environment)
            ran += 1
            if done.returncode != code:
                complaints.append(f"{page.name}: exit code {done.returncode} instead of {code} of: "
                                  f"{shown}\n{done.stdout[-2000:]}")
    return ran, complaints


def python_with_numpy():
    """An interpreter for the pages' Python, as tests/doors/python/run.sh looks for one."""
    for python in (os.environ.get("TOBIUO_PYTHON", ""), "/usr/bin/python3", "python3"):
        if python and shutil.which(python) and subprocess.run(
                [python, "-c", "import numpy"], capture_output=True, check=False).returncode == 0:
            return shutil.which(python)
    return None


def put_python(place, python):
    """Makes a program that is an interpreter. By a symbolic link that of a virtual environment would not
    find its packages."""
    place.write_text(f'#!/bin/sh\nexec {shlex.quote(str(python))} "$@"\n', encoding="utf-8")
    place.chmod(0o755)


def main(root, program, library, scratch, *pages):
    root, scratch = Path(root), Path(scratch)
    python = python_with_numpy()
    if python is None:
        print("skipped: no python3 here has numpy (Debian: python3-numpy)")
        return 0
    failed = 0
    for name in pages:
        folder = scratch / Path(name).stem
        prepare(root, Path(program), folder)
        put_python(folder / "bin" / "python3", python)
        environment = {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
                       "PYTHONPATH": str(root / "doors" / "python"), "TOBIUO_LIBRARY": library,
                       "TOBIUO_PROGRAM": program, "OMP_WAIT_POLICY": "passive"}
        ran, complaints = run_page(root / name, folder, environment)
        if ran == 0:
            complaints.append(f"{name}: nothing ran, so this page tests nothing")
        failed += len(complaints)
        print(f"{name}: {ran} commands ran")
        print("\n".join(complaints))
    return failed > 0


if __name__ == "__main__":
    if len(sys.argv) < 6:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
