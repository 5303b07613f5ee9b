// SPDX-License-Identifier: BSD-3-Clause
// Sizes as people write them, and who competes where.
#include "app/bench/selection.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/bench/fft/rows.hpp"
#include "app/errors.hpp"
#include "runtime/device/error.hpp"

namespace tobiuo::bench {
namespace {

using Lengths = std::vector<std::int64_t>;

TEST(BenchSize, x_comes_first_and_is_the_last_of_the_lengths)
{
    EXPECT_EQ(parse_size("128x256x512"), (Lengths{512, 256, 128}));
    EXPECT_EQ(parse_size("4096x3"), (Lengths{3, 4096}));
    EXPECT_EQ(parse_size("512"), Lengths{512});
    EXPECT_EQ(parse_size("1"), Lengths{1});
}

TEST(BenchSize, a_power_is_a_cube_a_square_or_a_line)
{
    EXPECT_EQ(parse_size("512^3"), (Lengths{512, 512, 512}));
    EXPECT_EQ(parse_size("30^2"), (Lengths{30, 30}));
    EXPECT_EQ(parse_size("7^1"), Lengths{7});
}

TEST(BenchSize, text_reads_back)
{
    for (const char* text : {"17", "64x32", "1x2x3"}) {
        EXPECT_EQ(size_text(parse_size(text)), text);
    }
    EXPECT_EQ(size_text(parse_size("8^3")), "8x8x8");
    EXPECT_EQ(fft_bench::problem_text({.lengths = parse_size("6x4x2")}).substr(0, 9), "c2c 6x4x2");
}

TEST(BenchSize, anything_else_is_one_sentence_at_the_option)
{
    for (const char* text : {"",
                             "x",
                             "64x",
                             "x64",
                             "64xx64",
                             "0",
                             "64x0",
                             "-3",
                             "+3",
                             "64X64",
                             "64 x 64",
                             "6.5",
                             "1x2x3x4",
                             "64^4",
                             "64^0",
                             "64^",
                             "^3",
                             "2x2^2",
                             "99999999999999999999",
                             "512^3 "}) {
        SCOPED_TRACE(text);
        try {
            static_cast<void>(parse_size(text));
            ADD_FAILURE() << "was taken";
        } catch (const InputError& error) {
            const std::string sentence = error.what();
            EXPECT_TRUE(sentence.starts_with("--sizes: '" + std::string{text} + "'")) << sentence;
            EXPECT_NE(sentence.find("x first"), std::string::npos) << sentence;
            EXPECT_EQ(std::ranges::count(sentence, '\n'), 0) << sentence;
        }
    }
}

constexpr int missing = 1000;  // no machine has so many devices

const std::vector<Contestant> all{{.name = "everywhere", .machines = {"cpu", "cuda", "opencl"}},
                                  {.name = "gpu", .machines = {"cuda"}},
                                  {.name = "host", .machines = {"cpu"}},
                                  {.name = "slow", .machines = {"cpu"}, .is_usual = false}};

/// "cpu: everywhere host; " for these words, where there is no CUDA device.
std::string teams_of(const std::vector<std::string>& backends, const std::vector<std::string>& who)
{
    BenchOptions options;
    options.backends = backend_words("");
    options.backends.given = backends;
    options.device = missing;
    Words words = contestant_words({});
    words.given = who;
    std::string text;
    for (const Team& team : chosen_teams(all, words, "contestant", options)) {
        text += std::string{team.machine->word} + ":";
        for (const std::string& name : team.names) {
            text += " " + name;
        }
        text += "; ";
    }
    return text;
}

TEST(BenchTeams, are_all_usual_contestants_on_usual_machines_that_are_there)
{
    EXPECT_EQ(teams_of({}, {}), "cpu: everywhere host; ");
    EXPECT_EQ(teams_of({"cpu"}, {}), "cpu: everywhere host; ");
}

TEST(BenchTeams, are_those_that_are_named)
{
    EXPECT_EQ(teams_of({}, {"slow", "everywhere"}), "cpu: everywhere slow; ");
    EXPECT_EQ(teams_of({"cpu"}, {"host"}), "cpu: host; ");
}

TEST(BenchTeams, need_the_machines_that_are_named_or_that_a_named_contestant_needs)
{
    const auto refusal = [](const std::vector<std::string>& backends,
                            const std::vector<std::string>& who) -> std::string {
        try {
            return teams_of(backends, who);
        } catch (const device::DeviceError& error) {
            return error.what();
        } catch (const InputError& error) {
            return error.what();
        }
    };
    EXPECT_TRUE(refusal({"cuda"}, {}).starts_with("cannot measure on CUDA device 1000 ("));
    EXPECT_TRUE(refusal({"cuda"}, {}).ends_with("): use --backends cpu"));
    EXPECT_TRUE(refusal({}, {"host", "gpu"}).ends_with("): leave out the contestant 'gpu'"));
    EXPECT_EQ(refusal({"cpu"}, {"gpu"}),
              "--contestants: contestant 'gpu' runs on cuda, which --backends leaves out: add it "
              "there or leave out the contestant");
}

}  // namespace
}  // namespace tobiuo::bench
