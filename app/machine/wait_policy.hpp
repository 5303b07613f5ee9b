// How the threads of OpenMP wait for each other.
#pragma once

namespace tobiuo {

/// Lets threads that wait give their core away after some microseconds. GNU's OpenMP lets them
/// spin for milliseconds unless told otherwise, and beside another job the spinning ones then hold
/// the cores that the working ones need. It reads its settings before main() begins, so this
/// function starts the program anew, in the same process, with the settings made; `arguments` are
/// those of main().
///
/// Returns where nothing is to do: one thread only, or the user has set OMP_WAIT_POLICY,
/// GOMP_SPINCOUNT or KMP_BLOCKTIME (so also in the program started anew); and where a new start is
/// not possible.
void wait_passively(char* const* arguments);

}  // namespace tobiuo
