# SPDX-License-Identifier: BSD-3-Clause
# The benchmark of the Python package: python3 -m tobiuo.bench
"""Times transforms and Poisson solves of tobiuo beside scipy.fft and numpy.fft on the CPU, and
beside CuPy on a GPU, and of its plans with OpenCL beside those on the CPU, in one process on the
same data; and what a call from Python costs over the call of the C interface inside it.

    python3 -m tobiuo.bench --sizes 64^3,256x256x128 --operations dctn,solve --json bench.json

The calls take turns; a time is the median of the repetitions, after calls that warm up. On a GPU a
repetition is many calls and ends when their work is done. ``plan`` writes into an array that is
there, the others make new ones. All results are compared with those of the plan.
"""
from __future__ import annotations

import argparse
import datetime
import json
import math
import os
import platform
import re
import sys
from typing import Any, Dict, List, Optional, Sequence

import numpy as np

import tobiuo
from tobiuo import _bench_contestants as contestants_of
from tobiuo._bench_contestants import CONTESTANTS, OPERATIONS, Contestant, Shape, Testbed
from tobiuo._bench_times import Times, enqueuing_times_of, times_of

_BACKENDS = ("cpu", "cuda", "opencl")
_PRECISIONS = ("single", "double")
_SIZES = {"cpu": "64^3,128^3", "cuda": "64^3,256^3,512^3", "opencl": "64^3,128^3"}
_EPSILON = {"single": 2.0**-23, "double": 2.0**-52}


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs the benchmark; 0, or 1 if a result differs by more than rounding, 2 if it cannot run."""
    asked = _parser().parse_args(arguments)
    if asked.json:
        _check_replaceable(asked.json)
    beds = _testbeds(asked)
    if not beds:
        return 2
    result: Dict[str, Any] = {**_machine(beds), "rows": [], "overheads": []}
    print(_title(result))
    for bed in beds:
        print(f"\n{bed.device or result['host']}")
        _print_row("operation", "shape", "precision", "contestant", "ms", "x plan", "difference")
        for operation in asked.operations:
            for size in asked.sizes or _sizes(_SIZES[bed.backend]):
                for precision in asked.precisions:
                    result["rows"] += _rows_of(bed, operation, size, precision, asked)
        if bed.backend != "opencl":  # its calls are those on the CPU, and wait for the device
            result["overheads"] += _overheads_of(bed)
    if asked.json:
        with open(asked.json, "w", encoding="utf-8") as file:
            json.dump(result, file, indent=2)
            file.write("\n")
    wrong = [row for row in result["rows"] if not row["accurate"]]
    for row in wrong:
        print(
            f"{row['name']} of {row['shape']} differs from tobiuo's plan by "
            f"{row['difference']:.1e}, which is more than rounding: one of them is wrong",
            file=sys.stderr,
        )
    return 1 if wrong else 0


def _check_replaceable(path: str) -> None:
    """Leaves the program if a file is there that is not the JSON of this benchmark."""
    if not os.path.exists(path) or (os.path.isfile(path) and os.path.getsize(path) == 0):
        return
    head = b""
    if os.path.isfile(path):
        with open(path, "rb") as file:
            head = file.read(200)
    if b'"tobiuo-bench-' not in head:
        sys.exit(f"{path} is no JSON of a benchmark: name another file with --json, or remove it")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m tobiuo.bench",
        description="Times transforms and Poisson solves beside scipy, numpy and CuPy.",
        epilog="Example: python3 -m tobiuo.bench --sizes 64^3,256x256x128 --operations dctn,solve",
    )
    parser.add_argument(
        "--sizes", type=_sizes, metavar="SIZES",
        help="points per axis, x (contiguous in memory) first: 256x256x128, or 64^3 for a cube; "
        f"default: {_SIZES['cpu']} on the CPU and with OpenCL, {_SIZES['cuda']} on a GPU",
    )  # fmt: skip
    for name, words, text in (
        ("operations", OPERATIONS, "solve is Poisson's equation between walls (Neumann)"),
        ("precisions", _PRECISIONS, "of the arrays"),
        ("contestants", CONTESTANTS, "plan, function, backward and cpu are tobiuo's"),
    ):
        parser.add_argument(
            f"--{name}", type=_words_of(words), default=list(words), metavar="WORDS",
            help=f"{', '.join(words)}; default: all there are; {text}",
        )  # fmt: skip
    parser.add_argument(
        "--backends", type=_words_of(_BACKENDS), metavar="WORDS",
        help="cpu, cuda, opencl; default: cpu, and cuda where there are CuPy and a GPU",
    )  # fmt: skip
    parser.add_argument(
        "--threads", type=_count, default=0, metavar="COUNT",
        help="threads on the CPU; 0: all, tobiuo as many as the size is worth",
    )  # fmt: skip
    parser.add_argument(
        "--repeat", type=_positive, default=9, metavar="COUNT",
        help="repetitions; the median counts; default: 9",
    )  # fmt: skip
    parser.add_argument("--json", metavar="FILE", help="write the table as JSON")
    return parser


def _words_of(words: Sequence[str]) -> Any:
    def read(text: str) -> List[str]:
        found = text.split(",")
        for word in found:
            if word not in words:
                raise argparse.ArgumentTypeError(f"{word!r} is none of {', '.join(words)}")
        return found

    return read


def _sizes(text: str) -> List[Shape]:
    """The shapes of arrays, of which x is the last axis."""
    found = []
    for word in text.split(","):
        cube = re.fullmatch(r"([1-9][0-9]{0,8})\^([123])", word)
        box = re.fullmatch(r"[1-9][0-9]{0,8}(x[1-9][0-9]{0,8}){0,2}", word)
        if cube:
            found.append((int(cube[1]),) * int(cube[2]))
        elif box:
            found.append(tuple(int(count) for count in word.split("x"))[::-1])
        else:
            raise argparse.ArgumentTypeError(
                f"{word!r} is no size: give 1 to 3 numbers of points as 256x256x128, or 64^3"
            )
        if found[-1][-1] < 2:
            raise argparse.ArgumentTypeError(f"{word!r} has 1 point along x: give 2 or more")
    return found


def _count(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 0 to 9999")
    return int(text)


def _positive(text: str) -> int:
    if _count(text) < 1:
        raise argparse.ArgumentTypeError("there is no median of 0 repetitions: give 1 or more")
    return int(text)


def _testbeds(asked: argparse.Namespace) -> List[Testbed]:
    backends = asked.backends or ("cpu", "cuda")
    found = [contestants_of.cpu(asked.threads)] if "cpu" in backends else []
    if "cuda" in backends:
        reason = tobiuo.unsupported_reason("cuda")
        if reason is None:
            try:
                found.append(contestants_of.gpu())
            except (ImportError, RuntimeError) as error:  # RuntimeError: CuPy finds no GPU
                reason = f"{error}: install a CuPy for this GPU, whose transforms are compared"
        if reason is not None and asked.backends:
            print(f"nothing runs on a GPU: {reason}", file=sys.stderr)
            return []
    if "opencl" in backends:
        try:
            found.append(contestants_of.opencl(asked.threads))
        except tobiuo.DeviceError as error:
            print(f"nothing runs with OpenCL: {error}", file=sys.stderr)
            return []
    return found


def _machine(beds: Sequence[Testbed]) -> Dict[str, Any]:
    versions = {"tobiuo": tobiuo.library_version(), "python": platform.python_version()}
    for name in ("numpy", "scipy", "cupy"):
        if name in sys.modules:
            versions[name] = sys.modules[name].__version__
    now = datetime.datetime.now(datetime.timezone.utc)
    return {
        "schema": "tobiuo-bench-python-1",
        "device": _device_of(beds, "cuda"),
        "opencl_device": _device_of(beds, "opencl"),
        "host": f"{_name_of_cpu()}, {len(os.sched_getaffinity(0))} threads",
        "versions": versions,
        "date": now.strftime("%Y-%m-%dT%H:%M:%SZ"),
    }


def _device_of(beds: Sequence[Testbed], backend: str) -> Optional[str]:
    return next((bed.device for bed in beds if bed.backend == backend), None)


def _name_of_cpu() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = re.search(r"^model name\s*: (.*)$", file.read(), re.M)
    except OSError:
        names = None
    return names[1] if names else platform.machine()


def _title(result: Dict[str, Any]) -> str:
    versions = (f"{name} {version}" for name, version in result["versions"].items())
    return f"{', '.join(versions)}: medians of one call"


def _print_row(*columns: str) -> None:
    operation, shape, precision, name, ms, ratio, difference = columns
    print(f"{operation:9} {shape:13} {precision:9} {name:44} {ms:>10} {ratio:>7} {difference:>10}")


def _rows_of(
    bed: Testbed, operation: str, size: Shape, precision: str, asked: argparse.Namespace
) -> List[Dict[str, Any]]:
    """The rows of one problem, which are printed; none if memory does not suffice for it."""
    what = {
        "operation": operation,
        "shape": "x".join(str(count) for count in size[::-1]),
        "precision": precision,
        "backend": bed.backend,
    }
    try:
        return _measured(bed, what, size, asked)
    except (MemoryError, tobiuo.Error) as error:
        print(f"{operation:9} {what['shape']:13} {precision:9} is left out: {error}")
        return []
    finally:
        tobiuo.fft.clear_cache()
        tobiuo.poisson.clear_cache()


def _measured(
    bed: Testbed, what: Dict[str, Any], size: Shape, asked: argparse.Namespace
) -> List[Dict[str, Any]]:
    operation, precision = what["operation"], what["precision"]
    found = contestants_of.contestants(bed, operation, size, precision)
    expected = found[0].call().copy()  # the plan writes into its array again
    chosen = [one for one in found if one.word in asked.contestants]
    differences = [_difference(bed, one.call(), expected) for one in chosen]
    times = times_of([one.call for one in chosen], bed.wait, asked.repeat)
    plan = next((t.median for one, t in zip(chosen, times) if one.word == "plan"), None)
    rows = []
    for one, time, difference in zip(chosen, times, differences):
        row = {**what, **_row(one, time, plan, difference)}
        row["accurate"] = difference <= _rounding(operation, size, precision)
        rows.append(row)
        ratio = row["ratio_to_plan"]
        _print_row(
            operation, what["shape"], precision, one.name + (f", {one.note}" if one.note else ""),
            f"{row['ms']:.4f}", "" if ratio is None else f"{ratio:.2f}", f"{difference:.1e}",
        )  # fmt: skip
    return rows


def _row(one: Contestant, times: Times, plan: Optional[float], difference: float) -> Dict[str, Any]:
    return {
        "contestant": one.word,
        "name": one.name,
        "note": one.note,
        "ms": times.median * 1e3,
        "ms_min": times.least * 1e3,
        "ms_max": times.most * 1e3,
        "repetitions": len(times.seconds),
        "executions_per_repetition": times.calls,
        "ratio_to_plan": None if plan is None else times.median / plan,
        "difference": difference,
    }


def _difference(bed: Testbed, found: Any, expected: Any) -> float:
    """The difference of two results, relative in the 2-norm."""
    norm = bed.module.linalg.norm
    scale = float(norm(expected.ravel())) or 1.0
    return float(norm((found - expected).ravel())) / scale


def _rounding(operation: str, size: Shape, precision: str) -> float:
    """How far two right results may be apart: the promise of transforms, 8 eps sqrt(log2 n) each;
    of solves eps times the condition, which is the square of the cells along the longest axis."""
    if operation == "solve":
        return 2 * _EPSILON[precision] * max(size) ** 2
    return 2 * 8 * _EPSILON[precision] * math.sqrt(math.log2(max(np.prod(size), 2)))


def _overheads_of(bed: Testbed) -> List[Dict[str, Any]]:
    found = contestants_of.overheads(bed)
    times = enqueuing_times_of([call for one in found for call in one[1:]], bed.wait)
    rows = []
    for one, call, inner in zip(found, times[::2], times[1::2]):
        rows.append({
            "backend": bed.backend,
            "name": one.name,
            "us": call.median * 1e6,
            "us_min": call.least * 1e6,
            "c_us": inner.median * 1e6,
            "c_us_min": inner.least * 1e6,
            "overhead_us": (call.median - inner.median) * 1e6,
            "overhead_us_min": (call.least - inner.least) * 1e6,
        })  # fmt: skip
    each = (f"{r['name']} {r['overhead_us']:.1f} ({r['overhead_us_min']:.1f})" for r in rows)
    size = "x".join(str(count) for count in contestants_of.TINY)
    print(f"over the call in C, {size}, median (least) in us: {', '.join(each)}")
    return rows


if __name__ == "__main__":
    sys.exit(main())
