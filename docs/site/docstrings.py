# SPDX-License-Identifier: BSD-3-Clause
# Docstrings of the Python package as Sphinx reads them: plain text with aligned columns.
import re


def escaped(line):
    """A line of text in which nothing but ``code`` is markup."""
    parts = re.split(r"(``[^`]+``|`[^`]+`)", line)
    return "".join("``" + part.strip("`") + "``" if part.startswith("`")
                   else re.sub(r"(\w)_(?!\w)", r"\1\\_", re.sub(r"([*|\\])", r"\\\1", part))
                   for part in parts)


def as_restructured_text(lines):
    """Paragraphs stay text; blocks that are indented or aligned in columns become literal ones."""
    blocks, block = [], []
    for line in [*lines, ""]:
        if line.strip():
            block.append(line)
        elif block:
            blocks.append(block)
            block = []
    result, literal = [], False
    for block in blocks:
        aligned = any(line.startswith(" ") for line in block) or any("   " in line.strip()
                                                                     for line in block)
        if aligned:
            if not literal:
                result += [".. code-block:: text", ""]
            result += ["    " + line for line in block] + [""]
        else:
            result += [escaped(line) for line in block] + [""]
        literal = aligned
    return result


def process(_app, _what, _name, _object, _options, lines):
    """Replaces the lines of a docstring; called by autodoc."""
    lines[:] = as_restructured_text(list(lines))
