// The engine of a build without a CUDA toolkit: every call throws and says so.
#include "kernels/fft/out_of_card/engine.hpp"
#include "runtime/device/backend.hpp"

namespace tobiuo::fft {

std::unique_ptr<const OutOfCardEngine> make_out_of_card_engine(const Problem& /*problem*/,
                                                               const OutOfCardOptions& /*options*/,
                                                               const TunedTable* /*table*/)
{
    require(Backend::cuda, "transform", instead);
    return nullptr;
}

void validate_out_of_card(const Problem& /*problem*/, const OutOfCardOptions& /*options*/)
{
    require(Backend::cuda, "transform", instead);
}

}  // namespace tobiuo::fft
