// A build without a CUDA toolkit solves no case whose arrays stay in host memory.
#include "app/run/poisson/poisson_engine.hpp"
#include "app/run/poisson/poisson_needs.hpp"
#include "kernels/device/error.hpp"
#include "kernels/device/survey.hpp"

namespace tobiuo {

PoissonOutOfCard poisson_out_of_card(const poisson::Problem& /*problem*/, int /*device*/,
                                     std::int64_t /*limit*/)
{
    return {.unsupported_reason = device::survey().reason, .needs = {}, .link = {}};
}

template <typename Real>
std::unique_ptr<PoissonEngine<Real>> make_out_of_card_engine(const poisson::Problem& /*problem*/,
                                                             const PoissonPlace& /*place*/)
{
    throw device::DeviceError{"no device to solve on: " + device::survey().reason};
}

template std::unique_ptr<PoissonEngine<float>> make_out_of_card_engine(const poisson::Problem&,
                                                                       const PoissonPlace&);
template std::unique_ptr<PoissonEngine<double>> make_out_of_card_engine(const poisson::Problem&,
                                                                        const PoissonPlace&);

}  // namespace tobiuo
