// SPDX-License-Identifier: BSD-3-Clause
// Runs one transform by HostPlan between arrays.
#pragma once

#include <utility>
#include <vector>

#include "kernels/fft/host/plan.hpp"
#include "kernels/fft/problem.hpp"
#include "tests/support/random_signal.hpp"

namespace tobiuo::test {

/// The output of the plan for `in`, both in the problem's layout; places that are not written hold
/// NaN.
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

/// Runs the transform on one thread: waking others costs more than these small transforms.
template <typename T>
[[nodiscard]] std::vector<T> host_transform(const fft::Problem& problem, std::vector<T> in)
{
    const fft::HostPlan plan{problem, fft::Effort::estimate, 1};
    return host_transform(plan, problem, std::move(in));
}

}  // namespace tobiuo::test
