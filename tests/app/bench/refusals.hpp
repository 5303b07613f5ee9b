// SPDX-License-Identifier: BSD-3-Clause
// The refusals of a benchmark, as a user sees them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::test {

/// Runs `command` on CUDA device 99, which does not exist: it prints `sentence` with the `cure`,
/// nothing else, and writes no file.
inline void expect_no_device(std::vector<std::string> command, const std::string& sentence,
                             const std::string& cure = "")
{
    const TemporaryFolder temporary;
    const std::vector<std::string> more{"--device", "99", "--json", temporary.path() / "b.json"};
    command.insert(command.end(), more.begin(), more.end());
    const auto outcome = run_program(command);
    EXPECT_EQ(outcome.code, 5);
    EXPECT_NE(outcome.err.find(sentence + " CUDA device 99 ("), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find(cure), std::string::npos) << outcome.err;
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(std::filesystem::is_empty(temporary.path()));
}

/// Runs the command with each option and a value that the option does not accept: bad input, with
/// the option's name.
inline void expect_wrong_words(const std::string& benchmark,
                               const std::vector<std::pair<std::string, std::string>>& wrong)
{
    for (const auto& [option, value] : wrong) {
        const auto outcome = run_program({"bench", benchmark, option, value});
        EXPECT_EQ(outcome.code, 2) << option;
        EXPECT_NE(outcome.err.find(option), std::string::npos) << outcome.err;
        EXPECT_EQ(outcome.out, "") << option;
    }
}

/// Runs the benchmark with --out-of-card: it names a device that does not exist and a contestant
/// that has no such way, and refuses its options without it.
inline void expect_out_of_card_refusals(const std::string& benchmark)
{
    const auto outcome_with = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"bench", benchmark, "--out-of-card", "--sizes", "8^3"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run_program(arguments);
    };
    const auto no_device = outcome_with({"--device", "1000"});
    EXPECT_EQ(no_device.code, 5);
    EXPECT_NE(no_device.err.find("cannot measure on CUDA device 1000 ("), std::string::npos)
        << no_device.err;
    const auto peer = outcome_with({"--contestants", "cufft"});
    EXPECT_EQ(peer.code, 2);
    EXPECT_NE(peer.err.find("contestant 'cufft' needs its arrays in the memory of the device"),
              std::string::npos)
        << peer.err;
    for (const std::string size : {"none", "0GiB", "-1GiB"}) {
        EXPECT_EQ(outcome_with({"--device-memory", size}).code, 2) << size;
    }
    EXPECT_EQ(run_program({"bench", benchmark, "--device-memory", "1GiB"}).code, 2);
}

}  // namespace tobiuo::test
