// SPDX-License-Identifier: BSD-3-Clause
// Rows of a table: one reads, checks, writes and describes a member of a struct, whatever its type.
#include "app/case/yaml/codec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/case/values/value_codecs.hpp"
#include "app/case/yaml/document.hpp"
#include "app/case/yaml/problems.hpp"

namespace tobiuo::casefile {
namespace {

using testing::ElementsAre;

enum class Colour { red, green };

struct Noise {
    double amplitude = 0.5;
    int seed = 1;
};

struct Fixed {
    int sweeps = 0;
};
struct Until {
    double tolerance = 0.0;
    int most = 0;
};

struct Sample {
    Colour colour = Colour::green;
    bool on = true;
    int count = 3;
    std::int64_t rows = 8192;
    double factor = 0.8;
    std::string word = "auto";
    std::string title = "a b";
    std::vector<std::string> fields{"p"};
    std::array<double, 2> range{0.0, 1.0};
    std::optional<std::vector<std::int64_t>> cells = {};
    FieldExpression source = {};
    std::array<FieldExpression, 3> velocity = {};
    std::optional<double> step = {};
    std::optional<TimeSpan> every = {};
    std::optional<int> plane = {};
    std::optional<Noise> noise = {};
    std::variant<Fixed, Until> rule = {};
    Position source_at = {};
};

struct Other {
    int depth = 7;
};

Table sample_table()
{
    Key noise = section_key(
        {.path = "sample.noise",
         .keys = {bound(&Noise::amplitude, {.name = "amplitude", .reals = {.above = 0.0}}),
                  bound(&Noise::seed, {.name = "seed"})}},
        "Noise");
    noise.switchable = true;
    return {
        .path = "sample",
        .keys = {bound(&Sample::colour, {.name = "colour", .choices = {"red", "green"}}),
                 bound(&Sample::on, {.name = "on"}),
                 bound(&Sample::count, {.name = "count", .integers = {.most = 9}}),
                 bound(&Sample::rows, {.name = "rows"}),
                 bound(&Sample::factor, {.name = "factor", .reals = {.above = 0.0}}),
                 bound(&Sample::word, {.name = "word", .choices = {"auto", "none"}}),
                 bound(&Sample::title, {.name = "title"}),
                 bound(&Sample::fields,
                       {.name = "fields", .fallback = {"p", "f"}, .choices = {"p", "f", "a"}}),
                 bound(&Sample::range, {.name = "range"}),
                 bound(&Sample::cells, {.name = "cells", .lengths = {.least = 1, .most = 3}}),
                 bound(&Sample::source, {.name = "source", .variables = space}, &Sample::source_at),
                 bound(&Sample::velocity, {.name = "velocity", .variables = space}),
                 bound(&Sample::step, {.name = "step"}),
                 bound(&Sample::every, {.name = "every"}),
                 bound(&Sample::plane,
                       {.name = "plane", .choices = {"x", "y", "z"}, .quoted = true}),
                 bound(&Sample::noise, noise),
                 bound_part(&Sample::rule, &Fixed::sweeps, {.name = "sweeps"}),
                 bound_part(&Sample::rule, &Until::tolerance, {.name = "tolerance"}),
                 bound_part(&Sample::rule, &Until::most,
                            {.name = "most", .fallback = 50, .only_with = "tolerance"}),
                 bound(&Other::depth, {.name = "depth"})},
        .exclusions = {{.keys = {"step"}, .others = {"factor"}, .why = "one of them decides"}}};
}

/// The sample that `yaml` gives, and its problems.
struct Read {
    explicit Read(const std::string& yaml)
    {
        Problems problems;
        const Node document = parse_document(yaml, "sample.yaml", problems);
        const Table table = sample_table();
        CaseReading reading{.problems = problems, .context = {.file = {}, .dimensions = 2}};
        const Section section{table, &document, document.at, reading};
        section.finish();
        read_bound(section, sample);
        for (const Problem& problem : problems.all()) {
            faults.push_back(problem.at.text() + ": " + problem.sentence);
        }
    }
    Sample sample;
    std::vector<std::string> faults;
};

std::vector<std::string> written(const Sample& sample)
{
    return bound_items(sample_table(), typeid(Sample), &sample, {});
}

TEST(Codec, gives_a_row_its_type_and_default)
{
    const Table table = sample_table();
    EXPECT_EQ(table.key("colour").fallback, "green");
    EXPECT_EQ(table.key("on").type, Type::boolean);
    EXPECT_EQ(table.key("count").type, Type::integer);
    EXPECT_EQ(table.key("factor").fallback, 0.8);
    EXPECT_EQ(table.key("fields").type, Type::list);
    EXPECT_EQ(table.key("fields").fallback, (std::vector<std::string>{"p", "f"}));
    EXPECT_EQ(table.key("range").element, Type::real);
    EXPECT_EQ(table.key("range").lengths.most, 2U);
    EXPECT_EQ(table.key("cells").element, Type::integer);
    EXPECT_EQ(table.key("source").type, Type::expression);
    EXPECT_EQ(table.key("velocity").element, Type::expression);
    EXPECT_EQ(table.key("plane").type, Type::text);
    EXPECT_TRUE(table.key("cells").fallback.is_null());
    EXPECT_FALSE(table.key("every").pattern.expression.empty());
}

TEST(Codec, fills_members_of_every_type)
{
    const Read read{
        "{colour: red, on: false, count: 4, factor: 0.5, word: none, fields: [a, p], range: [2, 3],"
        " cells: [8, 9], source: sin(x), velocity: [1, y, 0], every: 2 min, plane: z,"
        " noise: {seed: 5}, tolerance: 0.25}"};
    EXPECT_THAT(read.faults, ElementsAre());
    EXPECT_EQ(read.sample.colour, Colour::red);
    EXPECT_FALSE(read.sample.on);
    EXPECT_EQ(read.sample.count, 4);
    EXPECT_EQ(read.sample.rows, 8192);
    EXPECT_EQ(read.sample.factor, 0.5);
    EXPECT_EQ(read.sample.word, "none");
    EXPECT_THAT(read.sample.fields, ElementsAre("a", "p"));
    EXPECT_THAT(read.sample.range, ElementsAre(2.0, 3.0));
    EXPECT_THAT(read.sample.cells.value(), ElementsAre(8, 9));
    EXPECT_EQ(read.sample.source.text, "sin(x)");
    EXPECT_EQ(read.sample.source_at.text(), "sample.yaml:1:115");
    EXPECT_EQ(read.sample.velocity[1].text, "y");
    EXPECT_EQ(read.sample.every.value().seconds, 120.0);
    EXPECT_EQ(read.sample.plane, 2);
    EXPECT_EQ(read.sample.noise.value().seed, 5);
    EXPECT_EQ(read.sample.noise.value().amplitude, 0.5);
    EXPECT_EQ(std::get<Until>(read.sample.rule).tolerance, 0.25);
    EXPECT_EQ(std::get<Until>(read.sample.rule).most, 50);
}

TEST(Codec, keeps_the_default_in_place_of_a_bad_value)
{
    const Read read{"{colour: blue, count: 10, factor: -1, range: [1], noise: {amplitude: 0}}"};
    EXPECT_EQ(read.faults.size(), 5U);
    EXPECT_EQ(read.sample.colour, Colour::green);
    EXPECT_EQ(read.sample.count, 3);
    EXPECT_EQ(read.sample.factor, 0.8);
    EXPECT_THAT(read.sample.range, ElementsAre(0.0, 1.0));
    EXPECT_EQ(read.sample.noise.value().amplitude, 0.5);
}

TEST(Codec, reports_bad_expressions_at_their_characters)
{
    EXPECT_THAT(Read{"velocity: [1, z, 0]"}.faults,
                ElementsAre("sample.yaml:1:15: sample.velocity: uses z, but the axis z is absent "
                            "(grid.cells has 2 numbers): remove it, or give the axis cells"));
    EXPECT_THAT(Read{"source: 1 + q"}.faults,
                ElementsAre(testing::StartsWith("sample.yaml:1:13: sample.source: ")));
}

TEST(Codec, lets_true_and_false_replace_a_section_that_says_so)
{
    EXPECT_TRUE(Read{"noise: true"}.sample.noise.has_value());
    EXPECT_FALSE(Read{"noise: false"}.sample.noise.has_value());
    EXPECT_FALSE(Read{"on: true"}.sample.noise.has_value());
}

TEST(Codec, writes_what_reads_back)
{
    EXPECT_THAT(
        written({}),
        ElementsAre("colour: green", "on: true", "count: 3", "rows: 8192", "factor: 0.8",
                    "word: auto", "title: \"a b\"", "fields: [p]", "range: [0, 1]", "source: \"0\"",
                    "velocity: [\"0\", \"0\", \"0\"]", "noise: false", "sweeps: 0"));
    const Sample sample{.count = 5,
                        .title = "x: y",
                        .cells = {{4, 6}},
                        .every = TimeSpan{.text = "3 s", .seconds = 3.0},
                        .plane = 1,
                        .noise = Noise{},
                        .rule = Until{.tolerance = 0.5, .most = 7}};
    const std::string lines = bound_lines(sample_table(), sample, {});
    EXPECT_THAT(lines, testing::HasSubstr("\nnoise:\n    amplitude: 0.5\n    seed: 1\n"));
    EXPECT_THAT(lines, testing::HasSubstr("\nplane: \"y\"\n"));
    const Read read{lines};
    EXPECT_THAT(read.faults, ElementsAre());
    EXPECT_EQ(bound_lines(sample_table(), read.sample, {}), lines);
}

TEST(Codec, a_value_that_may_be_absent_displaces_what_it_excludes)
{
    const std::vector<std::string> items = written({.step = 0.125});
    EXPECT_THAT(items, testing::Contains("step: 0.125"));
    EXPECT_THAT(items, testing::Not(testing::Contains("factor: 0.8")));
}

TEST(Codec, belongs_to_the_struct_that_has_the_member)
{
    const Other other;
    EXPECT_THAT(bound_items(sample_table(), typeid(Other), &other, {}), ElementsAre("depth: 7"));
}

}  // namespace
}  // namespace tobiuo::casefile
