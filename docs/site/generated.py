# SPDX-License-Identifier: BSD-3-Clause
# Pages of the reference that are made from what the program says of itself.
import json
import re
import subprocess

SOLVERS = ("himeno", "poisson", "flow")


def output_of(program, *arguments):
    """What the program prints."""
    return subprocess.run([program, *arguments], check=True, text=True, capture_output=True).stdout


# Commands ------------------------------------------------------------------------------------

def subcommands(text):
    """The names of the commands that a text of --help lists."""
    listed = re.search(r"^Subcommands:\n((?:  .*\n)+)", text, re.MULTILINE)
    return re.findall(r"^  ([a-z][\w-]*)", listed.group(1), re.MULTILINE) if listed else []


def table_of_options(lines):
    """The rows of a part of --help, such as Options, as a table."""
    rows = []
    for line in lines:
        entry = re.match(r"^ {1,4}(\S.*?)(?: {2,}(\S.*))?$", line)
        if entry:
            rows.append([entry.group(1), entry.group(2) or ""])
        elif rows:
            rows[-1][1] = f"{rows[-1][1]} {line.strip()}".strip()
    return "\n".join(["| | |", "|---|---|"] + [
        f"| `{escaped(name)}` | {cell(what)} |" for name, what in rows])


def page_of_help(text):
    """A text of --help: its parts of options as tables, all else as it is."""
    parts = []
    for block in text.strip().split("\n\n"):
        lines = block.splitlines()
        if re.match(r"^[A-Z][\w ]*:$", lines[0]) and len(lines) > 1:
            parts.append(f"**{lines[0][:-1]}**\n\n{table_of_options(lines[1:])}")
        else:
            parts.append(f"```text\n{block}\n```")
    return "\n\n".join(parts)


def sections_of_commands(program, words=()):
    """Yields the page's section of a command and of those below it."""
    text = output_of(program, *words, "--help")
    yield "\n".join(["", "#" * min(len(words) + 1, 4) + " " + " ".join(["tobiuo", *words]), "",
                     page_of_help(text), ""])
    for name in subcommands(text):
        yield from sections_of_commands(program, (*words, name))


def page_of_commands(program):
    """Every command with what its --help says."""
    head = ("# Commands and options\n\nEach command prints its text below with `--help`; this page "
            "is made from it.\n[commands.md](../commands.md) says what the commands are for.\n")
    sections = list(sections_of_commands(program))
    sections[0] = sections[0].replace("# tobiuo", "## tobiuo", 1)
    return head + "".join(sections)


# Keys of a case ------------------------------------------------------------------------------

def kind_of(node):
    """The values that a node of the schema allows, in words."""
    if "enum" in node:
        return ", ".join(dict.fromkeys(f"`{word}`" for word in node["enum"]))
    if "const" in node:
        return f"`{node['const']}`"
    names = node.get("type", [])
    names = [names] if isinstance(names, str) else names
    if "array" in names:
        least, most = node.get("minItems"), node.get("maxItems")
        count = "" if least is None and most is None else (
            f"{least} " if least == most else f"{least or 0} to {most} " if most else
            f"at least {least} ")
        items = node.get("items", {})
        return f"list of {count}({kind_of(items)})" if items else f"list of {count}values"
    if "object" in names:
        return "map"
    if "boolean" in names:
        return "`true`, `false`"
    if names in (["string"], ["string", "number"]):
        return "text" if "pattern" in node else "text or expression"
    number = "integer" if "integer" in names else "number" if "number" in names else ""
    limits = [f"{word} {node[key]}".removesuffix(".0") for key, word in (
        ("minimum", "at least"), ("exclusiveMinimum", "above"),
        ("maximum", "at most"), ("exclusiveMaximum", "below")) if key in node]
    return " ".join([number or "value", ", ".join(limits)]).strip()


def written(value):
    """A default as a case has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value) if isinstance(value, (list, dict)) else str(value)


def alternatives(node):
    """A node, or those of which it is one."""
    if "type" in node or "properties" in node:
        return [node]
    for key in ("oneOf", "anyOf"):
        if key in node:
            return [one for branch in node[key] for one in alternatives(branch)]
    return [node]


def rows_of(path, node, rows):
    """Adds to rows, by path, what the schema says of a key and of those below it."""
    branches = alternatives(node)
    row = rows.setdefault(path, {"values": [], "default": "", "summary": ""})
    for branch in branches:
        kind = kind_of(branch)
        if kind and kind not in row["values"]:
            row["values"].append(kind)
    row["summary"] = row["summary"] or node.get("description", "")
    for source in (node, *branches):
        if "default" in source:
            row["default"] = written(source["default"])
    for branch in branches:
        for name, child in branch.get("properties", {}).items():
            rows_of(f"{path}.{name}", child, rows)
        for child in branch.get("patternProperties", {}).values():
            rows_of(f"{path}.NAME", child, rows)
        items = branch.get("items", {})
        for item in alternatives(items) if items else []:
            if "properties" in item:
                for name, child in item["properties"].items():
                    rows_of(f"{path}[].{name}", child, rows)


def escaped(text):
    """A text in which no column of a table ends."""
    return text.replace("|", "\\|")


def cell(text):
    """A text in a cell of a table."""
    return escaped(re.sub(r"\s+", " ", text)).replace("<", "&lt;").replace("*", "\\*")


def table_of(rows):
    """The rows as a table."""
    lines = ["| key | values (default) | meaning |", "|---|---|---|"]
    for path, row in rows.items():
        default = f" (`{row['default']}`)" if row["default"] else ""
        values = escaped("; ".join(row["values"]))
        lines.append(f"| `{path}` | {values}{default} | {cell(row['summary'])} |")
    return "\n".join(lines)


def page_of_keys(program):
    """Every key of a case, by solver and section, from the schema that the rows of keys give."""
    schema = json.loads(output_of(program, "schema"))
    parts = ["# Keys of a case, all\n\nThis page is made from `tobiuo schema`, and that from the "
             "rows by which the program reads a\ncase. `NAME` is a name of yours, `[]` an item of a "
             "list. Where a number stands, a constant\nexpression may stand, too. "
             "[case.md](../case.md) says how keys work together.\n"]
    for branch in schema["allOf"]:
        solver = branch["if"]["properties"]["solver"]["const"]
        tables, single = [], {}
        for name, node in branch["then"]["properties"].items():
            rows = {}
            rows_of(name, node, rows)
            if len(rows) == 1:
                single |= rows
            else:
                tables.append(f"\n### {name} ({solver})\n\n{table_of(rows)}\n")
        parts += [f"\n## Keys of solver: {solver}\n\n{table_of(single)}\n", *tables]
    return "".join(parts)
