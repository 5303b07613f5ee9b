// SPDX-License-Identifier: BSD-3-Clause
// The identifiers and programs of the specialisations equal golden texts.
#include "runtime/device/compile/specialisation.hpp"

#include <gtest/gtest.h>

#include "kernels/stencil/march/march.hpp"
#include "kernels/stencil/shape.hpp"
#include "runtime/memory/device_ceiling.hpp"

namespace tobiuo::device {
namespace {

TEST(Specialisation, identifier_spells_every_parameter)
{
    EXPECT_EQ(stencil::march_specialisation(Precision::fp32, {64, 4}, 2, 3).identifier(),
              "himeno-march-fp32-64x4-occupancy2-unroll3");
    EXPECT_EQ(stencil::march_specialisation(Precision::fp64, {256, 1}, 3, 1).identifier(),
              "himeno-march-fp64-256x1-occupancy3-unroll1");
    EXPECT_EQ(memory::probe_specialisations().front().identifier(), "read-mostly-13-1-threads256");
}

TEST(Specialisation, program_is_the_constants_then_the_source)
{
    EXPECT_EQ(stencil::march_specialisation(Precision::fp64, {32, 8}, 3, 4).program(),
              "struct Config {\n"
              "    using Real = double;\n"
              "    static constexpr int block_k = 32;\n"
              "    static constexpr int block_j = 8;\n"
              "    static constexpr int occupancy = 3;\n"
              "    static constexpr int unroll = 4;\n"
              "};\n"
              "#include \"kernels/stencil/march/march.cuh\"\n");
}

}  // namespace
}  // namespace tobiuo::device
