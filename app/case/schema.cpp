// The JSON Schema of a case file, made from the tables of keys.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "app/case/case.hpp"
#include "app/case/keys.hpp"

namespace tobiuo {
namespace {

using namespace casefile;
using Json = nlohmann::ordered_json;

Json schema_of(const Table& table);

Json integer_schema(const Key& key)
{
    return {{"type", "integer"}, {"minimum", key.integers.least}, {"maximum", key.integers.most}};
}

Json real_schema(const Key& key)
{
    Json schema{{"type", "number"}};
    if (std::isfinite(key.reals.above)) {
        schema["exclusiveMinimum"] = key.reals.above;
    }
    if (std::isfinite(key.reals.below)) {
        schema["exclusiveMaximum"] = key.reals.below;
    }
    return schema;
}

/// A choice of digits may be written as a number, too: the reader keeps its text.
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
    if (!key.choices.empty()) {
        return choices_schema(key.choices);
    }
    Json schema{{"type", Json::array({"string", "number"})}};
    if (!key.pattern.expression.empty()) {
        schema["pattern"] = "^" + key.pattern.expression + "$";
    }
    return schema;
}

Json element_schema(const Key& key)
{
    switch (key.element) {
        case Type::integer:
            return integer_schema(key);
        case Type::real:
            return real_schema(key);
        default:
            return text_schema(key);
    }
}

Json list_schema(const Key& key)
{
    Json schema{{"type", "array"}, {"items", element_schema(key)}};
    schema["minItems"] = std::max<std::size_t>(key.length, 1);
    if (key.length > 0) {
        schema["maxItems"] = key.length;
    } else {
        schema["uniqueItems"] = true;
    }
    return schema;
}

Json section_schema(const Key& key)
{
    Json section = schema_of(*key.section);
    if (key.choices.empty()) {
        return section;
    }
    return {{"oneOf", Json::array({choices_schema(key.choices), std::move(section)})}};
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
        case Type::list:
            return list_schema(key);
        case Type::section:
            return section_schema(key);
    }
    return {};
}

Json key_schema(const Key& key)
{
    Json schema{{"description", key.summary}};
    schema.update(typed_schema(key));
    if (!key.fallback.is_null()) {
        schema["default"] = key.fallback;
    }
    return schema;
}

Json schema_of(const Table& table)
{
    Json schema{{"type", "object"}, {"additionalProperties", false}};
    Json required = Json::array();
    Json one_of = Json::array();
    Json dependent = Json::object();
    schema["properties"] = Json::object();
    for (const Key& key : table.keys) {
        schema["properties"][key.name] = key_schema(key);
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
    return schema;
}

/// Only coefficients from a file bring their own grid.
Json grid_rule()
{
    const Json from_file{{"type", "object"}, {"required", Json::array({"file"})}};
    return Json::array({{{"required", Json::array({"grid"})}},
                        {{"required", Json::array({"coefficients"})},
                         {"properties", {{"coefficients", from_file}}}}});
}

}  // namespace

std::string case_schema()
{
    Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                {"title", "tobiuo case file"}};
    schema.update(schema_of(case_table()));
    schema["anyOf"] = grid_rule();
    return schema.dump(2) + "\n";
}

}  // namespace tobiuo
