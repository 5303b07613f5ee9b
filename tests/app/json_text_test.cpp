// SPDX-License-Identifier: BSD-3-Clause
// Texts of any bytes in JSON, XML and YAML: what these cannot hold is written as its number.
#include "app/json_text.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "app/case/yaml/scalars.hpp"
#include "app/printable.hpp"
#include "runtime/utf8.hpp"

namespace tobiuo {
namespace {

using nlohmann::ordered_json;

TEST(JsonText, bytes_that_are_not_utf8_are_written_as_numbers)
{
    EXPECT_EQ(utf8_text("p\xe9.yaml"), "p\\xe9.yaml");
    EXPECT_EQ(utf8_text("\xc3\xa9 \xed\xa0\x80 \xff"), "\xc3\xa9 \\xed\\xa0\\x80 \\xff");
    EXPECT_EQ(utf8_text(std::string{"a\0\x1b\n", 4}), (std::string{"a\0\x1b\n", 4}));
}

TEST(JsonText, every_text_and_name_of_a_member_comes_back_as_utf8)
{
    const ordered_json json{{"name", "p\xe9"},
                            {"k\xff", {1, "\x80", nullptr, {{"deep", "\xc3"}}}},
                            {"plain", "\xc3\xa9\x01"}};
    const auto read = ordered_json::parse(json_text(json));
    EXPECT_EQ(read["name"], "p\\xe9");
    EXPECT_EQ(read["k\\xff"][1], "\\x80");
    EXPECT_EQ(read["k\\xff"][3]["deep"], "\\xc3");
    EXPECT_EQ(read["plain"], "\xc3\xa9\x01");
    EXPECT_EQ(json_text(ordered_json{{"a", 1}}, -1), "{\"a\":1}");
    EXPECT_EQ(json_text(ordered_json{{"a", 1}}), "{\n  \"a\": 1\n}");
}

TEST(JsonText, xml_and_yaml_hold_the_same_text)
{
    EXPECT_EQ(xml_escaped("<p\xe9 & \x01\xc3\xa9>"), "&lt;p\\xe9 &amp; \\x01\xc3\xa9&gt;");
    EXPECT_EQ(casefile::yaml_scalar("p\xe9\"\x01"), "\"p\\\\xe9\\\"\\x01\"");
}

}  // namespace
}  // namespace tobiuo
