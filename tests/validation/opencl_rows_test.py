# SPDX-License-Identifier: BSD-3-Clause
# validation/performance/opencl_rows.py: which rows of the benchmarks it puts beside each other.
import unittest

from opencl_rows import opencl_rows


def fft_row(contestant, ms, **other):
    return {"size": "8x8", "kind": "c2c", "precision": "single", "direction": "forward",
            "placement": "in-place", "batch": 1, "contestant": contestant, "ms": ms, **other}


def poisson_row(backend, contestant, ms, **other):
    return {"shape": "8x8", "boundary": "duct", "precision": "single", "location": "cell",
            "operator": "second-order", "backend": backend, "contestant": contestant, "ms": ms,
            "platform": "P" if backend == "opencl" else None, **other}


def rows_of(fft=(), poisson=(), himeno=()):
    poisson = [*poisson, poisson_row("opencl", "ours", 9.0, shape="1x1")]
    return list(opencl_rows({"rows": list(fft)}, {"rows": poisson}, {"rows": list(himeno)}))


class Rows(unittest.TestCase):
    def test_a_transform_stands_beside_the_same_transform_alone(self):
        others = {"kind": "r2c", "precision": "double", "direction": "inverse",
                  "placement": "out-of-place", "batch": 4, "size": "8x4"}
        for key, value in others.items():
            rows = rows_of([fft_row("opencl", 3.0), fft_row("ours", 1.0), fft_row("cufft", 2.0),
                            fft_row("cpu", 7.0), fft_row("ours", 8.0, **{key: value}),
                            fft_row("opencl", 5.0, **{key: value})])
            self.assertEqual([(row["ms"], row["cuda_ms"], row["cufft_ms"]) for row in rows[:2]],
                             [(3.0, 1.0, 2.0), (5.0, 8.0, None)], key)
            shown = {"kind": "job", "size": "shape"}.get(key, key)
            self.assertEqual(rows[1][shown], value)

    def test_a_solve_stands_beside_the_same_solve_by_cuda_alone(self):
        others = {"boundary": "periodic", "precision": "double", "location": "node",
                  "operator": "spectral", "shape": "8x4"}
        for key, value in others.items():
            rows = rows_of(poisson=[
                poisson_row("opencl", "ours", 3.0), poisson_row("cuda", "ours", 1.0),
                poisson_row("cuda", "cufft", 2.0), poisson_row("cpu", "ours", 7.0),
                poisson_row("cuda", "ours", 8.0, **{key: value}),
                poisson_row("opencl", "ours", 5.0, **{key: value})])
            self.assertEqual([(row["ms"], row["cuda_ms"], row["cufft_ms"]) for row in rows[:2]],
                             [(3.0, 1.0, 2.0), (5.0, 8.0, None)], key)

    def test_a_sweep_is_in_milliseconds_and_has_none_beside_it(self):
        sweeps = [{"size": "L", "precision": "single", "backend": "opencl",
                   "seconds_per_sweep": 0.25},
                  {"size": "L", "precision": "single", "backend": "cpu",
                   "seconds_per_sweep": 0.5}]
        last = [row for row in rows_of(himeno=sweeps) if row["job"] == "himeno"]
        self.assertEqual(last, [{"job": "himeno", "shape": "L", "precision": "single",
                                 "platform": "P", "ms": 250.0, "cuda_ms": None,
                                 "cufft_ms": None}])


if __name__ == "__main__":
    unittest.main()
