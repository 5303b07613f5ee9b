// SPDX-License-Identifier: BSD-3-Clause
// The JSON Schema of a case file, made from the tables of keys.

#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/case/case.hpp"
#include "app/case/sections/study_section.hpp"
#include "app/case/solvers.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/json_text.hpp"
#include "app/wording.hpp"

namespace tobiuo {
namespace {

using namespace casefile;
using Json = nlohmann::ordered_json;

Json schema_of(const Table& table);

/// A constant expression may stand for a number; bounds are stated for numbers only.
Json integer_schema(const Key& key)
{
    return {{"type", Json::array({"integer", "string"})},
            {"minimum", key.integers.least},
            {"maximum", key.integers.most}};
}

Json real_schema(const Key& key)
{
    Json schema{{"type", Json::array({"number", "string"})}};
    if (std::isfinite(key.reals.above)) {
        schema["exclusiveMinimum"] = key.reals.above;
    }
    if (std::isfinite(key.reals.below)) {
        schema["exclusiveMaximum"] = key.reals.below;
    }
    return schema;
}

/// A choice that consists of digits may also be written as a number: the reader keeps its text.
Json choices_schema(const std::vector<std::string>& choices)
{
    Json accepted = Json::array();
    for (const std::string& choice : choices) {
        accepted.push_back(choice);
        const bool digits = choice.find_first_not_of("0123456789") == std::string::npos;
        if (digits && choice.size() < 10) {
            accepted.push_back(std::stoi(choice));
        }
    }
    return {{"enum", accepted}};
}

Json text_schema(const Key& key)
{
    Json schema{{"type", Json::array({"string", "number"})}};
    if (!key.pattern.expression.empty()) {
        schema["pattern"] = "^" + key.pattern.expression + "$";
    }
    if (!key.choices.empty()) {
        return key.pattern.expression.empty()
                   ? choices_schema(key.choices)
                   : Json{{"anyOf", Json::array({choices_schema(key.choices), schema})}};
    }
    return schema;
}

/// A number is also an expression.
Json expression_schema()
{
    return {{"type", Json::array({"string", "number"})}};
}

Json element_schema(const Key& key)
{
    switch (key.element) {
        case Type::integer:
            return integer_schema(key);
        case Type::real:
            return real_schema(key);
        case Type::expression:
            return expression_schema();
        default:
            return text_schema(key);
    }
}

Json list_schema(const Key& key)
{
    Json schema{{"type", "array"}, {"items", element_schema(key)}};
    schema["minItems"] = key.lengths.least;
    if (key.lengths.most != Lengths{}.most) {
        schema["maxItems"] = key.lengths.most;
    }
    if (key.distinct) {
        schema["uniqueItems"] = true;
    }
    return schema;
}

/// A word, an expression, true or false may replace what `whole` describes, if the key allows it.
Json or_scalar(const Key& key, Json whole)
{
    Json forms = Json::array();
    if (!key.choices.empty() && key.type == Type::section) {
        forms.push_back(choices_schema(key.choices));
    }
    if (!key.variables.empty() && key.element != Type::expression) {
        forms.push_back(expression_schema());
        forms.back()["description"] = "A number or an expression in " + list_of(key.variables);
    }
    if (key.switchable) {
        forms.push_back({{"type", "boolean"}});
    }
    if (forms.empty()) {
        return whole;
    }
    forms.push_back(std::move(whole));
    return {{"oneOf", std::move(forms)}};
}

Json typed_schema(const Key& key)
{
    switch (key.type) {
        case Type::text:
            return text_schema(key);
        case Type::integer:
            return integer_schema(key);
        case Type::real:
            return real_schema(key);
        case Type::boolean:
            return {{"type", "boolean"}};
        case Type::expression:
            return expression_schema();
        case Type::list:
            return or_scalar(key, list_schema(key));
        case Type::section:
            return or_scalar(key, schema_of(*key.section));
        case Type::study:
            break;  // needs the table of the whole case, see study_schema()
    }
    return {};
}

/// A map of any good names to what the key describes.
Json named_schema(const Key& key)
{
    return {{"type", "object"},
            {"minProperties", 1},
            {"propertyNames", {{"pattern", "^" + std::string{own_name_expression} + "$"}}},
            {"additionalProperties", typed_schema(key)}};
}

Json key_schema(const Key& key)
{
    Json schema{{"description", key.summary}};
    schema.update(key.named ? named_schema(key) : typed_schema(key));
    if (!key.fallback.is_null()) {
        schema["default"] = key.fallback;
    }
    return schema;
}

/// Lists of values for the keys of `table` and of its sections; whole sections may have any.
void add_varied(const Table& table, Json& properties, Json& patterns)
{
    for (const Key& key : table.keys) {
        const std::string path = table.path_of(key.name);
        Json list{{"type", "array"}, {"minItems", 1}, {"uniqueItems", true}};
        if (key.named) {
            patterns["^" + path + "[.]"] = list;
        } else if (key.section != nullptr) {
            add_varied(*key.section, properties, patterns);
        } else {
            list["items"] = typed_schema(key);
        }
        if (!is_shared_by_members(path)) {
            list["description"] = key.summary;
            properties[path] = list;
        }
    }
}

/// The section `study` of cases with the keys of `whole`.
Json study_schema(const Key& key, const Table& whole)
{
    Json properties = Json::object();
    Json patterns = Json::object();
    add_varied(whole, properties, patterns);
    return {{"description", key.summary},    {"type", "object"},
            {"additionalProperties", false}, {"minProperties", 1},
            {"properties", properties},      {"patternProperties", patterns}};
}

/// One condition for each pair of keys that exclude each other.
Json exclusions_schema(const Table& table)
{
    Json all = Json::array();
    for (const Exclusion& exclusion : table.exclusions) {
        for (const std::string& name : exclusion.keys) {
            for (const std::string& other : exclusion.others) {
                all.push_back({{"not", {{"required", Json::array({name, other})}}}});
            }
        }
    }
    return all;
}

Json schema_of(const Table& table)
{
    Json schema{{"type", "object"}, {"additionalProperties", false}};
    Json required = Json::array();
    Json one_of = Json::array();
    Json dependent = Json::object();
    schema["properties"] = Json::object();
    for (const Key& key : table.keys) {
        schema["properties"][key.name] =
            key.type == Type::study ? study_schema(key, table) : key_schema(key);
        if (key.required) {
            required.push_back(key.name);
        }
        if (!key.only_with.empty()) {
            dependent[key.name] = Json::array({key.only_with});
        }
    }
    for (const std::string& name : table.alternatives) {
        one_of.push_back({{"required", Json::array({name})}});
    }
    for (auto& [name, rule] : {std::pair{"required", required}, std::pair{"oneOf", one_of},
                               std::pair{"dependentRequired", dependent}}) {
        if (!rule.empty()) {
            schema[name] = rule;
        }
    }
    if (!table.exclusions.empty()) {
        schema["allOf"] = exclusions_schema(table);
    }
    if (!table.rule.empty()) {
        schema.update(Json::parse(table.rule));
    }
    return schema;
}

/// The part of the schema that applies to cases of one solver, and not to cases without a solver.
Json solver_schema(std::string_view solver)
{
    return {{"if",
             {{"required", Json::array({"solver"})},
              {"properties", {{"solver", {{"const", solver}}}}}}},
            {"then", schema_of(case_table(solver))}};
}

}  // namespace

std::string case_schema()
{
    const Table& any = case_table(solver_kinds().front().name);
    Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                {"title", "tobiuo case file"},
                {"type", "object"},
                {"required", Json::array({"name", "solver"})}};
    for (const std::string name : {"name", "solver"}) {
        schema["properties"][name] = key_schema(any.key(name));
    }
    schema["allOf"] = Json::array();
    for (const SolverKind& kind : solver_kinds()) {
        schema["allOf"].push_back(solver_schema(kind.name));
    }
    return json_text(schema) + "\n";
}

}  // namespace tobiuo
