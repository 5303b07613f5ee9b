# SPDX-License-Identifier: BSD-3-Clause
# Steps of a flow of arrays of JAX, by callbacks that have them in host memory.
from __future__ import annotations

import functools
from typing import Any, Dict, Tuple

import jax
import jax.numpy as jnp
import numpy as np

from tobiuo._arrays import HOST
from tobiuo._flow_steps import Steps, gradient_of


def _on_host(steps: Steps, start: bool, keys: Tuple[Any, ...], state: Any, *values: Any) -> Any:
    return steps.advance(_array_of(steps, state), start, _named(keys, values))[0]


def _gradients_on_host(
    steps: Steps, start: bool, keys: Tuple[Any, ...], state: Any, by_end: Any, *values: Any
) -> Tuple[Any, ...]:
    """Makes the steps again, for a program may call them in any order."""
    found = steps.backward_of(
        -1, _array_of(steps, state), start, _named(keys, values), _array_of(steps, by_end)
    )
    by_values = [
        np.asarray(gradient_of(found, key, value.shape), value.dtype)
        for key, value in zip(keys, values)
    ]
    return (found.state, *by_values)


def _array_of(steps: Steps, values: Any) -> np.ndarray:
    return np.ascontiguousarray(np.asarray(values), dtype=steps.dtype)


def _named(keys: Tuple[Any, ...], values: Any) -> Dict[Any, Any]:
    return dict(zip(keys, map(np.asarray, values)))


def _like(value: Any) -> Any:
    return jax.ShapeDtypeStruct(value.shape, value.dtype)


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 1, 2))
def _advanced(
    steps: Steps, start: bool, keys: Tuple[Any, ...], state: Any, *values: Any
) -> Any:
    call = functools.partial(_on_host, steps, start, keys)
    return jax.pure_callback(call, _like(state), state, *values)


def _with_residual(
    steps: Steps, start: bool, keys: Tuple[Any, ...], state: Any, *values: Any
) -> Any:
    return _advanced(steps, start, keys, state, *values), (state, values)


def _backward(
    steps: Steps, start: bool, keys: Tuple[Any, ...], residual: Any, by_end: Any
) -> Tuple[Any, ...]:
    state, values = residual
    call = functools.partial(_gradients_on_host, steps, start, keys)
    shapes = (_like(state), *map(_like, values))
    return tuple(jax.pure_callback(call, shapes, state, by_end, *values))


_advanced.defvjp(_with_residual, _backward)


def advanced(steps: Steps, state: Any, start: bool, named: Dict[Any, Any]) -> Any:
    """The last state, of arrays that JAX may trace."""
    if steps.device != HOST:
        raise ValueError(
            "steps of a flow on a GPU were asked for of an array of JAX (its callbacks have arrays "
            'in host memory): make the solver with backend="cpu", or pass tensors of PyTorch'
        )
    state = jnp.array(state)  # a copy, as of numbers: arrays of numpy may change until backward
    if state.dtype != np.dtype(steps.dtype) or tuple(state.shape) != steps.state_shape:
        raise TypeError(
            f"state is {state.dtype} of the shape {tuple(state.shape)}, but {steps.dtype} of "
            f"{steps.state_shape} is needed: convert it (JAX has float64 with jax_enable_x64)"
        )
    return _advanced(steps, start, tuple(named), state, *map(jnp.array, named.values()))
