# SPDX-License-Identifier: BSD-3-Clause
# Turbulence that decays in a periodic box, by each model of eddies, beside the spectra that G.
# Comte-Bellot and S. Corrsin measured:
#   PYTHONPATH=doors/python python3 validation/accuracy/decay.py --json decay.json
# Lengths are in cm and times in s. The box is 9 * 2 pi cm wide. It begins with the first spectrum and
# random phases; so that these become those of turbulence, it runs for a while and gets the spectrum back,
# several times, before time counts.
import argparse
import csv
import json
import pathlib
import sys

import numpy as np

from tobiuo import flow

WIDTH = 9.0 * 2.0 * np.pi
VISCOSITY = 0.15
MESH_TIME = 5.08 / 1000.0  # M / U0
TIMES = (98.0, 171.0)
BEGIN = 42.0
MODELS = ("none", "smagorinsky", "wale", "vreman")


def measured():
    path = pathlib.Path(__file__).with_name("reference") / "comte-bellot-corrsin.csv"
    rows = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(rows)]


def spectrum_at(wave_numbers, column):
    """The measured spectrum, between its points straight in logarithms, below the first one as k^2."""
    rows = measured()
    k = np.array([row["wave_number"] for row in rows])
    e = np.array([row[column] for row in rows])
    inside = np.exp(np.interp(np.log(wave_numbers), np.log(k), np.log(e)))
    return np.where(wave_numbers < k[0], e[0] * (wave_numbers / k[0]) ** 2, inside)


class Box:
    """Wave numbers of a box of n^3 cells, and what is between fields and their spectra."""

    def __init__(self, n):
        self.n = n
        self.step = 2.0 * np.pi / WIDTH
        whole = np.fft.fftfreq(n, 1.0 / n)
        half = np.fft.rfftfreq(n, 1.0 / n)
        self.k = np.meshgrid(whole, whole, half, indexing="ij")[::-1]  # along x, y, z
        self.size = np.sqrt(sum(one**2 for one in self.k))
        self.shell = np.rint(self.size).astype(int)
        self.weight = np.where((self.k[0] == 0) | (self.k[0] == n // 2), 1.0, 2.0)
        self.shells = np.arange(n // 2)

    def spectrum(self, velocity):
        """E of each shell, in cm^3/s^2. The places of a component on cells do not matter."""
        energy = sum(np.abs(np.fft.rfftn(one) / self.n**3) ** 2 for one in velocity)
        sums = np.bincount(self.shell.ravel(), (0.5 * self.weight * energy).ravel(),
                           minlength=self.n)
        return sums[: self.n // 2] / self.step

    def scaled(self, velocity, wanted):
        """The velocity with the spectrum that is wanted; beyond the last shell nothing."""
        found = self.spectrum(velocity)
        factors = np.zeros(self.shell.max() + 1)
        factors[1 : self.n // 2] = np.sqrt(wanted[1:] / np.maximum(found[1:], 1e-300))
        return [np.fft.irfftn(np.fft.rfftn(one) * factors[self.shell], s=one.shape, axes=(0, 1, 2))
                for one in velocity]

    def random(self, seed):
        """White noise without divergence, on the faces of cells."""
        random = np.random.default_rng(seed)
        modes = [np.fft.rfftn(random.standard_normal((self.n,) * 3)) for _ in range(3)]
        # Differences of neighbours are products with these.
        along = [np.exp(1j * np.pi * one / self.n) * 2j * np.sin(np.pi * one / self.n)
                 for one in self.k]
        size = np.maximum(sum(np.abs(one) ** 2 for one in along), 1e-300)
        part = sum(np.conj(-one) * mode for one, mode in zip(along, modes)) / size
        return [np.fft.irfftn(mode + part * one, s=(self.n,) * 3, axes=(0, 1, 2))
                for one, mode in zip(along, modes)]


def advanced(solver, time, cfl):
    while time > 0.0:
        step = min(solver.step_limit(cfl=cfl).seconds, time)
        solver.step(step)
        time -= step


def decay(model, n, chosen):
    """Spectra at TIMES."""
    box = Box(n)
    wanted = spectrum_at(np.maximum(box.shells, 1) * box.step, "e42")
    solver = flow.Solver((n, n, n), WIDTH / n, viscosity=VISCOSITY, backend=chosen.backend,
                         eddies=None if model == "none" else flow.Eddies(model))
    velocity = box.scaled(box.random(1), wanted)
    for _ in range(3):
        solver.start(*velocity)
        advanced(solver, 0.03, chosen.cfl)
        velocity = box.scaled([np.asarray(one) for one in solver.velocity()], wanted)
    solver.start(*velocity)
    spectra, now = [box.spectrum(solver.velocity())], BEGIN
    for time in TIMES:
        advanced(solver, (time - now) * MESH_TIME, chosen.cfl)
        spectra.append(box.spectrum(solver.velocity()))
        now = time
    return box, spectra


def rows_of(model, n, chosen):
    box, spectra = decay(model, n, chosen)
    k = box.shells[1:] * box.step
    rows = []
    for time, found in zip((BEGIN, *TIMES), spectra):
        expected = spectrum_at(k, f"e{time:.0f}")
        # Up to half of the grid's wave numbers: beyond, second-order differences have their own error.
        large = k <= k[-1] / 2
        apart = np.log(np.maximum(found[1:], 1e-300) / expected)[large & (k >= 0.3)]
        rows.append({"model": model, "cells": n, "time": time,
                     "energy": float(np.sum(found[1:]) * box.step),
                     "energy_measured": float(np.sum(expected) * box.step),
                     "spectrum_apart": float(np.exp(np.sqrt(np.mean(apart**2))) - 1.0),
                     "spectrum": [float(one) for one in found[1:]]})
        one = rows[-1]
        print(f"| {model} | {n}^3 | {time:.0f} | {one['energy']:.1f} | "
              f"{one['energy_measured']:.1f} | "
              f"{100 * (one['energy'] / one['energy_measured'] - 1):+.1f} % | "
              f"{100 * one['spectrum_apart']:.0f} % |", flush=True)
    return rows


def main(arguments):
    parser = argparse.ArgumentParser(description="Compares decaying turbulence with measurements.")
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--cells", type=int, default=64)
    parser.add_argument("--cfl", type=float, default=1.0)
    parser.add_argument("--backend", default=None, help="cpu or cuda")
    parser.add_argument("--json", help="file of the rows")
    chosen = parser.parse_args(arguments)
    print("| model | cells | t U0 / M | energy, cm^2/s^2 | measured | difference | spectrum apart |\n"
          "|---|---|---|---|---|---|---|")
    rows = [row for model in chosen.models.split(",") for row in rows_of(model, chosen.cells, chosen)]
    if chosen.json:
        pathlib.Path(chosen.json).write_text(
            json.dumps({"schema": "tobiuo-validation-decay-1", "rows": rows}, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
