// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/tridiagonal/line/line_integrator.hpp"

#include "runtime/device/compile/constant.hpp"

namespace tobiuo::tridiagonal {

device::Specialisation specialise_line_integrator(Precision precision)
{
    const bool single = precision == Precision::fp32;
    device::Specialisation what;
    what.source = "kernels/tridiagonal/line/integrate_line.cuh";
    what.kernel = "tridiagonal_integrate_line";
    what.config = {device::real(precision)};
    what.options = {"--fmad=false"};  // see DoubleDouble
    what.name = single ? "integrate-line-fp32" : "integrate-line-fp64";
    return what;
}

template <typename T>
LineIntegrator<T>::LineIntegrator() : kernel_{specialise_line_integrator(precision_of<T>)}
{
}

template <typename T>
void LineIntegrator<T>::enqueue(const UniformLine<T>& line, cudaStream_t stream) const
{
    kernel_.launch(dim3{1}, dim3{static_cast<unsigned>(line_threads(line.rows))}, stream, line);
}

template class LineIntegrator<float>;
template class LineIntegrator<double>;

}  // namespace tobiuo::tridiagonal
