# SPDX-License-Identifier: BSD-3-Clause
# Functions in CUDA C++ that plans on a GPU call where they load, between transforms, and where they
# store.
from __future__ import annotations

from typing import Any, Optional, Tuple

from tobiuo import _arrays
from tobiuo._needs import place_of
from tobiuo._structures import Function, FunctionData, Functions

#: The source of a function, and its name.
Text = Tuple[str, str]


def _function_of(text: Optional[Text], name: str) -> Function:
    if text is None:
        return Function(None, None)
    try:
        source, function = () if isinstance(text, str) else text
        are_texts = isinstance(source, str) and isinstance(function, str)
    except (TypeError, ValueError):
        are_texts = False
    if not are_texts:
        raise ValueError(f"{name} is {text!r}: pass the source of a function and its name")
    return Function(source.encode(), function.encode())


def functions_of(
    load: Optional[Text],
    store: Optional[Text],
    load_is_input: bool,
    between: Optional[Text] = None,
) -> Functions:
    """The structure of the C interface."""
    return Functions(
        _function_of(load, "load"),
        _function_of(between, "between"),
        _function_of(store, "store"),
        int(load_is_input),
    )


def address_of(data: Any, name: str, device: int) -> Optional[int]:
    """The address of what a function receives: that of an array in the GPU's memory, or a number as
    it is. Raises ValueError for an array elsewhere; ``name`` is that of the argument."""
    if data is None or isinstance(data, int):
        return data
    seen = _arrays.view(data)
    if seen.device != device:
        raise ValueError(f"{name} is not in {place_of(device)}: copy it there")
    return seen.address


def data_of(load: Any, store: Any, device: int, between: Any = None) -> FunctionData:
    """What the functions receive, in the structure of the C interface."""
    return FunctionData(
        address_of(load, "load_data", device),
        address_of(between, "data", device),
        address_of(store, "store_data", device),
    )
