# SPDX-License-Identifier: BSD-3-Clause
# Flows and Poisson solves on several ranks: the results of one, what a communicator raises, what is
# refused. Ranks are threads; mpi4py's, by mpirun, where it is installed.
import copy
import gc
import importlib
import os
import pickle
import shutil
import subprocess
import sys
import traceback
from pathlib import Path

import numpy as np
import pytest
from thread_ranks import DuplicatedRank, ThreadRank, alone, on_ranks
from tolerance import solve_tolerance

import tobiuo
from tobiuo import _ranks, flow, poisson

BOX = (7, 5, 6)


def channel(comm=None, **options):
    """Warm fluid that rises between walls across z, one of which moves; arrays on faces are those
    of the whole box."""
    lid = np.linspace(0.1, 0.3, 5 * 6).reshape(5, 6)
    faces = (("no-slip", flow.Face("no-slip", velocity=(lid,))), "periodic", "free-slip")
    warm = flow.Scalar(0.02, (0, 0, 1.0), faces=((("value", 1 + lid), None), None, None))
    arguments = {"viscosity": 0.05, "force": (0.2,), "scalar": warm, "backend": "cpu"}
    return flow.Solver(
        BOX, 0.2, faces, **{**arguments, "threads": 1, "comm": comm, **options}
    )  # fmt: skip


def begin(solver):
    rng = np.random.default_rng(3)
    fields = rng.standard_normal((4,) + BOX)[:, solver.planes].astype(solver.dtype)
    solver.start(*(0.1 * field for field in fields[:3]))
    solver.set_scalar(fields[3])


def fields_of(solver):
    return np.stack(solver.velocity() + (solver.pressure(), solver.scalar()))


def fields_after_steps(comm=None, **options):
    solver = channel(comm, **options)
    begin(solver)
    solver.step(1e-3)
    solver.set_force((0.2, 0.1))
    solver.step(1e-3, 2)
    return solver.planes, fields_of(solver), solver.observed()


@pytest.mark.parametrize("precision", ("single", "double"))
@pytest.mark.parametrize("size", (1, 2, 3))
def test_a_flow_is_that_of_one_rank(size, precision):
    _, whole, observed = fields_after_steps(precision=precision)
    found = on_ranks(size, lambda comm: fields_after_steps(comm, precision=precision))
    allowed = 2000 * float(np.finfo(whole.dtype).eps)
    planes = [part[0] for part in found]
    assert planes[0].start == 0 and planes[-1].stop == BOX[0]
    assert all(a.stop == b.start for a, b in zip(planes, planes[1:]))
    assert len({part[2] for part in found}) == 1  # the same on all ranks
    assert abs(found[0][2].kinetic_energy - observed.kinetic_energy) <= allowed
    for own, fields, _ in found:
        assert fields.shape == (5, own.stop - own.start) + BOX[1:]
        gaps = np.max(np.abs(fields - whole[:, own]), axis=(1, 2, 3))
        gaps[3] *= 3e-4  # pressures are an impulse by the time of a stage
        assert np.all(gaps <= allowed), gaps


def test_the_bits_are_the_same_for_as_many_ranks():
    first, second = (on_ranks(3, fields_after_steps) for _ in range(2))
    for (_, a, _), (_, b, _) in zip(first, second):
        assert np.array_equal(a, b)


def test_shapes_and_positions_are_those_of_the_planes():
    whole = channel()
    assert whole.planes == slice(0, 7) and whole.box_shape == whole.shape == BOX

    def work(comm):
        solver = channel(comm)
        assert solver.box_shape == BOX and solver.shape == (len(BOX_Z[solver.planes]),) + BOX[1:]
        assert solver.state_shape == (4 * np.prod(solver.shape),)
        for field in ("u", "w", "p"):
            positions = whole.positions(field, 0)[solver.planes]
            assert np.array_equal(solver.positions(field, 0), positions)
            assert np.array_equal(solver.positions(field, 2), whole.positions(field, 2))

    BOX_Z = np.arange(BOX[0])
    on_ranks(3, work)
    flat = flow.Solver((4, 6), 1.0, viscosity=0.1, backend="cpu", comm=alone())
    assert flat.planes == slice(0, 4) and flat.shape == (4, 6)


def test_states_and_copies_go_on_with_the_same_bits():
    def work(comm):
        solver = channel(comm)
        begin(solver)
        solver.step(1e-3, 2)
        resumed, copied = channel(comm), copy.copy(solver)
        resumed.resume(solver.state())
        for one in (solver, resumed, copied):
            one.step(1e-3)
        for one in (resumed, copied):
            assert np.array_equal(one.state(), solver.state())

    on_ranks(2, work)


WALLS = ("neumann", ("dirichlet", "neumann"), "periodic")


def solved(comm=None, operator="second-order", boundary=WALLS, **options):
    """The planes of a rank, u on them, and the mean that was removed."""
    solver = poisson.Solver(
        BOX, 0.2, boundary, operator=operator, backend="cpu", threads=1, comm=comm, **options
    )
    rng = np.random.default_rng(4)
    f, across_y, across_z = (rng.standard_normal(s) for s in (BOX, (7, 6), (5, 6)))
    walls = None
    if boundary is WALLS:
        walls = ((None, across_z), (across_y[solver.planes], 0.5), None)
    u = solver.solve(f[solver.planes], walls=walls)
    again = f[solver.planes].copy()
    assert np.array_equal(solver.solve(again, out=again, walls=walls), u)
    return solver.planes, u, solver.removed_mean()


@pytest.mark.parametrize("operator", ("second-order", "fourth-order", "spectral"))
@pytest.mark.parametrize("boundary", (WALLS, "periodic"))
@pytest.mark.parametrize("size", (1, 3, 9))  # of nine ranks two have no planes
def test_a_solve_is_that_of_one_rank(size, operator, boundary):
    _, whole, mean = solved(None, operator, boundary)
    found = on_ranks(size, lambda comm: solved(comm, operator, boundary))
    allowed = 8 * solve_tolerance("float64", max(BOX)) * np.max(np.abs(whole))
    for planes, u, removed in found:
        assert u.shape == (planes.stop - planes.start,) + BOX[1:]
        assert np.all(np.abs(u - whole[planes]) <= allowed)
        assert not u.size or abs(removed - mean) <= allowed
    assert sum(planes.stop - planes.start for planes, _, _ in found) == BOX[0]


def test_arrays_of_the_host_are_the_same_on_the_cpu():
    def work(comm):
        usual = solved(comm)[1]
        return np.array_equal(usual, solved(comm, host_arrays=True, device_bytes=1 << 20)[1])

    assert all(on_ranks(2, work))


def test_a_solver_on_ranks_says_so():
    positions = poisson.Solver(BOX, 0.2, WALLS, backend="cpu").positions(0)

    def work(comm):
        solver = poisson.Solver(BOX, 0.2, WALLS, backend="cpu", comm=comm)
        assert np.array_equal(solver.positions(0), positions[solver.planes])
        return repr(solver)

    for text in on_ranks(2, work):
        assert "of 7 planes, joined by host memory" in text


def test_long_messages_go_in_pieces(monkeypatch):
    _, whole, _ = solved()
    monkeypatch.setattr(_ranks, "_LONGEST", 100)

    def work(comm):
        planes, u, _ = solved(comm)
        assert comm.longest == 100
        return np.max(np.abs(u - whole[planes]))

    assert max(on_ranks(2, work)) <= solve_tolerance("float64", max(BOX))


def transposing(comm):
    return poisson.Solver(BOX, 0.2, WALLS, operator="spectral", backend="cpu", comm=comm)


class Lost(Exception):
    """What a communicator raises."""


@pytest.mark.parametrize("failure", (Lost("the cable"), KeyboardInterrupt("stop"), SystemExit(3)))
def test_what_a_communicator_raises_reaches_the_caller(failure):
    def work(comm):
        solver = channel(comm)
        begin(solver)
        comm.failure = failure
        # ranks that transpose exchange when they make their solver
        calls = (lambda: solver.step(1e-3), lambda: begin(solver), lambda: transposing(comm))
        raised = []
        for call in calls:
            try:
                call()
            except BaseException as error:
                raised.append(error)
        return raised

    for raised in on_ranks(2, work):
        assert [error is failure for error in raised] == [True] * 3
    assert any(frame.name == "Irecv" for frame in traceback.extract_tb(failure.__traceback__))


def test_duplicates_are_given_back():
    def work(comm):
        solver = channel(comm)
        begin(solver)
        assert comm.there == [1]
        other = poisson.Solver(BOX, 0.2, WALLS, backend="cpu", comm=comm)
        assert comm.there == [2]
        del solver
        assert comm.there == [1]
        del other
        with pytest.raises(tobiuo.InvalidArgument):
            channel(comm, viscosity=-1.0)
        with pytest.raises(ValueError, match="backend is 'gpu'"):
            channel(comm, backend="gpu")
        gc.collect()
        assert comm.there == [0]
        comm.failure = Lost("the cable")
        with pytest.raises(Lost):
            transposing(comm)
        gc.collect()
        assert comm.there == [0]

    on_ranks(2, work, DuplicatedRank)


def test_what_is_no_communicator_is_refused():
    with pytest.raises(TypeError, match="comm is str, which has no Get_rank: give a communicator"):
        channel("world")
    with pytest.raises(TypeError, match="comm is int, which"):
        poisson.Solver(BOX, 0.2, backend="cpu", comm=3)

    class Half(ThreadRank):
        Irecv = None

    with pytest.raises(TypeError, match="comm is Half, which has no Irecv"):
        channel(alone(Half))
    comm = alone()
    for rank, size, said in (
        (1, 1, "this is rank 1 of 1: count ranks from 0"), (-1, 2, "this is rank -1 of 2"),
        (0, 0, "the communicator has 0 ranks"), (0, -3, "has -3 ranks"),
    ):  # fmt: skip
        comm.rank, comm.size = rank, size
        for make in (channel, lambda c: poisson.Solver(BOX, 0.2, backend="cpu", comm=c)):
            with pytest.raises(tobiuo.InvalidArgument, match=said):
                make(comm)
    comm.rank, comm.size = 0.5, 1
    with pytest.raises(TypeError, match="the rank of comm is 0.5: give a whole number"):
        channel(comm)
    for make in (channel, lambda **o: poisson.Solver(BOX, 0.2, backend="cpu", **o)):
        with pytest.raises(ValueError, match="through_host_memory is set, but comm is None"):
            make(through_host_memory=True)


def test_what_ranks_cannot_divide_is_refused():
    def work(comm):
        with pytest.raises(tobiuo.InvalidArgument, match="use 3 ranks at most"):
            channel(comm)

    on_ranks(4, work)

    def refused(comm):
        with pytest.raises(tobiuo.InvalidArgument, match="nothing changes along z"):
            flow.Solver((8, 8), 0.1, viscosity=0.1, backend="cpu", comm=comm)
        with pytest.raises(tobiuo.InvalidArgument, match="nothing changes along z"):
            poisson.Solver((8, 8), 0.1, backend="cpu", comm=comm)
        with pytest.raises(tobiuo.Error, match="OpenCL"):
            poisson.Solver(BOX, 0.1, backend="opencl", comm=comm)
        with pytest.raises(ValueError, match="device_bytes is 5"):
            poisson.Solver(BOX, 0.1, backend="cpu", comm=comm, device_bytes=5)

    on_ranks(2, refused)


def test_arrays_of_other_planes_are_refused():
    def work(comm):
        solver = channel(comm)
        rest = np.zeros(BOX)
        own = rest[solver.planes]
        said = rf"u has the shape \(7, 5, 6\), but \({len(own)}, 5, 6\) is needed"
        with pytest.raises(ValueError, match=said):
            solver.start(rest, own, own)
        solver.start(own, own, own)
        with pytest.raises(ValueError, match="out has the shape"):
            solver.pressure(np.empty(BOX))
        pressure = solver.pressure(np.empty(own.shape))
        assert pressure.shape == own.shape
        direct = poisson.Solver(BOX, 0.2, WALLS, backend="cpu", comm=comm)
        with pytest.raises(ValueError, match="f has the shape"):
            direct.solve(rest)
        with pytest.raises(ValueError, match=r"a wall of axis 1 has the shape \(7, 6\)"):
            direct.solve(own, walls=(None, (np.zeros((7, 6)), None), None))

    on_ranks(2, work)


def test_a_solver_on_ranks_cannot_be_pickled():
    begun = channel(alone())
    begin(begun)
    for solver in (channel(alone()), begun, poisson.Solver(BOX, 0.2, backend="cpu", comm=alone())):
        with pytest.raises(TypeError, match="on the ranks of a communicator cannot be pickled"):
            pickle.dumps(solver)


def test_a_child_of_a_fork_is_no_rank():
    solver = channel(alone(DuplicatedRank))
    begin(solver)
    child = os.fork()
    if child == 0:
        try:
            solver.step(1e-3)
        except tobiuo.Error as error:
            os._exit(7 if "the child is no rank" in str(error) else 1)
        finally:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    solver.step(1e-3)


EXAMPLE = Path(__file__).resolve().parents[3] / "doors" / "python" / "examples" / "on_ranks.py"

# Receives of the program that take messages of any tag do not meet those of a solver.
BESIDE_OTHER_MESSAGES = """
import numpy as np
from mpi4py import MPI
from tobiuo import poisson
world = MPI.COMM_WORLD
other = 1 - world.rank
word = np.zeros(1)
awaited = world.Irecv(word, source=MPI.ANY_SOURCE, tag=MPI.ANY_TAG)
for _ in range(100):  # as many as communicators would not be there without being given back
    solver = poisson.Solver((8, 4, 4), 0.1, "neumann", backend="cpu", threads=1, comm=world)
    u = solver.solve(np.ones(solver.shape))
    del solver
world.Send(np.full(1, 5.0), dest=other)
awaited.Wait()
assert word[0] == 5 and np.all(np.abs(u) < 1e-12)
print("done")
"""


def by_mpirun(ranks, *arguments):
    """What an interpreter prints on so many ranks."""
    if shutil.which("mpirun") is None:
        pytest.skip("mpirun is not installed")
    try:
        importlib.import_module("mpi4py")
    except ImportError as error:
        pytest.skip(str(error))
    done = subprocess.run(
        ["mpirun", "-n", str(ranks), "--oversubscribe", "--bind-to", "none", sys.executable, "-B",
         *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", timeout=120,
        env={**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.parametrize("ranks", (2, 3))
def test_the_example_runs_on_several_ranks(ranks):
    said = by_mpirun(ranks, str(EXAMPLE))
    assert said.count("of the flow differ") == ranks and f"rank {ranks - 1} of {ranks}" in said


def test_messages_of_the_program_are_its_own():
    assert by_mpirun(2, "-c", BESIDE_OTHER_MESSAGES).count("done") == 2
