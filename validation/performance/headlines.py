# SPDX-License-Identifier: BSD-3-Clause
"""The few results that the README shows, each beside the fastest peer: a table, and a chart."""
import math
from dataclasses import dataclass
from xml.sax.saxutils import escape

from measured import Measured
from performance_tables import CUBES, digits, table

TITLES = {"cufft": "cuFFT", "vkfft": "VkFFT", "fftw": "FFTW, 16 threads", "cupyx": "cupyx",
          "straight": "around cuFFT"}
#: What peers without sine and cosine transforms do between walls.
IMAGES = " with images"


@dataclass
class Headline:
    """A result of ours and of a peer: milliseconds, seconds or GFLOPS."""
    what: str
    ours: float
    peer: float
    peer_name: str
    command: str
    unit: str = "ms"

    def times_as_fast(self):
        faster = self.peer / self.ours
        return 1 / faster if self.unit == "GFLOPS" else faster


def against(what, command, file, ours, peers, how="", **problem):
    """Our row beside the fastest of the peers that solve the problem accurately; `how` says what
    that peer does."""
    found = [file.find(contestant=peer, **problem) for peer in peers]
    best = min((row for row in found if row and row.get("accurate") is not False),
               key=lambda row: row["ms"])
    return Headline(what, file.row(contestant=ours, **problem)["ms"], best["ms"],
                    TITLES[best["contestant"]] + how, command)


def headlines():
    """The rows, in the order of the README."""
    himeno = Measured("h200/himeno.json")
    sweeps = himeno.row(size="L", kernel="slab-3")
    fft, poisson = Measured("h200/fft.json"), Measured("h200/poisson.json")
    in_host_memory = Measured("h200/out-of-card.json").row(
        shape=CUBES["1024^3"], precision="double", boundary="periodic")
    gpus = ("cufft", "vkfft")
    cube = CUBES["512^3"]
    yield Headline("Himeno L, three sweeps a pass", sweeps["gflops"],
                   100 * sweeps["gflops"] / sweeps["percent_of_ceiling"],
                   "one sweep a pass, at most",
                   "tobiuo bench himeno --backends cuda --sizes L", "GFLOPS")
    yield against("c2c 512^3 double", "tobiuo bench fft --sizes 512^3", fft, "ours", gpus,
                  size=cube, kind="c2c", precision="double")
    yield against("r2c 512^3 single", "tobiuo bench fft --sizes 512^3 --kinds r2c", fft, "ours",
                  gpus, size=cube, kind="r2c", precision="single")
    for walls, word, how in (("periodic", "periodic", ""), ("dirichlet", "Dirichlet", IMAGES)):
        yield against(f"Poisson 512^3 double, {word}",
                      f"tobiuo bench poisson --sizes 512^3 --boundaries {walls}", poisson, "ours",
                      gpus, how, shape=cube, boundary=walls, precision="double")
    yield against("4096 planes of 64^2 double, Neumann",
                  "tobiuo bench poisson --batch 4096 --sizes 64x64",
                  Measured("h200/poisson_batches.json"), "ours", gpus, IMAGES, shape="64x64",
                  boundary="neumann", precision="double")
    yield Headline("Poisson 1024^3 double in host memory", in_host_memory["seconds"],
                   in_host_memory["fftw_seconds"], TITLES["fftw"],
                   "tobiuo bench poisson --out-of-card --sizes 1024^3", "s")
    yield against("Poisson 512^3 double on 16 cores",
                  "tobiuo bench poisson --sizes 512^3 --backends cpu",
                  Measured("h200/host_poisson_fftw.json"), "ours", ("fftw",), shape=cube)
    yield against("Flow 512^3 double, a step, H100", "tobiuo bench flow --sizes 512^3",
                  Measured("h100/flow.json"), "ours", ("straight",), shape=cube, case="box",
                  precision="double")
    yield against("DCT-II 512^3 single from Python", "python3 -m tobiuo.bench --sizes 512^3",
                  Measured("h200/python.json"), "plan", ("cupyx",), shape=cube, operation="dctn",
                  precision="single")


def speed_table():
    rows = [[one.what, f"{digits(one.ours)} {one.unit}", f"{one.peer_name}: {digits(one.peer)}",
             digits(one.times_as_fast()), f"`{one.command}`"] for one in headlines()]
    return table(["one H200, unless said", "ours", "peer", "times as fast", "command"], rows)


STYLE = """
  rect.card { fill: #ffffff; stroke: #d0d7de }
  text { font: 14px 'DejaVu Sans', Helvetica, Arial, sans-serif; fill: #1f2328;
    paint-order: stroke; stroke: #ffffff; stroke-width: 3px }
  text.title { font-size: 17px; font-weight: bold }
  text.quiet { fill: #57606a; font-size: 12.5px }
  text.end { text-anchor: end }
  text.middle { text-anchor: middle }
  rect.bar { fill: #1273b8 }
  line { stroke: #d0d7de }
  line.one { stroke: #57606a }
  @media (prefers-color-scheme: dark) {
    rect.card { fill: #0d1117; stroke: #30363d }
    text { fill: #e6edf3; stroke: #0d1117 }
    text.quiet { fill: #9aa4af }
    rect.bar { fill: #4aa3e0 }
    line { stroke: #30363d }
    line.one { stroke: #9aa4af }
  }
"""
WIDTH, LEFT, RIGHT, TOP, STEP, BAR = 960, 300, 330, 78, 34, 20


def speed_chart():
    """An SVG, readable on light and dark pages: how many times as fast as the peer each result
    is, on a logarithmic axis."""
    rows = list(headlines())
    most = max(one.times_as_fast() for one in rows)
    width = WIDTH - LEFT - RIGHT
    bottom = TOP + STEP * len(rows)

    def x(times):
        return LEFT + width * math.log(times) / math.log(most)

    def text(at, y, words, kind=""):
        return f'<text x="{at:.0f}" y="{y:.0f}" class="{kind}">{escape(words)}</text>'

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{bottom + 44}" '
        f'viewBox="0 0 {WIDTH} {bottom + 44}" role="img">',
        "<title>How many times as fast as the fastest peer</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="card" x="0.5" y="0.5" width="{WIDTH - 1}" height="{bottom + 43}" rx="8"/>',
        text(20, 32, "Times as fast as the fastest peer beside it", "title"),
        text(20, 54, "one NVIDIA H200, unless said; both measured by one command", "quiet")]
    for tick in (1, 2, 5, 10, 20):
        if tick <= most:
            kind = "one" if tick == 1 else ""
            lines.append(f'<line class="{kind}" x1="{x(tick):.1f}" x2="{x(tick):.1f}" '
                         f'y1="{TOP - 6}" y2="{bottom}"/>')
            lines.append(text(x(tick), bottom + 20, f"{tick}x", "quiet middle"))
    for row, one in enumerate(rows):
        y = TOP + STEP * row
        end = x(one.times_as_fast())
        lines.append(text(LEFT - 12, y + 15, one.what.replace("^3", "³").replace("^2", "²"), "end"))
        lines.append(f'<rect class="bar" x="{LEFT}" y="{y}" width="{end - LEFT:.1f}" '
                     f'height="{BAR}" rx="2"/>')
        lines.append(text(end + 8, y + 15, f"{digits(one.times_as_fast())}x"))
        lines.append(text(end + 60, y + 15, f"{digits(one.ours)} {one.unit}; {one.peer_name} "
                          f"{digits(one.peer)}", "quiet"))
    return "\n".join([*lines, "</svg>", ""])
