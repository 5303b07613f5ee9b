# SPDX-License-Identifier: BSD-3-Clause
# Fixtures of the tests of the Python package.
import numpy as np
import pytest

import tobiuo


@pytest.fixture
def rng():
    return np.random.default_rng(20240)


@pytest.fixture(autouse=True)
def empty_caches():
    """Each test begins and ends without kept plans and solvers."""
    yield
    tobiuo.fft.clear_cache()
    tobiuo.poisson.clear_cache()
