# SPDX-License-Identifier: BSD-3-Clause
# Differentiates a periodic field along x by real transforms.
import numpy as np

from tobiuo import fft

points = 64
x = np.arange(points) / points
field = np.sin(6 * np.pi * x) * np.ones((16, 1))

modes = fft.rfft(field)  # along the last axis
modes *= 2j * np.pi * np.arange(points // 2 + 1)  # d/dx on a unit length
slope = fft.irfft(modes, overwrite_x=True)

error = np.max(np.abs(slope - 6 * np.pi * np.cos(6 * np.pi * x)))
print(f"largest error of the derivative: {error:.1e}")
assert error < 1e-11
