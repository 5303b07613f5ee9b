// SPDX-License-Identifier: BSD-3-Clause
// The recurrences along lines where the architecture has one build.
#include "solvers/poisson/axis/recurrence_functions.hpp"

namespace tobiuo::poisson {

template <typename Value, std::size_t lines>
std::span<const RecurrenceFunctions<Value, lines>> usable_recurrence_functions()
{
    static const RecurrenceFunctions<Value, lines> build =
        baseline_recurrence_functions<Value, lines>();
    return {&build, 1};
}

template std::span<const RecurrenceFunctions<double, 16>> usable_recurrence_functions();
template std::span<const RecurrenceFunctions<double, 32>> usable_recurrence_functions();
template std::span<const RecurrenceFunctions<float, 32>> usable_recurrence_functions();

}  // namespace tobiuo::poisson
