#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Draws the figures of data flow of the documents: draw.py writes them beside itself as SVG.
"""The figures have a background of their own, light or dark as the reader's system asks for it.

usage: docs/figures/draw.py [--check]     (--check fails where a file is not what would be drawn)
"""
import sys
from pathlib import Path
from xml.sax.saxutils import escape

FOLDER = Path(__file__).resolve().parent
STYLE = """
text { font: 14px "DejaVu Sans", Verdana, sans-serif; fill: #1b1f24; text-anchor: middle; }
text.small { font-size: 12px; fill: #57606a; }
text.left { text-anchor: start; }
.page { fill: #ffffff; }
.memory { fill: #dbeafe; stroke: #1d4ed8; }
.work { fill: #fef3c7; stroke: #b45309; }
.given { fill: #dcfce7; stroke: #15803d; }
.group { fill: none; stroke: #8b949e; stroke-dasharray: 5 4; }
.arrow { fill: none; stroke: #57606a; stroke-width: 1.5; }
.head { fill: #57606a; }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; } text.small { fill: #9da7b1; }
.page { fill: #161b22; }
.memory { fill: #172a4d; stroke: #79a8ff; }
.work { fill: #3d2c06; stroke: #e0a83a; }
.given { fill: #0f3320; stroke: #4ac26b; }
.arrow { stroke: #9da7b1; } .head { fill: #9da7b1; }
}
"""


class Figure:
    """A drawing of boxes and arrows; `says` is read to those who do not see it."""

    def __init__(self, name, width, height, says):
        self.name, self.width, self.height, self.says = name, width, height, says
        self.parts = []

    def text(self, x, y, words, kind=""):
        self.parts.append(f'<text class="{kind}" x="{x}" y="{y}">{escape(words)}</text>')

    def box(self, x, y, width, height, words, kind="work"):
        """A box with lines of text; those after the first are small."""
        self.parts.append(f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" '
                          f'height="{height}" rx="5"/>')
        lines = words.split("\n") if words else []
        top = y + height / 2 - 9 * (len(lines) - 1) + 5
        for number, line in enumerate(lines):
            self.text(x + width / 2, top + 18 * number, line, "small" if number else "")

    def group(self, x, y, width, height, words):
        self.parts.append(f'<rect class="group" x="{x}" y="{y}" width="{width}" '
                          f'height="{height}" rx="8"/>')
        self.text(x + 10, y + 18, words, "small left")

    def arrow(self, *points, words="", place=None):
        """A line through points, with a head at its end; words stand above its middle."""
        path = "M" + " L".join(f"{x} {y}" for x, y in points)
        self.parts.append(f'<path class="arrow" d="{path}" marker-end="url(#head)"/>')
        if words:
            (x0, y0), (x1, y1) = points[0], points[1]
            x, y = place or ((x0 + x1) / 2, (y0 + y1) / 2 - 7)
            self.text(x, y, words, "small")

    def svg(self):
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
                f'width="{self.width}" height="{self.height}" role="img">\n'
                f"<title>{escape(self.says)}</title>\n<style>{STYLE}</style>\n"
                '<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" '
                'markerHeight="7" orient="auto-start-reverse"><path class="head" '
                'd="M0 0 L10 5 L0 10 z"/></marker></defs>\n'
                f'<rect class="page" width="{self.width}" height="{self.height}" rx="8"/>\n'
                + "\n".join(self.parts) + "\n</svg>\n")


def fft_passes():
    """A transform of three axes as three passes, and as two where x and y are merged."""
    f = Figure("fft-passes", 860, 300, "Passes of a transform of three axes, apart and merged")
    for row, (y, title) in enumerate(((40, "three passes: 6 N b bytes"),
                                      (180, "x and y merged: 4 N b bytes"))):
        f.text(20, y - 14, title, "left")
        f.box(20, y + 10, 80, 60, "in", "given")
        if row == 0:
            left = 150
            for axis in "xyz":
                f.arrow((left - (50 if axis == "x" else 30), y + 40), (left, y + 40),
                        words="read" if axis == "x" else "", place=(left - 28, y + 33))
                f.box(left, y + 10, 100, 60,
                      f"pass {axis}\n{'contiguous' if axis == 'x' else 'strided'}")
                f.arrow((left + 100, y + 40), (left + 145, y + 40), words="write",
                        place=(left + 121, y + 33))
                f.box(left + 145, y + 10, 65, 60, "out", "memory")
                left += 240
        else:
            f.group(140, y - 8, 360, 96, "one launch, d planes apart")
            f.box(150, y + 14, 110, 60, "pass x\nplane s")
            f.box(300, y + 24, 70, 40, "L2", "memory")
            f.box(410, y + 14, 80, 60, "pass y\nplane s - d")
            f.arrow((100, y + 40), (150, y + 40), words="read", place=(120, y + 33))
            f.arrow((260, y + 44), (300, y + 44))
            f.arrow((370, y + 44), (410, y + 44))
            f.box(550, y + 10, 70, 60, "out", "memory")
            f.arrow((490, y + 40), (550, y + 40), words="write", place=(526, y + 33))
            f.box(650, y + 10, 80, 60, "pass z\nstrided")
            f.arrow((620, y + 40), (650, y + 40))
            f.box(770, y + 10, 70, 60, "out", "memory")
            f.arrow((730, y + 40), (770, y + 40))
    return f


def solve():
    """A Poisson solve: walls into f, transforms, the division, transforms back."""
    f = Figure("solve", 860, 250, "The steps of a Poisson solve, from f to u")
    f.box(20, 30, 90, 60, "f", "given")
    f.box(20, 150, 90, 60, "walls", "given")
    f.box(160, 30, 120, 60, "correct f\nvalues of walls")
    f.box(330, 30, 130, 60, "x and y\nto modes")
    f.box(520, 30, 150, 60, "last axis\ndivide by a + lambda")
    f.box(520, 150, 150, 60, "y and x\nback to values")
    f.box(740, 150, 90, 60, "u", "given")
    f.arrow((110, 60), (160, 60))
    f.arrow((110, 180), (220, 180), (220, 90))
    f.arrow((280, 60), (330, 60), words="f", place=(305, 52))
    f.arrow((460, 60), (520, 60), words="modes", place=(490, 52))
    f.arrow((595, 90), (595, 150), words="modes of u", place=(640, 124))
    f.arrow((670, 180), (740, 180))
    f.text(595, 22, "one pass: transform, divide, back; or two recurrences; or elimination", "small")
    f.text(240, 232, "three reads and writes of the array where x and y are one pass", "small")
    return f


def step():
    """A step of a flow: three stages, each with a projection."""
    f = Figure("step", 860, 270, "A step of a flow: three stages, each with a projection")
    f.box(20, 105, 110, 60, "u, v, w, s\nof this step", "given")
    f.group(160, 20, 540, 220, "three times: the stages of Runge and Kutta")
    f.box(180, 60, 150, 60, "rates\nconvection, diffusion")
    f.box(180, 160, 150, 60, "bodies, faces\nvelocities there")
    f.box(375, 60, 130, 60, "u*\nwith divergence", "memory")
    f.box(545, 60, 135, 60, "Poisson solve\nlaplacian(q) = div u*")
    f.box(545, 160, 135, 60, "u = u* - grad q\ndivergence 0")
    f.box(730, 105, 110, 60, "u, v, w, s\nof the next", "given")
    f.arrow((130, 135), (155, 135), (155, 90), (180, 90))
    f.arrow((330, 90), (375, 90))
    f.arrow((330, 190), (440, 190), (440, 120))
    f.arrow((505, 90), (545, 90))
    f.arrow((612, 120), (612, 160), words="q", place=(624, 145))
    f.arrow((680, 190), (785, 190), (785, 165))
    f.arrow((545, 205), (350, 205), (350, 130), (255, 130), (255, 120), words="next stage",
            place=(450, 222))
    return f


def out_of_card():
    """Arrays in host memory visit the device chunk by chunk; copies and kernels overlap."""
    f = Figure("out-of-card", 860, 330, "Chunks of an array in host memory visit the device")
    f.box(20, 40, 130, 130, "array\nin host memory", "given")
    f.group(300, 20, 400, 170, "memory of the device")
    for number in range(4):
        f.box(320 + 90 * number, 50, 70, 40, f"slot {number}", "memory")
    f.box(320, 120, 340, 44, "kernels: transform a chunk")
    f.arrow((150, 70), (320, 70), words="copy in")
    f.arrow((490, 90), (490, 120))
    f.arrow((320, 142), (150, 142), words="copy out")
    f.text(20, 220, "one round", "left")
    for row, (name, kind) in enumerate((("copy in", "given"), ("kernels", "work"),
                                        ("copy out", "memory"))):
        y = 232 + 30 * row
        f.text(20, y + 17, name, "small left")
        for chunk in range(5):
            f.box(110 + 100 * (chunk + row), y, 90, 24, f"chunk {chunk}", kind)
    f.text(830, 226, "time", "small")
    f.arrow((110, 224), (805, 224))
    return f


def ranks():
    """Ranks divide planes; what they tell each other in both ways of a solve."""
    f = Figure("ranks", 860, 330, "How ranks divide a solve, by interface values or by transposition")
    f.text(20, 28, "second order along z: two numbers a mode", "left")
    f.text(450, 28, "otherwise: two exchanges of all", "left")
    for rank in range(3):
        y = 44 + 94 * rank
        f.box(20, y, 120, 62, f"rank {rank}\nits planes of z", "memory")
        f.box(200, y, 190, 62, "x, y, own rows of z,\nthen y, x back")
        f.arrow((140, y + 31), (200, y + 31))
        if rank < 2:
            f.arrow((275, y + 62), (275, y + 94))
            f.arrow((315, y + 94), (315, y + 62))
        f.box(450, y, 110, 62, f"rank {rank}\nplanes of z", "memory")
        f.box(690, y, 150, 62, "columns of z\nz, divide, z back", "work")
    f.box(600, 44, 50, 250, "", "given")
    f.text(625, 162, "all", "small")
    f.text(625, 180, "to all", "small")
    for rank in range(3):
        y = 75 + 94 * rank
        f.arrow((560, y - 8), (600, y - 8))
        f.arrow((650, y - 8), (690, y - 8))
        f.arrow((690, y + 12), (650, y + 12))
        f.arrow((600, y + 12), (560, y + 12))
    f.text(345, 122, "values", "small left")
    f.text(345, 216, "values", "small left")
    return f


def main(*options):
    different = []
    for draw in (fft_passes, solve, step, out_of_card, ranks):
        figure = draw()
        path = FOLDER / f"{figure.name}.svg"
        if "--check" not in options:
            path.write_text(figure.svg(), encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != figure.svg():
            different.append(path.name)
    if different:
        print(f"not what docs/figures/draw.py draws (run it): {', '.join(different)}")
    return len(different) > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
