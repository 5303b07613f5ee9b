// One transform by HostPlan, from array to array.
#pragma once

#include <utility>
#include <vector>

#include "kernels/fft/host/plan.hpp"
#include "kernels/fft/problem.hpp"
#include "tests/support/random_signal.hpp"

namespace tobiuo::test {

/// Output of the plan for `in`, both laid out as the problem says; poison where nothing was
/// written.
template <typename T>
[[nodiscard]] std::vector<T> host_transform(const fft::HostPlan& plan, const fft::Problem& problem,
                                            std::vector<T> in)
{
    if (problem.placement == fft::Placement::in_place) {
        plan.execute(in.data(), in.data());
        return in;
    }
    auto out = poisoned<T>(fft::output_bytes(problem));
    plan.execute(in.data(), out.data());
    return out;
}

/// On one thread: waking others costs more than what tests transform.
template <typename T>
[[nodiscard]] std::vector<T> host_transform(const fft::Problem& problem, std::vector<T> in)
{
    const fft::HostPlan plan{problem, fft::Effort::estimate, 1};
    return host_transform(plan, problem, std::move(in));
}

}  // namespace tobiuo::test
