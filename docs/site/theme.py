# SPDX-License-Identifier: BSD-3-Clause
# Mends what Debian 12's package of the theme furo lacks; other packages of it are left alone.
"""Debian compiles furo's style sheet without the rules for a system that is set to dark, does not
join its scripts, of which the first then ends with an error, and imports a style sheet by a path of
web servers. The files that mend(FOLDER) writes take their places in the site.
"""
import re
from importlib.util import find_spec
from pathlib import Path


def dark_rules(css):
    """The colours of the dark theme, for systems that ask for it where the reader does not choose."""
    if "prefers-color-scheme" in css:
        return ""
    found = re.search(r'body\[data-theme="dark"\] \{(.*?)\}', css, re.DOTALL)
    return ("@media not print { @media (prefers-color-scheme: dark) {\n"
            'body:not([data-theme="light"]) {' + found.group(1) + "} } }\n") if found else ""


def joined_script(scripts):
    """The script with the one that it imports, or nothing where it imports none."""
    text = (scripts / "furo.js").read_text(encoding="utf-8")
    importing = re.match(r'import Gumshoe from "\./([\w.-]+)";', text)
    if not importing:
        return None
    imported = (scripts / importing.group(1)).read_text(encoding="utf-8")
    return imported + text[importing.end():]


def mend(folder):
    """Writes the files into the folder."""
    static = Path(find_spec("furo").origin).parent / "theme" / "furo" / "static"
    css = (static / "styles" / "furo.css").read_text(encoding="utf-8")
    (folder / "styles").mkdir(parents=True, exist_ok=True)
    (folder / "scripts").mkdir(parents=True, exist_ok=True)
    (folder / "dark.css").write_text(dark_rules(css), encoding="utf-8")
    script = joined_script(static / "scripts")
    if script:
        (folder / "scripts" / "furo.js").write_text(script, encoding="utf-8")
    imported = re.match(r"@import url\((/[^)]+)\);", css)
    if imported:
        source = Path("/usr/share" + imported.group(1))
        normal = source.read_text(encoding="utf-8") if source.exists() else ""
        (folder / "styles" / "furo.css").write_text(normal + css[imported.end():],
                                                    encoding="utf-8")
