// SPDX-License-Identifier: BSD-3-Clause
// The JSON Schema names every key, and the reader's own tables agree with what the configs use.
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "app/case/case.hpp"
#include "app/case/solvers.hpp"
#include "app/case/yaml/keys.hpp"
#include "tests/support/source_dir.hpp"

namespace tobiuo::test {
namespace {

using nlohmann::json;

json schema()
{
    return json::parse(case_schema());
}

/// The part of the schema for the cases of `solver`.
json schema_of(std::string_view solver)
{
    const json root = schema();
    for (const json& rule : root.at("allOf")) {
        if (rule.at("if").at("properties").at("solver").at("const") == solver) {
            return rule.at("then");
        }
    }
    throw std::out_of_range{"no rule for this solver"};
}

/// A section that may also be a word or an expression is the last branch of its oneOf; one whose
/// names the user chooses is what each name has.
const json& object_of(const json& key)
{
    if (key.contains("propertyNames")) {
        return object_of(key.at("additionalProperties"));
    }
    return key.contains("properties") ? key : key.at("oneOf").back();
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
        const json& key = object.at("properties").at(name);
        if (key.contains("propertyNames")) {
            for (const auto& named : entry.second) {
                if (named.second.IsMap()) {
                    expect_known_keys(named.second, object_of(key));
                }
            }
        } else if (entry.second.IsMap()) {
            expect_known_keys(entry.second, object_of(key));
        }
    }
}

TEST(Schema, names_every_key_of_every_solver_with_description_and_default)
{
    EXPECT_EQ(schema().at("$schema"), "https://json-schema.org/draft/2020-12/schema");
    EXPECT_EQ(schema().at("allOf").size(), casefile::solver_kinds().size());
    for (const casefile::SolverKind& kind : casefile::solver_kinds()) {
        expect_all_keys(casefile::case_table(kind.name), schema_of(kind.name));
    }
}

TEST(Schema, asks_for_name_and_solver_before_it_knows_the_solver)
{
    const json root = schema();
    EXPECT_EQ(root.at("required"), json::array({"name", "solver"}));
    EXPECT_EQ(root.at("properties").at("solver").at("enum"),
              json::array({"himeno", "poisson", "flow"}));
    EXPECT_EQ(root.at("properties").size(), 2U);
    EXPECT_FALSE(root.contains("additionalProperties"));
    for (const json& rule : root.at("allOf")) {
        EXPECT_EQ(rule.at("if").at("required"), json::array({"solver"}));
    }
}

TEST(Schema, carries_ranges_choices_and_alternatives)
{
    const json himeno = schema_of("himeno");
    const json& properties = himeno.at("properties");
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
    EXPECT_EQ(himeno.at("required"), json::array({"name", "solver"}));
    EXPECT_EQ(himeno.at("anyOf").at(0), json::parse(R"({"required": ["grid"]})"));
}

TEST(Schema, carries_what_keys_of_flows_exclude)
{
    const json flow = schema_of("flow");
    const json& properties = flow.at("properties");
    EXPECT_EQ(properties.at("run").at("allOf"),
              json::parse(R"([{"not": {"required": ["time_step", "cfl"]}}])"));
    EXPECT_EQ(properties.at("initial").at("allOf").size(), 3U);
    EXPECT_EQ(properties.at("initial").at("dependentRequired").at("field"), json::array({"file"}));
}

TEST(Schema, carries_the_forms_of_the_keys_of_poisson)
{
    const json poisson = schema_of("poisson");
    const json& properties = poisson.at("properties");
    const json& grid = properties.at("grid").at("properties");
    const json expression = json::parse(R"(["string", "number"])");
    const json& y = properties.at("boundary").at("properties").at("y");
    const json& upper = y.at("oneOf").at(1).at("properties").at("upper");
    const json& source = properties.at("source").at("oneOf");
    const json& nodes = grid.at("coordinates").at("properties").at("y").at("oneOf");

    EXPECT_EQ(poisson.at("required"), json::array({"name", "solver", "grid", "source"}));
    EXPECT_FALSE(poisson.contains("anyOf"));
    EXPECT_EQ(grid.at("cells").at("minItems"), 1);
    EXPECT_EQ(grid.at("cells").at("maxItems"), 3);
    EXPECT_FALSE(grid.at("cells").contains("uniqueItems"));
    EXPECT_EQ(nodes.at(0).at("type"), expression);
    EXPECT_EQ(nodes.at(1).at("minItems"), 2);
    EXPECT_FALSE(nodes.at(1).contains("maxItems"));
    EXPECT_EQ(y.at("oneOf").at(0).at("enum"),
              json::array({"periodic", "dirichlet", "neumann", "open"}));
    EXPECT_EQ(y.at("oneOf").at(1).at("required"), json::array({"lower", "upper"}));
    EXPECT_EQ(upper.at("oneOf").at(0).at("enum"), json::array({"dirichlet", "neumann", "open"}));
    EXPECT_EQ(upper.at("oneOf").at(1).at("properties").at("neumann").at("type"), expression);
    EXPECT_EQ(source.at(0).at("type"), expression);
    EXPECT_EQ(source.at(1).at("required"), json::array({"file", "field"}));
    EXPECT_EQ(properties.at("output").at("properties").at("fields").at("uniqueItems"), true);
}

TEST(Schema, carries_the_forms_of_the_keys_of_flow)
{
    const json flow = schema_of("flow");
    const json& properties = flow.at("properties");
    const json& x = properties.at("faces").at("properties").at("x").at("oneOf");
    const json& lower = x.at(1).at("properties").at("lower").at("oneOf");
    const json& points = properties.at("probes").at("properties").at("points");

    EXPECT_EQ(points.at("type"), "object");
    EXPECT_EQ(points.at("propertyNames").at("pattern"), "^[A-Za-z0-9_-]{1,64}$");
    EXPECT_EQ(points.at("additionalProperties").at("maxItems"), 3);
    const json& velocity = lower.at(1).at("properties").at("velocity");

    EXPECT_EQ(flow.at("required"), json::array({"name", "solver", "grid", "fluid", "run"}));
    EXPECT_FALSE(properties.at("grid").at("properties").contains("location"));
    EXPECT_EQ(x.at(0).at("enum"), json::array({"periodic", "no-slip", "free-slip"}));
    EXPECT_EQ(lower.at(0).at("enum"), json::array({"no-slip", "free-slip", "inflow", "outflow"}));
    EXPECT_EQ(velocity.at("type"), "array");
    EXPECT_EQ(velocity.at("items").at("type"), json::parse(R"(["string", "number"])"));
    EXPECT_FALSE(properties.at("run").at("properties").at("until").contains("default"));
}

TEST(Schema, knows_the_keys_of_every_config)
{
    for (const auto& entry : std::filesystem::directory_iterator{source_dir() / "configs"}) {
        if (entry.path().extension() == ".yaml") {
            SCOPED_TRACE(entry.path());
            const YAML::Node config = YAML::LoadFile(entry.path().string());
            expect_known_keys(config, schema_of(config["solver"].as<std::string>()));
        }
    }
}

TEST(Tables, defaults_are_those_of_the_structs)
{
    EXPECT_EQ(casefile::table_at("himeno", "method").key("omega").fallback, HimenoCase{}.omega);
    EXPECT_EQ(casefile::table_at("himeno", "output").key("history_rows").fallback,
              OutputSection{}.history_rows);
    EXPECT_EQ(casefile::table_at("poisson", "run").key("repeat").fallback, PoissonCase{}.repeat);
    EXPECT_EQ(casefile::table_at("poisson", "boundary.y.lower").names(),
              (std::vector<std::string>{"dirichlet", "neumann", "where", "elsewhere", "robin"}));
    EXPECT_THROW(static_cast<void>(casefile::table_at("himeno", "grid.extents")),
                 std::out_of_range);
    EXPECT_THROW(static_cast<void>(casefile::case_table("wave")), std::out_of_range);
}

TEST(Tables, every_section_lies_at_its_own_path)
{
    const auto expect_paths = [](const auto& self, const casefile::Table& table) -> void {
        for (const casefile::Key& key : table.keys) {
            if (key.section != nullptr) {
                EXPECT_EQ(key.section->path, table.path_of(key.name));
                self(self, *key.section);
            }
        }
    };
    for (const casefile::SolverKind& kind : casefile::solver_kinds()) {
        SCOPED_TRACE(kind.name);
        expect_paths(expect_paths, casefile::case_table(kind.name));
    }
}

}  // namespace
}  // namespace tobiuo::test
