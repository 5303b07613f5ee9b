// The JSON Schema names every key, and the reader's own tables agree with what the configs use.
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "app/case/case.hpp"
#include "app/case/keys.hpp"
#include "tests/support/source_dir.hpp"

namespace tobiuo::test {
namespace {

using nlohmann::json;

json schema()
{
    return json::parse(case_schema());
}

/// A section that may also be a word lies in the second branch of its oneOf.
const json& object_of(const json& key)
{
    return key.contains("properties") ? key : key.at("oneOf").at(1);
}

void expect_all_keys(const casefile::Table& table, const json& object)
{
    SCOPED_TRACE(table.path);
    EXPECT_EQ(object.at("additionalProperties"), false);
    const json& properties = object.at("properties");
    EXPECT_EQ(properties.size(), table.keys.size());
    for (const casefile::Key& key : table.keys) {
        SCOPED_TRACE(key.name);
        ASSERT_TRUE(properties.contains(key.name));
        const json& property = properties.at(key.name);
        EXPECT_EQ(property.at("description"), key.summary);
        EXPECT_EQ(property.value("default", json{}), key.fallback);
        if (key.section != nullptr) {
            expect_all_keys(*key.section, object_of(property));
        }
    }
}

void expect_known_keys(const YAML::Node& map, const json& object)
{
    for (const auto& entry : map) {
        const auto name = entry.first.as<std::string>();
        ASSERT_TRUE(object.at("properties").contains(name)) << name;
        if (entry.second.IsMap()) {
            expect_known_keys(entry.second, object_of(object.at("properties").at(name)));
        }
    }
}

TEST(Schema, names_every_key_with_description_and_default)
{
    const json root = schema();
    EXPECT_EQ(root.at("$schema"), "https://json-schema.org/draft/2020-12/schema");
    expect_all_keys(casefile::case_table(), root);
}

TEST(Schema, carries_ranges_choices_and_alternatives)
{
    const json properties = schema().at("properties");
    const json& grid = properties.at("grid");
    const json& run = properties.at("run");

    EXPECT_EQ(grid.at("properties").at("cells").at("items").at("minimum"), 3);
    EXPECT_EQ(grid.at("properties").at("cells").at("maxItems"), 3);
    EXPECT_EQ(grid.at("properties").at("preset").at("enum"),
              json::array({"XS", "S", "M", "L", "XL"}));
    EXPECT_EQ(grid.at("oneOf"),
              json::parse(R"([{"required": ["preset"]}, {"required": ["cells"]}])"));
    EXPECT_EQ(run.at("dependentRequired").at("max_sweeps"), json::array({"tolerance"}));
    EXPECT_EQ(run.at("oneOf").size(), 3U);
    EXPECT_EQ(properties.at("method").at("properties").at("omega").at("exclusiveMaximum"), 2.0);
    EXPECT_EQ(schema().at("required"), json::array({"name", "solver"}));
}

TEST(Schema, knows_the_keys_of_every_config)
{
    const json root = schema();
    for (const auto& entry : std::filesystem::directory_iterator{source_dir() / "configs"}) {
        if (entry.path().extension() == ".yaml") {
            SCOPED_TRACE(entry.path());
            expect_known_keys(YAML::LoadFile(entry.path().string()), root);
        }
    }
}

TEST(Tables, defaults_are_those_of_the_structs)
{
    EXPECT_EQ(casefile::table_at("method").key("omega").fallback, HimenoCase{}.omega);
    EXPECT_EQ(casefile::table_at("output").key("history_rows").fallback,
              OutputSection{}.history_rows);
    EXPECT_THROW(static_cast<void>(casefile::table_at("grid.extents")), std::out_of_range);
}

}  // namespace
}  // namespace tobiuo::test
