// SPDX-License-Identifier: BSD-3-Clause
// Wisdom in memory and on disk is kept and merged, and ignored if it is not understood.
#include "runtime/tuning/wisdom.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "runtime/tuning/wisdom_file.hpp"
#include "runtime/tuning/wisdom_json.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::tuning {
namespace {

Decision decision(const std::string& kernel, double gflops, const std::string& problem = "p")
{
    return {.situation = {.problem = problem,
                          .device = "a \"GPU\"",
                          .architecture = "9.0",
                          .conditions = "CUDA driver 13.0",
                          .engine = "stencil 1"},
            .kernel = kernel,
            .parameters = {{"tile", "64x12"}, {"planes", "all"}},
            .gflops = gflops,
            .date = "2026-11-21T04:05:06Z",
            .candidates = 7};
}

Wisdom wisdom(const std::vector<Decision>& decisions)
{
    Wisdom all;
    for (const Decision& one : decisions) {
        all.remember(one);
    }
    return all;
}

std::string text_of(const std::filesystem::path& path)
{
    std::ostringstream text;
    text << std::ifstream{path, std::ios::binary}.rdbuf();
    return text.str();
}

TEST(Wisdom, finds_the_fastest_of_a_situation_or_of_one_kernel)
{
    const Wisdom known = wisdom({decision("a", 1.0), decision("b", 3.0), decision("c", 2.0),
                                 decision("d", 9.0, "another problem")});
    const Situation situation = decision("", 0.0).situation;
    EXPECT_EQ(known.find(situation)->kernel, "b");
    EXPECT_EQ(known.find(situation, "c")->gflops, 2.0);
    EXPECT_FALSE(known.find(situation, "d"));
    Situation other = situation;
    other.conditions = "CUDA driver 13.1";
    EXPECT_FALSE(known.find(other));
    EXPECT_TRUE(known.outdated(other));
    EXPECT_FALSE(known.outdated(other, "d"));
    other.device = "another GPU";
    EXPECT_FALSE(known.outdated(other));
}

TEST(Wisdom, a_new_decision_replaces_the_old_one_even_if_it_is_slower)
{
    const Wisdom known = wisdom({decision("a", 5.0), decision("a", 4.0)});
    ASSERT_EQ(known.decisions().size(), 1U);
    EXPECT_EQ(known.decisions().front().gflops, 4.0);
}

class WisdomFile : public ::testing::Test {
protected:
    [[nodiscard]] std::filesystem::path file() const { return temporary_.path() / "wisdom.json"; }

    test::TemporaryFolder temporary_;
};

TEST_F(WisdomFile, gives_back_what_was_written)
{
    const Decision written = decision("slab-3", 5560.25);
    EXPECT_TRUE(merge_wisdom(file(), wisdom({written})).empty());
    const WisdomOnDisk read = read_wisdom(file());
    EXPECT_TRUE(read.warnings.empty());
    const auto found = read.wisdom.find(written.situation);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->situation, written.situation);
    EXPECT_EQ(found->kernel, written.kernel);
    EXPECT_EQ(found->parameters, written.parameters);
    EXPECT_EQ(found->gflops, written.gflops);
    EXPECT_EQ(found->date, written.date);
    EXPECT_EQ(found->candidates, written.candidates);
}

TEST_F(WisdomFile, keeps_tables_of_one_device_by_their_conditions)
{
    const DeviceTable of_any{.device = "a GPU",
                             .architecture = "9.0",
                             .engine = "fft 3",
                             .date = "2026-11-21T04:05:06Z",
                             .entries = {{"request", "configuration"}}};
    DeviceTable of_driver = of_any;
    of_driver.conditions = "driver 1";
    DeviceTable of_next = of_driver;
    of_next.conditions = "driver 2";
    Wisdom written;
    for (const DeviceTable& table : {of_any, of_driver, of_next, of_driver}) {
        written.remember(table);
    }
    static_cast<void>(merge_wisdom(file(), written));
    const WisdomOnDisk read = read_wisdom(file());
    EXPECT_TRUE(read.warnings.empty());
    const std::vector<DeviceTable> found(read.wisdom.tables().begin(), read.wisdom.tables().end());
    EXPECT_EQ(found, (std::vector{of_any, of_driver, of_next}));
}

TEST_F(WisdomFile, that_is_not_there_holds_nothing)
{
    const WisdomOnDisk read = read_wisdom(file());
    EXPECT_TRUE(read.wisdom.decisions().empty());
    EXPECT_TRUE(read.warnings.empty());
    EXPECT_TRUE(read_wisdom({}).warnings.empty());
}

TEST_F(WisdomFile, is_merged_into)
{
    static_cast<void>(merge_wisdom(file(), wisdom({decision("a", 1.0), decision("b", 2.0)})));
    static_cast<void>(merge_wisdom(file(), wisdom({decision("b", 3.0), decision("c", 4.0)})));
    const Wisdom merged = read_wisdom(file()).wisdom;
    EXPECT_EQ(merged.decisions().size(), 3U);
    EXPECT_EQ(merged.find(decision("", 0.0).situation, "b")->gflops, 3.0);
}

TEST(WisdomText, nested_a_hundred_thousand_deep_is_refused)
{
    constexpr std::size_t depth = 100'000;
    const std::string deep = std::string(depth, '[') + std::string(depth, ']');
    const std::string head = R"({"schema": "tobiuo-wisdom-1", "decisions": )";
    for (const std::string& text : {deep, "{\"schema\": " + deep + "}", head + deep + "}",
                                    head + R"([{"parameters": )" + deep + "}]}"}) {
        EXPECT_EQ(parse_wisdom(text).refusal,
                  "is none that tuning writes (it nests deeper than 32 levels)");
    }
}

TEST_F(WisdomFile, that_is_damaged_or_foreign_is_kept_aside_and_warned_of)
{
    for (const std::string text :
         {"", "{", "[]", "{\"schema\": 3}", "{\"schema\": \"tobiuo-wisdom-2\", \"decisions\": []}",
          "{\"schema\": \"tobiuo-wisdom-1\"}", "\xff\xfe"}) {
        temporary_.write("wisdom.json", text);
        const WisdomOnDisk read = read_wisdom(file());
        EXPECT_TRUE(read.wisdom.decisions().empty()) << text;
        ASSERT_EQ(read.warnings.size(), 1U) << text;
        EXPECT_NE(read.warnings[0].find("it is not used"), std::string::npos) << read.warnings[0];
        EXPECT_EQ(text_of(file()), text) << "reading changes nothing";

        EXPECT_EQ(merge_wisdom(file(), wisdom({decision("a", 1.0)})).size(), 2U) << text;
        EXPECT_EQ(text_of(file().string() + ".unread"), text);
        EXPECT_EQ(read_wisdom(file()).wisdom.decisions().size(), 1U);
    }
}

TEST_F(WisdomFile, does_not_replace_another_file_of_tobiuo_or_what_was_kept_before)
{
    const std::string report = R"({"schema": "tobiuo-report-1", "name": "a"})";
    temporary_.write("wisdom.json", report);
    EXPECT_THROW(static_cast<void>(merge_wisdom(file(), wisdom({decision("a", 1.0)}))),
                 std::runtime_error);
    EXPECT_EQ(text_of(file()), report);
    temporary_.write("wisdom.json.unread", "kept");
    temporary_.write("wisdom.json", "{");
    static_cast<void>(merge_wisdom(file(), wisdom({decision("a", 1.0)})));
    EXPECT_EQ(text_of(file().string() + ".unread"), "{");
    EXPECT_EQ(text_of(file().string() + ".unread.1"), "kept");
}

// If the pipe were opened like a file, the test would not end.
TEST_F(WisdomFile, that_is_a_pipe_is_no_file)
{
    ASSERT_EQ(::mkfifo(file().c_str(), 0600), 0);
    const WisdomOnDisk read = read_wisdom(file());
    ASSERT_EQ(read.warnings.size(), 1U);
    EXPECT_NE(read.warnings[0].find("is not a file"), std::string::npos) << read.warnings[0];
}

// The folder also holds the compiled kernels, which are not trusted if others may write there.
TEST_F(WisdomFile, makes_a_folder_that_only_its_owner_may_write)
{
    const mode_t before = ::umask(0);
    const auto inside = temporary_.path() / "cache" / "tobiuo" / "wisdom.json";
    EXPECT_TRUE(merge_wisdom(inside, wisdom({decision("a", 1.0)})).empty());
    ::umask(before);
    using std::filesystem::perms;
    EXPECT_EQ(std::filesystem::status(inside.parent_path()).permissions() &
                  (perms::group_write | perms::others_write),
              perms::none);
}

TEST_F(WisdomFile, loses_only_its_damaged_entries)
{
    static_cast<void>(merge_wisdom(file(), wisdom({decision("a", 1.0), decision("b", 2.0)})));
    std::string text = text_of(file());
    text.replace(text.find("1.0,"), 4, "-1.0,");
    temporary_.write("wisdom.json", text);
    const WisdomOnDisk read = read_wisdom(file());
    ASSERT_EQ(read.wisdom.decisions().size(), 1U);
    EXPECT_EQ(read.wisdom.decisions().front().kernel, "b");
    ASSERT_EQ(read.warnings.size(), 1U);
    EXPECT_NE(read.warnings[0].find("entry 1 is damaged"), std::string::npos) << read.warnings[0];
}

TEST_F(WisdomFile, takes_what_many_writers_bring_at_the_same_time)
{
    constexpr int writers = 8;
    constexpr int rounds = 5;
    std::vector<std::thread> threads;
    for (int writer = 0; writer < writers; ++writer) {
        threads.emplace_back([&, writer] {
            for (int round = 0; round < rounds; ++round) {
                const std::string kernel = std::to_string(writer) + "-" + std::to_string(round);
                static_cast<void>(merge_wisdom(file(), wisdom({decision(kernel, 1.0)})));
                EXPECT_TRUE(read_wisdom(file()).warnings.empty()) << "readers see whole files";
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(read_wisdom(file()).wisdom.decisions().size(), std::size_t{writers} * rounds);
    for (const auto& entry : std::filesystem::directory_iterator{temporary_.path()}) {
        const auto name = entry.path().filename();
        EXPECT_TRUE(name == "wisdom.json" || name == "wisdom.json.lock") << name;
    }
}

TEST_F(WisdomFile, that_cannot_be_written_is_a_sentence_with_a_cure)
{
    for (const std::filesystem::path& bad :
         {std::filesystem::path{}, temporary_.path(), temporary_.write("f", "") / "wisdom.json"}) {
        try {
            static_cast<void>(merge_wisdom(bad, {}));
            ADD_FAILURE() << bad << " was written";
        } catch (const std::runtime_error& error) {
            EXPECT_NE(std::string{error.what()}.find("--wisdom"), std::string::npos);
        }
    }
}

TEST_F(WisdomFile, is_where_the_environment_says)
{
    ASSERT_EQ(setenv("TOBIUO_WISDOM", file().c_str(), 1), 0);
    EXPECT_EQ(default_wisdom_file(), file());
    ASSERT_EQ(unsetenv("TOBIUO_WISDOM"), 0);
    if (!default_wisdom_file().empty()) {
        EXPECT_EQ(default_wisdom_file().filename(), "wisdom.json");
        EXPECT_EQ(default_wisdom_file().parent_path().filename(), "tobiuo");
    }
}

}  // namespace
}  // namespace tobiuo::tuning
