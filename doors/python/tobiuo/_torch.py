# SPDX-License-Identifier: BSD-3-Clause
# Transforms and solves of tensors that PyTorch records: for gradients, in torch.compile, in
# torch.func.
from __future__ import annotations

from typing import Any, Callable, List, Optional, Sequence, Tuple

import torch

from tobiuo import _linear, _solved, _transform
from tobiuo._linear import Operation, Solve

_compiler = getattr(torch, "compiler", None)
_is_compiling: Callable[[], bool] = getattr(_compiler, "is_compiling", lambda: False)
_in_functorch: Callable[[], bool] = getattr(
    torch._C, "_are_functorch_transforms_active", lambda: False
)
_forward_ad = torch.autograd.forward_ad
_has_setup = hasattr(torch.autograd.Function, "setup_context")  # PyTorch 2


def is_recorded(x: Any) -> bool:
    """Whether work on a tensor must be known to PyTorch."""
    return (
        (x.requires_grad and torch.is_grad_enabled())
        or _is_compiling()
        or _in_functorch()
        or getattr(_forward_ad, "_current_level", -1) >= 0
    )


class _Linear(torch.autograd.Function):
    """An operation whose backward is its adjoint, by this function again, so that it has
    derivatives as well. ``compute`` gives the result where another way to it has the bits of a call
    without gradients."""

    if _has_setup:

        @staticmethod
        def forward(x: Any, operation: Operation, compute: Any) -> Any:
            return _computed(x, operation, compute)

        @staticmethod
        def setup_context(ctx: Any, inputs: Tuple[Any, ...], output: Any) -> None:
            ctx.operation = inputs[1]

    else:

        @staticmethod
        def forward(ctx: Any, x: Any, operation: Operation, compute: Any) -> Any:
            ctx.operation = operation
            return _computed(x, operation, compute)

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        return linear(gradient, ctx.operation.adjoint()), None, None

    @staticmethod
    def jvp(ctx: Any, tangent: Any, *_: Any) -> Any:
        return linear(tangent, ctx.operation)

    @staticmethod
    def vmap(info: Any, in_dims: Any, x: Any, operation: Operation, compute: Any) -> Any:
        return linear(x.movedim(in_dims[0], 0), operation.after_axis()), 0


def _computed(x: Any, operation: Operation, compute: Any) -> Any:
    with torch.no_grad():
        return operation.apply(x.detach()) if compute is None else compute()


def linear(x: Any, operation: Operation, compute: Optional[Callable[[], Any]] = None) -> Any:
    """An operation on a tensor that is recorded."""
    if _is_compiling() and _ops is not None:
        return _ops.linear(x, operation.text())
    return _Linear.apply(x, operation, compute)


class _Parameters(torch.autograd.Function):
    """A solve that also has gradients by lambda and by the spacings of axes, where these are
    tensors: with the row A(p) u = f, the derivative of u by a parameter p is that of a solve by f,
    of -dA/dp u."""

    @staticmethod
    def forward(
        ctx: Any, f: Any, operation: Solve, compute: Any, lambda_: Any, *spacings: Any
    ) -> Any:
        u = _computed(f, operation, compute)
        ctx.operation = operation
        ctx.save_for_backward(u, lambda_, *spacings)
        return u

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        u, lambda_, *spacings = ctx.saved_tensors
        by_f = _Parameters.apply(gradient, ctx.operation.adjoint(), None, lambda_, *spacings)
        by_lambda, *by_spacings = _solved.by_parameters(
            by_f, u, ctx.operation, lambda_, spacings, Ops
        )
        return (by_f, None, None, by_lambda, *by_spacings)


class Ops:
    """What _solved needs of a module, by functions that it records."""

    cat = staticmethod(torch.cat)
    roll = staticmethod(torch.roll)

    @staticmethod
    def with_row(array: Any, axis: int, end: int, row: Any) -> Any:
        return torch.select_scatter(array, row, axis, end % array.shape[axis])

    @staticmethod
    def like(value: Any, other: Any) -> Any:
        """A number or tensor in the type and the memory of another tensor."""
        return torch.as_tensor(value).to(dtype=other.dtype, device=other.device)

    @staticmethod
    def plain(value: Any) -> Any:
        return value.detach()

    @staticmethod
    def host(value: Any) -> Any:
        return value.detach().cpu().numpy()

    @staticmethod
    def number(value: Any, name: str) -> float:
        return float(value.detach())

    @staticmethod
    def zeros(shape: Sequence[int], like: Any) -> Any:
        return torch.zeros(shape, dtype=like.dtype, device=like.device)

    is_array = staticmethod(torch.is_tensor)

    @staticmethod
    def is_recorded(value: Any) -> bool:
        return torch.is_tensor(value) and value.requires_grad and torch.is_grad_enabled()


def transform(
    name: str, x: Any, s: Any, axes: Any, norm: Any, workers: Any, overwrite: bool = False,
    plan: Any = None, type: int = 2, orthogonalize: Optional[bool] = None,
) -> Any:  # fmt: skip
    """A function of tobiuo.fft."""
    if plan is not None:
        raise ValueError("plan is given, but x is recorded for gradients: leave plan out")
    if overwrite and x.requires_grad and x.is_leaf:
        raise ValueError(
            "x is a leaf tensor that requires gradients, which overwrite_x=True would change: "
            "leave overwrite_x out"
        )
    if name in _transform.OF_CONJUGATE:
        other, before = _transform.OF_CONJUGATE[name]
        norm = _transform.OPPOSITE.get(norm, norm)
        found = transform(other, torch.conj_physical(x) if before else x, s, axes, norm, workers)
        return found if before else torch.conj_physical(found)
    x = _in_type_of(name, x)
    if _is_compiling() and _ops is not None:
        return _ops.transform(
            x, name, _list(s), _list(axes), norm, workers, type, orthogonalize
        )
    workers = _transform.workers_of(workers)
    return linear(
        x, _linear.of_transform(name, x.shape, s, axes, norm, workers, type, orthogonalize)
    )


def _list(given: Any) -> Optional[List[int]]:
    return given if given is None else [given] if isinstance(given, int) else list(given)


# What types of tensors become, by the rules of the plain functions.
_COMPLEX = {
    torch.float32: torch.complex64, torch.float64: torch.complex128,
    torch.complex64: torch.complex64, torch.complex128: torch.complex128,
}  # fmt: skip
_KNOWN = {
    **{dtype: dtype for dtype in _COMPLEX}, torch.float16: torch.float32,
    **{dtype: torch.float64 for dtype in (torch.bool, torch.uint8, torch.int8, torch.int16,
                                          torch.int32, torch.int64)},
}  # fmt: skip


def _in_type_of(name: str, x: Any) -> Any:
    """The tensor in the type that an operation takes."""
    dtype = _KNOWN.get(x.dtype)
    if dtype is None:
        raise TypeError(
            f"x is {x.dtype}, but transforms take float32, float64, complex64 and complex128: "
            "convert it"
        )
    if name in ("fftn", "ifftn", "irfftn"):
        dtype = _COMPLEX[dtype]
    elif dtype == _COMPLEX[dtype]:
        raise TypeError(f"x is {dtype}, but {name} takes real numbers: transform x.real and x.imag")
    return x if x.dtype == dtype else x.to(dtype)


def solve(f: Any, asked: "_solved.Asked") -> Any:
    """poisson.solve."""
    if _is_compiling() and _ops is not None and torch.is_tensor(f):
        lists = _solved.simple_lists_of(asked, f.dim() if asked.axes is None else asked.axes)
        if lists is not None:
            return _ops.solve(_Server.adopted(f), *lists)
    return _solved.solved(f, asked, _Server)


class _Server:
    """How _solved solves with tensors."""

    ops = Ops

    @staticmethod
    def adopted(f: Any) -> Any:
        """f as a tensor in a type that solvers take."""
        f = torch.as_tensor(f)
        dtype = _KNOWN.get(f.dtype)
        if dtype not in (torch.float32, torch.float64):
            raise TypeError(f"f is {f.dtype}, but solvers take float32 and float64: convert it")
        return f if f.dtype == dtype else f.to(dtype)

    @staticmethod
    def solved(
        f: Any, operation: Solve, compute: Any, lambda_: Any, spacings: Sequence[Any]
    ) -> Any:  # fmt: skip
        if _is_compiling() and _ops is not None:
            lists = _solved.lists_of(operation)
            return linear(f, operation) if lists is None else _ops.solve(f, *lists)
        if _in_functorch():
            compute = None  # it would see tensors of torch.func
        if lambda_ is None and all(spacing is None for spacing in spacings):
            return linear(f, operation, compute)
        if _in_functorch():
            raise TypeError(
                "lambda_ or spacing is recorded by torch.func, which has no gradient by them: take "
                "torch.autograd, or pass numbers"
            )
        return _Parameters.apply(f, operation, compute, lambda_, *spacings)

    @staticmethod
    def expect_place(value: Any, f: Any, name: str) -> None:
        if value.dim() and value.device != f.device:
            raise ValueError(
                f"{name} is on device {value.device}, but f is on {f.device}: copy it there"
            )


def _registered() -> Optional[Any]:
    """The operators of torch.library for torch.compile; None where PyTorch has no custom_op."""
    library = getattr(torch, "library", None)
    if not hasattr(library, "custom_op"):
        return None

    def define(name: str, schema: str, operation_of: Callable[..., Operation]) -> None:
        """An operator whose arguments after the tensor say, with its shape, which operation it
        is."""

        def compute(x: Any, *arguments: Any) -> Any:
            return operation_of(x, *arguments).apply(x.detach()).contiguous()

        def fake(x: Any, *arguments: Any) -> Any:
            operation = operation_of(x, *arguments)
            dtype = operation.dtype_of(str(x.dtype).rpartition(".")[2])
            return x.new_empty(operation.shape_of(x.shape), dtype=getattr(torch, dtype))

        def set_up(ctx: Any, inputs: Tuple[Any, ...], output: Any) -> None:
            ctx.operation = operation_of(*inputs)
            ctx.rest = len(inputs) - 1

        def backward(ctx: Any, gradient: Any) -> Any:
            text = ctx.operation.adjoint().text()
            return (torch.ops.tobiuo.linear(gradient, text),) + (None,) * ctx.rest

        def batched(info: Any, in_dims: Any, x: Any, *arguments: Any) -> Any:
            x = x.movedim(in_dims[0], 0)
            text = operation_of(x[0], *arguments).after_axis().text()
            return torch.ops.tobiuo.linear(x, text), 0

        made = library.custom_op(name, compute, mutates_args=(), schema=schema)
        made.register_fake(fake)
        made.register_autograd(backward, setup_context=set_up)
        if hasattr(made, "register_vmap"):
            made.register_vmap(batched)

    define(
        "tobiuo::linear", "(Tensor x, str operation) -> Tensor",
        lambda x, text: _linear.from_text(text),
    )  # fmt: skip
    define(
        "tobiuo::transform",
        "(Tensor x, str name, int[]? s, int[]? axes, str? norm, int? workers, int type, "
        "bool? orthogonalize) -> Tensor",
        lambda x, name, *more: _linear.of_transform(name, tuple(map(int, x.shape)), *more),
    )
    define(
        "tobiuo::solve",
        "(Tensor f, float[] spacings, int[] nodes, str sides, str operator, str location, "
        "float lambda_, int threads) -> Tensor",
        lambda f, *more: _solved.operation_of_lists(*more),
    )
    return torch.ops.tobiuo


_ops = _registered()
