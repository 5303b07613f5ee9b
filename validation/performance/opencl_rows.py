#!/usr/bin/env python3
"""Puts what the benchmarks measured by OpenCL beside CUDA and cuFFT of the same runs.

usage: opencl_rows.py FFT.json POISSON.json HIMENO.json > opencl.json

The files are those of `tobiuo bench fft`, `bench poisson` and `bench himeno`. A row has job, shape,
precision, platform and the milliseconds of a transform, a solve or a sweep by OpenCL, by our CUDA
kernels and by cuFFT; null where the runs have no such row.
"""
import json
import sys


def beside(rows, by_opencl, key, job, platform):
    """A row for each measurement by OpenCL; `key` names its problem."""
    for row in filter(by_opencl, rows):
        same = [other for other in rows if key(other) == key(row) and not by_opencl(other)]
        ms = {other["contestant"]: other["ms"] for other in same}
        yield {"job": job(row), "shape": row.get("shape") or row["size"],
               "precision": row["precision"], "platform": platform, "ms": row["ms"],
               "cuda_ms": ms.get("ours"), "cufft_ms": ms.get("cufft")}


def main():
    fft, poisson, himeno = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:4])
    platform = next(row["platform"] for row in poisson["rows"] if row["platform"])
    rows = [
        *beside(fft["rows"], lambda row: row["contestant"] == "opencl",
                lambda row: (row["size"], row["kind"], row["precision"]),
                lambda row: row["kind"], platform),
        *beside(poisson["rows"], lambda row: row["backend"] == "opencl",
                lambda row: (row["shape"], row["boundary"], row["precision"]),
                lambda row: "poisson " + row["boundary"], platform),
        *({"job": "himeno", "shape": row["size"], "precision": row["precision"],
           "platform": platform, "ms": 1e3 * row["seconds_per_sweep"], "cuda_ms": None,
           "cufft_ms": None} for row in himeno["rows"] if row["backend"] == "opencl")]
    json.dump({"schema": "tobiuo-opencl-1", "device": fft["device"], "git": fft["git"],
               "date": fft["date"], "rows": rows}, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
