// SPDX-License-Identifier: BSD-3-Clause
// Transforms on two GPUs of one machine whose passes exchange, by the check of `tobiuo bench
// scaling`.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/device.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::json;

class ScalingOnDevice : public test::OnDevice {};

TEST_F(ScalingOnDevice, passes_that_exchange_give_the_transform_of_one_rank)
{
    if (device::survey().devices.size() < 2) {
        GTEST_SKIP() << "one device: passes exchange between two";
    }
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "scaling.json";
    const test::Outcome outcome = test::run_program(
        {"bench", "scaling", "--gpus", "2", "--jobs", "fft", "--sizes", "64x48x32,30x28x22,256^3",
         "--chunks", "0,2", "--seconds", "1e-3", "--repeat", "2", "--no-peer", "--json", file});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Json rows = Json::parse(test::text_of(file))["rows"];
    ASSERT_EQ(rows.size(), 3U * 2 * 2 * 2);
    int exchanging = 0;
    for (const Json& row : rows) {
        SCOPED_TRACE(row.dump());
        EXPECT_EQ(row["accurate"], true);
        const std::string plan = row["plan"];
        exchanging += plan.find("passes load and store") != std::string::npos ? 1 : 0;
    }
    EXPECT_EQ(exchanging, 3 * 2) << "each size in both precisions";
}

}  // namespace
}  // namespace tobiuo
