// SPDX-License-Identifier: BSD-3-Clause
// One line of equal rows on the host: the twin of kernels/tridiagonal/line/integrate_line.cuh, which
// runs the same code.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include "kernels/tridiagonal/line/integrate_line.hpp"

namespace tobiuo::tridiagonal {

/// By as many threads as the kernel has, one after the other, or by one.
template <typename T>
void integrate_line_on_host(const UniformLine<T>& line, int threads = 1)
{
    using Thread = LineIntegration<T>;
    std::vector<LineSegment> segments(static_cast<std::size_t>(threads));
    std::vector<Thread> all;
    for (int thread = 0; thread < threads; ++thread) {
        all.emplace_back(line, segments.data(), thread, threads);
    }
    std::ranges::for_each(all, std::mem_fn(&Thread::add_up));
    for (int distance = 1; distance < threads; distance *= 2) {
        std::ranges::for_each(all, [&](Thread& thread) { thread.look_back(distance); });
        std::ranges::for_each(all, std::mem_fn(&Thread::keep));
    }
    std::ranges::for_each(all, std::mem_fn(&Thread::integrate));
}

}  // namespace tobiuo::tridiagonal
