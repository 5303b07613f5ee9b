// Starts the ranks of a run on this machine.
#pragma once

namespace tobiuo {

/// Starts `count` ranks with the command line of this process by mpirun, waits for their end and
/// returns their exit code; 128 and the number of the signal if one has ended mpirun. A SIGINT,
/// SIGTERM or SIGHUP to this process asks all ranks to stop at the same step (they get SIGUSR1); a
/// second SIGINT or SIGTERM ends them at once. Throws InputError if there is no mpirun.
[[nodiscard]] int launch_ranks(int count);

}  // namespace tobiuo
