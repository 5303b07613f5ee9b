# SPDX-License-Identifier: BSD-3-Clause
# Vortices that decay, whose velocity is known: u = sin x cos y exp(-2 viscosity t); then air
# between a warm floor and a cold lid, driven by buoyancy.
import numpy as np

from tobiuo import flow

cells, viscosity = 64, 0.05
solver = flow.Solver((cells, cells), 2 * np.pi / cells, viscosity=viscosity, backend="cpu")
u = np.sin(solver.positions("u", 1)) * np.cos(solver.positions("u", 0))[:, None]
v = -np.cos(solver.positions("v", 1)) * np.sin(solver.positions("v", 0))[:, None]
solver.start(u, v, np.zeros_like(u))
steps = int(np.ceil(1.0 / solver.step_limit(cfl=1.0).seconds))
solver.step(1.0 / steps, steps)
error = np.max(np.abs(solver.velocity()[0] - u * np.exp(-2 * viscosity)))
print(f"{steps} steps: largest error {error:.1e}, {solver.observed()}")
assert error < 1e-4

# the axes of arrays are y and x; vectors are along x, y and z
air = flow.Scalar(
    diffusivity=0.01, buoyancy=(0.0, 1.0), faces=((("value", 1.0), ("value", 0.0)), None)
)
room = flow.Solver(
    (32, 64), 1 / 32, ("no-slip", "periodic"), viscosity=0.01, scalar=air, backend="cpu"
)
rest = np.zeros(room.shape)
room.start(rest, rest, rest)
x, y = room.positions("scalar", 1), room.positions("scalar", 0)[:, None]
room.set_scalar(1 - y + 0.01 * np.sin(np.pi * x) * np.sin(np.pi * y))
for _ in range(10):
    # layers that are stable oscillate with sqrt(buoyancy ds/dy), here 1
    rate = max(room.observed().largest_rate, 1.0)
    room.step(room.step_limit(cfl=1.0, rate=rate).seconds, 10)
print(f"kinetic energy {room.observed().kinetic_energy:.2e}, warmest {room.scalar().max():.3f}")
assert room.observed().kinetic_energy > 0 and room.scalar().max() < 1.1
