# SPDX-License-Identifier: BSD-3-Clause
# Gradients of transforms and solves by PyTorch, where it is installed; on a GPU where it has one.
import itertools

import numpy as np
import pytest

from tobiuo import fft, poisson

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

DEVICES = ["cpu"] + (["cuda"] if torch.cuda.is_available() else [])
DOUBLE = torch.float64
WAYS = ({}, {"axes": (0, 2), "norm": "ortho"}, {"s": (6, 3), "axes": (2, 1), "norm": "forward"})
TRANSFORMS = (
    ("fftn", DOUBLE), ("fftn", torch.complex128), ("ifftn", torch.complex128), ("rfftn", DOUBLE),
    ("irfftn", torch.complex128), ("hfftn", torch.complex128), ("ihfftn", DOUBLE),
)  # fmt: skip


@pytest.fixture(params=DEVICES)
def leaf(request):
    """Makes leaf tensors of random numbers that require gradients."""
    generator = torch.Generator().manual_seed(7)

    def make(*shape, dtype=DOUBLE):
        values = torch.randn(shape, dtype=dtype, generator=generator)
        return values.to(request.param).requires_grad_()

    return make


def check(function, *inputs, second=True):
    assert torch.autograd.gradcheck(function, inputs)
    assert not second or torch.autograd.gradgradcheck(function, inputs)


@pytest.mark.parametrize("name, dtype", TRANSFORMS)
def test_transforms_beside_those_of_pytorch(leaf, name, dtype):
    x = leaf(3, 4, 5, dtype=dtype)
    for way in WAYS:
        found = getattr(fft, name)(x, **way)
        theirs = getattr(torch.fft, name)(x, s=way.get("s"), dim=way.get("axes"),
                                          norm=way.get("norm"))  # fmt: skip
        y = torch.randn_like(found)
        ours, expected = (torch.autograd.grad(u, x, y)[0] for u in (found, theirs))
        assert torch.allclose(found, theirs) and torch.allclose(ours, expected)
        check(lambda t: getattr(fft, name)(t, **way), x)
        assert torch.equal(found.detach(), getattr(fft, name)(x.detach(), **way))


@pytest.mark.parametrize("name", ("dctn", "idctn", "dstn", "idstn"))
def test_cosine_and_sine_transforms(leaf, name):
    x = leaf(3, 4, 5)
    for type, way in itertools.product((1, 2, 3, 4), WAYS):
        check(lambda t: getattr(fft, name)(t, type, **way), x)
        found = getattr(fft, name)(x, type, **way)
        assert torch.equal(found.detach(), getattr(fft, name)(x.detach(), type, **way))


def test_types_and_modes_of_pytorch(leaf):
    x = leaf(4, 6, dtype=torch.float32)
    y = fft.rfft2(x * fft.fft2(x).abs())
    y.abs().sum().backward()
    assert y.dtype == torch.complex64 and x.grad.dtype == torch.float32
    with torch.no_grad():
        assert not fft.fft2(x).requires_grad
    with torch.autograd.forward_ad.dual_level():
        dual = torch.autograd.forward_ad.make_dual(x.detach(), torch.ones_like(x))
        tangent = torch.autograd.forward_ad.unpack_dual(fft.rfft2(dual)).tangent
        u = poisson.solve(dual, 0.1, "dirichlet")
        along = torch.autograd.forward_ad.unpack_dual(u).tangent
    assert torch.equal(tangent, fft.rfft2(torch.ones_like(x)))
    assert torch.equal(along, poisson.solve(torch.ones_like(x), 0.1, "dirichlet"))
    z = fft.fft(torch.arange(6), norm="ortho")
    assert z.dtype == torch.complex128


SIDES = (
    "periodic", (("dirichlet", "neumann"), "periodic"), ("neumann", "neumann"),
    (("neumann", "dirichlet"), ("dirichlet", "dirichlet")),
)  # fmt: skip


def walls_of(leaf, boundary):
    """Walls, an array below and a number above, and the tensors in them."""
    pairs = [boundary] * 2 if isinstance(boundary, str) else boundary
    walls = [None if pair == "periodic" else (leaf(count), leaf())
             for pair, count in zip(pairs, (5, 4))]  # fmt: skip
    return walls, [value for pair in walls if pair for value in pair]


@pytest.mark.parametrize("location", ("cell", "node"))
@pytest.mark.parametrize("boundary", SIDES)
def test_solves_by_all_that_is_smooth(leaf, boundary, location):
    f, lambda_, spacing = leaf(4, 5), leaf(), leaf(2)
    with torch.no_grad():
        lambda_.fill_(-2.0)
        spacing.copy_(torch.tensor([0.3, 0.2], dtype=DOUBLE))
    walls, values = walls_of(leaf, boundary)

    def solve(f, lambda_, spacing, *values):
        rest = iter(values)
        given = [None if pair is None else (next(rest), next(rest)) for pair in walls]
        return poisson.solve(
            f, spacing, boundary, location=location, lambda_=lambda_, walls=given
        )

    check(lambda f, *values: solve(f, 0.0, (0.3, 0.2), *values), f, *values)
    check(solve, f, lambda_, spacing, *values)
    with torch.no_grad():
        plain = solve(f, -2.0, (0.3, 0.2), *values)
    recorded = solve(f, lambda_, spacing, *values)
    assert recorded.requires_grad and torch.equal(recorded.detach(), plain)


def test_other_solves(leaf):
    f = leaf(6, 5)
    nodes = np.linspace(0, 1, 6) ** 1.4
    sides = ("periodic", ("dirichlet", "neumann"))
    check(
        lambda f, wall: poisson.solve(f, (0.3, nodes), sides, walls=(None, (wall, 1.0))), f, leaf(6)
    )
    check(lambda f: poisson.solve(f, 0.1, ("neumann", "open")), f)
    check(lambda f: poisson.solve(f, 0.1, "neumann", operator="spectral"), f)
    check(lambda f, h: poisson.solve(f, h, operator="fourth-order", lambda_=-9.0), f,
          leaf().detach().abs().add(0.1).requires_grad_())  # fmt: skip
    solver = poisson.FreeSpaceSolver(
        (6, 5), 0.1, ("open", "neumann"), location="node",
        **({"backend": "cuda", "device": f.get_device()} if f.is_cuda else {"backend": "cpu"}),
    )  # fmt: skip
    check(solver.solve, f)
    with pytest.raises(TypeError, match="f is float32, but float64 is needed"):
        solver.solve(f.to(torch.float32))
    with pytest.raises(ValueError, match=r"shape \(5, 6\), but \(6, 5\) is needed"):
        solver.solve(f.T)


@pytest.mark.parametrize("location", ("cell", "node"))
def test_solves_with_robin_ends(leaf, location):
    f, lower, upper, lambda_ = leaf(4, 5), leaf(5), leaf(), leaf()
    with torch.no_grad():
        lambda_.fill_(-2.0)
    nodes = np.linspace(0, 1, 5 if location == "cell" else 4) ** 1.4
    for spacing in (0.1, (nodes, 0.1)):
        boundary = ((("robin", 2.0, 0.5), ("robin", 1.0, 3.0)), "neumann")

        def solve(f, lower, upper, lambda_):
            return poisson.solve(
                f, spacing, boundary, walls=((lower, upper), None), lambda_=lambda_,
                location=location,
            )  # fmt: skip

        check(solve, f, lower, upper, lambda_)
        check(lambda f, lower, upper: solve(f, lower, upper, 0.0), f, lower, upper)


def test_batches_and_a_coefficient_along_an_axis(leaf):
    f, wall, lambda_ = leaf(2, 3, 4, 5), leaf(2, 3, 5), leaf()
    with torch.no_grad():
        lambda_.fill_(-2.0)

    def solve(f, wall, lambda_):
        return poisson.solve(
            f, 0.1, ("dirichlet", "neumann"), walls=((wall, 1.0), None), lambda_=lambda_, axes=2
        )

    check(solve, f, wall, lambda_)
    found = solve(f, wall, lambda_)
    assert torch.equal(found.detach(), solve(f.detach(), wall.detach(), -2.0))
    h = leaf().detach().abs().add(0.1).requires_grad_()
    check(lambda f, h: poisson.solve(f, h, "neumann", axes=2, lambda_=-1.0), f, h)
    lambdas = -np.arange(6.0).reshape(2, 3)
    check(lambda f: poisson.solve(f, 0.1, "neumann", axes=2, lambda_=lambdas), f)
    one = poisson.solve(f[1, 1], 0.1, "neumann", lambda_=-4.0)
    each = poisson.solve(f, 0.1, "neumann", axes=2, lambda_=lambdas)
    assert torch.equal(each[1, 1], one)
    rho = (0, np.exp(-np.linspace(0, 1, 9)))
    check(lambda f: poisson.solve(f, 0.1, "neumann", rho=rho), leaf(4, 5))
    if hasattr(torch, "func"):
        mapped = torch.func.vmap(lambda f: poisson.solve(f, 0.1, "neumann", rho=rho))(f[0].detach())
        assert torch.equal(mapped[2], poisson.solve(f[0, 2].detach(), 0.1, "neumann", rho=rho))


def test_rho_weighs_beside_walls_at_zero(leaf):
    f, rho = leaf(4, 5), (0, np.exp(-np.linspace(0, 1, 9)))

    def solve(f, **options):
        return poisson.solve(f, 0.1, ("dirichlet", "neumann"), rho=rho, **options)

    walls = ((0, 0), None)
    assert torch.equal(solve(f, walls=walls).detach(), solve(f.detach(), walls=walls))
    assert torch.equal(solve(f, walls=walls), solve(f))
    check(lambda f: solve(f, walls=walls), f)


def test_the_remainder_of_a_step_falls_with_its_square(leaf):
    f, lambda_, spacing, wall = leaf(8, 8), leaf(), leaf(), leaf(8)
    with torch.no_grad():
        lambda_.fill_(-2.0)
        spacing.fill_(0.2)

    def loss(step):
        u = poisson.solve(
            f + step * df, spacing + step * dh, "dirichlet", lambda_=lambda_ + step * dl,
            walls=((wall + step * dw, None), None),
        )  # fmt: skip
        return (u**3).sum()

    df, dw = leaf(8, 8).detach(), leaf(8).detach()
    dh, dl = torch.full_like(spacing, 0.05), torch.ones_like(lambda_)
    gradients = torch.autograd.grad(loss(0.0), (f, lambda_, spacing, wall))
    slope = sum((g * d).sum() for g, d in zip(gradients, (df, dl, dh, dw)))
    with torch.no_grad():
        steps = 10.0 ** -np.arange(1, 6)
        left = [float(abs(loss(s) - loss(0.0) - s * slope)) for s in steps]
    orders = np.log10(np.array(left[:-1]) / np.array(left[1:]))
    assert np.all(np.abs(orders - 2) < 0.2), orders


def test_hundreds_of_steps_of_descent_stay_finite(leaf):
    charge = leaf(8, 8)
    target = poisson.solve(torch.ones_like(charge), 1 / 8, "dirichlet").detach()
    optimiser = torch.optim.Adam([charge], lr=0.05)
    losses = []
    for _ in range(400):
        optimiser.zero_grad()
        same = fft.idctn(fft.dctn(charge))
        loss = ((poisson.solve(same, 1 / 8, "dirichlet") - target) ** 2).sum()
        loss.backward()
        optimiser.step()
        losses.append(float(loss))
    assert np.all(np.isfinite(losses)) and losses[-1] < 1e-2 * losses[0]


def test_what_has_no_gradient_is_refused(leaf):
    f = leaf(4, 6)
    with pytest.raises(ValueError, match="leaf tensor that requires gradients, which overwrite_x"):
        fft.fftn(f, overwrite_x=True)
    with pytest.raises(ValueError, match="leave plan out"):
        fft.fftn(f, plan=fft.Plan((4, 6), backend="cpu"))
    with pytest.raises(TypeError, match="recorded for gradients: leave them out"):
        poisson.solve(f, 0.1, out=torch.empty_like(f))
    with pytest.raises(ValueError, match="'fourth-order' beside walls, and has no gradient"):
        poisson.solve(f, 0.1, "neumann", operator="fourth-order")
    with pytest.raises(ValueError, match="'spectral' with values at walls, and has no gradient"):
        poisson.solve(f, 0.1, "neumann", operator="spectral", walls=((1.0, None), None))
    with pytest.raises(ValueError, match="u is not smooth in it"):
        poisson.solve(f, 0.1, "neumann", lambda_=0 * leaf())
    with pytest.raises(ValueError, match="pass nodes.detach"):
        poisson.solve(f, (0.1, leaf(7)), ("periodic", "neumann"))
    with pytest.raises(ValueError, match="pass spacing.detach"):
        poisson.solve(f, leaf().abs(), "neumann", operator="spectral")
    with pytest.raises(ValueError, match="rho is given with values at walls"):
        poisson.solve(f, 0.1, "neumann", rho=(0, np.ones(9)), walls=((1.0, None), None))
    with pytest.raises(ValueError, match="pass lambda_.detach"):
        poisson.solve(f, 0.1, "neumann", axes=1, lambda_=leaf(4))
    with pytest.raises(ValueError, match="axes is 3, and f has 2"):
        poisson.solve(f, 0.1, axes=3)
    with pytest.raises(ValueError, match="pass spacing.detach"):
        poisson.solve(f, leaf().abs(), ("robin", 1.0, 1.0))
    with pytest.raises(ValueError, match=r"shape \(5,\), but \(6,\) is needed"):
        poisson.solve(f, 0.1, "neumann", walls=((leaf(5), None), None))
    with pytest.raises(ValueError, match="axis 0 is periodic there: it has no wall"):
        poisson.solve(f, 0.1, walls=((leaf(6), None), None))
    with pytest.raises(TypeError, match="f is torch.complex128, but solvers take"):
        poisson.solve(leaf(4, dtype=torch.complex128), 0.1)
    with pytest.raises(TypeError, match="takes real numbers"):
        fft.dctn(leaf(4, dtype=torch.complex128))
    with pytest.raises(TypeError, match="x is torch.bfloat16"):
        fft.fftn(leaf(4).to(torch.bfloat16))
    with pytest.raises(TypeError, match="not a Plan, a Solver or out="):
        poisson.Solver((4, 6), 0.1, backend="cpu").solve(f)
    if f.is_cuda:
        with pytest.raises(ValueError, match="is on device cpu, but f is on cuda:0: copy it"):
            wall = torch.ones(6, dtype=DOUBLE, requires_grad=True)
            poisson.solve(f, 0.1, "neumann", walls=((wall, None), None))


needs_func = pytest.mark.skipif(not hasattr(torch, "func"), reason="PyTorch has no torch.func")
needs_custom_op = pytest.mark.skipif(
    not hasattr(torch.library, "custom_op"), reason="PyTorch has no torch.library.custom_op"
)


@needs_func
def test_functions_are_mapped(leaf):
    x = leaf(3, 4, 5).detach()

    def loss(x):
        u = poisson.solve(x, 0.1, "neumann", location="node")
        return (fft.rfftn(u).abs() ** 2).sum() + (fft.dctn(x, norm="ortho") ** 3).sum()

    mapped = torch.func.vmap(torch.func.grad(loss))(x)
    each = torch.stack([torch.func.grad(loss)(item) for item in x])
    assert torch.allclose(mapped, each)
    along = torch.func.vmap(lambda x: fft.fft(x, axis=0), in_dims=1)(x)
    assert torch.allclose(along, torch.fft.fft(x.movedim(1, 0), dim=1))
    twice = torch.func.vmap(torch.func.vmap(lambda x: fft.dctn(x, 1)))(x)
    assert torch.allclose(twice, fft.dctn(x, 1, axes=(2,)))
    _, tangent = torch.func.jvp(lambda x: fft.irfftn(fft.rfftn(x, s=(8,), axes=(0,)),
                                                     axes=(0,)), (x,), (x,))  # fmt: skip
    assert torch.allclose(tangent[:3], x)
    with pytest.raises(TypeError, match="is recorded by torch.func, which has no gradient by them"):
        torch.func.grad(lambda h: poisson.solve(x[0], h).sum())(torch.tensor(0.1))


@needs_custom_op
def test_operators_keep_their_contract(leaf):
    x, f = leaf(3, 4, 5), leaf(4, 6)
    fft.fftn(x)  # which registers them
    ops = torch.ops.tobiuo
    for name in ("rfftn", "dctn"):
        torch.library.opcheck(
            ops.transform.default, (x, name, None, [2, 0], "ortho", None, 2, None)
        )
    torch.library.opcheck(
        ops.solve.default,
        (f, [0.1, 0.2], [0, 0], "neumann neumann periodic periodic", "second-order", "node", 0.0,
         0),
    )  # fmt: skip


@needs_custom_op
def test_functions_are_compiled(leaf):
    x = leaf(4, 6)

    def loss(x):
        u = poisson.solve(fft.irfftn(fft.rfftn(x), s=(4, 6)), 0.1, "neumann", lambda_=-1.0)
        return (fft.idctn(fft.dctn(u) * 2) ** 2).sum()

    compiled = torch.compile(loss, fullgraph=True)
    expected, = torch.autograd.grad(loss(x), x)
    found, = torch.autograd.grad(compiled(x), x)
    assert torch.allclose(found, expected) and torch.allclose(compiled(x), loss(x))


@pytest.mark.skipif("cuda" not in DEVICES, reason="PyTorch has no GPU here")
def test_a_step_is_captured_in_a_graph():
    x = torch.randn(16, 16, 16, device="cuda", requires_grad=True)
    stream = torch.cuda.Stream()

    def step():
        u = poisson.solve(x, 1 / 16, "neumann")
        (fft.rfftn(u).abs() ** 2).sum().backward()

    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(3):  # plans are made on the stream that is captured
            x.grad = None
            step()
        expected = x.grad.clone()
        x.grad.zero_()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=stream):
        x.grad.zero_()
        step()
    graph.replay()
    torch.cuda.synchronize()
    assert torch.allclose(x.grad, expected)
