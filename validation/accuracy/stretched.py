#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Errors along stretched axes: the largest relative difference of u from the solution of the same
discrete equations in 50 decimal digits.

    PYTHONPATH=doors/python python3 validation/accuracy/stretched.py [--gpu] [--json stretched.json]

Needs numpy; --gpu solves in cupy's arrays. Other axes have modes whose share of f is known, so that
the reference is one tridiagonal system of each mode."""

import argparse
import decimal
import json

import numpy as np

from tobiuo import poisson

decimal.getcontext().prec = 50
Number = decimal.Decimal

CROWDINGS = {
    "s^2": lambda s: s**2,
    "s^3": lambda s: s**3,
    "tanh(4 s)": lambda s: 0.5 + 0.5 * np.tanh(4 * (2 * s - 1)) / np.tanh(4),
}
WALLS = [("neumann", "neumann"), ("dirichlet", "neumann"), ("dirichlet", "dirichlet")]


def reference(nodes, walls, shift, f):
    """u of finite volumes between the nodes, of the equation u'' + shift u = f."""
    z = [Number(float(value)) for value in nodes]
    width = [b - a for a, b in zip(z, z[1:])]
    count = len(width)
    couple = [2 / (width[k] + width[k + 1]) for k in range(count - 1)]
    ends = [2 / width[0] if walls[0] == "dirichlet" else Number(0)]
    ends.append(2 / width[-1] if walls[1] == "dirichlet" else Number(0))
    pivots, sums = [], []
    for k in range(count):
        diagonal = width[k] * shift - (couple[k - 1] if k else ends[0])
        diagonal -= couple[k] if k + 1 < count else ends[1]
        right = width[k] * Number(float(f[k]))
        if k:
            factor = couple[k - 1] / pivots[-1]
            diagonal -= factor * couple[k - 1]
            right -= factor * sums[-1]
        pivots.append(diagonal)
        sums.append(right)
    u = [Number(0)] * count
    for k in reversed(range(count)):
        rest = sums[k] - (couple[k] * u[k + 1] if k + 1 < count else 0)
        u[k] = rest / pivots[k]
    return u


def error(array, dtype, rows, crowding, walls, dimensions, lambda_):
    """Of f = g(z) (1 + cos(pi x / 1e5)) with x between Neumann walls 1e5 apart, or of g(z)."""
    s = np.arange(rows + 1) / rows
    nodes = CROWDINGS[crowding](s)
    nodes[0], nodes[-1] = 0.0, 1.0
    g = 1 + 0.5 * np.sin(3 * s[1:])
    cells, length = 16, 1e5
    if dimensions == 1:
        f = g.astype(dtype)
        found = poisson.solve(array(f), (nodes,), (walls,), lambda_=lambda_)
        exact = np.array([float(v) for v in reference(nodes, walls, Number(lambda_), f)])
    else:
        x = np.cos(np.pi * (np.arange(cells) + 0.5) / cells)
        f = np.outer(g, 1 + x)
        h = length / cells
        found = poisson.solve(array(f.astype(dtype)), (nodes, h), (walls, "neumann"), lambda_=lambda_)
        eigenvalue = -((2 * np.sin(np.pi / 2 / cells) / h) ** 2)
        constant = [float(v) for v in reference(nodes, walls, Number(lambda_), g)]
        shift = Number(lambda_) + Number(float(eigenvalue))
        wave = [float(v) for v in reference(nodes, walls, shift, g)]
        exact = np.outer(constant, np.ones(cells)) + np.outer(wave, x)
    found = np.asarray(found.get() if hasattr(found, "get") else found, dtype=np.float64)
    return float(np.max(np.abs(found - exact)) / np.max(np.abs(exact)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gpu", action="store_true")
    parser.add_argument("--json")
    given = parser.parse_args()
    array = np.asarray
    if given.gpu:
        import cupy

        array = cupy.asarray
    rows_of_table = []
    for crowding in CROWDINGS:
        for rows in (128, 1024):
            for lambda_ in (-1e-8, -10.0) if given.gpu else (-1e-8, -10.0, 1e-8):
                for dtype in (np.float64, np.float32):
                    worst = max(
                        error(array, dtype, rows, crowding, walls, dimensions, lambda_)
                        for walls in WALLS
                        for dimensions in (1, 2)
                    )
                    row = {
                        "nodes": crowding, "cells": rows, "lambda": lambda_,
                        "precision": np.dtype(dtype).name, "backend": "cuda" if given.gpu else "cpu",
                        "error": worst, "in_eps": worst / float(np.finfo(dtype).eps),
                    }  # fmt: skip
                    rows_of_table.append(row)
                    print(
                        f"{crowding:10} {rows:5} cells, lambda {lambda_:8g}, {row['precision']}: "
                        f"{worst:.1e}, {row['in_eps']:.1f} eps"
                    )
    if given.json:
        with open(given.json, "w", encoding="utf-8") as file:
            json.dump({"schema": "tobiuo-validation-stretched-1", "rows": rows_of_table}, file, indent=1)


if __name__ == "__main__":
    main()
