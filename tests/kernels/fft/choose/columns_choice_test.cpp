// SPDX-License-Identifier: BSD-3-Clause
// How many columns visit the device together, and how tables say so.
#include "kernels/fft/choose/columns_choice.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>

namespace tobiuo::fft {
namespace {

constexpr ColumnsRequest wide{.view = {.outer = 1, .points = 1024, .inner = 65536},
                              .value_bytes = 16,
                              .most_bytes = std::int64_t{1} << 28};
TEST(FftColumnsChoice, takes_what_a_table_has_if_it_fits)
{
    const std::int64_t modelled = usual_columns(wide, nullptr);
    EXPECT_LE(wide.bytes_of(modelled), wide.most_bytes);
    TunedTable table;
    table.remember(text_of(wide), "96 columns");
    EXPECT_EQ(usual_columns(wide, &table), 96);
    table.remember(text_of(wide), "65536 columns");
    EXPECT_EQ(usual_columns(wide, &table), modelled) << "a chunk of so many is too large";
}

TEST(FftColumnsChoice, has_a_key_for_a_power_of_two_of_memory)
{
    EXPECT_EQ(text_of(wide), "columns 1 x 1024 x 65536 of 16 bytes, chunks to 268435456");
    ColumnsRequest more = wide;
    more.most_bytes += 1000;
    EXPECT_EQ(text_of(more), text_of(wide));
    EXPECT_TRUE(is_columns_key(text_of(wide)));
    EXPECT_FALSE(is_columns_key("contiguous 1 double x 2049, forward and inverse"));
}

TEST(FftColumnsChoice, reads_what_it_writes_and_refuses_the_rest)
{
    EXPECT_EQ(parse_columns(columns_text(2048)), 2048);
    for (const char* text : {"", "columns", "0 columns", "-4 columns", "8 rows", "8 columns more",
                             "99999999999999999999 columns"}) {
        EXPECT_THROW(static_cast<void>(parse_columns(text)), std::invalid_argument) << text;
    }
}

}  // namespace
}  // namespace tobiuo::fft
