// SPDX-License-Identifier: BSD-3-Clause
// Files that are not YAML, not UTF-8, not one document, or malicious.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "app/case/case.hpp"
#include "app/errors.hpp"
#include "tests/app/case/case_folder.hpp"

namespace tobiuo::test {
namespace {

using namespace std::string_view_literals;

struct BadText {
    std::string_view what;
    std::string_view text;
    std::string_view problem;
};

constexpr std::string_view alias_problem =
    "aliases (*name) are not supported (a case is short, and cycles of them have no end): write "
    "the value out";
constexpr std::string_view tab_problem =
    "a tab indents this line (YAML allows spaces only): replace it by spaces";
constexpr std::string_view empty_problem =
    "case.yaml: has no case in it (empty, or comments only): a case needs at least name, solver "
    "and grid";
constexpr std::string_view colon_problem =
    "a ':' cannot stand here (is one missing in the line before, or the indentation wrong?): "
    "write one key: value a line, keys of a section in the same column";

class BadTexts : public ::testing::TestWithParam<BadText> {};

TEST_P(BadTexts, give_one_sentence_with_the_place)
{
    const Lines problems = problems_of(GetParam().text);
    ASSERT_EQ(problems.size(), 1U) << ::testing::PrintToString(problems);
    EXPECT_EQ(problems.front(), GetParam().problem);
}

const std::string tab_in_section = "case.yaml:4:1: " + std::string{tab_problem};
const std::string tab_after_spaces = "case.yaml:5:3: " + std::string{tab_problem};
const std::string tab_at_top = "case.yaml:1:1: " + std::string{tab_problem};
const std::string cycle = "case.yaml:3:11: " + std::string{alias_problem};
const std::string bomb = "case.yaml:3:24: " + std::string{alias_problem};
const std::string unknown_anchor = "case.yaml:1:7: " + std::string{alias_problem};
const std::string missing_colon = "case.yaml:3:5: " + std::string{colon_problem};
const std::string two_in_a_line = "case.yaml:1:8: " + std::string{colon_problem};

INSTANTIATE_TEST_SUITE_P(
    All, BadTexts,
    ::testing::Values(
        BadText{"tab_in_section", "name: a\nsolver: himeno\ngrid:\n\tpreset: S\n", tab_in_section},
        BadText{"tab_after_spaces",
                "name: a\nsolver: himeno\ngrid:\n  cells: [4, 4, 4]\n  \tlocation: node\n",
                tab_after_spaces},
        BadText{"tab_at_top", "\tname: a\n", tab_at_top}, BadText{"empty", "", empty_problem},
        BadText{"comments_only", "# nothing\n\n", empty_problem},
        BadText{"second_document", "name: a\nsolver: himeno\ngrid: { preset: S }\n---\nname: b\n",
                "case.yaml:4:1: a second document starts here (after '---' or '...', or by a key "
                "with less indentation than the first one): one case a file"},
        BadText{"cycle", "name: a\nsolver: himeno\ngrid: &g [*g]\n", cycle},
        BadText{"bomb",
                "name: a\nsolver: himeno\ngrid: [&a [x, x], &b [ *a, *a], &c [*b, *b], *c]\n",
                bomb},
        BadText{"unknown_anchor", "name: *x\nsolver: himeno\n", unknown_anchor},
        BadText{"merge_key",
                "name: a\nsolver: himeno\ngrid: { <<: { preset: S }, cells: [4, 4, 4] }\n",
                "case.yaml:3:9: the merge key '<<' is not supported: write the keys out"},
        BadText{"list_as_key", "name: a\nsolver: himeno\ngrid: { preset: S, [a]: 1 }\n",
                "case.yaml:3:20: a key must be a single word (this one is a list, a map or "
                "empty): write key: value"},
        BadText{"tag", "name: !own a\nsolver: himeno\ngrid: { preset: S }\n",
                "case.yaml:1:7: the tag '!own' is not supported (a key's type is "
                "fixed): remove it"},
        BadText{"nul", "name: a\nso\0lver: himeno\n"sv,
                "case.yaml:2:3: contains a NUL byte (a binary file, or UTF-16 text?): save it as "
                "UTF-8 text"},
        BadText{"control_character", "name: a\nsolver: himeno\n\x04grid: { preset: S }\n",
                "case.yaml:3:1: contains the control character 0x04 (a case is plain text): "
                "remove it"},
        BadText{"utf16", "\xFF\xFEn\0a\0"sv,
                "case.yaml:1:1: is encoded in UTF-16 (a case is UTF-8): save it as UTF-8"},
        BadText{"utf16_big_endian", "\xFE\xFF\0n\0a"sv,
                "case.yaml:1:1: is encoded in UTF-16 (a case is UTF-8): save it as UTF-8"},
        BadText{"utf32", "\xFF\xFE\0\0n\0\0\0"sv,
                "case.yaml:1:1: is encoded in UTF-32 (a case is UTF-8): save it as UTF-8"},
        BadText{"latin1", "# \xC3\xA9t\xC3\xA9\nname: caf\xE9\n",
                "case.yaml:2:10: byte 0xE9 is not UTF-8 (Latin-1 text?): save the file as UTF-8"},
        BadText{"overlong_utf8", "name: \xC0\xAF\n",
                "case.yaml:1:7: byte 0xC0 is not UTF-8 (Latin-1 text?): save the file as UTF-8"},
        BadText{"surrogate_in_utf8", "name: \xED\xA0\x80\n",
                "case.yaml:1:7: byte 0xED is not UTF-8 (Latin-1 text?): save the file as UTF-8"},
        BadText{"missing_colon", "name: a\nsolver himeno\ngrid: { preset: S }\n", missing_colon},
        BadText{"two_keys_in_a_line", "name: a: b\n", two_in_a_line},
        BadText{"open_brace", "name: a\ngrid: { preset: S\nsolver: himeno\n",
                "case.yaml:3:7: a '{' before this is not closed: close it with '}'"},
        BadText{"open_bracket", "name: a\ngrid: [1, 2\nsolver: himeno\n",
                "case.yaml:3:7: a '[' before this is not closed: close it with ']'"},
        BadText{"open_quote", "solver: himeno\ngrid: { preset: S }\nname: 'a\n",
                "case.yaml:3:7: the quote that opens here is not closed: close it"},
        BadText{"open_double_quote", "solver: himeno\ngrid: { preset: S }\nname: \"a\\\"\n",
                "case.yaml:3:7: the quote that opens here is not closed: close it"},
        BadText{"list_at_top", "- name: a\n",
                "case.yaml:1:1: expected a map of keys to values (its keys are name, solver, "
                "grid, coefficients, method, run, kernel, checkpoint, backend, device, output, "
                "study)"}),
    [](const auto& info) { return std::string{info.param.what}; });

TEST(BadText, columns_count_characters_not_bytes)
{
    EXPECT_EQ(
        problems_of("name: a\nsolver: himeno\ngrid: { \"pr\xC3\xA9\": 1, preset: Q }\n").back(),
        "case.yaml:3:27: grid.preset: 'Q' is none of XS, S, M, L, XL");
}

TEST(BadText, ten_megabytes_are_refused_before_they_are_parsed)
{
    std::string text;
    text.resize(10'000'000, '#');
    EXPECT_EQ(problems_of(text),
              Lines{"case.yaml: has 10000000 bytes (a case has at most 1048576): is it a case "
                    "file? Data belongs in a .vti file"});
}

TEST(BadText, nesting_and_number_of_values_are_limited)
{
    EXPECT_EQ(problems_of("a: " + std::string(40, '[') + std::string(40, ']')),
              Lines{"case.yaml:1:35: nested deeper than 32 levels (a case has four): is it a "
                    "case file?"});
    EXPECT_EQ(problems_of("a: " + std::string(1'000'000, '[')).size(), 1U);
    std::string many = "a: [1";
    for (int i = 0; i < 20'000; ++i) {
        many += ",1";
    }
    EXPECT_EQ(problems_of(many + "]"),
              Lines{"case.yaml:1:19999: more than 10000 values (a case has a few dozen): is it a "
                    "case file?"});
}

TEST(BadText, what_is_not_a_readable_file_says_so)
{
    const auto problem_of = [](const std::filesystem::path& file) -> std::string {
        try {
            static_cast<void>(read_case(file, {}));
        } catch (const InputError& error) {
            return error.what();
        }
        return {};
    };
    EXPECT_EQ(problem_of("nowhere/case.yaml"), "nowhere/case.yaml: does not exist: check the path");
    EXPECT_EQ(problem_of("/"), "/: is a folder (a case is a YAML file): name the file");
    EXPECT_EQ(problem_of("/dev/zero"),
              "/dev/zero: cannot be read (not a regular file): name a YAML file");
}

}  // namespace
}  // namespace tobiuo::test
