// SPDX-License-Identifier: BSD-3-Clause
// Starts the ranks of a run on this machine, and ends one whose parent is gone.
#pragma once

#include <optional>

#include "app/ranks/world.hpp"

namespace tobiuo {

/// Starts `count` ranks with the command line of this process by mpirun, waits for their end and
/// returns their exit code; 128 and the number of the signal if one has ended mpirun. A SIGINT,
/// SIGTERM, SIGHUP or SIGUSR1 to this process asks all ranks to stop at the same step (they get
/// SIGUSR1, once they heed it); a second SIGINT or SIGTERM ends them at once. If this process is
/// killed, mpirun and the ranks end, too. Throws InputError if there is no mpirun.
[[nodiscard]] int launch_ranks(int count);

/// Whether `--gpus` asks this process to start ranks, which no launcher has done yet.
[[nodiscard]] bool asks_to_launch(std::optional<int> gpus);

/// Throws InputError if `--gpus` asks for another number of ranks than there are.
void require_ranks(std::optional<int> gpus, const World& world);

/// From now on ends this process with SIGKILL soon after its parent (mpirun, or the daemon of
/// another launcher) has ended: a rank alone waits for the others for ever. A thread asks, and not
/// the kernel by PR_SET_PDEATHSIG, which means the thread of the parent that has forked, and some
/// launchers fork from threads that end. Where no thread can be had nothing is watched.
void end_with_parent();

}  // namespace tobiuo
