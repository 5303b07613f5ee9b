// SPDX-License-Identifier: BSD-3-Clause
// The recurrences along lines for processors with AVX-512.
#include "solvers/poisson/axis/recurrence_functions_body.hpp"

namespace tobiuo::poisson {

template <typename Value, std::size_t lines>
RecurrenceFunctions<Value, lines> avx512_recurrence_functions()
{
    return recurrence_functions<Value, lines, 64>("AVX-512");
}

template RecurrenceFunctions<double, 16> avx512_recurrence_functions();
template RecurrenceFunctions<double, 32> avx512_recurrence_functions();
template RecurrenceFunctions<float, 32> avx512_recurrence_functions();

}  // namespace tobiuo::poisson
