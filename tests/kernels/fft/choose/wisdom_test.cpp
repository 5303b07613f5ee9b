// Choices of a transform in a wisdom file and back.
#include "kernels/fft/choose/wisdom.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace tobiuo::fft {
namespace {

using ::testing::HasSubstr;

TEST(FftWisdom, choices_come_back)
{
    Choices choices;
    EXPECT_EQ(from_parameters(to_parameters(choices)), choices);
    choices.merging = Merging::always;
    choices.pipeline_distance = 7;
    choices.blocks = {"8x8 lanes 8 lines 16", "", "16x4 lanes 4 lines 32 resident 2"};
    choices.allow_workspace = true;
    EXPECT_EQ(from_parameters(to_parameters(choices)), choices);
}

std::string unsupported_reason(const tuning::Parameters& parameters)
{
    try {
        (void)from_parameters(parameters);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "accepted";
}

TEST(FftWisdom, what_is_no_choice_is_named)
{
    EXPECT_THAT(unsupported_reason({{"merging", "often"}}),
                HasSubstr("'often' is no way of merging"));
    EXPECT_THAT(unsupported_reason({{"lag", "0"}}), HasSubstr("'0' is no lag"));
    EXPECT_THAT(unsupported_reason({{"colour", "blue"}}), HasSubstr("'colour' is no choice"));
    EXPECT_THAT(unsupported_reason({{"work array", "small"}}),
                HasSubstr("'work array' is no choice"));
}

}  // namespace
}  // namespace tobiuo::fft
