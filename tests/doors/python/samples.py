# SPDX-License-Identifier: BSD-3-Clause
# Random arrays for the tests.


def made(rng, shape, dtype):
    """An array of normal numbers of a type, real or complex."""
    values = rng.standard_normal(shape)
    if dtype.startswith("complex"):
        values = values + 1j * rng.standard_normal(shape)
    return values.astype(dtype)
