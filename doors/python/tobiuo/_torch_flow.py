# SPDX-License-Identifier: BSD-3-Clause
# Steps of a flow of tensors, which PyTorch may record.
from __future__ import annotations

import copy
from typing import Any, Dict, Tuple

import torch

from tobiuo._flow_steps import Steps, gradient_of


class _Advanced(torch.autograd.Function):
    """The last state of steps. Their adjoint keeps what it needs until the next call, and makes the
    steps again after that."""

    @staticmethod
    def forward(
        ctx: Any, steps: Steps, start: bool, keys: Tuple[Any, ...], state: Any, *values: Any
    ) -> Any:
        ctx.steps, ctx.start, ctx.keys = steps, start, keys
        ctx.tensors = [torch.is_tensor(value) for value in values]
        # copies, for the caller may change arrays until backward
        ctx.numbers = [None if torch.is_tensor(value) else copy.deepcopy(value) for value in values]
        end, ctx.serial = steps.advance(state.detach(), start, dict(zip(keys, values)))
        ctx.save_for_backward(state, *(value for value in values if torch.is_tensor(value)))
        return end

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx: Any, by_end: Any) -> Any:
        state, *tensors = ctx.saved_tensors
        left = iter(tensors)
        values = [
            next(left) if is_tensor else number
            for is_tensor, number in zip(ctx.tensors, ctx.numbers)
        ]
        named: Dict[Any, Any] = dict(zip(ctx.keys, values))
        found = ctx.steps.backward_of(
            ctx.serial, state.detach(), ctx.start, named, by_end.contiguous()
        )
        by_values = [
            torch.as_tensor(gradient_of(found, key, tuple(value.shape))).to(value)
            if is_tensor else None
            for is_tensor, key, value in zip(ctx.tensors, ctx.keys, values)
        ]  # fmt: skip
        return (None, None, None, found.state, *by_values)


def advanced(steps: Steps, state: Any, start: bool, named: Dict[Any, Any]) -> Any:
    """The last state, of tensors that may be recorded."""
    if not torch.is_tensor(state):
        state = torch.tensor(state)  # a copy, as of numbers
    return _Advanced.apply(steps, start, tuple(named), state.contiguous(), *named.values())
