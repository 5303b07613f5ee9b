# SPDX-License-Identifier: BSD-3-Clause
# Phase unwrapping by least squares (Ghiglia and Romero 1994): a phase that is known up to multiples
# of 2 pi, as interferometers measure it, is the solution of Poisson's equation with Neumann ends,
# once by cosine transforms and once by the solver.
# unwrap.py [PICTURE.pgm]: also writes the wrapped and the unwrapped phase.
import sys

import numpy as np

from tobiuo import fft, poisson

rows, columns = 192, 256
y, x = np.mgrid[0:rows, 0:columns]
hill = 40 * np.exp(-((x - 110) ** 2 + 1.5 * (y - 90) ** 2) / 3000) + 0.05 * x - 0.02 * y


def wrapped(phase):
    """The phase in [-pi, pi)."""
    return (phase + np.pi) % (2 * np.pi) - np.pi


def unwrapped(measured):
    # differences of neighbours are right where the true ones are below pi; none goes through ends
    along_x = np.diff(wrapped(np.diff(measured, axis=1)), axis=1, prepend=0, append=0)
    along_y = np.diff(wrapped(np.diff(measured, axis=0)), axis=0, prepend=0, append=0)
    divergence = along_x + along_y
    modes = fft.dctn(divergence)
    j, i = np.ogrid[0:rows, 0:columns]
    eigenvalues = 2 * np.cos(np.pi * j / rows) + 2 * np.cos(np.pi * i / columns) - 4
    eigenvalues[0, 0] = 1  # the mean of a phase is free
    modes[0, 0] = 0
    phase = fft.idctn(modes / eigenvalues)
    solved = poisson.solve(divergence, 1.0, "neumann")
    assert np.max(np.abs(phase - solved)) < 1e-9
    return phase


measured = wrapped(hill)
phase = unwrapped(measured)
error = np.ptp(phase - hill)
print(f"{np.ptp(hill):.1f} rad in {np.ptp(measured):.1f}: unwrapped to {error:.1e}")
assert error < 1e-9

noise = 0.3 * np.random.default_rng(7).standard_normal(hill.shape)
noisy = unwrapped(wrapped(hill + noise))
deviation = np.std(noisy - hill)
print(f"with noise of 0.3 rad the phase is right to {deviation:.2f} rad")
assert deviation < 0.35

if len(sys.argv) > 1:
    both = [(p - p.min()) / np.ptp(p) * 255 for p in (measured, phase)]
    pixels = np.hstack(both).astype(np.uint8)
    with open(sys.argv[1], "wb") as file:
        file.write(b"P5 %d %d 255\n" % pixels.shape[::-1] + pixels.tobytes())
