// SPDX-License-Identifier: BSD-3-Clause
// Measured implementations and their documents, for tests that measure nothing.
#pragma once

#include <string>

#include "app/bench/harness.hpp"

namespace tobiuo::test {

/// Measurements with the median `seconds` of three repetitions of two executions each.
inline bench::Implementation synthetic_implementation(const std::string& name, double seconds)
{
    bench::Implementation one{.name = name, .time_and_wait = {}, .plan = name + " plan"};
    one.version = name == "ours" ? "" : "1.2.3";
    one.planning_seconds = 0.25;
    one.executions = 2;
    one.seconds = {1.1 * seconds, 0.9 * seconds, seconds};
    return one;
}

inline bench::Origin synthetic_origin()
{
    return {.versions = {{"git", "abc"}, {"cuda_driver", "13.0"}}, .date = "2026-01-02T03:04:05Z"};
}

}  // namespace tobiuo::test
