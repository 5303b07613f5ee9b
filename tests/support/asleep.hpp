// SPDX-License-Identifier: BSD-3-Clause
// Whether a thread of this process waits for something: what tests of waiting ask in place of a
// guess how long a thread needs to come there.
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <string>
#include <thread>

namespace tobiuo::test {

/// Whether Linux has put a thread of this process to sleep (proc(5), /proc/pid/task/tid/stat), or it
/// has ended.
inline bool is_asleep(pid_t thread)
{
    std::ifstream file{"/proc/self/task/" + std::to_string(thread) + "/stat"};
    std::string line;
    if (!std::getline(file, line)) {
        return true;
    }
    const auto name_end = line.rfind(')');
    return name_end != std::string::npos && line.compare(name_end, 3, ") S") == 0;
}

/// Returns when the thread has been asleep for a while, as one is that waits for this one.
inline void wait_until_asleep(pid_t thread)
{
    constexpr int looks = 50;
    for (int asleep = 0; asleep < looks; asleep = is_asleep(thread) ? asleep + 1 : 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
}

}  // namespace tobiuo::test
