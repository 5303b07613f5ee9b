// SPDX-License-Identifier: BSD-3-Clause
// The device's bandwidth probe is compared with its host twin.
#include "runtime/memory/device_ceiling.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <vector>

#include "runtime/memory/ceiling.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::memory {
namespace {

class CeilingOnDevice : public test::OnDevice {};

TEST_F(CeilingOnDevice, adds_the_thirteen_arrays_in_order)
{
    for (const std::size_t values : {std::size_t{4}, std::size_t{1020}, std::size_t{4096}}) {
        std::mt19937 generator{7};
        std::uniform_real_distribution<float> uniform{-1.0F, 1.0F};
        std::vector<float> in(13 * values);
        for (float& value : in) {
            value = uniform(generator);
        }
        const std::vector<float> out = read_mostly_on_device(0, in);
        ASSERT_EQ(out.size(), values);
        for (std::size_t n = 0; n < values; ++n) {
            float sum = in[n];
            for (std::size_t m = 1; m < 13; ++m) {
                sum += in[m * values + n];
            }
            EXPECT_EQ(out[n], sum) << n << " of " << values;
        }
    }
}

TEST_F(CeilingOnDevice, measures_something_a_device_could_do)
{
    const auto probe = make_device_probe(0, 1'000'000'000);
    EXPECT_EQ(probe.bytes % (14 * 4), 0);
    const Ceiling ceiling = measure_ceiling(probe, 3);
    EXPECT_GT(ceiling.bytes_per_second, 1e9);
    EXPECT_LT(ceiling.bytes_per_second, 1e14);
}

}  // namespace
}  // namespace tobiuo::memory
