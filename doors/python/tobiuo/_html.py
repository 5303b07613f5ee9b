# SPDX-License-Identifier: BSD-3-Clause
# What notebooks show of results, fields, plans and solvers.
from __future__ import annotations

import base64
from html import escape
from typing import Any, Iterable, Sequence, Tuple

import numpy as np


def table(title: str, rows: Iterable[Sequence[Any]], heads: Sequence[str] = ()) -> str:
    """A table with a title; every cell is escaped."""
    text = f"<table><caption>{escape(title)}</caption>"
    if heads:
        text += "<tr>" + "".join(f"<th>{escape(head)}</th>" for head in heads) + "</tr>"
    for row in rows:
        text += "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>"
    return text + "</table>"


def preformatted(title: str, text: str) -> str:
    return f"<b>{escape(title)}</b><pre>{escape(text)}</pre>"


def picture(content: bytes) -> str:
    return f'<img src="data:image/png;base64,{base64.b64encode(content).decode()}"/>'


def limits(array: np.ndarray) -> Tuple[str, str]:
    """The least and the largest finite number, "-" where there is none."""
    finite = array[np.isfinite(array)]
    return (f"{finite.min():.6g}", f"{finite.max():.6g}") if finite.size else ("-", "-")
