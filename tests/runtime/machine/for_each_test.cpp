// SPDX-License-Identifier: BSD-3-Clause
// Items in a loop on the host, and who cannot run them.
#include "runtime/machine/for_each.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "tests/support/opencl.hpp"

namespace tobiuo::runtime {
namespace {

/// Counts how often each number is done.
template <typename T>
struct Count {
    using Real = T;
    static constexpr ItemKind kind{.header = "nowhere.hpp",
                                   .type = "Count",
                                   .name = "count",
                                   .threads = 128,
                                   .nanoseconds = 1e5};  // so that all threads take part

    void operator()(long long n) const { values[n] += T{1}; }

    T* values;
};

TEST(ForEach, does_each_item_once_on_any_number_of_threads)
{
    for (const int threads : {0, 1, 3}) {
        const ForEach<Count<float>> count{*make_host_machine(threads)};
        std::vector<float> values(1001);
        count({values.data()}, 0, nullptr);
        EXPECT_EQ(values, std::vector<float>(1001));
        count({values.data()}, 1000, nullptr);
        std::vector<float> expected(1001, 1.0F);
        expected.back() = 0.0F;
        EXPECT_EQ(values, expected) << threads;
    }
}

class ForEachOnOpenCL : public test::OnOpenCL {};

TEST_F(ForEachOnOpenCL, is_refused)
{
    EXPECT_THROW(ForEach<Count<float>>{*make_opencl_machine()}, std::logic_error);
}

}  // namespace
}  // namespace tobiuo::runtime
