// SPDX-License-Identifier: BSD-3-Clause
// The tags of an XML file: those that are kept, and those that end reading early.
#include "app/output/field/xml_tags.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>
#include <string>

#include "tests/app/output/folder_content.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

class XmlTags : public ::testing::Test {
protected:
    XmlElement read(const std::string& text)
    {
        test::put(path_, text);
        return read_xml_tags(path_, "Rest");
    }
    std::string error(const std::string& text)
    {
        return test::message_of<std::runtime_error>([&] { static_cast<void>(read(text)); });
    }

    test::TemporaryFolder folder_;
    std::filesystem::path path_ = folder_.path() / "a.xml";
};

std::string repeated(const std::string& text, int times)
{
    std::string all;
    for (int n = 0; n < times; ++n) {
        all += text;
    }
    return all;
}

TEST_F(XmlTags, names_attributes_and_places_are_kept)
{
    const std::string text = "<?xml version=\"1.0\"?><a k='1 &lt; 2'>text<b/><b x=\"y>\">1</b></a>";
    const XmlElement root = read(text);
    EXPECT_EQ(root.name, "a");
    EXPECT_EQ(root.attribute("k"), "1 < 2");
    EXPECT_EQ(root.attribute("other"), "");
    ASSERT_EQ(root.children.size(), 2U);
    EXPECT_EQ(root.children[1].attribute("x"), "y>");
    EXPECT_EQ(root.children[1].content, static_cast<std::int64_t>(text.find("1</b>")));
}

TEST_F(XmlTags, what_follows_the_last_tag_is_not_looked_at)
{
    const XmlElement root = read(std::string{"<a><Rest e=\"raw\">_\0<a></b>\xff&;", 29});
    ASSERT_EQ(root.children.size(), 1U);
    EXPECT_EQ(root.children[0].attribute("e"), "raw");
    EXPECT_EQ(root.children[0].content, 17);
}

TEST_F(XmlTags, text_of_any_length_is_passed_over)
{
    const int many = 3'000'000;
    const XmlElement root = read("<a><b>" + std::string(many, 'A') + "</b><c/></a>");
    ASSERT_EQ(root.children.size(), 2U);
    EXPECT_EQ(root.children[1].content, many + 14);
}

// Built without limits, these make a tree that is destroyed by recursion, a list of attributes that
// is searched for each, and a text that is scanned again for each piece read.
TEST_F(XmlTags, deep_long_and_many_tags_are_refused)
{
    EXPECT_THAT(error(repeated("<a>", 131'000)), HasSubstr("nested deeper than 16 levels"));
    EXPECT_EQ(read(repeated("<a>", 16) + repeated("</a>", 16)).name, "a");

    std::string attributes;
    for (int n = 0; n < 65; ++n) {
        attributes += " a" + std::to_string(n) + "='1'";
    }
    EXPECT_THAT(error("<a" + attributes + "/>"), HasSubstr("more than 64 attributes"));
    for (int n = 65; n < 100'000; ++n) {
        attributes += " a" + std::to_string(n) + "='1'";
    }
    EXPECT_THAT(error("<a" + attributes + "/>"), HasSubstr("a tag is longer than 65536 bytes"));

    // NOLINTNEXTLINE(bugprone-string-constructor): as long as it says
    const std::string long_text(20'000'000, 'x');
    EXPECT_THAT(error("<a b='" + long_text + "'/>"), HasSubstr("a tag is longer than"));
    EXPECT_THAT(error("<a><!--" + long_text + "--></a>"), HasSubstr("a tag is longer than"));
    EXPECT_THAT(error("<a>" + repeated("<b c='d'/>", 200'000) + "</a>"),
                HasSubstr("its tags have more than 1048576 bytes"));
}

TEST_F(XmlTags, entities_that_grow_are_refused)
{
    EXPECT_EQ(error("<!DOCTYPE a [<!ENTITY b 'c'>]><a b='&b;'/>"), "it has a document type");
}

TEST_F(XmlTags, bad_xml_is_named_with_its_place)
{
    EXPECT_EQ(error("<a>\n <b></c></a>"), "mismatched tag in line 2, column 7");
    EXPECT_THAT(error("<a>"), HasSubstr("no element found"));
    EXPECT_THAT(error(""), HasSubstr("no element found"));
}

}  // namespace
}  // namespace tobiuo
