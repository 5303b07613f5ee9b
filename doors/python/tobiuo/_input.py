# SPDX-License-Identifier: BSD-3-Clause
# The door through which files are read: nothing waits for a pipe or reads a device without end.
from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def read_bytes(path: Path, most: int, follow: bool) -> bytes:
    """All bytes of a regular file of at most ``most`` bytes; a link is followed if ``follow``.

    Raises FileNotFoundError; another OSError with a reason for what is no such file."""
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | (0 if follow else os.O_NOFOLLOW)
    with open(path, "rb", opener=lambda name, _: os.open(name, flags)) as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "it is no regular file", str(path))
        if status.st_size > most:
            raise OSError(errno.EFBIG, f"it has more than {most} bytes", str(path))
        return file.read(status.st_size)
