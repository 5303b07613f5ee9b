// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/flow/elimination/device_elimination.hpp"

#include <string>

#include "runtime/device/compile/constant.hpp"

namespace tobiuo::flow {

device::Specialisation specialise_elimination(Precision precision)
{
    const bool is_single = precision == Precision::fp32;
    device::Specialisation what;
    what.source = "kernels/flow/elimination/elimination.cuh";
    what.kernel = "flow_eliminate";
    what.config = {device::real(precision)};
    what.name = std::string{"flow-eliminate-"} + (is_single ? "fp32" : "fp64");
    return what;
}

template <typename T>
DeviceElimination<T>::DeviceElimination() : kernel_{specialise_elimination(precision_of<T>)}
{
}

template <typename T>
void DeviceElimination<T>::eliminate(const Elimination<T>& all, cudaStream_t stream) const
{
    kernel_.launch(dim3{line_systems}, dim3{elimination_parts}, stream, all);
}

template class DeviceElimination<float>;
template class DeviceElimination<double>;

}  // namespace tobiuo::flow
