// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/tridiagonal/line/solver.hpp"

#include "runtime/device/compile/constant.hpp"

namespace tobiuo::tridiagonal {

device::Specialisation specialise(Precision precision)
{
    const bool single = precision == Precision::fp32;
    device::Specialisation what;
    what.source = "kernels/tridiagonal/line/solve.cuh";
    what.kernel = "tridiagonal_solve";
    what.config = {device::real(precision)};
    what.name = single ? "tridiagonal-fp32" : "tridiagonal-fp64";
    return what;
}

template <typename T>
Solver<T>::Solver() : kernel_{specialise(precision_of<T>)}
{
}

template <typename T>
void Solver<T>::enqueue(const Systems<T>& systems, cudaStream_t stream) const
{
    const long long lines = systems.inner_count * systems.beyond_count;
    const auto blocks = static_cast<unsigned>((lines + threads - 1) / threads);
    kernel_.launch({.grid = dim3{blocks},
                    .block = dim3{static_cast<unsigned>(threads)},
                    .stream = stream,
                    .overlapping = true},
                   systems);
}

template class Solver<float>;
template class Solver<double>;

}  // namespace tobiuo::tridiagonal
