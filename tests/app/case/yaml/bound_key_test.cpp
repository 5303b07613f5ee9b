// Keys bound to members: one row reads, checks and writes a member, and gives its default.
#include "app/case/yaml/bound_key.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "app/case/yaml/document.hpp"
#include "app/case/yaml/problems.hpp"

namespace tobiuo::casefile {
namespace {

using testing::ElementsAre;

enum class Colour { red, green };

struct Sample {
    Colour colour = Colour::green;
    bool on = true;
    int count = 3;
    std::int64_t rows = 8192;
    double factor = 0.8;
    std::string word = "auto";
    std::string title = "a b";
    std::vector<std::string> fields{"p"};
};

struct Other {
    int depth = 7;
};

const Table& sample_table()
{
    static const Table table{
        .path = "sample",
        .keys = {
            bound<Sample>(&Sample::colour,
                          {.name = "colour", .summary = "A colour", .choices = {"red", "green"}}),
            bound<Sample>(&Sample::on, {.name = "on", .summary = "A on"}),
            bound<Sample>(&Sample::count,
                          {.name = "count", .summary = "A count", .integers = {.most = 9}}),
            bound<Sample>(&Sample::rows, {.name = "rows", .summary = "A rows"}),
            bound<Sample>(&Sample::factor,
                          {.name = "factor", .summary = "A factor", .reals = {.above = 0.0}}),
            bound<Sample>(&Sample::word,
                          {.name = "word", .summary = "A word", .choices = {"auto", "none"}}),
            bound<Sample>(&Sample::title, {.name = "title", .summary = "A title"}),
            bound<Sample>(&Sample::fields,
                          {.name = "fields", .summary = "A fields", .fallback = {"p", "f"}}),
            bound<Other>(&Other::depth, {.name = "depth", .summary = "A depth"})}};
    return table;
}

/// The sample that `yaml` gives, and how many problems it has.
struct Read {
    explicit Read(const std::string& yaml)
    {
        Problems problems;
        const Node document = parse_document(yaml, "sample.yaml", problems);
        const Section section{sample_table(), &document, document.at, problems};
        read_bound(section, sample);
        section.finish();
        faults = problems.count();
    }
    Sample sample;
    std::size_t faults{};
};

TEST(BoundKey, takes_its_type_and_default_from_the_member)
{
    const Table& table = sample_table();
    EXPECT_EQ(table.key("colour").fallback, "green");
    EXPECT_EQ(table.key("on").type, Type::boolean);
    EXPECT_EQ(table.key("count").type, Type::integer);
    EXPECT_EQ(table.key("factor").fallback, 0.8);
    EXPECT_EQ(table.key("fields").type, Type::list);
    EXPECT_EQ(table.key("fields").fallback, (std::vector<std::string>{"p", "f"}));
}

TEST(BoundKey, fills_the_member)
{
    const Read read{"{colour: red, on: false, count: 4, factor: 0.5, word: none, fields: [a, b]}"};
    EXPECT_EQ(read.faults, 0U);
    EXPECT_EQ(read.sample.colour, Colour::red);
    EXPECT_FALSE(read.sample.on);
    EXPECT_EQ(read.sample.count, 4);
    EXPECT_EQ(read.sample.rows, 8192);
    EXPECT_EQ(read.sample.factor, 0.5);
    EXPECT_EQ(read.sample.word, "none");
    EXPECT_THAT(read.sample.fields, ElementsAre("a", "b"));
}

TEST(BoundKey, keeps_the_default_in_place_of_a_bad_value)
{
    const Read read{"{colour: blue, count: 10, factor: -1}"};
    EXPECT_EQ(read.faults, 3U);
    EXPECT_EQ(read.sample.colour, Colour::green);
    EXPECT_EQ(read.sample.count, 3);
    EXPECT_EQ(read.sample.factor, 0.8);
}

TEST(BoundKey, writes_what_reads_back)
{
    EXPECT_THAT(bound_items(sample_table(), Sample{}),
                ElementsAre("colour: green", "on: true", "count: 3", "rows: 8192", "factor: 0.8",
                            "word: auto", "title: \"a b\"", "fields: [p]"));
    const Read read{bound_lines(sample_table(), Sample{.count = 5, .title = "x: y"}, "")};
    EXPECT_EQ(read.faults, 0U);
    EXPECT_EQ(read.sample.count, 5);
    EXPECT_EQ(read.sample.title, "x: y");
}

TEST(BoundKey, belongs_to_the_struct_that_has_the_member)
{
    EXPECT_THAT(bound_items(sample_table(), Other{}), ElementsAre("depth: 7"));
}

}  // namespace
}  // namespace tobiuo::casefile
