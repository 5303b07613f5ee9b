# SPDX-License-Identifier: BSD-3-Clause
# What tobiuo.flow refuses, and in which words.
import numpy as np
import pytest

import tobiuo
from tobiuo import flow


def made(shape=(4, 6), spacing=1.0, faces="periodic", viscosity=0.1, **options):
    return flow.Solver(shape, spacing, faces, viscosity=viscosity, backend="cpu", **options)


def begun(**options):
    solver = made(**options)
    rest = np.zeros(solver.shape, solver.dtype)
    solver.start(rest, rest, rest)
    return solver


def test_shapes_and_spacings_are_checked():
    with pytest.raises(ValueError, match="flows have 1 to 3"):
        made((2, 2, 2, 2))
    with pytest.raises(ValueError, match="spacing has 3 entries for 2 axes"):
        made(spacing=(1.0, 1.0, 1.0))
    with pytest.raises(ValueError, match="whose 4 cells have 5 nodes"):
        made(spacing=(np.arange(4.0), 1.0), faces=("no-slip", "periodic"))
    for spacing in (0.0, -1.0, float("nan")):
        with pytest.raises(tobiuo.InvalidArgument):
            made(spacing=spacing)
    with pytest.raises(tobiuo.InvalidArgument, match="stretched and periodic"):
        made(spacing=(np.arange(5.0) ** 2, 1.0))
    with pytest.raises(ValueError, match="precision is 'half'"):
        made(precision="half")


def test_the_axis_of_implicit_diffusion_is_checked():
    with pytest.raises(ValueError, match="implicit_diffusion is 'w': it is one of"):
        made(implicit_diffusion="w")
    with pytest.raises(tobiuo.InvalidArgument, match="along axis z, along which nothing changes"):
        made(implicit_diffusion="z")


def test_faces_are_checked():
    with pytest.raises(ValueError, match="the kind of a face is 'wall': it is one of 'periodic'"):
        made(faces="wall")
    with pytest.raises(ValueError, match="faces has 3 entries for 2 axes"):
        made(faces=("no-slip",) * 3)
    with pytest.raises(ValueError, match="a pair"):
        made(faces=("periodic", ("no-slip",) * 3))
    with pytest.raises(TypeError, match="faces has 1: give a word, or a Face"):
        made(faces=("periodic", ("no-slip", 1)))
    with pytest.raises(tobiuo.InvalidArgument, match="periodic at one end only"):
        made(faces=("periodic", ("periodic", "no-slip")))
    with pytest.raises(tobiuo.InvalidArgument, match="nothing flows through a wall"):
        made(faces=(flow.Face("no-slip", velocity=(0, 1.0)), "periodic"))
    with pytest.raises(ValueError, match=r"has the shape \(7,\), but the face has \(6,\)"):
        made(faces=(flow.Face("no-slip", velocity=(np.zeros(7),)), "periodic"))
    with pytest.raises(ValueError, match="has 4 components"):
        made(faces=(flow.Face("no-slip", velocity=(0, 0, 0, 0)), "periodic"))
    with pytest.raises(TypeError, match="the velocity of a face is str"):
        made(faces=(flow.Face("no-slip", velocity=("fast",)), "periodic"))
    with pytest.raises(tobiuo.InvalidArgument, match="flows into the box than out"):
        made(faces=("periodic", (flow.Face("inflow", velocity=(1.0,)), "no-slip")))


def test_numbers_are_checked():
    with pytest.raises(tobiuo.InvalidArgument, match="the viscosity is -1"):
        made(viscosity=-1.0)
    with pytest.raises(tobiuo.InvalidArgument, match="the force is not finite"):
        made(force=(np.inf,))
    with pytest.raises(ValueError, match="force has 4 components"):
        made(force=(0, 0, 0, 0))
    with pytest.raises(TypeError, match="force is 1.0: give numbers along x, y and z"):
        made(force=1.0)
    solver = begun()
    for step in (0.0, -0.1, float("nan"), float("inf")):
        with pytest.raises(tobiuo.InvalidArgument, match="time goes forward"):
            solver.step(step)
    with pytest.raises(tobiuo.InvalidArgument, match="steps is -1"):
        solver.step(0.1, -1)
    for cfl, rate in ((0.0, 1.0), (1.0, -1.0), (float("nan"), 1.0)):
        with pytest.raises(tobiuo.InvalidArgument, match="a cfl above 0"):
            solver.step_limit(cfl, rate)
    with pytest.raises(tobiuo.InvalidArgument, match="not finite"):
        solver.set_force((float("nan"),))


def test_scalars_are_checked():
    walls = ("no-slip", "periodic")
    with pytest.raises(TypeError, match="scalar is 1.0: give a Scalar"):
        made(scalar=1.0)
    with pytest.raises(tobiuo.InvalidArgument, match="the diffusivity of the scalar is -1"):
        made(scalar=flow.Scalar(-1.0))
    with pytest.raises(ValueError, match="faces of the scalar has 3 entries for 2 axes"):
        made(scalar=flow.Scalar(1.0, faces=(None,) * 3))
    with pytest.raises(ValueError, match=r"give None, \('value', s\) or \('flux', number\)"):
        made(faces=walls, scalar=flow.Scalar(1.0, faces=((1.0, 0.0), None)))
    with pytest.raises(ValueError, match="the kind of a scalar on a face is 'heat'"):
        made(faces=walls, scalar=flow.Scalar(1.0, faces=((("heat", 1.0), None), None)))
    with pytest.raises(ValueError, match=r"the scalar on a face has the shape \(5,\)"):
        made(faces=walls, scalar=flow.Scalar(1.0, faces=((("value", np.ones(5)), None), None)))
    with pytest.raises(tobiuo.InvalidArgument, match="nothing diffuses"):
        made(faces=walls, scalar=flow.Scalar(0.0, faces=((("flux", 1.0), None), None)))
    for call in (lambda: begun().scalar(), lambda: begun().set_scalar(np.zeros((4, 6)))):
        with pytest.raises(ValueError, match="the flow carries no scalar"):
            call()


def test_nothing_is_asked_of_a_flow_without_a_velocity():
    solver = made(scalar=flow.Scalar(0.1))
    calls = (
        lambda: solver.step(0.1), solver.observed, solver.velocity, solver.pressure, solver.state,
        solver.scalar, lambda: solver.step_limit(1.0),
    )  # fmt: skip
    for call in calls:
        with pytest.raises(tobiuo.Error, match=r"call start\(\) or resume\(\) first"):
            call()


def test_arrays_are_checked():
    solver = begun()
    good = np.zeros((4, 6))
    with pytest.raises(TypeError, match="v is float32, but float64 is needed"):
        solver.start(good, good.astype("float32"), good)
    with pytest.raises(ValueError, match=r"w has the shape \(6, 4\), but \(4, 6\) is needed"):
        solver.start(good, good, np.zeros((6, 4)))
    with pytest.raises(ValueError, match="u is not contiguous"):
        solver.start(np.zeros((6, 4)).T, good, good)
    with pytest.raises(TypeError, match="list is no array"):
        solver.start([0.0], good, good)
    with pytest.raises(ValueError, match=r"state has the shape \(24,\), but \(72,\)"):
        solver.resume(good.ravel())
    good.flags.writeable = False
    solver.start(good, good, good)
    with pytest.raises(ValueError, match="out is read-only"):
        solver.pressure(good)
    with pytest.raises(ValueError, match="out has 2 arrays: give three"):
        solver.velocity((good, good))
    with pytest.raises(ValueError, match="field is 'q': it is one of 'u'"):
        solver.positions("q", 0)
    with pytest.raises(ValueError, match="axis is 2"):
        solver.positions("u", 2)
    with pytest.raises(ValueError, match="a device is named, but not the back end"):
        made(device=0)
