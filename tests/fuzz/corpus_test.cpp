// SPDX-License-Identifier: BSD-3-Clause
// Every file of the corpus through its fuzz target, in builds without a fuzzer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "tests/fuzz/targets.hpp"
#include "tests/support/program.hpp"
#include "tests/support/source_dir.hpp"

namespace tobiuo::test {
namespace {

namespace fs = std::filesystem;

fs::path corpus_folder()
{
    return source_dir() / "tests/fuzz/corpus";
}

class FuzzCorpus : public ::testing::TestWithParam<fuzz::Target> {};

TEST_P(FuzzCorpus, of_each_target_is_answered_as_promised)
{
    int files = 0;
    for (const auto& file : fs::directory_iterator{corpus_folder() / GetParam().name}) {
        SCOPED_TRACE(file.path());
        const std::string text = text_of(file.path());
        EXPECT_EQ(GetParam().one_input(std::as_bytes(std::span{text})), 0);
        ++files;
    }
    EXPECT_GE(files, 5);
}

INSTANTIATE_TEST_SUITE_P(OfTarget, FuzzCorpus, ::testing::ValuesIn(fuzz::targets),
                         [](const auto& info) { return std::string{info.param.name}; });

TEST(FuzzCorpusFolders, are_the_targets)
{
    std::vector<std::string> folders;
    for (const auto& folder : fs::directory_iterator{corpus_folder()}) {
        folders.push_back(folder.path().filename());
    }
    std::vector<std::string> names;
    std::ranges::transform(fuzz::targets, std::back_inserter(names),
                           [](const fuzz::Target& target) { return std::string{target.name}; });
    EXPECT_THAT(folders, ::testing::UnorderedElementsAreArray(names));
}

TEST(FuzzTargetDeathTest, ends_the_process_when_a_promise_is_broken)
{
    EXPECT_DEATH(fuzz::require(false, "two and two are five"), "broken promise: two and two");
}

}  // namespace
}  // namespace tobiuo::test
