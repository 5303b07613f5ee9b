// How OpenMP threads wait for each other.
#pragma once

namespace tobiuo {

/// Lets waiting threads give up their core after some microseconds. By default GNU's OpenMP lets
/// them spin for milliseconds, and beside another job the spinning threads then hold the cores that
/// working threads need. OpenMP reads its settings before main() begins, so this function starts
/// the program anew, in the same process, with the settings made; `arguments` are those of main().
///
/// Returns if there is nothing to do: there is one thread only, or OMP_WAIT_POLICY, GOMP_SPINCOUNT
/// or KMP_BLOCKTIME is set (as in the program started anew), or a new start is not possible.
void wait_passively(char* const* arguments);

}  // namespace tobiuo
