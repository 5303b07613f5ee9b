// SPDX-License-Identifier: BSD-3-Clause
// Arrays of NumPy: sound ones of each kind, and what is said of others.
#include "app/input/npy_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "tests/support/npy.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::vector<double> six{0, 1, 2, 3, 4, 5};

class NpyFileTest : public ::testing::Test {
protected:
    [[nodiscard]] NpyFile read(const std::string& bytes) const
    {
        return NpyFile{folder_.write("a.npy", bytes)};
    }
    [[nodiscard]] std::string refusal(const std::string& bytes) const
    {
        return test::refusal<Unreadable>([&] { return read(bytes).values(); });
    }
    [[nodiscard]] static std::string sound() { return test::npy_bytes<double>("(2, 3)", six); }
    [[nodiscard]] static std::string with(const std::string& word, const std::string& other)
    {
        std::string bytes = sound();
        return bytes.replace(bytes.find(word), word.size(), other);
    }

    test::TemporaryFolder folder_;
};

TEST_F(NpyFileTest, has_its_values_in_the_order_of_c)
{
    EXPECT_THAT(read(sound()).shape(), ElementsAre(2, 3));
    EXPECT_EQ(read(sound()).values(), six);
    EXPECT_THAT(read(test::npy_bytes<double>("(2, 3)", six, true)).values(),
                ElementsAre(0, 2, 4, 1, 3, 5));
    EXPECT_EQ(read(test::npy_bytes<double>("(6,)", six, true)).values(), six);
    EXPECT_EQ(read(test::npy_bytes<double>("(1, 2, 3)", six, false, true)).values(), six);
    const std::vector<float> floats{0, 1, 2, 3, 4, 5};
    EXPECT_EQ(read(test::npy_bytes<float>("(3, 2)", floats)).values(), six);
    EXPECT_EQ(read(test::npy_bytes<float>("(3, 2)", floats, false, true)).values(), six);
}

TEST_F(NpyFileTest, of_fortran_s_order_is_turned_round_along_three_axes)
{
    std::vector<double> stored;  // [k][j][i] of an array a[i][j][k] whose first axis is fastest
    for (int n = 0; n < 24; ++n) {
        stored.push_back(n);
    }
    const std::vector<double> values =
        read(test::npy_bytes<double>("(4, 3, 2)", stored, true)).values();
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            for (std::size_t k = 0; k < 2; ++k) {
                EXPECT_EQ(values.at((i * 3 + j) * 2 + k), stored.at((k * 3 + j) * 4 + i));
            }
        }
    }
}

TEST_F(NpyFileTest, may_have_more_values_than_are_read_at_a_time)
{
    std::vector<double> many(70'000);
    for (std::size_t n = 0; n < many.size(); ++n) {
        many[n] = static_cast<double>(n);
    }
    EXPECT_EQ(read(test::npy_bytes<double>("(70000,)", many)).values(), many);
}

TEST_F(NpyFileTest, that_is_damaged_is_refused_with_a_sentence)
{
    EXPECT_THAT(refusal("nonsense, and not a short one"), HasSubstr("it is no .npy file"));
    EXPECT_THAT(refusal(sound().substr(0, 40)), HasSubstr("its header is damaged"));
    EXPECT_THAT(
        refusal(sound().substr(0, 150)),
        HasSubstr("it was cut, or is damaged (an array of the shape (2, 3) takes 176 bytes, "
                  "and it has 150)"));
    EXPECT_THAT(refusal(sound() + "a"), HasSubstr("it has 177"));
    EXPECT_THAT(refusal(with("<f8", "<i8")), HasSubstr("its numbers are of the type '<i8'"));
    EXPECT_THAT(refusal(with("'<f8'", "[('u'")), HasSubstr("several numbers with names"));
    EXPECT_THAT(refusal(with("(2, 3)", "(2,-3)")), HasSubstr("its header is damaged"));
    EXPECT_THAT(refusal(with("'shape'", "'sharp'")), HasSubstr("its header is damaged"));
    std::vector<double> bad = six;
    bad[4] = std::numeric_limits<double>::infinity();
    EXPECT_THAT(refusal(test::npy_bytes<double>("(6,)", bad)),
                HasSubstr("its value 4 is not finite"));
    const std::string long_axis = "9223372036854775807";
    EXPECT_THAT(refusal(test::npy_bytes<double>("(" + long_axis + ", 4)", six)),
                HasSubstr("no file has an array of the shape (9223372036854775807, 4)"));
}

}  // namespace
}  // namespace tobiuo
