# SPDX-License-Identifier: BSD-3-Clause
# Tolerances of the tests, with their reasons.
import numpy as np


def fft_error(found, expected):
    """The relative error in the 2-norm, in units of the promise: at most 8 eps sqrt(log2 N) for
    each of two transforms that are compared. 1 is all that is allowed."""
    found, expected = np.asarray(found), np.asarray(expected)
    eps = np.finfo(found.dtype).eps
    promise = 2 * 8 * eps * np.sqrt(max(np.log2(max(expected.size, 2)), 1.0))
    norm = np.linalg.norm(expected.ravel()) or 1.0
    return np.linalg.norm((found - expected).ravel()) / norm / promise


def solve_tolerance(dtype, cells):
    """Rounding of a solve: eps times the condition of the second difference of so many cells, which
    is their square, times what the rounding of u itself is when u is about 1."""
    return float(np.finfo(dtype).eps) * cells**2


# The observed order of convergence is within so much of theory (docs of the project: 0.1), and
# twice that where only two coarse grids are compared.
order_tolerance = 0.2

# Rounding of velocities and scalars of about 1 after thousands of stages, whose errors friction
# takes away; it is that of the tests in C++.
flow_tolerance = 4096 * float(np.finfo(np.float64).eps)
