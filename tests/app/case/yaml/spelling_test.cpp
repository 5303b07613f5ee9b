// SPDX-License-Identifier: BSD-3-Clause
// Every spelling of YAML 1.2's core schema, wherever a case may have the value: in a file, by
// --set, in a study; and values that are not of a key's type.
#include <gtest/gtest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/case/case.hpp"
#include "app/case/study.hpp"
#include "tests/app/case/case_folder.hpp"

namespace tobiuo::test {
namespace {

CaseOptions set(const std::string& setting)
{
    CaseOptions options;
    options.set = {setting};
    return options;
}

struct Integer {
    std::string text;
    std::int64_t value;
};

/// Section 10.3.2 of YAML 1.2.2, floating-point numbers that are whole, and constant expressions.
std::vector<Integer> integers()
{
    return {{"16", 16},       {"+16", 16},         {"016", 16},      {"0o20", 16},
            {"0x10", 16},     {"0xfF", 255},       {"16.0", 16},     {"16.", 16},
            {"1.6e1", 16},    {"1.6E+1", 16},      {".16e2", 16},    {"160e-1", 16},
            {"+1.6e1", 16},   {"\"16\"", 16},      {"'16.0'", 16},   {"' 16 '", 16},
            {"!!int 16", 16}, {"!!float 16.", 16}, {"!!str 16", 16}, {"! 16", 16},
            {"&a 16", 16},    {"&a !!int 16", 16}, {"2*8", 16},      {"\"2 * 8\"", 16},
            {"(16)", 16},     {"!!int \"16\"", 16}};
}

std::int64_t sweeps_of(const Case& the_case)
{
    return std::get<himeno::FixedSweeps>(std::get<HimenoCase>(the_case.solver).stop).sweeps;
}

TEST(Spelling, integers)
{
    const std::string before = std::string{smallest_case} + "run: { sweeps: ";
    for (const auto& [text, value] : integers()) {
        EXPECT_EQ(problems_of(before + text + " }\n"), Lines{}) << text;
        EXPECT_EQ(sweeps_of(CaseFolder{before + text + " }\n"}.read()), value) << text;
        const CaseFolder folder{smallest_case};
        EXPECT_EQ(sweeps_of(folder.read(set("run.sweeps=" + text))), value) << text;
    }
    for (const std::string block : {"|\n    16\n", ">-\n    2 *\n    8\n", "!!int |\n    16\n"}) {
        const std::string text = std::string{smallest_case} + "run:\n  sweeps: " + block;
        EXPECT_EQ(sweeps_of(CaseFolder{text}.read()), 16) << block;
    }
}

TEST(Spelling, integers_are_members_of_a_study_once_however_they_are_spelled)
{
    for (const auto& [text, value] : integers()) {
        const std::string study = std::string{smallest_case} + "study: { run.sweeps: [5, " + text +
                                  ", " + std::to_string(value) + "] }\n";
        const CaseFolder folder{study};
        try {
            static_cast<void>(read_case_or_study(folder.path() / "case.yaml", {}));
            ADD_FAILURE() << text << " and " << value << " are two members";
        } catch (const InputError& error) {
            EXPECT_NE(std::string{error.what()}.find("is there twice"), std::string::npos)
                << error.what();
        }
        const CaseFolder good{std::string{smallest_case} + "study: { run.sweeps: [5, " + text +
                              "] }\n"};
        const auto read =
            std::get<Study>(read_case_or_study(good.path() / "case.yaml", CaseOptions{}));
        EXPECT_EQ(sweeps_of(read.members.at(1).the_case), value) << text;
    }
}

TEST(Spelling, a_study_keeps_numbers_as_numbers)
{
    const CaseFolder folder{std::string{smallest_case} +
                            "study: { run.sweeps: [0x10, \"17\", 18.0, 1.9e1] }\n"};
    const auto study = std::get<Study>(read_case_or_study(folder.path() / "case.yaml", {}));
    std::vector<nlohmann::ordered_json> values;
    for (const StudyValue& value : study.keys.front().values) {
        values.push_back(value.json);
    }
    EXPECT_EQ(values, (std::vector<nlohmann::ordered_json>{16, 17, 18, 19}));
}

struct Real {
    std::string text;
    double value;
};

TEST(Spelling, numbers)
{
    const std::vector<Real> spellings{
        {"1", 1.0},       {"+1", 1.0},         {"01", 1.0},        {"0x1", 1.0},
        {"0o1", 1.0},     {"1.", 1.0},         {"1.0", 1.0},       {"+1.0", 1.0},
        {"1e0", 1.0},     {"1E0", 1.0},        {"1.e+0", 1.0},     {".5", 0.5},
        {"+.5", 0.5},     {"0.5e0", 0.5},      {"5e-1", 0.5},      {"5.0E-1", 0.5},
        {"00.5", 0.5},    {"\"0.5\"", 0.5},    {"'5e-1'", 0.5},    {"1/2", 0.5},
        {"'1 / 2'", 0.5}, {"!!float .5", 0.5}, {"!!float 1", 1.0}, {"!!int 1", 1.0},
        {"&b .5", 0.5}};
    const std::string before = std::string{smallest_case} + "method: { omega: ";
    for (const auto& [text, value] : spellings) {
        EXPECT_EQ(problems_of(before + text + " }\n"), Lines{}) << text;
        const auto omega = [](const Case& the_case) {
            return std::get<HimenoCase>(the_case.solver).omega;
        };
        EXPECT_EQ(omega(CaseFolder{before + text + " }\n"}.read()), value) << text;
        EXPECT_EQ(omega(CaseFolder{smallest_case}.read(set("method.omega=" + text))), value)
            << text;
    }
}

TEST(Spelling, negative_numbers)
{
    for (const std::string text : {"-2", "-2.0", "-.2e1", "-02", "'-2'", "-(1+1)", "!!int -2"}) {
        const CaseFolder folder{
            "name: a\nsolver: poisson\ngrid: { cells: [4] }\nsource: 1\n"
            "method: { lambda: " +
            text + " }\n"};
        EXPECT_EQ(std::get<PoissonCase>(folder.read().solver).problem.lambda, -2.0) << text;
    }
}

TEST(Spelling, numbers_that_are_none_of_the_key_are_refused_without_a_false_cure)
{
    const auto problem = [](const std::string& text) {
        return problems_of(std::string{smallest_case} + "method: { omega: " + text + " }\n");
    };
    const std::string expected =
        "case.yaml:4:18: method.omega: expected a finite number above 0 and below 2 (got '";
    for (const std::string text :
         {".inf", ".Inf", ".INF", "-.inf", "+.INF", ".nan", ".NaN", ".NAN", "0", "-1"}) {
        EXPECT_EQ(problem(text), Lines{expected + text + "')"});
    }
    for (const std::string text : {"1e999", "1e-400"}) {
        EXPECT_EQ(problem(text),
                  Lines{expected + text + "', which is beyond the range of numbers)"});
    }
    for (const std::string text : {"inf", "nan", "1_0", "0b1", "1.5.2", "0x", "0o8", "1e", "."}) {
        const Lines lines = problem(text);
        ASSERT_EQ(lines.size(), 1U) << text;
        EXPECT_TRUE(lines.front().starts_with("case.yaml:4:")) << lines.front();
    }
}

TEST(Spelling, booleans)
{
    const auto picture = [](const std::string& text) {
        return CaseFolder{std::string{smallest_case} + "output: { picture: " + text + " }\n"}
            .read()
            .output.picture.has_value();
    };
    for (const std::string text : {"true", "True", "TRUE", "!!bool true", "!!bool \"True\""}) {
        EXPECT_TRUE(picture(text)) << text;
    }
    for (const std::string text : {"false", "False", "FALSE", "&c false"}) {
        EXPECT_FALSE(picture(text)) << text;
    }
    for (const std::string text : {"yes", "On", "tRUE", "1", "y"}) {
        const Lines lines =
            problems_of(std::string{smallest_case} + "output: { picture: " + text + " }\n");
        ASSERT_EQ(lines.size(), 1U) << text;
        EXPECT_NE(lines.front().find("expected true or false"), std::string::npos) << lines.front();
    }
}

TEST(Spelling, nothing)
{
    for (const std::string text : {"", "~", "null", "Null", "NULL", "!!null ~", "!!null null"}) {
        EXPECT_EQ(problems_of(std::string{smallest_case} + "method: { omega: " + text + " }\n"),
                  Lines{"case.yaml:4:11: method.omega: has no value (give one, or remove the key)"})
            << text;
    }
}

struct Formula {
    std::string text;  ///< as a value in the lines of a map
    std::string read;
};

TEST(Spelling, formulas)
{
    const std::vector<Formula> spellings{{"x + 1", "x + 1"},
                                         {"\"x + 1\"", "x + 1"},
                                         {"'x + 1'", "x + 1"},
                                         {"|\n  x\n  + 1\n", "x + 1"},
                                         {"|-\n  x + 1\n", "x + 1"},
                                         {"|+\n  x + 1\n\n\n", "x + 1"},
                                         {">\n  x +\n  1\n", "x + 1"},
                                         {">-\n  x +\n  1\n", "x + 1"},
                                         {"| # a comment\n  x + 1\n", "x + 1"},
                                         {"|2\n  x + 1\n", "x + 1"},
                                         {"&f |\n  x + 1\n", "x + 1"},
                                         {"!!str |\n  x + 1\n", "x + 1"},
                                         {"!!str x + 1", "x + 1"},
                                         {"\n  x +\n  1", "x + 1"},
                                         {"\"x\\t+\\n1\"", "x + 1"},
                                         {"x\t+ 1", "x + 1"},
                                         {"0x10", "16"},
                                         {"0o20", "16"},
                                         {"1.0", "1.0"},
                                         {"+16", "+16"}};
    for (const auto& [text, read] : spellings) {
        const std::string whole =
            "name: a\nsolver: poisson\ngrid: { cells: [4] }\nsource: " + text + "\n";
        EXPECT_EQ(problems_of(whole), Lines{}) << text;
        EXPECT_EQ(
            std::get<FieldExpression>(std::get<PoissonCase>(CaseFolder{whole}.read().solver).source)
                .text,
            read)
            << text;
    }
}

TEST(Spelling, errors_point_at_the_character_behind_anchors_and_tags)
{
    const auto problem = [](const std::string& text) {
        return problems_of("name: a\nsolver: poisson\ngrid: { cells: [4] }\nsource: " + text +
                           "\n");
    };
    for (const auto& [text, column] :
         std::vector<std::pair<std::string, std::string>>{{"x + q", "13"},
                                                          {"&a x + q", "16"},
                                                          {"!!str x + q", "19"},
                                                          {"'x + q'", "14"},
                                                          {"|\n  x + q", "9"}}) {
        const Lines lines = problem(text);
        ASSERT_EQ(lines.size(), 1U) << text;
        EXPECT_TRUE(lines.front().starts_with("case.yaml:4:" + column + ": source: unknown name"))
            << lines.front();
    }
}

TEST(Spelling, tags_that_do_not_fit_are_refused)
{
    const auto problem = [](const std::string& text) {
        return problems_of(std::string{smallest_case} + "method: { omega: " + text + " }\n");
    };
    EXPECT_EQ(
        problem("!!int 0.5"),
        Lines{"case.yaml:4:18: the tag 'tag:yaml.org,2002:int' does not fit '0.5': remove it"});
    EXPECT_EQ(
        problem("!!bool 1"),
        Lines{"case.yaml:4:18: the tag 'tag:yaml.org,2002:bool' does not fit '1': remove it"});
    EXPECT_EQ(problem("!mine 1"),
              Lines{"case.yaml:4:18: the tag '!mine' is not supported (a key's type is fixed): "
                    "remove it"});
    EXPECT_EQ(problems_of("name: a\nsolver: himeno\ngrid: !!map { cells: !!seq [4, 4, 4] }\n"),
              Lines{});
    EXPECT_EQ(problems_of("name: a\nsolver: himeno\ngrid: { cells: !!map [4, 4, 4] }\n"),
              Lines{"case.yaml:3:16: the tag 'tag:yaml.org,2002:map' is not supported (a key's "
                    "type is fixed): remove it"});
}

TEST(Spelling, a_case_may_be_json)
{
    EXPECT_EQ(problems_of("{\"name\":\"a\",\"solver\":\"poisson\",\"grid\":{\"cells\":[4,4.0]},\n"
                          "\"source\":\"x\\u002b1\",\"output\":{\"picture\":false}}\n"),
              Lines{});
    EXPECT_EQ(problems_of("%YAML 1.2\n---\n" + std::string{smallest_case} + "...\n"), Lines{});
}

TEST(Spelling, a_list_of_numbers_that_are_wrong_for_one_reason_gets_one_sentence)
{
    std::string falling;
    std::string words;
    for (int i = 0; i < 50; ++i) {
        falling += (i == 0 ? "" : ", ") + std::to_string(50 - i);
        words += (i == 0 ? "" : ", ") + ("n" + std::to_string(i));
    }
    const auto problem = [](const std::string& nodes) {
        return problems_of(
            "name: a\nsolver: poisson\nsource: 1\ngrid: { cells: [49], coordinates: "
            "{ x: [" +
            nodes + "] } }\nboundary: { x: neumann }\n");
    };
    EXPECT_EQ(problem(falling),
              Lines{"case.yaml:4:45: grid.coordinates.x: x[1] = 49 is not above x[0] = 50 (the "
                    "nodes of an axis increase; 49 of these do not): correct them"});
    EXPECT_EQ(
        problem(words),
        Lines{"case.yaml:4:41: grid.coordinates.x: expected a finite number (got 'n0'): write "
              "it like 0.5, 1.0e-6 or 2*pi (and 49 more of this list)"});
}

}  // namespace
}  // namespace tobiuo::test
