// Ends a rank when the process that has started it is gone.
#pragma once

namespace tobiuo {

/// From now on ends this process with SIGKILL soon after its parent (mpirun, or the daemon of
/// another launcher) has ended: a rank alone waits for the others for ever. A thread asks, and not
/// the kernel by PR_SET_PDEATHSIG, which means the thread of the parent that has forked, and some
/// launchers fork from threads that end. Where no thread can be had nothing is watched.
void end_with_parent();

}  // namespace tobiuo
