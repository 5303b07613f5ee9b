// SPDX-License-Identifier: BSD-3-Clause
// Numbers in shipped cases and in the documents read as numbers by every version of YAML.
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "tests/support/source_dir.hpp"

namespace tobiuo::test {
namespace {

/// Whether the type of a number differs between YAML 1.1 and 1.2. In 1.1 a floating-point number
/// has a point, and its exponent a sign; a leading zero means octal, a colon sexagesimal.
bool is_ambiguous(const std::string& text)
{
    static const std::regex integer{"[-+]?(0|[1-9][0-9]*)"};
    static const std::regex real{"[-+]?[0-9]*\\.[0-9]*([eE][-+][0-9]+)?"};
    static const std::regex number{"[-+]?[0-9][0-9_:.]*([eE][-+]?[0-9]+)?"};
    return std::regex_match(text, number) && !std::regex_match(text, integer) &&
           !std::regex_match(text, real);
}

void collect(const YAML::Node& node, std::vector<std::string>& ambiguous)
{
    if (node.IsScalar() && node.Tag() != "!" && is_ambiguous(node.Scalar())) {
        ambiguous.push_back(node.Scalar());
    }
    for (const auto& child : node) {
        collect(node.IsMap() ? child.second : child, ambiguous);
    }
}

std::vector<std::string> ambiguous_in(const YAML::Node& root)
{
    std::vector<std::string> found;
    collect(root, found);
    return found;
}

/// The texts between ```yaml and ``` of a document.
std::vector<std::string> yaml_blocks(const std::filesystem::path& document)
{
    std::vector<std::string> blocks;
    std::ifstream lines{document};
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("```")) {
            inside = !inside && line == "```yaml";
            if (inside) {
                blocks.emplace_back();
            }
        } else if (inside) {
            blocks.back() += line + "\n";
        }
    }
    return blocks;
}

TEST(ShippedCases, ambiguous_numbers_are_told_from_others)
{
    for (const char* good : {"1", "-0.5", "1.0e-5", "2.5e+10", "0", ".5", "abc", "1e", "x1"}) {
        EXPECT_FALSE(is_ambiguous(good)) << good;
    }
    for (const char* bad : {"1e-5", "1E5", "1.0e5", "010", "1:30", "1_000"}) {
        EXPECT_TRUE(is_ambiguous(bad)) << bad;
    }
}

TEST(ShippedCases, have_no_number_that_a_reader_of_yaml_1_1_takes_for_something_else)
{
    int cases = 0;
    for (const auto& entry : std::filesystem::directory_iterator{source_dir() / "configs"}) {
        if (entry.path().extension() == ".yaml") {
            EXPECT_EQ(ambiguous_in(YAML::LoadFile(entry.path().string())),
                      std::vector<std::string>{})
                << entry.path();
            ++cases;
        }
    }
    EXPECT_GE(cases, 10);
}

TEST(ShippedCases, nor_has_the_yaml_of_the_documents)
{
    // A comment may show an alternative: "# or tolerance: 1.0e-5".
    static const std::regex spelt{"(^|[^A-Za-z0-9_.*/^)])([0-9]+[eE][-+]?[0-9]+)"};
    int blocks = 0;
    for (const char* document : {"README.md", "docs/case.md"}) {
        for (const std::string& block : yaml_blocks(source_dir() / document)) {
            EXPECT_EQ(ambiguous_in(YAML::Load(block)), std::vector<std::string>{}) << block;
            EXPECT_FALSE(std::regex_search(block, spelt)) << block;
            ++blocks;
        }
    }
    EXPECT_GE(blocks, 3);
}

}  // namespace
}  // namespace tobiuo::test
