# SPDX-License-Identifier: BSD-3-Clause
# Finds the charge of which a coarse picture of the potential is known: gradient descent through a
# Poisson solve. The gradient is PyTorch's where it is installed; without it, it is written down: on
# cells of one width a solve is its own adjoint.
import numpy as np

from tobiuo import poisson

try:
    import torch
except ImportError:
    torch = None

CELLS, COARSE = 32, 8
H = 1 / CELLS

place = (np.arange(CELLS) + 0.5) * H
y, x = np.meshgrid(place, place, indexing="ij")
truth = np.exp(-((x - 0.3) ** 2 + (y - 0.6) ** 2) / 0.01)


def coarse(u):
    """Means over squares of cells, of arrays of both modules."""
    return u.reshape(COARSE, CELLS // COARSE, COARSE, CELLS // COARSE).mean((1, 3))


picture = coarse(poisson.solve(truth, H, "dirichlet"))


def loss_and_gradient(charge):
    """Half the sum of squares of what differs, and its gradient by the charge."""
    if torch is not None:
        leaf = torch.from_numpy(charge).requires_grad_()
        u = poisson.solve(leaf, H, "dirichlet")
        loss = ((coarse(u) - torch.from_numpy(picture)) ** 2).sum() / 2
        loss.backward()
        return float(loss), leaf.grad.numpy()
    differs = coarse(poisson.solve(charge, H, "dirichlet")) - picture
    by_u = np.kron(differs, np.ones((CELLS // COARSE,) * 2)) * (COARSE / CELLS) ** 2
    return np.sum(differs**2) / 2, poisson.solve(by_u, H, "dirichlet")


charge, speed, losses = np.zeros((CELLS, CELLS)), np.zeros((CELLS, CELLS)), []
for _ in range(400):  # with momentum
    loss, gradient = loss_and_gradient(charge)
    speed = 0.95 * speed - 2000 * gradient
    charge += speed
    losses.append(loss)
found = np.unravel_index(np.argmax(charge), charge.shape)
print(
    f"{'PyTorch' if torch else 'numpy'}: the loss fell from {losses[0]:.1e} to "
    f"{losses[-1]:.1e}; the charge is strongest at x = {place[found[1]]:.2f}, y = {place[found[0]]:.2f}"
)
assert losses[-1] < 1e-4 * losses[0]
assert abs(place[found[1]] - 0.3) < 0.06 and abs(place[found[0]] - 0.6) < 0.06
