// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo new`: every case that it writes is good, and so is every choice in its comments.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "app/case/study.hpp"
#include "app/start/kinds.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

std::vector<std::string> lines_of(const std::string& text)
{
    std::istringstream stream{text};
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
    }
    return lines;
}

/// The key at the top of the case that a line of it sets, or that a comment would; else empty.
std::string key_of(const std::string& line, bool in_comment)
{
    static const std::regex set{"([a-z]+):( .*)?"};
    static const std::regex offered{"# ([a-z]+): [{a-z].*"};
    std::smatch found;
    return std::regex_match(line, found, in_comment ? offered : set) ? found[1].str() : "";
}

/// The case with the choice that the comment `chosen` offers, in place of its key.
std::string with_choice(const std::vector<std::string>& lines, const std::string& chosen)
{
    const std::string key = key_of(chosen, true);
    std::string text;
    bool replaced = false;
    for (const std::string& line : lines) {
        if (!line.starts_with(' ')) {
            replaced = key_of(line, false) == key;
        }
        text += replaced ? "" : line + "\n";
    }
    return text + chosen.substr(2) + "\n";
}

test::Outcome check(const std::filesystem::path& file)
{
    return test::run_program({"check", file, "--set", "backend=cpu", "--ceiling", "none"});
}

TEST(NewCase, every_kind_is_a_case_with_the_name_that_was_asked_for)
{
    const test::TemporaryFolder temporary;
    for (const start::EmbeddedCase& embedded : start::embedded_cases()) {
        const auto file = temporary.write("mine.yaml", start::named_text(embedded, "mine"));
        const auto read = read_case_or_study(file, {});
        const std::string name =
            std::visit([](const auto& one) { return std::string{one.name}; }, read);
        EXPECT_EQ(name, "mine") << embedded.path;
        EXPECT_THAT(start::summary_of(embedded), testing::SizeIs(testing::Le(80U)))
            << embedded.path;
    }
}

TEST(NewCase, those_to_begin_from_are_good_and_run)
{
    const test::TemporaryFolder temporary;
    int kinds = 0;
    for (const start::EmbeddedCase& embedded : start::embedded_cases()) {
        if (!start::is_made_for_it(embedded)) {
            continue;
        }
        const std::string kind{start::kind_of(embedded)};
        const auto file = temporary.path() / (kind + "-1");
        const auto written = test::run_program({"new", file, "--kind", kind});
        ASSERT_EQ(written.code, 0) << written.err;
        const std::string path = file.string() + ".yaml";
        EXPECT_THAT(written.out, HasSubstr("tobiuo run " + path));
        const auto checked = check(path);
        EXPECT_EQ(checked.code, 0) << kind << checked.err;
        std::vector<std::string> run{"run", path, "--set", "backend=cpu", "--ceiling", "none"};
        if (embedded.text.find("solver: poisson") == std::string_view::npos) {
            run.insert(run.end(), {"--set", kind == "himeno" ? "run.sweeps=3" : "run.until=0.05"});
        }
        const auto outcome = test::run_program(run);
        EXPECT_EQ(outcome.code, 0) << kind << outcome.err;
        EXPECT_TRUE(
            std::filesystem::exists(temporary.path() / "out" / (kind + "-1") / "report.html"));
        ++kinds;
    }
    EXPECT_GE(kinds, 8);
}

TEST(NewCase, every_choice_in_a_comment_is_good)
{
    const test::TemporaryFolder temporary;
    int choices = 0;
    for (const start::EmbeddedCase& embedded : start::embedded_cases()) {
        if (!start::is_made_for_it(embedded)) {
            continue;
        }
        const auto lines = lines_of(std::string{embedded.text});
        for (const std::string& line : lines) {
            const bool reads_a_file = line.find(".vti") != std::string::npos ||
                                      line.find(".stl") != std::string::npos ||
                                      line.find("wall_time") != std::string::npos;
            if (key_of(line, true).empty() || reads_a_file) {
                continue;
            }
            const auto outcome = check(temporary.write("mine.yaml", with_choice(lines, line)));
            EXPECT_EQ(outcome.code, 0) << embedded.path << ": " << line << "\n" << outcome.err;
            ++choices;
        }
    }
    EXPECT_GE(choices, 20);
}

TEST(NewCase, lists_its_kinds)
{
    const auto outcome = test::run_program({"new", "--list"});
    EXPECT_EQ(outcome.code, 0);
    for (const start::EmbeddedCase& embedded : start::embedded_cases()) {
        EXPECT_THAT(outcome.out, HasSubstr(std::string{start::kind_of(embedded)}));
        EXPECT_THAT(outcome.out, HasSubstr(start::summary_of(embedded)));
    }
}

TEST(NewCase, does_not_replace_a_file_unasked)
{
    const test::TemporaryFolder temporary;
    const auto file = temporary.write("mine.yaml", "precious\n");
    const auto refused = test::run_program({"new", file});
    EXPECT_EQ(refused.code, 2);
    EXPECT_EQ(refused.err, file.string() +
                               ": is there already and is not replaced unasked: choose another "
                               "name, or add --force\n");
    EXPECT_EQ(test::text_of(file), "precious\n");
    EXPECT_EQ(test::run_program({"new", file, "--force"}).code, 0);
    EXPECT_THAT(test::text_of(file), HasSubstr("\nname: mine\nsolver: flow\n"));
}

TEST(NewCase, refuses_what_is_no_name_or_no_kind)
{
    const auto kind = test::run_program({"new", "mine", "--kind", "chanel"});
    EXPECT_EQ(kind.code, 2);
    EXPECT_EQ(kind.err, "--kind: there is no kind 'chanel' (did you mean 'channel'?)\n");
    const auto name = test::run_program({"new", "a b"});
    EXPECT_EQ(name.code, 2);
    EXPECT_THAT(name.err, HasSubstr("NAME: 'a b' is no name of a case (it is made of 1 to 64 "));
    const auto none = test::run_program({"new"});
    EXPECT_EQ(none.code, 2);
    EXPECT_THAT(none.err, HasSubstr("NAME is required"));
}

}  // namespace
}  // namespace tobiuo
