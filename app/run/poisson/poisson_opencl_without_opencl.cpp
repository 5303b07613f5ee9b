// The OpenCL device's part of a poisson case in a build without OpenCL headers.
#include "app/run/poisson/poisson_opencl.hpp"
#include "kernels/device/error.hpp"
#include "kernels/opencl/survey.hpp"

namespace tobiuo {

std::optional<std::string> poisson_opencl_unsupported_reason(const poisson::Problem& /*problem*/)
{
    return opencl::survey().reason;
}

PoissonDeviceNeeds poisson_opencl_needs(const poisson::Problem& /*problem*/)
{
    throw DeviceError{"no device to solve on: " + opencl::survey().reason};
}

template <typename Real>
std::unique_ptr<PoissonEngine<Real>> make_opencl_engine(const poisson::Problem& /*problem*/,
                                                        const PoissonPlace& /*place*/)
{
    throw DeviceError{"no device to solve on: " + opencl::survey().reason};
}

template std::unique_ptr<PoissonEngine<float>> make_opencl_engine(const poisson::Problem&,
                                                                  const PoissonPlace&);
template std::unique_ptr<PoissonEngine<double>> make_opencl_engine(const poisson::Problem&,
                                                                   const PoissonPlace&);

}  // namespace tobiuo
