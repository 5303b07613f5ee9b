# SPDX-License-Identifier: BSD-3-Clause
# Children of a fork: the library works there on the CPU, and says so at once where it cannot.
import multiprocessing
import os
import signal
import threading
import time

import numpy as np
import pytest

import tobiuo
from tobiuo import fft, flow, poisson

SECONDS = 60  # after which a child that waits for a thread is ended


def in_child(work):
    """Runs work() in a forked child; its exit code, or minus its signal."""
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


X = np.random.default_rng(2).standard_normal((64, 64, 64))


def transform():
    return fft.fftn(X, workers=2)


def by_fftw():
    return fft.fftn(X[:61, :53, :59], workers=2)


def real_transform():
    return fft.irfftn(fft.rfftn(X, workers=2), workers=2)


def cosines():
    return fft.dctn(X, workers=2)


def solve():
    return poisson.solve(X, 1 / 64, ("neumann", "periodic", "dirichlet"), threads=2)


def flow_for_some_steps():
    solver = flow.Solver((64, 64, 32), 0.1, viscosity=0.01, backend="cpu", threads=2)
    solver.start(*(X[:, :, :32].copy() for _ in range(3)))
    solver.step(1e-3)
    return solver.state()


CALLS = (transform, by_fftw, real_transform, cosines, solve, flow_for_some_steps)


@pytest.mark.parametrize("call", CALLS)
def test_a_child_computes_what_its_parent_did(call):
    expected = call()

    def work():
        for _ in range(2):
            assert np.array_equal(call(), expected)

    assert in_child(work) == 0
    assert np.array_equal(call(), expected)  # and the parent goes on


def test_plans_and_solvers_of_the_parent_work_in_the_child():
    plan = fft.Plan(X.shape, "r2c", backend="cpu", threads=2)
    solver = poisson.Solver(X.shape, 0.1, "dirichlet", backend="cpu", threads=2)
    stepped = flow.Solver(X.shape, 0.1, viscosity=0.01, backend="cpu", threads=2)
    stepped.start(X, X, X)
    stepped.step(1e-4)

    def results():
        stepped.step(1e-4)
        return plan(X), solver.solve(X), stepped.velocity()[0]

    def work():
        again = results()
        os.write(end, b"".join(np.ascontiguousarray(a[:2, 0]).tobytes() for a in again))

    begin, end = os.pipe()
    assert in_child(work) == 0
    expected = b"".join(np.ascontiguousarray(a[:2, 0]).tobytes() for a in results())
    assert os.read(begin, 1 << 20) == expected
    os.close(begin), os.close(end)


def test_grandchildren_work_too():
    transform()
    assert in_child(lambda: transform() is not None and in_child(transform) == 0 or 1 / 0) == 0


def test_many_children_of_many_forks_work():
    for _ in range(10):
        transform()
        assert in_child(transform) == 0


def test_a_fork_beside_threads_that_work_leaves_no_lock_behind():
    stop = threading.Event()
    solver = flow.Solver((64, 64, 32), 0.1, viscosity=0.01, backend="cpu", threads=1)
    solver.start(*(X[:, :, :32].copy() for _ in range(3)))

    def work():
        n = 50
        while not stop.is_set():
            fft.clear_cache()
            for call in (transform, cosines, solve):
                call()
            fft.fft(X[0, 0, : n % 64 + 1])
            n += 1

    def step():
        while not stop.is_set():
            solver.step(1e-9)

    threads = [threading.Thread(target=work) for _ in range(2)] + [threading.Thread(target=step)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(20):
            assert in_child(lambda: [call() for call in (transform, by_fftw, cosines, solve)]) == 0
            time.sleep(0.01)
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def test_a_flow_in_whose_call_the_process_was_forked_says_so():
    solver = flow.Solver((4, 4), 0.1, viscosity=0.01, backend="cpu")
    solver.start(*np.zeros((3, 4, 4)))

    def work():
        with pytest.raises(tobiuo.Error, match="forked while another thread"):
            solver.step(1e-3)

    with solver._taking_turns:
        assert in_child(work) == 0
    solver.step(1e-3)


def worker(seed):
    x = np.random.default_rng(seed).standard_normal((32, 32, 32))
    return float(np.sum(np.abs(fft.fftn(x, workers=2))) + np.sum(poisson.solve(x, 0.1, threads=2)))


@pytest.mark.parametrize("way", ("fork", "forkserver", "spawn"))
def test_workers_of_multiprocessing_give_what_the_parent_gives(way):
    expected = [worker(seed) for seed in range(4)]
    with multiprocessing.get_context(way).Pool(2) as pool:
        assert pool.map_async(worker, range(4)).get(SECONDS) == expected


class Elsewhere(fft.Plan):
    """A plan that believes to be on a device."""

    def __init__(self):
        super().__init__((8,), backend="cpu")
        self.backend = "opencl"


def test_a_plan_on_a_device_is_refused_in_the_child_at_once():
    plan = Elsewhere()

    def work():
        with pytest.raises(tobiuo.DeviceError, match="before this process was forked.*'spawn'"):
            plan(np.ones(8) + 0j)

    plan._lock.acquire()  # as by a call of another thread
    assert in_child(work) == 0


def test_the_driver_of_cuda_is_not_asked_in_the_child(monkeypatch):
    from tobiuo import _cuda

    monkeypatch.setattr(_cuda, "_driver", object())

    def work():
        for call in (_cuda.current_device, _cuda.wait_for_device, lambda: _cuda.device_of(1)):
            with pytest.raises(tobiuo.DeviceError, match="forked after its parent"):
                call()

    assert in_child(work) == 0
    assert not _cuda._is_lost
