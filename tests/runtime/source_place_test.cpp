// SPDX-License-Identifier: BSD-3-Clause
// Where a call stands in the source.
#include "runtime/source_place.hpp"

#include <gtest/gtest.h>

namespace tobiuo {
namespace {

TEST(SourcePlace, is_the_path_below_the_root_and_the_line)
{
    const std::source_location here = std::source_location::current();
    EXPECT_EQ(place_in_tree(here),
              "tests/runtime/source_place_test.cpp:" + std::to_string(here.line()));
}

}  // namespace
}  // namespace tobiuo
