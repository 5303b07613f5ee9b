// SPDX-License-Identifier: BSD-3-Clause
// The recurrences along lines for processors with AVX2.
#include "solvers/poisson/axis/recurrence_functions_body.hpp"

namespace tobiuo::poisson {

template <typename Value, std::size_t lines>
RecurrenceFunctions<Value, lines> avx2_recurrence_functions()
{
    return recurrence_functions<Value, lines, 32>("AVX2");
}

template RecurrenceFunctions<double, 16> avx2_recurrence_functions();
template RecurrenceFunctions<double, 32> avx2_recurrence_functions();
template RecurrenceFunctions<float, 32> avx2_recurrence_functions();

}  // namespace tobiuo::poisson
