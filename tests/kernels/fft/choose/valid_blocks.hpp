// SPDX-License-Identifier: BSD-3-Clause
// Requests of all kinds, and the properties of a valid configuration.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "kernels/fft/choose/block_choice.hpp"
#include "kernels/fft/choose/choices.hpp"

namespace tobiuo::fft::test {

inline const std::set<int> radices_with_a_butterfly{2,  3,  4,  5,  6,  7,  8,  9,
                                                    10, 11, 12, 13, 14, 15, 16, 32};

inline void expect_valid(const KernelConfig& form, const KernelRequest& request,
                         const DeviceLimits& limits)
{
    SCOPED_TRACE(::testing::Message() << request.length << ": " << text_of(form));
    ASSERT_EQ(form.length, request.length);
    ASSERT_GE(form.stages, 1);
    ASSERT_LE(form.stages, KernelConfig::most_stages);
    ASSERT_EQ(form.product_before(form.stages), request.length);
    for (int stage = 0; stage < form.stages; ++stage) {
        const int radix = form.radices[stage];
        ASSERT_TRUE(request.length == 1 || radices_with_a_butterfly.contains(radix)) << radix;
        ASSERT_GE(form.rounds(stage) * form.threads_per_transform, form.butterflies(stage))
            << "some are left out";
        ASSERT_GT(form.butterflies(stage), (form.rounds(stage) - 1) * form.threads_per_transform)
            << "a round idles";
    }
    ASSERT_GE(form.transforms_per_block, 1);
    ASSERT_LE(form.threads(), 1024);
    ASSERT_GE(form.min_blocks_per_sm, 1);
    ASSERT_LE(form.min_blocks_per_sm * form.threads(), limits.threads_per_multiprocessor);
    const bool needs_shared = form.stages > 1 || request.needs_shared_memory;
    const long long places =
        form.shared_elements() + (request.type_one ? form.shared_sum_elements() : 0);
    const long long shared = needs_shared ? places * 2 * bytes_per_value(request.precision) : 0;
    ASSERT_LE(shared, limits.shared_per_block);
    ASSERT_LE(form.min_blocks_per_sm * (shared + 1024),
              std::max<long long>(limits.shared_per_multiprocessor, shared + 1024));
    ASSERT_EQ(form.load_contiguous, request.order != Order::strided);
    ASSERT_EQ(form.store_contiguous, request.order == Order::contiguous);
}

/// Requests with few and many lines, both precisions and all orders; pairs need shared memory even
/// for one stage.
inline std::vector<KernelRequest> requests_for(int length)
{
    std::vector<KernelRequest> requests;
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const Order order : {Order::contiguous, Order::strided}) {
            for (const long long lines : {1LL, 5LL, 1000000LL}) {
                KernelRequest request;
                request.length = length;
                request.order = order;
                request.precision = precision;
                request.line_count = lines;
                request.needs_shared_memory = order == Order::contiguous && lines == 5;
                requests.push_back(request);
                request.needs_shared_memory = request.type_one = true;
                request.makhoul = order == Order::contiguous;
                requests.push_back(request);
            }
        }
    }
    return requests;
}

}  // namespace tobiuo::fft::test
