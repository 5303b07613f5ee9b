// The GPU's part of a flow case in a build without a CUDA toolkit.
#include "app/run/flow/flow_engine.hpp"
#include "kernels/device/error.hpp"
#include "kernels/device/survey.hpp"

namespace tobiuo {

template <typename Real>
std::unique_ptr<FlowEngine<Real>> make_flow_device_engine(const flow::Problem& /*problem*/,
                                                          int /*device*/)
{
    throw device::DeviceError{"no device to compute on: " + device::survey().reason};
}

template std::unique_ptr<FlowEngine<float>> make_flow_device_engine(const flow::Problem&, int);
template std::unique_ptr<FlowEngine<double>> make_flow_device_engine(const flow::Problem&, int);

}  // namespace tobiuo
