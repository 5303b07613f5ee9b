// SPDX-License-Identifier: BSD-3-Clause
// The threads of the process: how many there are, how OpenMP's wait for each other, their stacks.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

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

/// Lets waiting threads give up their core after some microseconds. By default GNU's OpenMP lets
/// them spin for milliseconds, and beside another job the spinning threads then hold the cores that
/// working threads need. OpenMP reads its settings before main() begins, so this function starts
/// the program anew, in the same process, with the settings made; `arguments` are those of main().
///
/// Returns if there is nothing to do: there is one thread only, or OMP_WAIT_POLICY, GOMP_SPINCOUNT
/// or KMP_BLOCKTIME is set (as in the program started anew), or a new start is not possible.
void wait_passively(char* const* arguments);

/// Whether "NAME=VALUE" of the environment is a setting that wait_passively() has made.
[[nodiscard]] bool is_own_setting(std::string_view variable);

/// Runs `work` and returns its result. If the stack of the process is limited to less than the
/// usual 8 MB (ulimit -s), `work` runs on a thread with 8 MB, and so do all threads that are
/// started later.
[[nodiscard]] int on_a_large_stack(const std::function<int()>& work);

}  // namespace tobiuo
