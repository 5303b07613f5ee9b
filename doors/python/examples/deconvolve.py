# SPDX-License-Identifier: BSD-3-Clause
# Richardson-Lucy deconvolution (Richardson 1972, Lucy 1974): the sky behind a blurred picture of
# few photons, each step by four real transforms.
# deconvolve.py [PICTURE.pgm]: also writes the picture and the sky that was found.
import sys

import numpy as np

from tobiuo import fft

rng = np.random.default_rng(3)
rows, columns = 128, 192
sky = np.full((rows, columns), 5.0)
stars = rng.integers((8, 8), (rows - 8, columns - 8), (40, 2))
sky[tuple(stars.T)] += rng.uniform(2000, 20000, len(stars))
y, x = np.ogrid[0:rows, 0:columns]
sky += 60 * np.exp(-((y - 60) ** 2 + (x - 120) ** 2 / 4) / 200)  # a nebula

# the blur of a point in the corner, around which pictures are periodic
down, across = np.minimum(y, rows - y), np.minimum(x, columns - x)
blur = np.exp(-(down**2 + across**2) / (2 * 2.5**2))
optics = fft.rfftn(blur / blur.sum())


def blurred(picture, transfer):
    return fft.irfftn(fft.rfftn(picture) * transfer, picture.shape)


picture = rng.poisson(np.maximum(blurred(sky, optics), 0)).astype(float)
found = np.full_like(sky, picture.mean())
logs = []  # of the probability of the picture, less what does not depend on the sky
for _ in range(100):
    expected = np.maximum(blurred(found, optics), 1e-12)
    logs.append(np.sum(picture * np.log(expected) - expected))
    found *= np.maximum(blurred(picture / expected, optics.conj()), 0)

near = np.zeros(sky.shape, bool)
for row, column in stars:
    near[row - 1 : row + 2, column - 1 : column + 2] = True
shares = [image[near].sum() / image.sum() for image in (picture, found, sky)]
brightest = picture.max(), found.max(), sky.max()
print(f"light {found.sum():.0f} of {picture.sum():.0f} photons, log of likelihood {logs[-1]:.0f}")
print("brightest pixel: {:.0f} in the picture, {:.0f} found, {:.0f} in the sky".format(*brightest))
print("light beside stars: {:.0%} in the picture, {:.0%} found, {:.0%} in the sky".format(*shares))
assert abs(found.sum() / picture.sum() - 1) < 1e-6
assert np.all(np.diff(logs) > -1e-9 * abs(logs[-1])), "each step is more likely than the last"
assert shares[0] < 0.4 and shares[1] > 0.8 * shares[2] and found.max() > 3 * picture.max()

if len(sys.argv) > 1:
    pixels = np.clip(np.sqrt(np.hstack((picture, found))) * 4, 0, 255).astype(np.uint8)
    with open(sys.argv[1], "wb") as file:
        file.write(b"P5 %d %d 255\n" % pixels.shape[::-1] + pixels.tobytes())
