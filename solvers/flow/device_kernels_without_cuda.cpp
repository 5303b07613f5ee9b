// SPDX-License-Identifier: BSD-3-Clause
// The kernels of a flow on a GPU in builds without CUDA, which have none.
#include <tobiuo/error.hpp>

#include "runtime/device/survey.hpp"
#include "solvers/flow/flow_machine.hpp"

namespace tobiuo::flow {

template <typename T>
FlowMachine<T> make_device_machine(const Problem& /*problem*/, const Placement& /*placement*/,
                                   bool /*graphs*/, bool /*through_host_memory*/)
{
    throw DeviceError{"no flow on a GPU: " + device::survey().reason};
}

template FlowMachine<float> make_device_machine(const Problem&, const Placement&, bool, bool);
template FlowMachine<double> make_device_machine(const Problem&, const Placement&, bool, bool);

}  // namespace tobiuo::flow
