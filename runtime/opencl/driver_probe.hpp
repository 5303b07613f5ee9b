// SPDX-License-Identifier: BSD-3-Clause
// Tries the OpenCL drivers in a child process, because some end the process that asks them.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace tobiuo::opencl {

/// Does `ask` in a child process, which either comes back or is ended by a driver; after 30 seconds
/// it counts as one that does not come back. Returns the reason, a clause that names the driver and
/// the cure, or nothing if the drivers may be asked in this process, too.
///
/// The child is a fork of this process, or the program of probe_by().
[[nodiscard]] std::optional<std::string> driver_fault(const std::function<void()>& ask);

/// Lets the child of driver_fault() start `program` with `option` and the number of a descriptor,
/// which is to call answer_probe(): no state of this process (CUDA's, locks of other threads) is in
/// the way there.
void probe_by(std::string program, std::string option);

/// Asks the drivers for their devices, says on the descriptor that they have answered, and ends the
/// process.
[[noreturn]] void answer_probe(int descriptor);

}  // namespace tobiuo::opencl
