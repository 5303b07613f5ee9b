// SPDX-License-Identifier: BSD-3-Clause
// Chooses the recurrences along lines by what this x86-64 processor can do.
#include <vector>

#include "solvers/poisson/axis/recurrence_functions.hpp"

namespace tobiuo::poisson {
namespace {

template <typename Value, std::size_t lines>
std::vector<RecurrenceFunctions<Value, lines>> usable()
{
    std::vector<RecurrenceFunctions<Value, lines>> builds;
    if (__builtin_cpu_supports("avx512f")) {
        builds.push_back(avx512_recurrence_functions<Value, lines>());
    }
    if (__builtin_cpu_supports("avx2")) {
        builds.push_back(avx2_recurrence_functions<Value, lines>());
    }
    builds.push_back(baseline_recurrence_functions<Value, lines>());
    return builds;
}

}  // namespace

template <typename Value, std::size_t lines>
std::span<const RecurrenceFunctions<Value, lines>> usable_recurrence_functions()
{
    static const std::vector<RecurrenceFunctions<Value, lines>> builds = usable<Value, lines>();
    return builds;
}

template std::span<const RecurrenceFunctions<double, 16>> usable_recurrence_functions();
template std::span<const RecurrenceFunctions<double, 32>> usable_recurrence_functions();
template std::span<const RecurrenceFunctions<float, 32>> usable_recurrence_functions();

}  // namespace tobiuo::poisson
