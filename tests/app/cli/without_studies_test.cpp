// SPDX-License-Identifier: BSD-3-Clause
// The commands that rerun papers are refused in a build without them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "app/bench/fft/bench_fft.hpp"
#include "app/bench/himeno/bench_himeno.hpp"
#include "app/cli/studies.hpp"
#include "app/errors.hpp"
#include "tests/support/refusal.hpp"

namespace tobiuo {
namespace {

const std::string sentence =
    ": this build has no reruns of papers, for it was configured with TOBIUO_STUDIES=OFF: build it "
    "with -DTOBIUO_STUDIES=ON";

TEST(WithoutStudies, options_that_ask_for_them_are_refused_with_the_name_of_the_build_option)
{
    const Studies none = without_studies();
    EXPECT_EQ(test::refusal<InputError>([&] { return none.bench_ladder({}); }),
              "--ladder" + sentence);
    EXPECT_EQ(test::refusal<InputError>([&] { return none.bench_fft_published({}); }),
              "--published" + sentence);
}

TEST(WithoutStudies, the_memory_study_is_refused_whatever_its_options_are)
{
    for (const char* words : {"memory", "memory --quick --only latency", "memory --json m.json"}) {
        CLI::App bench;
        std::function<ExitCode()> chosen;
        without_studies().add_memory_options(*bench.add_subcommand("memory", ""), chosen);
        bench.parse(words);
        ASSERT_TRUE(chosen) << words;
        EXPECT_EQ(test::refusal<InputError>(chosen), "bench memory" + sentence);
    }
}

}  // namespace
}  // namespace tobiuo
