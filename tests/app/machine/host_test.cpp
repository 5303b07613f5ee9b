// SPDX-License-Identifier: BSD-3-Clause
// The properties of the host, and the text for those that are unknown.
#include "app/machine/host.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <optional>

#include "app/run/job.hpp"

namespace tobiuo {
namespace {

TEST(Host, numbers_of_bytes_have_three_digits_and_a_unit)
{
    EXPECT_EQ(bytes_text(0.0), "0 B");
    EXPECT_EQ(bytes_text(1.8765e9), "1.88 GB");
    EXPECT_EQ(bytes_text(999.6), "1 kB");
    EXPECT_EQ(bytes_text(std::optional<std::int64_t>{62'100'000'000}), "62.1 GB");
    EXPECT_EQ(bytes_text(std::nullopt), "unknown");
}

TEST(Host, unknown_memory_is_no_limit)
{
    HostInfo host;
    EXPECT_EQ(host.usable_bytes(), std::numeric_limits<std::int64_t>::max());
    host.available_bytes = 5;
    EXPECT_EQ(host.usable_bytes(), 5);
}

TEST(Host, an_estimate_beside_unknown_memory_says_so_and_fits)
{
    Estimate estimate;
    estimate.host_bytes = 4'000'000'000;
    estimate.output_bytes = 1'000'000;
    estimate.output_free = 3'000'000;
    EXPECT_NO_THROW(check_fits(estimate));
    const std::string text = estimate_text(estimate);
    EXPECT_NE(text.find("4 GB (what is free is unknown)\n"), std::string::npos) << text;
    EXPECT_NE(text.find("1 MB of 3 MB free\n"), std::string::npos) << text;
    estimate.host_free = 3'999'999'999;
    EXPECT_THROW(check_fits(estimate), InputError);
}

}  // namespace
}  // namespace tobiuo
