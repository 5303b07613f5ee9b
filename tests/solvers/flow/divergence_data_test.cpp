// SPDX-License-Identifier: BSD-3-Clause
// The arguments of divergences: kept while they come again, and no more arrays than steps take turns with.
#include "solvers/flow/divergence_data.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tobiuo::flow {
namespace {

TEST(DivergenceData, takes_turns_with_the_same_arrays_whatever_faces_give)
{
    using Arguments = DivergenceArguments<double>;
    int copies = 0;
    DivergenceData<double> data{runtime::make_host_machine(1),
                                [&](const Arguments& from, Arguments* to, Stream) {
                                    ++copies;
                                    *to = from;
                                }};
    const std::vector<double> values(6);
    Box<double> box;
    for (int number = 0; number < 100; ++number) {
        box.faces[2].velocity[1].value = 0.1 * number;
        for (const int first : {0, 3, 0, 3}) {
            const double* const from = values.data() + first;
            const auto* const found =
                static_cast<const Arguments*>(data.of(box, {from, from + 1, from + 2}, nullptr));
            EXPECT_EQ(found->velocity[0], from);
            EXPECT_EQ(found->box.faces[2].velocity[1].value, 0.1 * number);
        }
        EXPECT_EQ(copies, 2 * (number + 1));
        data.renew();
    }
    EXPECT_EQ(data.arrays(), 2U);
}

}  // namespace
}  // namespace tobiuo::flow
