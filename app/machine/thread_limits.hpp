// How many threads of OpenMP the program uses at most, and on what stacks.
#pragma once

#include <optional>
#include <string>

namespace tobiuo {

/// What bears on the number of threads.
struct ThreadLimits {
    int wanted{};                 ///< what OpenMP would use: OMP_NUM_THREADS, or one a processor
    bool asked = false;           ///< by OMP_NUM_THREADS
    int processors{};             ///< that the process may run on
    std::optional<double> quota;  ///< processors' worth of time that control groups leave it
};

/// Of this process.
[[nodiscard]] ThreadLimits thread_limits();

/// What is used: never more than there are processors; without OMP_NUM_THREADS no more than the
/// quota is worth.
[[nodiscard]] int threads_within(const ThreadLimits& limits);

/// Sets the number of threads for the whole program, with a warning where the user asked for more.
/// Throws std::invalid_argument for an OMP_STACKSIZE on which nothing can run.
void limit_threads();

/// Bytes of a value of OMP_STACKSIZE ("256", "512k", "2 M"; kilobytes where no unit is given);
/// nothing if it is none, which OpenMP ignores.
[[nodiscard]] std::optional<double> stack_bytes(const std::string& text);

}  // namespace tobiuo
