// The memory that the limits of the process leave to it.
#pragma once

#include <cstdint>
#include <optional>

namespace tobiuo {

/// The bytes that the process may still allocate below its limits on address space and data (ulimit
/// -v, -d), less the stacks of the threads that OpenMP will start; nothing if there is no limit.
[[nodiscard]] std::optional<std::int64_t> process_room();

}  // namespace tobiuo
