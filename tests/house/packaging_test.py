#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# packaging_test.py ROOT: checks that the recipes in packaging/ are well formed, have the project's
# version and name only options, files and folders that the project has.
import ast
import os
import re
import subprocess
import sys
from pathlib import Path

try:
    import yaml
except ImportError:
    print("skipped: this python3 has no PyYAML (Debian: python3-yaml)")
    sys.exit(0)

ROOT = Path(sys.argv[1])
CONDA = ROOT / "packaging" / "conda" / "recipe.yaml"
SPACK = ROOT / "packaging" / "spack" / "package.py"


def version_of_project():
    text = (ROOT / "CMakeLists.txt").read_text()
    return re.search(r"project\(tobiuo VERSION (\S+)", text).group(1)


def check_options(text, where):
    known = (ROOT / "CMakeLists.txt").read_text()
    for file in (ROOT / "cmake").glob("*.cmake"):
        known += file.read_text()
    for option in set(re.findall(r"TOBIUO_[A-Z_]+", text)) - {"TOBIUO_LIBRARY"}:
        assert re.search(rf"\b{option}\b", known), f"{where}: no option {option} in the build"


def check_conda():
    text = CONDA.read_text()
    recipe = yaml.safe_load(text)
    assert recipe["context"]["version"] == version_of_project(), "recipe.yaml: another version"
    assert recipe["package"]["name"] == "tobiuo" and recipe["schema_version"] == 1
    parts = set("schema_version context package source build requirements tests about".split())
    assert set(recipe) == parts, f"recipe.yaml: {set(recipe) ^ parts}"
    assert (CONDA.parent / recipe["source"]["path"]).resolve() == ROOT.resolve()
    for file in recipe["about"]["license_file"]:
        assert (ROOT / file).is_file(), f"recipe.yaml: no file {file}"
    needs = recipe["requirements"]
    assert set(needs) == {"build", "host", "run", "run_constraints"}
    assert all(isinstance(need, str) for part in needs.values() for need in part)
    check_options(text, CONDA.name)


def check_spack():
    text = SPACK.read_text()
    (package,) = [n for n in ast.parse(text).body if isinstance(n, ast.ClassDef)]
    assert package.name == "Tobiuo"
    said = {}
    for part in package.body:
        if isinstance(part, ast.Expr) and isinstance(part.value, ast.Call):
            said.setdefault(part.value.func.id, []).append(part.value)
    versions = [call.args[0].value for call in said["version"]]
    assert version_of_project() in versions, f"package.py: only the versions {versions}"
    variants = {call.args[0].value for call in said["variant"]}
    for call in said["depends_on"] + said["extends"]:
        for word in call.keywords:
            if word.arg == "when":
                assert word.value.value.lstrip("+~") in variants, f"package.py: {word.value.value}"
    check_options(text, SPACK.name)


def check_scripts():
    folders = ROOT / "packaging" / "debian", ROOT / "packaging" / "container"
    scripts = [file for folder in folders for file in folder.iterdir()
               if file.read_text().startswith("#!")]
    assert {"postinst", "prerm", "make.sh", "install.sh"} <= {file.name for file in scripts}
    for file in scripts:
        assert os.access(file, os.X_OK), f"{file.name}: not executable"
        subprocess.run(["bash", "-n", str(file)], check=True)


def check_containers():
    for name in ("Dockerfile", "tobiuo.def"):
        text = (ROOT / "packaging" / "container" / name).read_text()
        named = re.findall(r"\bpackaging/container/[\w.]*\w", text)
        assert "packaging/container/make.sh" in named, f"{name}: does not make the package"
        for file in named:
            assert (ROOT / file).is_file(), f"{name}: no file {file}"
    (setup,) = re.findall(r"^%setup\n((?: .*\n)+)", text, re.M)
    (bound,) = re.findall(r"--bind \S+:(\S+)", text)
    assert f'mkdir -p "$APPTAINER_ROOTFS{bound}"' in setup, f"{name}: no folder {bound} to bind to"


check_conda()
check_spack()
check_scripts()
check_containers()
assert (ROOT / "doors" / "python" / "tobiuo" / "__init__.py").is_file()
print("the recipes are well formed")
