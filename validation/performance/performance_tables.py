# SPDX-License-Identifier: BSD-3-Clause
"""The tables of docs/performance.md and the README, each a function of the measured results."""
import math

from measured import HERE, Measured, commands

CUBES = {f"{n}^3": f"{n}x{n}x{n}" for n in (64, 128, 256, 512, 1024, 1536)}
PRECISIONS = ("single", "double")
WALLS = {"periodic": "periodic", "dirichlet": "Dirichlet", "neumann": "Neumann",
         "mixed": "Dirichlet-Neumann", "duct": "duct"}


def digits(value):
    """A number with three significant digits, in full."""
    if value is None:
        return ""
    if value >= 999.5:
        return f"{value:.0f}"
    decimals = 2 - math.floor(math.log10(float(f"{value:.2e}")))
    return f"{value:.{decimals}f}"


def percent(value):
    return f"{value:.0f} %" if value is not None else ""


def table(head, rows):
    """A table in Markdown, as lines."""
    return [f"| {' | '.join(line)} |".replace("|  |", "| |").replace("|  |", "| |")
            for line in ([head, ["---"] * len(head), *rows])]


def sources(*files):
    """The line below a table that names its files."""
    links = [f"[{one.name}](../validation/performance/{one.name})" for one in files]
    return ["", "Measured in", *(link + "," for link in links[:-1]), links[-1] + "."]


def beside(value, *others):
    """Our figure, and those of peers in brackets."""
    known = [digits(other) for other in others if other is not None]
    return digits(value) + (f" ({', '.join(known)})" if known else "")


def himeno_gpu():
    single, double = Measured("h200/himeno.json"), Measured("h200/himeno_double.json")
    sizes = ("S", "M", "L", "XL")

    def cell(row):
        return f"{row['gflops']:.0f} ({percent(row['percent_of_ceiling'])})" if row else ""

    rows = [[f"`{kernel}`", label, *(cell(single.find(size=size, kernel=kernel)) for size in sizes)]
            for kernel, label in dict.fromkeys((row["kernel"], row["label"])
                                               for row in single.rows)]
    rows.append(["`march`, double", double.rows[0]["label"],
                 *(cell(double.row(size=size, kernel="march")) for size in sizes)])
    return table(["GFLOPS (of the ceiling)", "label", *sizes], rows) + sources(single, double)


def himeno_cpu(name):
    file = Measured(name)
    rows = [[row["size"], f"`{row['kernel']}`", digits(row["gflops"]),
             percent(row["percent_of_ceiling"])] for row in file.rows]
    return table(["size", "kernel", "GFLOPS", "of the ceiling"], rows) + sources(file)


def fft():
    file = Measured("h200/fft.json")
    sizes = ("64^3", "128^3", "256^3", "512^3", "1024^3")

    def cell(size, **problem):
        one = {peer: file.row(size=CUBES[size], contestant=peer, **problem)["ms"]
               for peer in ("ours", "cufft", "vkfft")}
        return f"{digits(one['ours'])} ({one['cufft'] / one['ours']:.2f}, " \
               f"{one['vkfft'] / one['ours']:.2f})"

    rows = [[f"{kind} {precision}",
             *(cell(size, kind=kind, precision=precision) for size in sizes)]
            for precision in PRECISIONS for kind in ("c2c", "r2c", "c2r")]
    return table(["ms (cuFFT's, VkFFT's time by ours)", *sizes], rows) + sources(file)


def fft_lengths():
    files = {"15 lengths from 96 to 1000": Measured("h200/fft_lengths.json"),
             "6 primes from 127 to 1021": Measured("h200/fft_primes.json")}
    kinds = [(kind, precision) for precision in PRECISIONS for kind in ("c2c", "r2c")]

    def cell(file, kind, precision):
        ratios = [row["ratio_to_cufft"] for row in file.rows if row["contestant"] == "ours"
                  and (row["kind"], row["precision"]) == (kind, precision)]
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        return f"{mean:.2f} ({min(ratios):.2f} to {max(ratios):.2f})"

    rows = [[what, *(cell(file, *kind) for kind in kinds)] for what, file in files.items()]
    return table(["cuFFT's time by ours", *(" ".join(kind) for kind in kinds)],
                 rows) + sources(*files.values())


def fft_work_array():
    file = Measured("h200/fft_work_array.json")
    rows = [[f"{size} {precision}", digits(ours["ms"]), digits(ours["ratio_to_cufft"])]
            for precision in PRECISIONS for size in ("512^3", "1024^3")
            for ours in [file.row(size=CUBES[size], precision=precision, contestant="ours")]]
    return table(["r2c with a work array", "ms", "cuFFT's time by ours"], rows) + sources(file)


def fft_published():
    file = Measured("h200/fft_published.json")
    rows = [[row["what"], row["unit"], ", ".join(f"{digits(value)} ({card})" for card, value
                                                 in row["published"].items()),
             digits(row["here"])] for row in file.rows if row["table"] == 7]
    return table(["256^3 c2c single, table 7", "unit", "published", "H200"], rows) + sources(file)


def poisson():
    file, large = Measured("h200/poisson.json"), Measured("h200/poisson_1024.json")
    nodes = Measured("h200/poisson_nodes.json")
    sizes = ("64^3", "128^3", "256^3", "512^3")

    def cell(measured, size, peer="cufft", **problem):
        ours = measured.find(shape=CUBES[size], contestant="ours", **problem)
        other = measured.find(shape=CUBES[size], contestant=peer, **problem)
        return beside(ours["ms"], other and other["ms"]) if ours else ""

    rows = []
    for precision in PRECISIONS:
        rows += [[f"{word}, {precision}",
                  *(cell(file, size, boundary=walls, precision=precision) for size in sizes),
                  cell(large, "1024^3", boundary=walls, precision=precision)]
                 for walls, word in WALLS.items()]
        rows += [[f"{WALLS[walls]}, on nodes, {precision}",
                  *(cell(nodes, size, boundary=walls, precision=precision) for size in sizes), ""]
                 for walls in ("dirichlet", "neumann")]
    return table(["ms a solve (cuFFT)", *sizes, "1024^3"], rows) + sources(file, large, nodes)


#: What `--boundaries` calls the problems of poisson_box.json.
BOXES = {"periodic": "periodic", "open": "one open axis", "open-pair": "two open axes",
         "free": "three open axes", "stretched-z": "z stretched",
         "stretched-xz": "x and z stretched", "stretched-yz": "y and z stretched",
         "stretched-xyz": "all axes stretched",
         "stretched-xz-mixed": "x and z stretched, walls of x differ"}


def poisson_box():
    box = Measured("h200/poisson_box.json")
    rows = []
    for boundary, word in BOXES.items():
        found = [box.row(boundary=boundary, precision=precision) for precision in PRECISIONS]
        rows.append([word, *(digits(row["ms"]) for row in found),
                     *(f"{row['backward_error']:.1e}" for row in found)])
    return table(["ms a solve of 512^3", *PRECISIONS, "backward error, single", "double"],
                 rows) + sources(box)


def poisson_batches():
    file = Measured("h200/poisson_batches.json")

    def cell(shape, boundary, precision):
        one = [file.find(shape=shape, boundary=boundary, precision=precision, contestant=peer)
               for peer in ("ours", "cufft")]
        return beside(*(row and row["ms"] for row in one)) if one[0] else ""

    rows = [[f"{WALLS[boundary]}, {precision}",
             *(cell(shape, boundary, precision) for shape in ("32x32", "64x64", "128x128"))]
            for boundary in ("periodic", "neumann") for precision in PRECISIONS]
    return table(["ms for 4096 planes (cuFFT)", "32^2", "64^2", "128^2"], rows) + sources(file)


def out_of_card():
    file, large = Measured("h200/out-of-card.json"), Measured("h200/out-of-card-1536.json")
    rounds = Measured("h200/out-of-card-rounds.json")
    names = {shape: cube for cube, shape in CUBES.items()}
    rows = [[names[row["shape"]], row["precision"], WALLS[row["boundary"]], row["operator"],
             f"{row['device_memory_gib']:g} GiB", digits(row["seconds"]),
             digits(row["limit_seconds"]), digits(row["fftw_seconds"])]
            for measured in (file, large, rounds) for row in measured.rows]
    return table(["points", "precision", "walls", "operator", "device memory", "s",
                  "the link alone", "FFTW, 16 cores"], rows) + sources(file, large, rounds)


def out_of_card_fft():
    first, tuned = (Measured(f"h200/out-of-card-{name}.json") for name in ("transforms", "tuned"))
    shapes = {CUBES["1024^3"]: "1024^3", "32768x32768": "32768^2", "1073741824": "2^30"}

    def cells(file, key):
        return [digits(file.row(shape=shape, kind="c2c")[key]) for shape in shapes]

    rows = [["ours", *cells(first, "seconds")],
            ["the link alone, two rounds", *cells(first, "limit_seconds")],
            ["FFTW, 16 cores", *cells(first, "fftw_seconds")],
            ["ours, with tuned columns", *cells(tuned, "seconds")],
            ["the link alone in that run", *cells(tuned, "limit_seconds")]]
    return table(["s, c2c double, 4 GiB", *shapes.values()], rows) + sources(first, tuned)


#: What `tobiuo bench flow` calls its cases.
FLOWS = {"box": "periodic box", "channel": "channel, stretched across",
         "channel-implicit": "the same, diffusion across it implicit",
         "cavity": "cavity, walls all around", "les": "box, large eddies",
         "one-projection": "box, one projection a step", "sphere-closed": "box with a closed sphere"}


def flow_row(row, peer=None):
    return [FLOWS[row["case"]], row["precision"], digits(row["ms_per_step"]),
            digits(row["ns_per_point"]), percent(row["percent_of_ceiling"]), digits(peer)]


FLOW_HEAD = ["512^3", "precision", "ms a step", "ns a cell", "of the ceiling"]


def flow_h200():
    eddies, bodies = Measured("h200/flow_eddies.json"), Measured("h200/flow_bodies.json")
    rows = [flow_row(file.row(case=case, precision=precision, shape=CUBES["512^3"]))[:-1]
            for file, case in ((eddies, "box"), (eddies, "one-projection"), (eddies, "les"),
                               (bodies, "sphere-closed")) for precision in PRECISIONS]
    return table(FLOW_HEAD, rows) + sources(eddies, bodies)


def flow_gradients():
    one, fifty = Measured("h200/flow_gradients.json"), Measured("h200/flow_gradients_50.json")
    rows = []
    for file, steps in ((one, 1), (fifty, 50)):
        for ours in file.rows:
            if ours["contestant"] != "ours":
                continue
            key = {name: ours[name] for name in ("case", "shape", "precision")}
            both = file.row(**key, contestant="gradients")
            times = ours["ms_per_step"], both["ms_per_step"]
            rows.append([FLOWS[ours["case"]], f"{ours['cells'][0]}^3", ours["precision"],
                         str(steps), *map(digits, times), digits(times[1] / times[0])])
    return table(["flow", "cells", "precision", "steps", "ms a step", "with gradients", "times"],
                 rows) + sources(one, fifty)


def flow_h100():
    file = Measured("h100/flow.json")
    rows = [flow_row(ours, ours["straight_cufft_ms"])
            for case in ("box", "channel", "channel-implicit", "cavity")
            for precision in PRECISIONS
            for ours in [file.find(case=case, precision=precision, shape=CUBES["512^3"],
                                   contestant="ours")] if ours]
    return table([*FLOW_HEAD, "around cuFFT, ms"], rows) + sources(file)


def flow_graphs():
    file = Measured("h100/flow.json")
    rows = [[FLOWS[case], precision,
             *(digits(file.row(case=case, precision=precision, shape=CUBES["64^3"],
                               contestant=one)["ms_per_step"]) for one in ("ours", "no-graphs"))]
            for case in ("box", "channel", "channel-implicit", "cavity") for precision in PRECISIONS]
    return table(["64^3", "precision", "ms a step", "without graphs"], rows) + sources(file)


def flow_cpu():
    file = Measured("h100/flow_cpu.json")
    rows = [[*flow_row(file.row(**key, contestant="ours"))[:-1],
             percent(file.row(**key, contestant="predictors")["percent_of_ceiling"])]
            for case in ("box", "channel", "cavity") for precision in PRECISIONS
            for key in [{"case": case, "precision": precision, "shape": CUBES["256^3"]}]]
    return table(["256^3", *FLOW_HEAD[1:], "stages without the solves"], rows) + sources(file)


def opencl():
    file = Measured("h200/opencl.json")
    rows = [[row["job"], row["precision"], digits(row["ms"]), digits(row["cuda_ms"]),
             digits(row["cufft_ms"])] for row in file.rows]
    return table(["512^3; Himeno L", "precision", "ms, OpenCL", "CUDA", "cuFFT"],
                 rows) + sources(file)


def python():
    file = Measured("h200/python.json")
    names = {"rfftn": "`rfftn`", "dctn": "`dctn`, type 2", "solve": "Poisson solve between walls"}
    sizes = ("64^3", "256^3", "512^3")

    def cell(operation, precision, size):
        return beside(*(file.row(operation=operation, precision=precision, shape=CUBES[size],
                                 contestant=one)["ms"] for one in ("plan", "function", "cupyx")))

    rows = [[f"{word}, {precision}", *(cell(name, precision, size) for size in sizes)]
            for name, word in names.items() for precision in PRECISIONS]
    return table(["ms, plan (function, cupyx)", *sizes], rows) + sources(file)


def python_calls():
    file = Measured("h200/python.json")
    rows = [[f"`{row['name']}`", digits(row["us"]), digits(row["c_us"]),
             digits(row["overhead_us"])] for row in file.document["overheads"]]
    return table(["us a call", "from Python", "from C", "difference"], rows) + sources(file)


def whole():
    files = [Measured(f"{name}.json") for name in ("h200/whole", "h200/whole_installed",
                                                   "h100/whole")]
    rows = [[f"`{row['case']}`", " x ".join(map(str, row["cells"])),
             *(digits(found and found["wall_s"])
               for found in (file.find(case=row["case"]) for file in files))]
            for row in files[0].rows]
    return table(["s from start to end", "cells", "H200", "H200, installed kernels", "H100"],
                 rows) + sources(*files)


def host_poisson():
    file, box = Measured("h200/host_poisson.json"), Measured("h200/host_poisson_box.json")
    sizes = ("128^3", "256^3", "512^3")
    rows = [[WALLS[walls], *(digits(file.row(shape=CUBES[size], boundary=walls)["ms"])
                             for size in sizes)] for walls in ("periodic", "dirichlet", "duct")]
    rows += [[f"{BOXES[row['boundary']]}, another run", "", digits(row["ms"]), ""]
             for row in box.rows]
    return table(["ms a solve, double", *sizes], rows) + sources(file, box)


def host_peers():
    solves = Measured("h200/host_poisson_fftw.json")
    transforms = [Measured(f"{machine}/host_fft.json") for machine in ("h200", "h100")]
    rows = [[f"periodic Poisson solve {size}",
             *(digits(solves.row(shape=CUBES[size], contestant=one)["ms"])
               for one in ("ours", "fftw"))] for size in ("256^3", "512^3")]
    rows += [["r2c 512^3" + (", an H100's host" if file.name.startswith("h100") else ""),
              *(digits(file.row(contestant=one)["ms"]) for one in ("cpu", "fftw"))]
             for file in transforms]
    return table(["double", "ms", "FFTW, 16 threads"], rows) + sources(solves, *transforms)


def epyc_poisson():
    file = Measured("epyc-7003-2-cores/poisson.json")
    rows = [[word, *(beside(*(file.row(shape=CUBES[size], boundary=walls, contestant=one)["ms"]
                              for one in ("ours", "fftw"))) for size in ("128^3", "256^3"))]
            for walls, word in WALLS.items()]
    return table(["ms a solve, double (FFTW)", "128^3", "256^3"], rows) + sources(file)


def epyc_fft():
    file = Measured("epyc-9004-2-cores/fft.json")
    sizes = ("64^3", "128^3", "256^3")
    rows = [[f"{kind} {precision}",
             *(beside(*(file.row(size=CUBES[size], kind=kind, precision=precision,
                                 contestant=one)["ms"] for one in ("cpu", "fftw")))
               for size in sizes)]
            for precision in PRECISIONS for kind in ("c2c", "r2c", "c2r")]
    return table(["ms, one thread (FFTW)", *sizes], rows) + sources(file)


#: Flows and sweeps of the scaling benchmark, as tables call them.
VARIANTS = {"box": "flow, periodic box", "channel": "flow, z stretched",
            "channel-y": "flow, y stretched", "transposed": "c2c, spectrum transposed",
            "slab-3": "Himeno"}


def scaling_rows(file, **wanted):
    """What each strong scaling of a file took on one GPU and on two."""
    for one in file.rows:
        if one["ranks"] != 1 or one["scaling"] != "strong" or \
                any(one[key] != value for key, value in wanted.items()):
            continue
        two = file.row(ranks=2, **{key: one[key] for key in
                                   ("job", "scaling", "shape", "precision", "variant")})
        shape = next((cube for cube, name in CUBES.items() if name == one["shape"]),
                     one["shape"].replace("x", " x "))
        what = VARIANTS.get(one["variant"]) or f"Poisson, {WALLS[one['variant']]}"
        yield [what, shape, one["precision"], digits(one["ms"]), digits(two["ms"]),
               f"{two['speedup']:.2f}", digits(two["predicted_ms"])]


SCALING_HEAD = ["", "points", "precision", "ms, one GPU", "two", "speedup", "predicted"]


def scaling_h200():
    files = [Measured(f"h200/scaling_flow{part}.json") for part in ("", "_sizes", "_channel")]
    rows = [row for file, variants in zip(files, (("box", "channel-y"), ("box",), ("channel",)))
            for variant in variants for row in scaling_rows(file, variant=variant)]
    return table(SCALING_HEAD, rows) + sources(*files)


def scaling_h100():
    first, passes, large = (Measured(f"h100/scaling{part}.json")
                            for part in ("", "_passes", "_1536"))
    rows = [*scaling_rows(first, job="poisson"), *scaling_rows(large),
            *scaling_rows(passes, variant="transposed"), *scaling_rows(first, job="himeno")]
    return table(SCALING_HEAD, rows) + sources(first, passes, large)


def scaling_messages():
    file = Measured("h100/scaling.json")
    rows = [[precision, digits(row["ms"]), digits(row["cufftxt_ms"])] for precision in PRECISIONS
            for row in [file.row(job="fft", ranks=2, precision=precision)]]
    return table(["c2c 1024^3 by messages", "ms, two GPUs", "cuFFTXt"], rows) + sources(file)


def scaling_weak():
    file = Measured("h100/scaling.json")
    rows = []
    for walls in ("periodic", "mixed"):
        for precision in PRECISIONS:
            one, two = (file.row(scaling="weak", variant=walls, precision=precision, ranks=ranks)
                        for ranks in (1, 2))
            rows.append([f"Poisson, {WALLS[walls]}", precision, digits(one["ms"]),
                         digits(two["ms"]), f"{one['ms'] / two['ms']:.2f}"])
    return table(["512 planes of 1024^2 a GPU", "precision", "ms, one GPU", "two", "efficiency"],
                 rows) + sources(file)


def fft_errors():
    file = Measured("../accuracy/fft.json")
    rows = []
    for precision in PRECISIONS:
        for kind in ("c2c", "r2c", "c2r"):
            found = [max(row["error_l2"] for row in file.rows if row["contestant"] == one
                         and (row["kind"], row["precision"]) == (kind, precision))
                     for one in ("ours", "cufft")]
            rows.append([f"{kind} {precision}", *(f"{error:.2e}" for error in found)])
    return table(["largest error up to 256^3", "ours", "cuFFT"], rows) + [
        "", "Measured in [fft.json](../validation/accuracy/fft.json)."]


def poisson_orders():
    file = Measured("../accuracy/poisson_orders.json")
    rows = []
    for operator, walls, word in (
            ("second-order", "general", "second order"), ("fourth-order", "general", "fourth order"),
            ("spectral", "general", "spectral, walls that break the symmetry"),
            ("spectral", "symmetric", "spectral, smooth continuation")):
        found = [row for row in file.rows if (row["operator"], row["walls"]) == (operator, walls)]
        exponential = found[0]["theory"] == "exponential"
        rows.append([word, str(len(found)), str(found[0]["theory"]),
                     f"error {max(row['errors'][-1] for row in found):.1e} on the finest grid"
                     if exponential else f"{max(row['deviation'] for row in found):.3f}"])
    return table(["operator", "problems", "order in theory", "largest deviation"], rows) + [
        "", "Measured in [poisson_orders.json](../validation/accuracy/poisson_orders.json)."]


def runs(*folders, only=lambda name: True):
    """How the files of some folders were measured: one row a file."""
    said = commands()
    rows = []
    for path in sorted(path for folder in folders for path in (HERE / folder).glob("*.json")):
        name = str(path.relative_to(HERE))
        if not only(path.name):
            continue
        file = Measured(name)
        noise = file.noise()
        rows.append([
            f"[{path.name}](../validation/performance/{name})", said[name],
            file.document["date"][:10], f"`{file.document.get('git') or ''}`".replace("``", ""),
            ", ".join(file.peers()), ", ".join(map(str, file.repetitions())),
            f"{100 * noise[0]:.1f} %, {100 * noise[1]:.0f} %" if noise else ""])
    return table(["file", "command", "date", "revision", "peers", "repetitions", "noise"], rows)


def of_host(name):
    return name.startswith("host") or name.endswith(("_host.json", "_cpu.json"))


def of_two_gpus(name):
    return name.startswith("scaling")


def of_one_gpu(name):
    return not of_host(name) and not of_two_gpus(name)


TABLES = {
    "himeno": himeno_gpu, "fft": fft, "fft-lengths": fft_lengths,
    "fft-work-array": fft_work_array, "fft-published": fft_published,
    "poisson": poisson, "poisson-box": poisson_box, "poisson-batches": poisson_batches,
    "out-of-card": out_of_card, "out-of-card-fft": out_of_card_fft,
    "flow-h200": flow_h200, "flow-gradients": flow_gradients, "opencl": opencl,
    "python": python, "python-calls": python_calls,
    "whole": whole, "runs-h200": lambda: runs("h200", only=of_one_gpu),
    "flow-h100": flow_h100, "flow-graphs": flow_graphs,
    "runs-h100": lambda: runs("h100", only=of_one_gpu),
    "scaling-h200": scaling_h200, "scaling-h100": scaling_h100,
    "scaling-messages": scaling_messages, "scaling-weak": scaling_weak,
    "runs-two-gpus": lambda: runs("h200", "h100", only=of_two_gpus),
    "himeno-host": lambda: himeno_cpu("h200/himeno_host.json"), "host-poisson": host_poisson,
    "host-peers": host_peers, "flow-cpu": flow_cpu,
    "runs-hosts": lambda: runs("h200", "h100", only=of_host),
    "himeno-epyc": lambda: himeno_cpu("epyc-7003-2-cores/himeno.json"),
    "epyc-poisson": epyc_poisson, "epyc-fft": epyc_fft,
    "fft-errors": fft_errors, "orders": poisson_orders, "runs-epyc": lambda: runs("epyc-7003-2-cores", "epyc-9004-2-cores"),
}
