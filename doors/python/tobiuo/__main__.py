# SPDX-License-Identifier: BSD-3-Clause
# python3 -m tobiuo ARGUMENTS...: the program.
from tobiuo._program import main

main()
