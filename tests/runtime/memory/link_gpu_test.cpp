// SPDX-License-Identifier: BSD-3-Clause
// The link between host and device memory copies both ways at once.
#include "runtime/memory/link.hpp"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include <tobiuo/page_lock.hpp>

#include "tests/support/device.hpp"

namespace tobiuo::memory {
namespace {

class LinkOnDevice : public test::OnDevice {};

TEST_F(LinkOnDevice, both_directions_are_no_slower_than_one_and_no_faster_than_the_sum)
{
    const LinkRates rates = measure_link(0);
    EXPECT_GT(rates.to_device, 1e8);
    EXPECT_GT(rates.from_device, 1e8);
    EXPECT_GT(rates.both, 0.5 * std::max(rates.to_device, rates.from_device));
    EXPECT_LT(rates.both, 1.5 * (rates.to_device + rates.from_device));
}

TEST_F(LinkOnDevice, pages_are_locked_once_and_freed)
{
    std::vector<double> array(10'000);
    const auto is_locked = [&] {
        cudaPointerAttributes attributes{};
        EXPECT_EQ(cudaPointerGetAttributes(&attributes, array.data()), cudaSuccess);
        return attributes.type == cudaMemoryTypeHost;
    };
    {
        const PageLock lock{array.data(), array.size() * sizeof(double)};
        EXPECT_EQ(lock.refusal(), "");
        EXPECT_TRUE(is_locked());
        const PageLock again{array.data(), array.size() * sizeof(double)};
        EXPECT_EQ(again.refusal(), "");
    }
    EXPECT_FALSE(is_locked());
    const PageLock refused{nullptr, 0};
    EXPECT_NE(refused.refusal(), "");
    EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "the refusal was left to others";
}

}  // namespace
}  // namespace tobiuo::memory
