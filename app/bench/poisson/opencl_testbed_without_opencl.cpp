// The testbed of an OpenCL device in builds without OpenCL's headers, which have none.
#include "app/bench/poisson/testbeds.hpp"
#include "kernels/device/backend.hpp"

namespace tobiuo::poisson_bench {

std::unique_ptr<bench::Testbed> make_opencl_testbed(const poisson::Problem& /*problem*/,
                                                    const Bytes& /*f*/)
{
    require(Backend::opencl, "solve");
    return nullptr;
}

}  // namespace tobiuo::poisson_bench
