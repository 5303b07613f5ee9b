// The solver by OpenCL in builds without its headers, which have none.
#include "kernels/device/backend.hpp"
#include "solvers/poisson/engine/engine.hpp"

namespace tobiuo::poisson {

template <typename T>
std::unique_ptr<const Engine<T>> make_opencl_engine(const Problem& /*problem*/,
                                                    const SolverOptions& /*options*/)
{
    require(Backend::opencl, "solve");
    return nullptr;
}

std::optional<std::string> opencl_unsupported_reason(const Problem& /*problem*/)
{
    return unsupported_reason(Backend::opencl);
}

template std::unique_ptr<const Engine<float>> make_opencl_engine(const Problem&,
                                                                 const SolverOptions&);
template std::unique_ptr<const Engine<double>> make_opencl_engine(const Problem&,
                                                                  const SolverOptions&);

}  // namespace tobiuo::poisson
