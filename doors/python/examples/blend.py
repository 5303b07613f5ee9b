# SPDX-License-Identifier: BSD-3-Clause
# Poisson blending (Perez, Gangnet and Blake 2003): a part of one picture is set into another with
# its own differences of neighbours and the values of the other picture around it.
# blend.py [PICTURE.pgm]: also writes the other picture with the part pasted, and blended.
import sys

import numpy as np

from tobiuo import poisson

rows, columns = 160, 240
y, x = np.mgrid[0:rows, 0:columns]
# an evening sky, and a moon that was photographed in front of a brighter one
target = 40 + 60 * y / rows + 10 * np.sin(x / 40)
source = 150 - 0.3 * x + 70 / (1 + np.exp((np.hypot(y - 60, x - 150) - 18) / 1.5))

# pixels are nodes, those inside the window the unknowns, those around it the walls
top, bottom, left, right = 20, 110, 90, 210
part = source[top - 1 : bottom + 1, left - 1 : right + 1]
inside = (slice(top, bottom), slice(left, right))


def laplacian(u):
    """The sum of the four neighbours of inner pixels less four times their own value."""
    return u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4 * u[1:-1, 1:-1]


walls = (
    (target[top - 1, left:right], target[bottom, left:right]),
    (target[top:bottom, left - 1], target[top:bottom, right]),
)
blended = target.copy()
blended[inside] = poisson.solve(laplacian(part), 1.0, "dirichlet", location="node", walls=walls)
pasted = target.copy()
pasted[inside] = source[inside]


def seam(picture):
    """The largest difference of pixels on the two sides of the window's border."""
    return max(
        np.abs(np.diff(picture[[top - 1, top, bottom - 1, bottom], left:right], axis=0))[::2].max(),
        np.abs(np.diff(picture[top:bottom, [left - 1, left, right - 1, right]]))[:, ::2].max(),
    )


window = blended[top - 1 : bottom + 1, left - 1 : right + 1]
error = np.max(np.abs(laplacian(window) - laplacian(part)))
moon = blended[60, 150] - blended[60, 150 - 40]
print(f"differences of the part kept to {error:.1e}; the moon is {moon:.0f} above the sky")
print(f"largest step at the border: pasted {seam(pasted):.0f}, blended {seam(blended):.2f}")
assert error < 1e-10 and seam(blended) < 2 < 50 < seam(pasted) and 50 < moon < 90

if len(sys.argv) > 1:
    pixels = np.clip(np.hstack((pasted, blended)), 0, 255).astype(np.uint8)
    with open(sys.argv[1], "wb") as file:
        file.write(b"P5 %d %d 255\n" % pixels.shape[::-1] + pixels.tobytes())
