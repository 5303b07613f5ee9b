// SPDX-License-Identifier: BSD-3-Clause
// Tables of profiles from elsewhere: what is read, and the sentences about bad ones.
#include "app/run/flow/output/flow_reference.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "app/errors.hpp"

namespace tobiuo {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string objection_to(const std::string& text)
{
    try {
        static_cast<void>(parse_flow_reference(text, "dns.csv"));
    } catch (const InputError& error) {
        return error.what();
    }
    return "none";
}

TEST(FlowReference, has_any_columns_in_any_order_comments_and_gaps)
{
    const FlowProfiles read = parse_flow_reference(
        "# J. Kim, P. Moin and R. Moser\n\n uu , position,u\r\n1,0.5,2e-1\n  # next\n , -1 ,3\n",
        "dns.csv");
    EXPECT_THAT(read.position, ElementsAre(0.5, -1.0));
    EXPECT_THAT(read.columns.at(0), ElementsAre(0.2, 3.0));
    ASSERT_EQ(read.columns.at(4).size(), 2U);
    EXPECT_EQ(read.columns.at(4).at(0), 1.0);
    EXPECT_TRUE(std::isnan(read.columns.at(4).at(1)));
    EXPECT_THAT(read.columns.at(1), IsEmpty());
}

TEST(FlowReference, is_what_profiles_write)
{
    FlowProfiles written;
    written.position = {0.1, 0.30000000000000004};
    written.columns.at(3) = {-1.0 / 3.0, 2.0};
    written.columns.at(9) = {1e-300, std::nan("")};
    const std::string text = profiles_csv(written);
    EXPECT_EQ(text, "position,p,vw\n0.1,-0.3333333333333333,1e-300\n0.30000000000000004,2,\n");
    const FlowProfiles read = parse_flow_reference(text, "dns.csv");
    EXPECT_EQ(read.position, written.position);
    EXPECT_EQ(read.columns.at(3), written.columns.at(3));
    EXPECT_EQ(read.columns.at(9).at(0), 1e-300);
}

// NOLINTBEGIN(bugprone-suspicious-missing-comma): a sentence is longer than a line
TEST(FlowReference, bad_tables_are_refused_with_the_place)
{
    EXPECT_EQ(objection_to("position, U\n1,2\n"),
              "dns.csv:1:11: 'U' is no column of profiles (these are position, u, v, w, p, uu, vv, "
              "ww, uv, uw, vw, s, ss, us, vs, ws): rename or remove it");
    EXPECT_EQ(objection_to("position,u,u\n1,2,3\n"),
              "dns.csv:1:12: 'u' is there twice (which of them is meant?): remove one");
    EXPECT_EQ(objection_to("u,v\n1,2\n"),
              "dns.csv:1:1: there is no column 'position' (which the profiles are drawn over): "
              "name it in this line");
    EXPECT_EQ(objection_to("position,u\n1,2\n\n1\n"),
              "dns.csv:4:1: expected as many cells as there are names, 2 (got 1): separate them by "
              "commas, and leave cells without a value empty");
    EXPECT_EQ(objection_to("position,u\n1,two\n"),
              "dns.csv:2:3: expected a finite number (got 'two'): write it like 0.5 or 1.0e-6");
    EXPECT_EQ(objection_to("position,u\n1, inf\n"),
              "dns.csv:2:4: expected a finite number (got 'inf'): write it like 0.5 or 1.0e-6");
    EXPECT_EQ(objection_to("position,u\n,2\n"),
              "dns.csv:2:1: expected a finite number (got ''): write it like 0.5 or 1.0e-6");
    EXPECT_EQ(objection_to("# nothing\nposition,u\n"),
              "dns.csv: has no numbers (a line of names such as position,u and lines of numbers "
              "are expected): correct it, or remove statistics.reference");
}
// NOLINTEND(bugprone-suspicious-missing-comma)

}  // namespace
}  // namespace tobiuo
