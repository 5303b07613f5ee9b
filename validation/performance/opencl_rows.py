#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Puts what the benchmarks measured with OpenCL beside CUDA and cuFFT of the same runs.

usage: opencl_rows.py FFT.json POISSON.json HIMENO.json > opencl.json

The files are those of `tobiuo bench fft`, `bench poisson` and `bench himeno`. A row has job, shape,
precision, what else tells its problem from others (direction, placement and batch of a transform,
location and operator of a solve), platform and the milliseconds of a transform, a solve or a sweep
with OpenCL, by our CUDA kernels and by cuFFT; null where the runs have no such row.
"""
import json
import sys

#: The keys of a benchmark's row that say which problem it measures.
FFT_KEYS = ("size", "kind", "precision", "direction", "placement", "batch")
POISSON_KEYS = ("shape", "boundary", "precision", "location", "operator")


def beside(rows, by_opencl, by_gpu, keys):
    """Each row with OpenCL, with the milliseconds of rows with CUDA with the same `keys`."""
    def problem(row):
        return tuple(row[key] for key in keys)

    measured = {(problem(row), row["contestant"]): row["ms"] for row in rows if by_gpu(row)}
    for row in filter(by_opencl, rows):
        yield row, {"ms": row["ms"], "cuda_ms": measured.get((problem(row), "ours")),
                    "cufft_ms": measured.get((problem(row), "cufft"))}


def opencl_rows(fft, poisson, himeno):
    """The rows of all three benchmarks, whose JSON documents are given."""
    platform = next(row["platform"] for row in poisson["rows"] if row["platform"])
    for row, ms in beside(fft["rows"], lambda row: row["contestant"] == "opencl",
                          lambda row: row["contestant"] in ("ours", "cufft"), FFT_KEYS):
        yield {"job": row["kind"], "shape": row["size"],
               **{key: row[key] for key in FFT_KEYS[2:]}, "platform": platform, **ms}
    for row, ms in beside(poisson["rows"], lambda row: row["backend"] == "opencl",
                          lambda row: row["backend"] == "cuda", POISSON_KEYS):
        yield {"job": "poisson " + row["boundary"], "shape": row["shape"],
               **{key: row[key] for key in POISSON_KEYS[2:]}, "platform": platform, **ms}
    for row in himeno["rows"]:
        if row["backend"] == "opencl":
            yield {"job": "himeno", "shape": row["size"], "precision": row["precision"],
                   "platform": platform, "ms": 1e3 * row["seconds_per_sweep"], "cuda_ms": None,
                   "cufft_ms": None}


def main():
    fft, poisson, himeno = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:4])
    json.dump({"schema": "tobiuo-opencl-1", "device": fft["device"], "git": fft["git"],
               "date": fft["date"], "rows": list(opencl_rows(fft, poisson, himeno))},
              sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
