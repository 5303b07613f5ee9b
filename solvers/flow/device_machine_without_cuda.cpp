// The steps of a flow on a GPU in builds without CUDA, which have none.
#include <tobiuo/error.hpp>

#include "runtime/device/survey.hpp"
#include "solvers/flow/machine.hpp"

namespace tobiuo::flow {

template <typename T>
std::unique_ptr<Machine<T>> make_device_machine(const Problem& /*problem*/, bool /*graphs*/)
{
    throw DeviceError{"no flow on a GPU: " + device::survey().reason};
}

template std::unique_ptr<Machine<float>> make_device_machine(const Problem&, bool);
template std::unique_ptr<Machine<double>> make_device_machine(const Problem&, bool);

}  // namespace tobiuo::flow
