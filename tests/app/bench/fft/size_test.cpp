// Sizes as people write them.
#include "app/bench/fft/size.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/errors.hpp"

namespace tobiuo::fft_bench {
namespace {

using Lengths = std::vector<std::int64_t>;

TEST(FftSize, x_comes_first_and_is_the_last_of_the_lengths)
{
    EXPECT_EQ(parse_size("128x256x512"), (Lengths{512, 256, 128}));
    EXPECT_EQ(parse_size("4096x3"), (Lengths{3, 4096}));
    EXPECT_EQ(parse_size("512"), Lengths{512});
    EXPECT_EQ(parse_size("1"), Lengths{1});
}

TEST(FftSize, a_power_is_a_cube_a_square_or_a_line)
{
    EXPECT_EQ(parse_size("512^3"), (Lengths{512, 512, 512}));
    EXPECT_EQ(parse_size("30^2"), (Lengths{30, 30}));
    EXPECT_EQ(parse_size("7^1"), Lengths{7});
}

TEST(FftSize, text_reads_back)
{
    for (const char* text : {"17", "64x32", "1x2x3"}) {
        EXPECT_EQ(size_text(parse_size(text)), text);
    }
    EXPECT_EQ(size_text(parse_size("8^3")), "8x8x8");
    EXPECT_EQ(problem_text({.lengths = parse_size("6x4x2")}).substr(0, 9), "c2c 6x4x2");
}

TEST(FftSize, anything_else_is_one_sentence_at_the_option)
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

}  // namespace
}  // namespace tobiuo::fft_bench
