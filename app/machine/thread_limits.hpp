// How many OpenMP threads the program uses at most, and the sizes of their stacks.
#pragma once

#include <optional>
#include <string>

namespace tobiuo {

/// What determines the number of threads.
struct ThreadLimits {
    int wanted{};                 ///< OpenMP's choice: OMP_NUM_THREADS, or one per processor
    bool asked = false;           ///< whether OMP_NUM_THREADS is set
    int processors{};             ///< number that the process may run on
    std::optional<double> quota;  ///< number of processors whose time control groups allow
};

/// The limits of this process.
[[nodiscard]] ThreadLimits thread_limits();

/// The number of threads to use: at most the number of processors; without OMP_NUM_THREADS at most
/// what the quota is worth.
[[nodiscard]] int threads_within(const ThreadLimits& limits);

/// Sets the number of threads of the whole program, and warns if the user asked for more. Throws
/// std::invalid_argument for an OMP_STACKSIZE with which nothing can run.
void limit_threads();

/// The bytes that a value of OMP_STACKSIZE means ("256", "512k", "2 M"; without a unit kilobytes);
/// nothing for a malformed value, which OpenMP ignores.
[[nodiscard]] std::optional<double> stack_bytes(const std::string& text);

}  // namespace tobiuo
