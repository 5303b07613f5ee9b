# SPDX-License-Identifier: BSD-3-Clause
# Ranks that are threads of one process, by a communicator with what a solver needs of mpi4py's.
import threading
from collections import defaultdict, deque

import numpy as np

SECONDS = 60  # after which a message does not come any more


class _Mail:
    """The messages that are on their way."""

    def __init__(self):
        self.changed = threading.Condition()
        self.boxes = defaultdict(deque)
        self.has_failed = False

    def put(self, key, message):
        with self.changed:
            self.boxes[key].append(message)
            self.changed.notify_all()

    def get(self, key):
        with self.changed:
            box = self.boxes[key]
            self.changed.wait_for(lambda: box or self.has_failed, SECONDS)
            if not box:
                raise ConnectionError("another rank ended")
            return box.popleft()

    def fail(self):
        with self.changed:
            self.has_failed = True
            self.changed.notify_all()


class _Sent:
    def Wait(self):
        pass


class _Awaited:
    def __init__(self, mail, key, place):
        self.mail, self.key, self.place = mail, key, place

    def Wait(self):
        message = self.mail.get(self.key)
        assert len(message) == len(self.place), "a message has another length than its place"
        self.place[...] = np.frombuffer(message, np.uint8)


class ThreadRank:
    """One rank. ``failure``, if it is set, is raised by what would send or receive."""

    def __init__(self, mail, rank, size):
        self.mail, self.rank, self.size = mail, rank, size
        self.failure = None
        self.longest = 0  # of the messages that were sent

    def Get_rank(self):
        return self.rank

    def Get_size(self):
        return self.size

    def Isend(self, buffer, dest, tag):
        if self.failure is not None:
            raise self.failure
        self.longest = max(self.longest, len(buffer))
        self.mail.put((self.rank, dest, tag), buffer.tobytes())
        return _Sent()

    def Irecv(self, buffer, source, tag):
        if self.failure is not None:
            raise self.failure
        return _Awaited(self.mail, (source, self.rank, tag), buffer)


class DuplicatedRank(ThreadRank):
    """One rank of a communicator that can be duplicated; counts the duplicates that are there."""

    def __init__(self, mail, rank, size):
        super().__init__(mail, rank, size)
        self.there = [0]

    def Dup(self):
        made = DuplicatedRank(self.mail, self.rank, self.size)
        made.there = self.there
        made.failure = self.failure
        self.there[0] += 1
        return made

    def Free(self):
        self.there[0] -= 1


def alone(kind=ThreadRank):
    """The one rank of a communicator."""
    return kind(_Mail(), 0, 1)


def on_ranks(size, work, kind=ThreadRank):
    """Calls work(comm) on so many ranks at the same time, and returns what it does for each; raises
    what the first of them raises."""
    mail = _Mail()
    results, errors = [None] * size, []

    def rank_of(rank):
        try:
            results[rank] = work(kind(mail, rank, size))
        except BaseException as error:
            errors.append(error)
            mail.fail()

    threads = [threading.Thread(target=rank_of, args=(rank,)) for rank in range(size)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return results
