# SPDX-License-Identifier: BSD-3-Clause
# What results of flow runs say beside the literature: a row for each quantity of a validation.
import csv
import json
import math
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
CONFIGS = HERE.parent.parent / "configs"


def table(path):
    """The rows of a .csv file below its line of names, as dictionaries; comments are passed over."""
    with open(path, encoding="utf-8") as lines:
        return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def row(quantity, value, reference, scale=None, limit=None):
    """One row; the difference is in percent of `scale`, where it is None of the reference."""
    percent = 100.0 * abs(value - reference) / abs(reference if scale is None else scale)
    return {"quantity": quantity, "value": value, "reference": reference,
            "difference_percent": percent, "limit_percent": limit}


def worst(quantity, pairs, scale=None, limit=None):
    """The row of the pair (value, reference) that differs most."""
    rows = [row(quantity, value, reference, scale, limit) for value, reference in pairs]
    return max(rows, key=lambda one: one["difference_percent"])


def interpolated(positions, values, at):
    """A cubic polynomial through the four points around a place of increasing positions."""
    first = sum(position < at for position in positions) - 2
    nearest = range(len(positions))[max(0, min(first, len(positions) - 4)):][:4]
    total = 0.0
    for i in nearest:
        term = values[i]
        for j in nearest:
            if j != i:
                term *= (at - positions[j]) / (positions[i] - positions[j])
        total += term
    return total


def peak(times, values):
    """Time and value of the top of the parabola through the largest value and its neighbours."""
    top = max(range(len(values)), key=values.__getitem__)
    if not 0 < top < len(values) - 1:
        return times[top], values[top]
    left, middle, right = values[top - 1:top + 2]
    bend = left - 2.0 * middle + right
    shift = 0.5 * (left - right) / bend if bend != 0.0 else 0.0
    return (times[top] + shift * (times[top + 1] - times[top]),
            middle - 0.25 * (left - right) * shift)


def cavity(folder, cells):
    """Velocities on the lines through the middle, at the last time of the probes. The limits hold
    from 128 cells along x on, those of the extremes, which are in percent of themselves, from 256.
    """
    probed = table(folder / "probes.csv")
    last = {one["probe"]: one for one in probed if one["time"] == probed[-1]["time"]}
    limit = 1.0 if cells >= 128 else None
    lines = {"u": [], "v": []}
    rows = []
    for one in table(HERE / "reference" / "cavity-1000.csv"):
        pair = (float(last[one["probe"]][one["component"]]), float(one["value"]))
        if one["probe"][1:].isdigit():
            lines[one["component"]].append(pair)
        else:
            rows.append(row(one["probe"].replace("_", " "), *pair,
                            limit=1.0 if cells >= 256 else None))
    return [worst("u up the middle, of the lid's speed", lines["u"], 1.0, limit),
            worst("v across the middle, of the lid's speed", lines["v"], 1.0, limit)] + rows


def heated_cavity(rayleigh):
    """A measure of the Nusselt numbers of both walls at a Rayleigh number; the limit holds from 64
    cells along x on. Source: M. Hortmann, M. Peric and G. Scheuerer, Int. J. Numer. Meth. Fluids
    11, 189 (1990).
    """
    known = {1e4: 2.24475, 1e5: 4.52164, 1e6: 8.82513}[rayleigh]

    def measure(folder, cells):
        told = json.loads((folder / "report.json").read_text())["scalar"]["faces"]
        return [row(f"Nusselt number of x {one['end']}", one["nusselt"], known,
                    limit=1.0 if cells >= 64 else None) for one in told if one["axis"] == "x"]

    return measure


def taylor_green(folder, cells):
    """The loss of kinetic energy, and its peak, for which the limits are, from 512 cells on."""
    limited = cells >= 512
    history = table(folder / "history.csv")
    if len(history) < 12:
        sys.exit(f"'{folder}/history.csv' has {len(history)} rows, which make no curve: make "
                 "output.history_every smaller")
    times = [float(one["time"]) for one in history]
    energies = [float(one["kinetic_energy"]) for one in history]
    between = [0.5 * (a + b) for a, b in zip(times, times[1:])]
    losses = [(a - b) / (later - now)
              for a, b, now, later in zip(energies, energies[1:], times, times[1:])]
    reference = table(HERE / "reference" / "taylor-green-1600.csv")
    known_at, known_peak = peak([float(one["time"]) for one in reference],
                                [float(one["dissipation_rate"]) for one in reference])
    reference = [one for one in reference if between[0] <= float(one["time"]) <= between[-1]]
    at = [float(one["time"]) for one in reference]
    known = [float(one["dissipation_rate"]) for one in reference]
    found = [interpolated(between, losses, time) for time in at]
    found_at, found_peak = peak(at, found)
    same = [(interpolated(times, energies, time), float(one["kinetic_energy"]))
            for time, one in zip(at, reference)]
    return [worst("kinetic energy, of that at the start", same, 0.125),
            worst("dissipation, of its peak", list(zip(found, known)), known_peak),
            row("peak of dissipation", found_peak, known_peak, limit=2.0 if limited else None),
            row("time of the peak", found_at, known_at,  # by 0.1
                limit=10.0 / known_at if limited else None)]


def channel(folder, cells):
    """Profiles, both halves of which are averaged, and the mean velocity of the whole box. The
    limits hold from 192 cells along x on, those of stresses from 256.
    """
    limited = cells >= 192
    profiles = table(folder / "statistics.csv")
    start = json.loads((folder / "report.json").read_text())["statistics"]["from"]
    reference = table(CONFIGS / "flow-channel-turbulent.csv")
    heights = [0.0] + [1.0 + float(one["position"]) for one in profiles] + [2.0]
    viscosity = 1.0 / 178.12

    def pairs(name, mirrored=1.0):
        values = [float(one[name]) for one in profiles]
        both = [0.5 * (a + mirrored * b) for a, b in zip(values, reversed(values))]
        return [(interpolated(heights, [0.0] + both + [0.0], 1.0 + float(one["position"])),
                 float(one[name])) for one in reference]

    seen = [(float(one["position"]) + 1.0) / viscosity >= 1.0 for one in reference]
    mean = [pair for pair, is_seen in zip(pairs("u"), seen) if is_seen]
    course = [(float(one["time"]), float(one["mean_u"])) for one in table(folder / "history.csv")
              if float(one["time"]) >= start]
    area = sum(0.5 * (u + v) * (later - now)
               for (now, u), (later, v) in zip(course, course[1:]))
    rows = [row("bulk velocity", area / (course[-1][0] - course[0][0]), 15.63,
                limit=1.5 if limited else None),
            worst("mean velocity", mean, limit=2.0 if limited else None)]
    for name in ("uu", "vv", "ww", "uv"):
        both = pairs(name, -1.0 if name == "uv" else 1.0)
        largest = max(abs(known) for _, known in both)
        rows.append(worst(f"stress {name}, of its peak", both, largest,
                          5.0 if cells >= 256 else None))
    return rows


def ekman(folder, cells):
    """The profiles of the spiral; they converge with the square of the cells."""
    rows = []
    profiles = table(folder / "statistics.csv")
    for name, exact in (("u", lambda z: 1.0 - math.exp(-z) * math.cos(z)),
                        ("v", lambda z: math.exp(-z) * math.sin(z))):
        pairs = [(float(one[name]), exact(float(one["position"]))) for one in profiles]
        rows.append(worst(f"{name}, of the wind", pairs, 1.0, 0.5))
    return rows


def heated_channel(folder, cells):
    """The Nusselt number of an even flux between plates: R. K. Shah and A. L. London, Laminar Flow
    Forced Convection in Ducts (1978), chapter VI.
    """
    profiles = table(folder / "statistics.csv")
    positions = [float(one["position"]) for one in profiles]
    velocities = [float(one["u"]) for one in profiles]
    scalars = [float(one["s"]) for one in profiles]
    height, diffusivity, flux = 2.0, 0.5, 1.0
    width = positions[1] - positions[0]
    mixed = sum(u * s for u, s in zip(velocities, scalars)) / sum(velocities)
    wall = scalars[0] + 0.5 * width * flux / diffusivity
    return [row("Nusselt number", flux * 2.0 * height / (diffusivity * (wall - mixed)), 140.0 / 17.0,
                limit=0.5)]


def extremes(folder, name):
    """The least and the largest value that an array has in any of the files of fields."""
    found = re.compile(f'Name="{name}"[^>]*RangeMin="([^"]*)"\\s*RangeMax="([^"]*)"')
    pairs = [found.search(path.read_bytes().decode("utf-8", "replace"))
             for path in sorted(folder.glob("flow_*.vti"))]
    return min(float(one[1]) for one in pairs), max(float(one[2]) for one in pairs)


def rotating(exact):
    """A scalar, at the start exact(x, y), after a turn: what it has beyond its bounds 0 and 1, its sum,
    and the mean error across it.
    """
    def measure(folder, cells):
        least, largest = extremes(folder, "scalar")
        sums = [float(one["mean_scalar"]) for one in table(folder / "history.csv")]
        lines = table(folder / "lines.csv")
        across = [one for one in lines if float(one["time"]) == float(lines[-1]["time"])]
        errors = [abs(float(one["scalar"]) - exact(float(one["x"]), float(one["y"])))
                  for one in across]
        return [row("beyond the bounds", max(0.0, -least, largest - 1.0), 0.0, 1.0, 1e-10),
                row("sum, of that at the start", sums[-1] / sums[0], 1.0, limit=1e-10),
                row("mean error across it", sum(errors) / len(errors), 0.0, 1.0)]
    return measure


def disc(x, y):
    """The slotted disc of S. T. Zalesak, J. Comput. Phys. 31, 335 (1979)."""
    return float(math.hypot(x, y - 0.25) < 0.15 and (abs(x) > 0.025 or y > 0.35))


def hill(x, y):
    return math.cos(0.5 * math.pi * min(1.0, math.hypot(x, y - 0.25) / 0.25))**4


def wind(folder, cells):
    """The shear of the logarithmic law: 0.4 z / u_tau dU/dz is 1, between a tenth and a third of the
    height its mean, and the wind there beside ln(z / z0) / 0.4. u_tau is that of the force, 1.
    """
    profiles = table(folder / "statistics.csv")
    z = [float(one["position"]) for one in profiles]
    u = [float(one["u"]) for one in profiles]
    shears = [0.4 * 0.5 * (high + low) * (after - before) / (high - low)
              for low, high, before, after in zip(z, z[1:], u, u[1:]) if 0.1 <= 0.5 * (high + low) <= 0.33]
    at = min(range(len(z)), key=lambda n: abs(z[n] - 0.2))
    return [row("shear of the logarithmic law", sum(shears) / len(shears), 1.0, limit=10.0),
            row("wind at a fifth of the height", u[at], math.log(z[at] / 1e-4) / 0.4,
                limit=5.0 if cells >= 96 else None)]


def oscillation(frequency):
    """A measure of the frequency, from the times at which u passes 0 at a point."""
    return lambda folder, cells: [row("frequency", frequency_at(folder), frequency, limit=1.0)]


def frequency_at(folder):
    """That of u at the point of probes.csv."""
    probes = [(float(one["time"]), float(one["u"])) for one in table(folder / "probes.csv")]
    passes = [t + (later - t) * u / (u - u_later)
              for (t, u), (later, u_later) in zip(probes, probes[1:]) if u * u_later < 0.0]
    return math.pi * (len(passes) - 1) / (passes[-1] - passes[0])


def stable_layer(folder, cells):
    """The last hour of the layer of GABLS. Nothing of it is known exactly: the figures are for
    comparison with those of the codes of R. J. Beare et al., and have no limits. The depth is where the
    turbulent stress has fallen to a twentieth of that at the ground, over 0.95.
    """
    profiles = [{name: float(value) for name, value in one.items()}
                for one in table(folder / "statistics.csv")]
    late = [one for one in table(folder / "history.csv")
            if float(one["time"]) >= 28800.0 and one["shear_z_lower_u"]]

    def mean(name):
        return sum(float(one[name]) for one in late) / len(late)

    friction = math.sqrt(math.hypot(mean("shear_z_lower_u"), mean("shear_z_lower_v")))
    flux = mean("scalar_flux_z_lower")
    jet = max(profiles, key=lambda one: math.hypot(one["u"], one["v"]))
    shear = [math.hypot(one["uw"], one["vw"]) for one in profiles]
    low = next(n for n in range(1, len(shear)) if shear[n] < 0.05 * friction**2)
    part = (shear[low - 1] - 0.05 * friction**2) / (shear[low - 1] - shear[low])
    z = [one["position"] for one in profiles]
    depth = z[low - 1] + part * (z[low] - z[low - 1])

    found = {"friction velocity, m/s": friction, "flux of heat at the ground, K m/s": flux,
             "depth of the layer, m": depth / 0.95,
             "largest wind, m/s": math.hypot(jet["u"], jet["v"]),
             "height of the largest wind, m": jet["position"]}
    return [{"quantity": quantity, "value": value, "reference": None, "difference_percent": None,
             "limit_percent": None} for quantity, value in found.items()]


def body_of(folder):
    """What report.json tells of the only obstacle: means over the second half of the time."""
    return json.loads((folder / "report.json").read_text())["obstacles"][0]


def cylinder_in_channel(is_steady):
    """A measure of the force on a cylinder between walls, beside the middle of the intervals of M.
    Schaefer and S. Turek, Benchmark computations of laminar flow around a cylinder, Notes on Numerical
    Fluid Mechanics 52, 547 (1996): 2D-1, which is steady, or 2D-2. The limits hold from 40 cells
    across the cylinder on, those of the lift, which is a small part of the force, from 80, and where
    it is the largest one from 160.
    """

    def measure(folder, cells):
        drag_limit = 3.0 if cells >= 880 else None
        lift_limit = 3.0 if cells >= (1760 if is_steady else 3520) else None
        body = body_of(folder)
        if is_steady:
            cx, cy, _ = body["coefficients"]
            return [row("drag coefficient", cx, 5.58, limit=drag_limit),
                    row("lift coefficient, of the drag's", cy, 0.0107, 5.58, limit=lift_limit)]
        late = [one for one in table(folder / "history.csv") if float(one["time"]) >= body["from"]]
        return [row("largest drag coefficient", max(float(one["cylinder_cx"]) for one in late), 3.23,
                    limit=drag_limit),
                row("largest lift coefficient", max(float(one["cylinder_cy"]) for one in late), 1.0,
                    limit=lift_limit),
                row("Strouhal number", body["strouhal"], 0.3, limit=drag_limit)]

    return measure


def cylinder(reynolds, fine):
    """A measure of the force on a cylinder far from walls, beside what measurements and computations agree
    on, a drag coefficient of 1.33 to 0.05 and a Strouhal number of 0.164 to 0.168 at Reynolds number 100,
    a drag coefficient of 1.52 to 0.05 at 40. The limits hold from `fine` cells along x on.
    """

    def measure(folder, cells):
        limit = 3.0 if cells >= fine else None
        body = body_of(folder)
        drag = body["coefficients"][0]
        if reynolds == 40:
            return [row("drag coefficient", drag, 1.52, limit=limit)]
        return [row("drag coefficient", drag, 1.33, limit=limit),
                row("Strouhal number", body["strouhal"] or 0.0, 0.166, limit=limit)]

    return measure


def oscillating_cylinder(folder, cells):
    """Drag and inertia coefficients in line of a cylinder that goes to and fro in a fluid at rest, Reynolds
    number 100, Keulegan-Carpenter number 5: the force is fitted over its last two periods, by least
    squares, with those of J. R. Morison et al., Petroleum Trans. AIME 189, 149 (1950). The limit holds from
    40 cells across it on. Source: H. Duetsch et al., J. Fluid Mech. 360, 249 (1998).
    """
    rate = 2.0 * math.pi / 5.0
    late = [one for one in table(folder / "history.csv") if float(one["time"]) > 10.0]
    sums = [[0.0, 0.0], [0.0, 0.0]]
    sides = [0.0, 0.0]
    for one in late:
        time = float(one["time"]) - 0.5 * float(one["time_step"])  # the force is a mean over the step
        speed, acceleration = -math.cos(rate * time), rate * math.sin(rate * time)
        parts = (-0.5 * abs(speed) * speed, -0.25 * math.pi * acceleration)
        for i in range(2):
            sides[i] += parts[i] * float(one["cylinder_force_x"])
            for j in range(2):
                sums[i][j] += parts[i] * parts[j]
    determinant = sums[0][0] * sums[1][1] - sums[0][1] * sums[1][0]
    drag = (sides[0] * sums[1][1] - sides[1] * sums[0][1]) / determinant
    inertia = (sides[1] * sums[0][0] - sides[0] * sums[1][0]) / determinant
    limit = 5.0 if cells >= 640 else None
    return [row("drag coefficient in line", drag, 2.09, limit=limit),
            row("inertia coefficient", inertia, 1.45, limit=limit)]


def sphere(reynolds):
    """A measure of the force on a sphere without walls nearby; the limit of the drag holds from 24 cells
    across it on, those of the others from 50. Without a frequency the Strouhal number is 0. Source: T. A. Johnson and V. C. Patel, J.
    Fluid Mech. 378, 19 (1999).
    """

    def measure(folder, cells):
        limit = 3.0 if cells >= 24 * 20 else None
        fine_limit = 3.0 if cells >= 50 * 20 else None
        body = body_of(folder)
        cx, cy, cz = body["coefficients"]
        if reynolds == 100:
            return [row("drag coefficient", cx, 1.087, limit=limit)]
        return [row("drag coefficient", cx, 0.656, limit=limit),
                row("lift coefficient, of the drag's", math.hypot(cy, cz), 0.069, 0.656,
                    limit=fine_limit),
                row("Strouhal number", body["frequency"] or 0.0, 0.137, limit=fine_limit)]

    return measure


def heated_cylinder(rayleigh):
    """A measure of what half of a hot cylinder gives the air in a cold square, by the conductivity and
    the difference; the limit holds from 80 cells along x on. Source: C. Shu and Y. D. Zhu, Int. J. Numer.
    Meth. Fluids 38, 429 (2002), for a square 2.5 times as wide as the cylinder.
    """
    known = {1e4: 3.24, 1e5: 4.86, 1e6: 8.90}[rayleigh]

    def measure(folder, cells):
        found = 0.2 * math.pi * body_of(folder)["nusselt"]
        return [row("Nusselt number", found, known, limit=3.0 if cells >= 80 else None)]

    return measure
