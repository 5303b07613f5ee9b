// How many threads the system would give this process.
#pragma once

namespace tobiuo {

/// The number of threads that can be started now beside those that are there, at most `wanted`:
/// they are started and ended. Limits of processes (ulimit -u, the pids of a control group) count
/// what other programs of the user have, too, so that nothing else tells.
[[nodiscard]] int spare_threads(int wanted);

/// The number of threads that OpenMP may use if it wants `wanted` and `spare` more can be started:
/// those of its regions beside the one that is there, one more that writes files, and as many again
/// for the regions that this one opens.
[[nodiscard]] int threads_to_be_had(int wanted, int spare);

/// What spare_threads() is to be asked for so that `threads` of OpenMP need no thought.
[[nodiscard]] int comfortable_threads(int threads);

}  // namespace tobiuo
