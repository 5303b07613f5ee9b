# SPDX-License-Identifier: BSD-3-Clause
"""The results of the benchmarks in this folder: rows by what they measure, and how each was run."""
import json
import re
import statistics
from pathlib import Path

HERE = Path(__file__).resolve().parent
#: What a row took: the key of its median, with those of its fastest and its slowest repetition.
TIMES = (("ms", "ms_min", "ms_max"), ("wall_s", "wall_s_min", "wall_s_max"),
         ("seconds_per_sweep", "seconds_per_sweep_min", "seconds_per_sweep_max"))
#: The keys of `versions` that name peers, as the page calls them.
PEERS = {"cufft": "cuFFT", "straight": "cuFFT", "vkfft": "VkFFT", "fftw": "FFTW", "cupy": "CuPy",
         "scipy": "SciPy"}


class Measured:
    """A file of results."""

    def __init__(self, name):
        self.name = name
        self.document = json.loads((HERE / name).read_text(encoding="utf-8"))
        self.rows = self.document.get("rows", [])

    def find(self, **wanted):
        """The row that has these values, or None. Two such rows are an error."""
        found = [row for row in self.rows
                 if all(row.get(key) == value for key, value in wanted.items())]
        if len(found) > 1:
            raise LookupError(f"{self.name} has {len(found)} rows with {wanted}: name another key")
        return found[0] if found else None

    def row(self, **wanted):
        """The row that has these values; that there is none is an error."""
        found = self.find(**wanted)
        if found is None:
            raise LookupError(f"{self.name} has no row with {wanted}: measure it, or drop it from "
                              "the table")
        return found

    def peers(self):
        """The names and versions of the libraries that were measured beside ours."""
        versions = self.document.get("versions", {})
        known = {f"{title} {versions[key]}" for key, title in PEERS.items() if key in versions}
        known |= {found for row in self.rows
                  for found in re.findall(r"\b(?:cuFFT|VkFFT|FFTW) [0-9.]+[0-9]",
                                          row.get("plan") or "")}
        return sorted(known)

    def noise(self):
        """By how much of its median the slowest repetition of a row exceeds it: in half of the
        rows, and in the worst; None where rows have one repetition or do not say."""
        excess = [row[slowest] / row[median] - 1 for row in self.rows
                  for median, fastest, slowest in TIMES
                  if row.get(slowest) is not None and row.get("repetitions", 1) > 1]
        return (statistics.median(excess), max(excess)) if excess else None

    def repetitions(self):
        """The numbers of repetitions of the rows, each once."""
        return sorted({row["repetitions"] for row in self.rows if row.get("repetitions")})


def commands(readme=HERE / "README.md"):
    """The command that wrote each file, by the table of the README."""
    found = {}
    for line in readme.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        name = re.fullmatch(r"`(\S+\.(?:json|txt))`", cells[0])
        if name and len(cells) == 3:
            found[name[1]] = re.sub(r" --json \S+\.json(?=`)| --json FILE(?=`)", "", cells[1])
    return found
