// The steps on a GPU in a build without a CUDA toolkit.
#include "app/bench/flow/flow_example.hpp"
#include "app/bench/testbed.hpp"
#include "runtime/device/survey.hpp"

namespace tobiuo::flow_bench {

std::unique_ptr<Stepper> make_device_stepper(const Example& /*example*/, int /*device*/,
                                             bool /*graphs*/)
{
    throw bench::NotPlanned{device::survey().reason};
}

std::unique_ptr<Stepper> make_straight_stepper(const Example& /*example*/, int /*device*/)
{
    throw bench::NotPlanned{device::survey().reason};
}

}  // namespace tobiuo::flow_bench
