// The GPU's part of a poisson case in a build without a CUDA toolkit.
#include "app/run/poisson/poisson_device.hpp"
#include "kernels/device/error.hpp"
#include "kernels/device/survey.hpp"

namespace tobiuo {

std::optional<std::string> poisson_unsupported_reason(const poisson::Problem& /*problem*/,
                                                      int /*device*/)
{
    return device::survey().reason;
}

PoissonDeviceNeeds poisson_device_needs(const poisson::Problem& /*problem*/, int /*device*/)
{
    throw device::DeviceError{"no device to solve on: " + device::survey().reason};
}

PoissonDeviceNeeds poisson_rank_device_needs(poisson::Problem /*problem*/, int /*device*/,
                                             const Communicator& /*rank*/)
{
    throw device::DeviceError{"no device to solve on: " + device::survey().reason};
}

PoissonOutOfCard poisson_out_of_card(const poisson::Problem& /*problem*/, int /*device*/,
                                     std::int64_t /*limit*/)
{
    return {.unsupported_reason = device::survey().reason, .needs = {}, .link = {}};
}

template <typename Real>
std::unique_ptr<PoissonEngine<Real>> make_device_engine(const poisson::Problem& /*problem*/,
                                                        const PoissonPlace& /*place*/)
{
    throw device::DeviceError{"no device to solve on: " + device::survey().reason};
}

template std::unique_ptr<PoissonEngine<float>> make_device_engine(const poisson::Problem&,
                                                                  const PoissonPlace&);
template std::unique_ptr<PoissonEngine<double>> make_device_engine(const poisson::Problem&,
                                                                   const PoissonPlace&);

}  // namespace tobiuo
