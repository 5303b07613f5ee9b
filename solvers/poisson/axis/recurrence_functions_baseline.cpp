// SPDX-License-Identifier: BSD-3-Clause
// The recurrences along lines for any processor of the build's architecture.
#include "solvers/poisson/axis/recurrence_functions_body.hpp"

namespace tobiuo::poisson {

template <typename Value, std::size_t lines>
RecurrenceFunctions<Value, lines> baseline_recurrence_functions()
{
    return recurrence_functions<Value, lines, 16>("baseline");
}

template RecurrenceFunctions<double, 16> baseline_recurrence_functions();
template RecurrenceFunctions<double, 32> baseline_recurrence_functions();
template RecurrenceFunctions<float, 32> baseline_recurrence_functions();

}  // namespace tobiuo::poisson
