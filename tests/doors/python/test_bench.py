# SPDX-License-Identifier: BSD-3-Clause
# The benchmark of the package, at tiny sizes: what it measures, writes, finds wrong and refuses.
import json
import subprocess
import sys

import numpy as np
import pytest
from tolerance import solve_tolerance

import tobiuo
from tobiuo import _bench_contestants as contestants_of
from tobiuo import bench, fft, poisson
from tobiuo._bench_times import enqueuing_times_of, times_of


def run(tmp_path, capsys, *arguments, backends="cpu"):
    """The exit code, what the program wrote as JSON, and what it said."""
    file = tmp_path / "bench.json"
    code = bench.main(["--backends", backends, "--repeat", "1", "--json", str(file), *arguments])
    said = capsys.readouterr()
    return code, json.loads(file.read_text()), said.out + said.err


def test_all_that_is_there_is_measured_and_agrees(tmp_path, capsys):
    code, result, said = run(tmp_path, capsys, "--sizes", "8^3,12x6,16")
    assert code == 0 and result["schema"] == "tobiuo-bench-python-1"
    assert result["versions"]["numpy"] == np.__version__ and result["device"] is None
    rows = result["rows"]
    assert {row["shape"] for row in rows} == {"8x8x8", "12x6", "16"}
    contestants = {"plan", "function", "numpy", "scipy"} & {row["contestant"] for row in rows}
    assert contestants >= {"plan", "function", "numpy"}
    for row in rows:
        assert row["accurate"] and row["ms_min"] <= row["ms"] <= row["ms_max"], row
        assert row["repetitions"] == 1 and row["executions_per_repetition"] >= 1
        assert row["name"] in said
    for operation in ("rfftn", "dctn", "solve"):
        for precision in ("single", "double"):
            of_plan = [
                row for row in rows
                if (row["operation"], row["precision"], row["contestant"])
                == (operation, precision, "plan")
            ]  # fmt: skip
            assert len(of_plan) == 3 and all(row["ratio_to_plan"] == 1 for row in of_plan)


def test_what_a_call_costs_is_told(tmp_path, capsys):
    _, result, said = run(
        tmp_path, capsys, "--sizes", "4^3", "--operations", "rfftn", "--precisions", "double",
        "--contestants", "numpy", "--threads", "1",
    )  # fmt: skip
    assert [row["contestant"] for row in result["rows"]] == ["numpy"]
    assert result["rows"][0]["ratio_to_plan"] is None
    names = [row["name"] for row in result["overheads"]]
    assert names == ["fft.Plan.execute", "fft.R2rPlan.execute", "poisson.Solver.solve"]
    for row in result["overheads"]:
        assert row["us_min"] > row["c_us_min"] > 0 and row["us"] >= row["us_min"]
        assert row["overhead_us"] == pytest.approx(row["us"] - row["c_us"])
    assert "over the call in C, 4x4x4" in said


def test_plans_by_opencl_are_measured_beside_those_on_the_cpu(tmp_path, capsys):
    why = tobiuo.unsupported_reason("opencl")
    if why:
        pytest.skip(why)
    code, result, said = run(tmp_path, capsys, "--sizes", "8x6x4", backends="opencl")
    assert code == 0 and result["device"] is None and result["overheads"] == []
    assert result["opencl_device"] == tobiuo.opencl_device() and result["opencl_device"] in said
    rows = result["rows"]
    assert len(rows) == 12 and all(row["backend"] == "opencl" for row in rows)
    for operation in ("rfftn", "dctn", "solve"):
        some = [row for row in rows if row["operation"] == operation]
        assert [row["contestant"] for row in some] == ["plan", "cpu"] * 2
    on_cpu = [row for row in rows if row["contestant"] == "cpu"]
    assert all(row["accurate"] and row["ratio_to_plan"] > 0 for row in on_cpu)
    # Other kernels round otherwise: what both agree on bit for bit was not computed twice.
    assert any(row["difference"] > 0 for row in on_cpu)


def test_opencl_that_is_asked_for_must_be_there(capsys, monkeypatch):
    def refuse():
        raise tobiuo.DeviceError("no OpenCL loader is installed")

    monkeypatch.setattr(tobiuo, "opencl_device", refuse)
    assert bench.main(["--backends", "cpu,opencl"]) == 2
    assert "nothing runs with OpenCL: no OpenCL loader" in capsys.readouterr().err


def test_a_wrong_result_is_found(tmp_path, capsys, monkeypatch):
    right = np.fft.rfftn
    monkeypatch.setattr(np.fft, "rfftn", lambda x: right(x) * 1.001)
    code, result, said = run(
        tmp_path, capsys, "--sizes", "8^3", "--operations", "rfftn", "--contestants", "plan,numpy"
    )
    assert code == 1 and "numpy.fft.rfftn of 8x8x8 differs from tobiuo's plan by 1.0e-03" in said
    assert [row["accurate"] for row in result["rows"]] == [True, False] * 2


def test_the_peers_of_a_gpu_compute_what_those_of_the_cpu_do(rng):
    """CuPy has the names of scipy: with numpy's arrays its contestants run without a GPU."""
    scipy = pytest.importorskip("scipy.fft")
    bed = contestants_of.Testbed("cuda", "none", np, lambda: None, scipy, 0)
    x = rng.standard_normal((6, 4, 8))
    expected = {
        "rfftn": np.fft.rfftn(x), "dctn": fft.dctn(x), "solve": poisson.solve(x, 1 / 8, "neumann")
    }  # fmt: skip
    for operation, values in expected.items():
        (peer,) = contestants_of._peers(bed, operation, x)
        assert peer.word == "cupyx" and peer.note is None
        assert np.max(np.abs(peer.call() - values)) <= solve_tolerance("float64", 64)


def test_the_median_of_calls_that_wait_is_taken():
    done = []
    times = times_of([lambda: done.append("a"), lambda: done.append("b")], lambda: None, 3)
    assert all(len(one.seconds) == 3 and one.calls == 1000 for one in times)
    assert done[-1000:] == ["b"] * 1000 and done[-2000:-1000] == ["a"] * 1000  # in turns
    assert sorted(times[0].seconds)[1] == times[0].median
    waited = []
    (burst,) = enqueuing_times_of([lambda: None], lambda: waited.append(1))
    assert burst.least <= burst.median <= burst.most and len(waited) > len(burst.seconds)


@pytest.mark.parametrize("arguments, words", (
    (("--sizes", "0^3"), "'0^3' is no size"),
    (("--sizes", "8x8x8x8"), "is no size: give 1 to 3 numbers"),
    (("--sizes", "8x"), "is no size"),
    (("--sizes", "1x8"), "has 1 point along x"),
    (("--operations", "fft"), "'fft' is none of rfftn, dctn, solve"),
    (("--contestants", "plan,fftw"), "'fftw' is none of plan"),
    (("--repeat", "0"), "no median of 0 repetitions"),
    (("--threads", "-1"), "is no number from 0 to 9999"),
))  # fmt: skip
def test_bad_arguments_are_refused(capsys, arguments, words):
    with pytest.raises(SystemExit) as ended:
        bench.main(list(arguments))
    assert ended.value.code == 2 and words in capsys.readouterr().err


def test_a_gpu_that_is_asked_for_must_be_there(capsys):
    if tobiuo.unsupported_reason("cuda") is None:
        pytest.skip("there is a GPU")
    assert bench.main(["--backends", "cuda"]) == 2
    assert "nothing runs on a GPU" in capsys.readouterr().err


def test_it_is_a_program():
    done = subprocess.run(
        [sys.executable, "-B", "-m", "tobiuo.bench", "--help"], stdout=subprocess.PIPE,
        encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 0 and "--operations" in done.stdout
