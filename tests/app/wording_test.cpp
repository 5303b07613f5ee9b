// SPDX-License-Identifier: BSD-3-Clause
// The words of messages: suggestions, quotations, numbers.
#include "app/wording.hpp"
#include "solvers/nearest_word.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace tobiuo {
namespace {

const std::vector<std::string> keys{"tolerance", "sweeps", "max_sweeps", "XL", "p"};

TEST(Spelling, nearest_word_forgives_a_third_of_the_letters)
{
    EXPECT_EQ(nearest("tolerence", keys), "tolerance");
    EXPECT_EQ(nearest("sweep", keys), "sweeps");
    EXPECT_EQ(nearest("swepes", keys), "sweeps");
    EXPECT_EQ(nearest("maxsweeps", keys), "max_sweeps");
    EXPECT_EQ(nearest("xl", keys), "XL");
    EXPECT_EQ(nearest("colour", keys), "");
    EXPECT_EQ(nearest("q", keys), "");
    EXPECT_EQ(nearest("", keys), "");
    EXPECT_EQ(nearest(std::string(100'000, 'x'), keys), "");
}

TEST(Spelling, a_suggestion_names_the_nearest_word_or_what_else_helps)
{
    EXPECT_EQ(suggestion("sweep", keys, "see the manual"), " (did you mean 'sweeps'?)");
    EXPECT_EQ(suggestion("colour", keys, "see the manual"), " (see the manual)");
}

TEST(Spelling, a_suggestion_of_few_words_names_them_all)
{
    const std::vector<std::string> kernels{"blocked", "twin"};
    EXPECT_EQ(suggestion("blokced", kernels), " (did you mean 'blocked'? known: blocked, twin)");
    EXPECT_EQ(suggestion("march", kernels), " (known: blocked, twin)");
    EXPECT_EQ(suggestion("march", {}), " (known: none)");
}

TEST(Spelling, quotations_are_short_and_printable)
{
    EXPECT_EQ(in_quotes("a\nb\tc\x1B[0m"), "'a b c\\x1b[0m'");
    EXPECT_EQ(in_quotes(std::string(50, 'x')), "'" + std::string(40, 'x') + "...'");
    std::string accents;
    for (int i = 0; i < 41; ++i) {
        accents += "\xC3\xA9";
    }
    EXPECT_EQ(in_quotes(accents), "'" + accents.substr(2) + "...'");
}

TEST(Spelling, numbers_are_the_shortest_that_read_back)
{
    EXPECT_EQ(shortest(0.1), "0.1");
    EXPECT_EQ(shortest(1.0), "1");
    EXPECT_EQ(shortest(0.30000000000000004), "0.30000000000000004");
    EXPECT_EQ(shortest(-std::numeric_limits<double>::max()), "-1.7976931348623157e+308");
    EXPECT_EQ(shortest(std::numeric_limits<double>::denorm_min()), "5e-324");
}

}  // namespace
}  // namespace tobiuo
