// SPDX-License-Identifier: BSD-3-Clause
// The kernels of straight steps compile, and take the steps of our solver on a device.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/bench/flow/flow_example.hpp"
#include "runtime/device/compile/module.hpp"
#include "tests/support/device.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::flow_bench {
namespace {

TEST(StraightFlow, kernels_compile)
{
    const test::TemporaryFolder folder;
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        const Example example = make_example("box", {16, 12, 10}, precision);
        for (const device::Specialisation& what : straight_specialisations(example)) {
            EXPECT_FALSE(device::build_image(what, "sm_90", device::ModuleCache{folder.path()})
                             .image.empty())
                << what.name;
        }
    }
}

class StraightFlowOnDevice : public test::OnDevice {};

TEST_F(StraightFlowOnDevice, takes_our_steps)
{
    const Example example = make_example("box", {16, 12, 10}, Precision::fp64);
    const Fields begin = initial_velocity(example);
    const auto ours = make_our_stepper(example, bench::gpu_kind());
    const auto straight = make_straight_stepper(example, 0);
    for (Stepper* one : {ours.get(), straight.get()}) {
        one->start_and_wait(begin);
        static_cast<void>(one->time_and_wait(0.01, 5));
    }
    const Fields a = ours->velocity_and_wait();
    const Fields b = straight->velocity_and_wait();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (std::size_t at = 0; at < a.at(axis).size(); ++at) {
            EXPECT_NEAR(a.at(axis)[at], b.at(axis)[at],
                        256.0 * std::numeric_limits<double>::epsilon());
        }
    }
}

}  // namespace
}  // namespace tobiuo::flow_bench
