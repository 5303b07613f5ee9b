# SPDX-License-Identifier: BSD-3-Clause
# A flow and a Poisson solve on the ranks of an MPI program, each of which compares its planes with
# those of one rank: mpirun -n 3 python3 on_ranks.py
import numpy as np

from tobiuo import flow, poisson

try:
    from mpi4py import MPI
except ImportError as error:
    print(f"nothing computed: {error}")
    raise SystemExit from None

world = MPI.COMM_WORLD
cells, viscosity = 16, 0.05


def velocity_after_steps(comm):
    """The planes of this rank, and what it has computed of them; it describes the whole box."""
    solver = flow.Solver(
        (cells, cells, cells), 2 * np.pi / cells, viscosity=viscosity, backend="cpu", threads=1,
        comm=comm,
    )  # fmt: skip
    # positions are those of this rank's planes
    z, y, x = np.meshgrid(*(solver.positions("u", axis) for axis in range(3)), indexing="ij")
    u = np.sin(x) * np.cos(y) * np.cos(z)
    z, y, x = np.meshgrid(*(solver.positions("v", axis) for axis in range(3)), indexing="ij")
    v = -np.cos(x) * np.sin(y) * np.cos(z)
    solver.start(u, v, np.zeros(solver.shape))
    for _ in range(5):
        # what is observed is that of the whole box, and so all ranks take the same step
        solver.step(solver.step_limit(cfl=1.0).seconds)
    return solver.planes, np.array(solver.velocity()), solver.observed().kinetic_energy


planes, found, energy = velocity_after_steps(world)
_, whole, whole_energy = velocity_after_steps(None)
difference = np.max(np.abs(found - whole[:, planes]))
energies = np.array(world.allgather(energy))
assert np.all(energies == energies[0]) and abs(energy - whole_energy) < 1e-13

f = np.random.default_rng(1).standard_normal((24, 16, 20))  # the same on all ranks
boundary = ("dirichlet", "neumann", "periodic")
lid = np.ones((16, 20))  # at the upper end of z
solver = poisson.Solver(f.shape, 1 / 24, boundary, backend="cpu", threads=1, comm=world)
u = solver.solve(f[solver.planes].copy(), walls=((None, lid), None, None))
alone = poisson.Solver(f.shape, 1 / 24, boundary, backend="cpu", threads=1)
solution = alone.solve(f, walls=((None, lid), None, None))
error = np.max(np.abs(u - solution[solver.planes]))

print(
    f"rank {world.rank} of {world.size}: planes {planes.start} to {planes.stop - 1} of the flow "
    f"differ by {difference:.1e}, planes of the solution by {error:.1e}"
)
assert difference < 1e-13 and error < 1e-13
