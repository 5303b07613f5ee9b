// SPDX-License-Identifier: BSD-3-Clause
// STL files: sound ones, binary and text, and what is said of others.
#include "app/input/stl_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "app/input/input_file.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/surfaces.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

const test::Surface box = test::box_surface({-1, 0, 0.5}, {1, 2, 4});

class StlFile : public ::testing::Test {
protected:
    [[nodiscard]] test::Surface read(const std::string& bytes) const
    {
        return read_stl(folder_.write("a.stl", bytes));
    }
    [[nodiscard]] std::string refusal(const std::string& bytes) const
    {
        return test::refusal<Unreadable>([&] { return read(bytes); });
    }

    test::TemporaryFolder folder_;
};

TEST_F(StlFile, is_read_in_binary_and_as_text)
{
    EXPECT_EQ(read(test::stl_bytes(box)), box);
    EXPECT_EQ(read(test::stl_text(box)), box);
    std::string without_words = test::stl_bytes(box);
    without_words.replace(0, 80, 80, '\0');
    EXPECT_EQ(read(without_words), box);
    test::Surface large;  // more than a block
    while (large.size() < 5000) {
        large.push_back(box.at(large.size() % box.size()));
    }
    EXPECT_EQ(read(test::stl_bytes(large)), large);
}

TEST_F(StlFile, may_be_a_text_of_other_writers)
{
    const std::string facet =
        "FACET NORMAL nan nan nan\r\n\touter loop\r\n VERTEX +1 2e0 -3.5E+0\r\n"
        "vertex 0 0 0 vertex 1 1 1\r\nEndLoop\r\nendfacet\r\n";
    const test::Surface expected{{{{1, 2, -3.5}, {0, 0, 0}, {1, 1, 1}}}};
    EXPECT_EQ(read("\nsolid\r\n" + facet + "endsolid"), expected);
    EXPECT_EQ(
        read("solid facet vertex\n" + facet + "endsolid a\n\nSOLID b\n" + facet + "endsolid b\n"),
        test::joined(expected, expected));
}

TEST_F(StlFile, that_is_none_is_refused)
{
    EXPECT_THAT(refusal(""), HasSubstr("it is no STL file (neither does it begin with 'solid'"));
    EXPECT_THAT(refusal("name: a\nsolver: flow\n" + std::string(90, '#')),
                HasSubstr("it is no STL file, or was cut (its header promises 589505315 "
                          "triangles, which take 29475265834 bytes, and it has 111)"));
    EXPECT_THAT(refusal("solid a\nv 1 2 3\n"),
                HasSubstr("it is no STL file (in its triangle 1 'v' stands where 'facet' should)"));
    EXPECT_THAT(refusal("solid a\nendsolid a\n"), HasSubstr("it has no triangles"));
    EXPECT_THAT(refusal(test::stl_bytes({})), HasSubstr("it has no triangles"));
    EXPECT_EQ(test::refusal<Unreadable>([&] { return read_stl(folder_.path()); }),
              "it is a folder, no regular file");
}

TEST_F(StlFile, that_was_cut_is_refused)
{
    const std::string binary = test::stl_bytes(box);
    EXPECT_THAT(refusal(binary.substr(0, 83)), HasSubstr("nor has it the 84 bytes of a header"));
    EXPECT_THAT(refusal(binary.substr(0, binary.size() - 1)),
                HasSubstr("promises 12 triangles, which take 684 bytes, and it has 683"));
    EXPECT_THAT(refusal(binary + "x"), HasSubstr("and it has 685"));
    EXPECT_THAT(refusal(test::stl_bytes(box, 0xFFFFFF00U)), HasSubstr("promises 4294967040"));
    const std::string text = test::stl_text(box);
    EXPECT_THAT(refusal(text.substr(0, text.rfind("endsolid"))),
                HasSubstr("it ends after 12 triangles without 'endsolid' (it was cut)"));
    EXPECT_THAT(refusal(text.substr(0, text.size() / 2)), HasSubstr("it ends after 6 triangles"));
}

TEST_F(StlFile, with_a_corner_that_is_nowhere_is_refused)
{
    test::Surface endless = box;
    endless[4][1][2] = std::numeric_limits<double>::infinity();
    EXPECT_THAT(refusal(test::stl_bytes(endless)),
                HasSubstr("a corner of its triangle 5 is not finite"));
    EXPECT_THAT(refusal(test::stl_text(endless)),
                HasSubstr("a corner of its triangle 5 is not finite"));
    EXPECT_THAT(refusal("solid\nfacet normal 0 0 1 outer loop vertex 1 2 3x"),
                HasSubstr("a corner of its triangle 1 is not finite (or no number)"));
}

}  // namespace
}  // namespace tobiuo
