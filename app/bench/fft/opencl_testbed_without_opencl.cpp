// The testbed of an OpenCL device in builds without OpenCL's headers, which have none.
#include "app/bench/fft/testbeds.hpp"
#include "runtime/device/backend.hpp"

namespace tobiuo::fft_bench {

std::unique_ptr<bench::Testbed> make_opencl_testbed(const fft::Problem& /*problem*/,
                                                    const bench::Bytes& /*input*/,
                                                    const fft::TunedTable& /*table*/)
{
    require(Backend::opencl, "transform");
    return nullptr;
}

}  // namespace tobiuo::fft_bench
