// The solver on a GPU in builds without CUDA, which have none.
#include "kernels/device/survey.hpp"
#include "solvers/poisson/engine/engine.hpp"

namespace tobiuo::poisson {

template <typename T>
std::unique_ptr<const Engine<T>> make_device_engine(const Problem& /*problem*/,
                                                    const SolverOptions& /*options*/)
{
    throw DeviceError{"no solver on a GPU: " + device::survey().reason};
}

std::optional<std::string> device_unsupported_reason(const Problem& /*problem*/)
{
    return device::survey().reason;
}

template std::unique_ptr<const Engine<float>> make_device_engine(const Problem&,
                                                                 const SolverOptions&);
template std::unique_ptr<const Engine<double>> make_device_engine(const Problem&,
                                                                  const SolverOptions&);

}  // namespace tobiuo::poisson
