# SPDX-License-Identifier: BSD-3-Clause
# Makes the site of the documents where Sphinx is, and looks whether its parts are there.
"""usage: site.py ROOT PROGRAM BUILD

Where a Chromium is (TOBIUO_BROWSER), it also opens all pages as on a phone: no page is wider than the
screen, and all pictures are there. Prints "skipped" where an interpreter with Sphinx, its extensions and
the theme, or doxygen, is missing: ./dev docs installs them.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

# What a part of each page says when it was made as it should be.
EXPECTED = {
    "docs/index.html": "First steps",
    "docs/reference/keys.html": "grid.cells",
    "docs/reference/options.html": "--dry-run",
    "docs/reference/cpp-poisson.html": "DistributedSolver",
    "docs/reference/cpp-fft.html": "PointwisePlan",
    "docs/reference/c.html": "tobiuo_poisson_create",
    "docs/reference/python.html": "tobiuo.poisson.solve",
    "search.html": "searchindex.js",
    "index.html": "docs/index.html",
}


# Says of each page by how much it is wider than a phone, and how many pictures are missing.
PROBE = """<script>
addEventListener("load", () => setTimeout(() => {
    const seen = [...document.querySelectorAll("iframe")].map((frame) => {
        const page = frame.contentDocument;
        const text = page.querySelector("article");  // the page itself hides what is beyond it
        const wider = Math.ceil(text.getBoundingClientRect().left) + text.scrollWidth
            - frame.clientWidth;
        const missing = [...page.images].filter((one) => one.naturalWidth === 0).length;
        return `seen ${frame.title} ${wider} ${missing}`;
    });
    document.getElementById("seen").textContent = seen.join("\\n");
}, 2000));
</script>"""


def complaints_of_browser(html):
    """What a browser sees on a phone; nothing where there is no browser."""
    browser = (os.environ.get("TOBIUO_BROWSER") or shutil.which("chromium")
               or shutil.which("google-chrome"))
    if not browser:
        print("no Chromium here (Debian: chromium): pages are not looked at")
        return []
    pages = [page for page in sorted(html.rglob("*.html")) if page != html / "index.html"]
    frames = "".join(f'<iframe title="{page.relative_to(html)}" src="{page.as_uri()}" '
                     'style="width:390px;height:844px"></iframe>' for page in pages)
    probe = html.parent / "probe.html"
    probe.write_text(f'<body>{frames}<pre id="seen"></pre>{PROBE}</body>', encoding="utf-8")
    done = subprocess.run(
        [browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
         f"--user-data-dir={html.parent / 'profile'}", "--virtual-time-budget=60000", "--dump-dom",
         probe.as_uri()], capture_output=True, text=True, check=False)
    seen = re.findall(r"seen (\S+) (-?\d+) (\d+)", done.stdout)
    complaints = [f"{name} is {wider} pixels wider than a phone, {missing} pictures are missing"
                  for name, wider, missing in seen if int(wider) > 0 or int(missing) > 0]
    if len(seen) != len(pages):
        complaints.append(f"the browser told of {len(seen)} pages of {len(pages)}")
    return complaints


def main(root, program, build):
    found = subprocess.run([f"{root}/docs/site/interpreter.sh"], capture_output=True, text=True,
                           check=False)
    if found.returncode != 0:
        print(f"skipped: {found.stderr.strip()}; ./dev docs installs what is missing")
        return 0
    shutil.rmtree(build, ignore_errors=True)
    status = subprocess.run([found.stdout.strip(), "-B", f"{root}/docs/site/make.py", program, build],
                            check=False).returncode
    if status != 0:
        return status
    html = Path(build) / "html"
    complaints = [f"{page} does not have '{words}'" for page, words in EXPECTED.items()
                  if words not in re.sub(r"</?(span|wbr)[^>]*>", "",
                                         (html / page).read_text(encoding="utf-8"))]
    remote = [f"{page.relative_to(html)} loads {found.group(1)}" for page in html.rglob("*.html")
              for found in re.finditer(r'(?:<script[^>]*src|<link rel="stylesheet"[^>]*href|<img[^>]*src)'
                                       r'="(https?:[^"]+)"', page.read_text(encoding="utf-8"))]
    complaints += remote + complaints_of_browser(html)
    print("\n".join(complaints) or "the site has all parts")
    return len(complaints) > 0


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
