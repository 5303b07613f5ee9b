# SPDX-License-Identifier: BSD-3-Clause
# Learns what drives a channel, a force and a wall that moves, and its viscosity, from the velocity at a
# few places: by the gradients of 100 steps of a flow. They are PyTorch's where it is installed; without it,
# flow.Steps gives them.
import numpy as np

from tobiuo import flow

try:
    import torch
except ImportError:
    torch = None

CELLS, STEPS, TIME_STEP = (16, 4), 100, 0.01
WALL = ("y", "upper", "u")
NAMES = ("force", "viscosity", "velocity of the wall")


def numbers_of(unknown):
    """The inputs of the steps."""
    return {
        "force": (unknown[0], 0.0, 0.0), "viscosity": unknown[1], "faces": {WALL: unknown[2]}
    }  # fmt: skip


solver = flow.Solver(
    CELLS, 1 / CELLS[0], faces=[("no-slip", flow.Face("no-slip", (0.0,))), "periodic"],
    viscosity=0.05, backend="cpu",
)  # fmt: skip
steps = flow.Steps(solver, TIME_STEP, STEPS)
rest = np.zeros(steps.state_shape)
places = np.arange(1, CELLS[0], 3) * CELLS[1]  # of u, across the channel

TRUTH = np.array([0.8, 0.04, 0.5])
seen = steps(rest, **numbers_of(TRUTH))[places]


def loss_and_gradient(unknown):
    """Half the sum of squares of what differs, and its gradient."""
    if torch is not None:
        leaf = torch.tensor(unknown, requires_grad=True)
        force = torch.stack([leaf[0], torch.zeros_like(leaf[0]), torch.zeros_like(leaf[0])])
        end = steps(
            torch.from_numpy(rest), force=force, viscosity=leaf[1], faces={WALL: leaf[2]}
        )  # fmt: skip
        loss = ((end[places] - torch.from_numpy(seen)) ** 2).sum() / 2
        loss.backward()
        return float(loss), leaf.grad.numpy()
    end = steps(rest, **numbers_of(unknown))
    by_end = np.zeros_like(end)
    by_end[places] = end[places] - seen
    by = steps.backward(by_end)
    gradient = [by.force[0], by.viscosity, by.faces[WALL].sum()]
    return (by_end**2).sum() / 2, np.array(gradient)


# A descent in numbers of about 1, by the method of Broyden, Fletcher, Goldfarb and Shanno.
SCALE = np.array([1.0, 0.05, 1.0])
place, inverse = np.array([0.2, 0.06, 0.0]) / SCALE, 0.1 * np.eye(3)
loss, slope = loss_and_gradient(place * SCALE)
losses = [loss]
while losses[-1] > 1e-12 * losses[0] and len(losses) < 60:
    way, part = -inverse @ (slope * SCALE), 1.0
    while True:
        there = np.clip(place + part * way, 0.02, 2.0)
        loss, other = loss_and_gradient(there * SCALE)
        if loss < losses[-1] or part < 1e-6:
            break
        part /= 2
    moved, changed = there - place, (other - slope) * SCALE
    if moved @ changed > 0:
        one = np.eye(3) - np.outer(moved, changed) / (moved @ changed)
        inverse = one @ inverse @ one.T + np.outer(moved, moved) / (moved @ changed)
    place, slope = there, other
    losses.append(loss)
unknown = place * SCALE
print(
    f"{'PyTorch' if torch else 'numpy'}: the loss fell from {losses[0]:.1e} to {losses[-1]:.1e} in "
    f"{len(losses)} descents; "
    + ", ".join(f"{name} {value:.4f}" for name, value in zip(NAMES, unknown))
)
assert losses[-1] < 1e-8 * losses[0]
assert np.allclose(unknown, TRUTH, rtol=1e-2)
