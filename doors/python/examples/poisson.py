# SPDX-License-Identifier: BSD-3-Clause
# Solves laplacian(u) = 2 on nodes of [0, 1] with u(0) = 0 and u(1) = 1, whose solution is x^2; then
# a box with walls that carry values, many times by one solver.
import numpy as np

from tobiuo import poisson

cells = 64
x = np.arange(1, cells) / cells
u = poisson.solve(
    np.full(cells - 1, 2.0), 1 / cells, "dirichlet", location="node", walls=(0.0, 1.0)
)
error = np.max(np.abs(u - x**2))
print(f"largest error of x^2: {error:.1e}")
assert error < 1e-12

# a duct: periodic along x, insulated below, the lid's temperature varies along the duct
solver = poisson.Solver(
    (32, 96), (1 / 32, 2 / 96), (("neumann", "dirichlet"), "periodic"), backend="cpu"
)
lid = np.sin(np.pi * solver.positions(1))
for source in (0.0, -10.0):
    temperature = solver.solve(np.full(solver.shape, source), walls=((None, lid), None))
    print(f"source {source:5.1f}: warmest {temperature.max():.3f}")
assert temperature.max() > 5.0
