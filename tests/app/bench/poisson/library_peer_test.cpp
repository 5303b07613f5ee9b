// SPDX-License-Identifier: BSD-3-Clause
// The kernels around libraries compile for every architecture, on machines without a GPU too.
#include "app/bench/poisson/testbeds.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "runtime/device/compile/nvrtc.hpp"
#include "tests/app/bench/poisson/synthetic.hpp"

namespace tobiuo::poisson_bench {
namespace {

TEST(PoissonLibraryPeer, kernels_compile_without_a_remark)
{
    std::set<std::string> names;
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const auto& cells :
             {std::vector<std::int64_t>{20}, {12, 15}, {6, 8, 10}, {1024, 1024, 1024}}) {
            const auto problem = test::poisson_problem("duct", cells, Location::node,
                                                       poisson::Operator::second_order, precision);
            for (const auto& what : peer_specialisations(problem.problem)) {
                SCOPED_TRACE(what.identifier());
                EXPECT_TRUE(names.insert(what.identifier()).second);
                const auto compiled = device::compile(what, "sm_90");
                EXPECT_TRUE(compiled.image.starts_with("\177ELF"));
                EXPECT_EQ(compiled.log, "");
            }
        }
    }
}

}  // namespace
}  // namespace tobiuo::poisson_bench
