// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/tuning/wisdom_json.hpp"

#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <utility>

#include "runtime/tuning/json_bounds.hpp"

namespace tobiuo::tuning {
namespace {

using Json = nlohmann::ordered_json;
/// What is read: it finds a member without comparing with all others, of which a stranger's file may
/// have a million.
using ReadJson = nlohmann::json;

/// The version of the format; raise it when an older program could no longer read the file.
constexpr const char* schema = "tobiuo-wisdom-1";

Json json_of(const Decision& decision)
{
    Json parameters = Json::object();
    for (const auto& [name, value] : decision.parameters) {
        parameters[name] = value;
    }
    return {{"problem", decision.situation.problem},
            {"device", decision.situation.device},
            {"architecture", decision.situation.architecture},
            {"conditions", decision.situation.conditions},
            {"engine", decision.situation.engine},
            {"kernel", decision.kernel},
            {"parameters", parameters},
            {"gflops", decision.gflops},
            {"date", decision.date},
            {"candidates", decision.candidates}};
}

/// Reads a decision. Throws Json::exception for a member that is missing or of another type.
Decision decision_of(const ReadJson& json)
{
    return {.situation = {.problem = json.at("problem").get<std::string>(),
                          .device = json.at("device").get<std::string>(),
                          .architecture = json.at("architecture").get<std::string>(),
                          .conditions = json.at("conditions").get<std::string>(),
                          .engine = json.at("engine").get<std::string>()},
            .kernel = json.at("kernel").get<std::string>(),
            .parameters = json.at("parameters").get<Parameters>(),
            .gflops = json.at("gflops").get<double>(),
            .date = json.at("date").get<std::string>(),
            .candidates = json.at("candidates").get<int>()};
}

Json json_of(const DeviceTable& table)
{
    Json entries = Json::object();
    for (const auto& [request, configuration] : table.entries) {
        entries[request] = configuration;
    }
    Json json{{"device", table.device}, {"architecture", table.architecture}};
    if (!table.conditions.empty()) {
        json["conditions"] = table.conditions;
    }
    json["engine"] = table.engine;
    json["date"] = table.date;
    json["entries"] = std::move(entries);
    return json;
}

/// Adds a table to `wisdom`; returns why it is left out, or an empty text if it was added.
std::string take_table(const ReadJson& json, Wisdom& wisdom)
{
    try {
        wisdom.remember(DeviceTable{.device = json.at("device").get<std::string>(),
                                    .architecture = json.at("architecture").get<std::string>(),
                                    .conditions = json.value("conditions", std::string{}),
                                    .engine = json.at("engine").get<std::string>(),
                                    .date = json.at("date").get<std::string>(),
                                    .entries = json.at("entries").get<Parameters>()});
        return {};
    } catch (const ReadJson::exception& error) {
        return error.what();
    }
}

/// Adds an entry to `wisdom`; returns why it is left out, or an empty text if it was added.
std::string take(const ReadJson& entry, Wisdom& wisdom)
{
    try {
        Decision decision = decision_of(entry);
        if (decision.kernel.empty() || !std::isfinite(decision.gflops) || decision.gflops <= 0.0) {
            return "names no kernel or no speed";
        }
        wisdom.remember(std::move(decision));
        return {};
    } catch (const ReadJson::exception& error) {
        return error.what();
    }
}

}  // namespace

ParsedWisdom parse_wisdom(std::string_view text)
{
    ParsedWisdom parsed;
    if (const std::string objection = objection_to_json(text, {}); !objection.empty()) {
        parsed.refusal = "is none that tuning writes (" + objection + ")";
        return parsed;
    }
    const ReadJson json = ReadJson::parse(text, nullptr, false);
    if (json.is_discarded()) {
        parsed.refusal = "is not JSON";
        return parsed;
    }
    const ReadJson nothing;
    const auto member = [&](const char* name) -> const ReadJson& {
        const auto found = json.find(name);
        return found == json.end() ? nothing : *found;
    };
    if (const ReadJson& found = member("schema"); found != schema) {
        const std::string named = found.is_string() ? found.get<std::string>() : std::string{};
        parsed.is_other_result =
            named.starts_with("tobiuo-") && !named.starts_with("tobiuo-wisdom-");
        parsed.refusal = found.is_string() ? "is of schema " + found.dump() + ", not " + schema
                                           : std::string{"does not name the schema "} + schema;
        return parsed;
    }
    const ReadJson& entries = member("decisions");
    if (!entries.is_array()) {
        parsed.refusal = "has no list of decisions";
        return parsed;
    }
    for (std::size_t at = 0; at < entries.size(); ++at) {
        if (const std::string reason = take(entries[at], parsed.wisdom); !reason.empty()) {
            parsed.damaged.push_back("entry " + std::to_string(at + 1) + " is damaged (" + reason +
                                     ")");
        }
    }
    const ReadJson& tables = member("tables");
    for (std::size_t at = 0; tables.is_array() && at < tables.size(); ++at) {
        if (const std::string reason = take_table(tables[at], parsed.wisdom); !reason.empty()) {
            parsed.damaged.push_back("table " + std::to_string(at + 1) + " is damaged (" + reason +
                                     ")");
        }
    }
    return parsed;
}

std::string wisdom_text(const Wisdom& wisdom)
{
    Json decisions = Json::array();
    for (const Decision& decision : wisdom.decisions()) {
        decisions.push_back(json_of(decision));
    }
    Json json{{"schema", schema}, {"decisions", decisions}};
    for (const DeviceTable& table : wisdom.tables()) {
        json["tables"].push_back(json_of(table));
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tobiuo::tuning
