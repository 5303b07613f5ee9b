# SPDX-License-Identifier: BSD-3-Clause
# A Poisson solver inside a module of PyTorch: a charge is found on a fine grid from potentials on a
# coarse one by a descent along gradients, on the CPU or, as "torch_module.py cuda", on a GPU.
import sys

try:
    import torch
except ImportError:
    print("nothing computed: PyTorch is not installed")
    raise SystemExit from None

from tobiuo import poisson


class Solve(torch.autograd.Function):
    """The solution u of laplacian(u) = f with zero Dirichlet walls. On cells the operator is
    symmetric, so that the gradient by f is the same solve of the gradient by u."""

    @staticmethod
    def forward(ctx, f, width):
        ctx.width = width
        return poisson.solve(f.detach(), width, "dirichlet")

    @staticmethod
    def backward(ctx, gradient):
        return Solve.apply(gradient.contiguous(), ctx.width), None


class Sensors(torch.nn.Module):
    """What sensors over so many cells each way measure of the potential of a positive charge."""

    def __init__(self, cells, width, pixels, device):
        super().__init__()
        self.width, self.pixels = width, pixels
        zeros = torch.zeros(cells, cells, dtype=torch.double, device=device)
        self.values = torch.nn.Parameter(zeros)

    def charge(self):
        return torch.nn.functional.softplus(self.values)

    def forward(self):
        return self.measured(self.charge())

    def measured(self, charge):
        potential = Solve.apply(-charge, self.width)
        return torch.nn.functional.avg_pool2d(potential[None, None], self.pixels)[0, 0]


device = sys.argv[1] if len(sys.argv) > 1 else "cpu"
cells, pixels = 64, 4
small = torch.randn(4, 5, dtype=torch.double, device=device, requires_grad=True)
assert torch.autograd.gradcheck(lambda f: Solve.apply(f, 0.5), small)
assert torch.autograd.gradgradcheck(lambda f: Solve.apply(f, 0.5) ** 2, small)

y, x = torch.meshgrid(*[torch.arange(cells, device=device).double()] * 2, indexing="ij")
true = sum(
    60 * torch.exp(-((y - row) ** 2 + (x - column) ** 2) / 8)
    for row, column in ((20, 18), (22, 29), (45, 40))
)
module = Sensors(cells, 1 / cells, pixels, device)
with torch.no_grad():
    data = module.measured(true)

optimizer = torch.optim.LBFGS(
    module.parameters(), max_iter=300, history_size=20, line_search_fn="strong_wolfe"
)
losses = []


def misfit():
    optimizer.zero_grad()
    loss = torch.mean((module() - data) ** 2) / torch.mean(data**2)
    (1e4 * loss).backward()
    losses.append(loss.item())
    return 1e4 * loss


optimizer.step(misfit)

found = module.charge().detach()
alike = torch.corrcoef(torch.stack((found.flatten(), true.flatten())))[0, 1].item()
print(f"misfit {losses[0]:.1e}, after {len(losses)} evaluations {losses[-1]:.1e}")
print(f"total charge {found.sum().item():.0f} of {true.sum().item():.0f}, correlation {alike:.2f}")
assert losses[-1] < 1e-4 * losses[0] and alike > 0.8
