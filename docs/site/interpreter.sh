#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Prints an interpreter that can make the site of the documents: what TOBIUO_PYTHON names, or another
# one. Where none can, or doxygen is missing, it says so and fails.
command -v doxygen >/dev/null || {
    echo "there is no doxygen here (Debian: doxygen)" >&2
    exit 1
}
for python in "${TOBIUO_PYTHON:-}" /usr/bin/python3 python3; do
    if [ -n "$python" ] && "$python" -c \
        'import sphinx, myst_parser, breathe, furo, sphinx_copybutton, numpy' 2>/dev/null; then
        echo "$python"
        exit 0
    fi
done
echo "no python3 here has Sphinx, its extensions and the theme (packages.txt lists them for docs);" \
    "TOBIUO_PYTHON names another interpreter" >&2
exit 1
