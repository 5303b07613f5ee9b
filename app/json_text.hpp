// SPDX-License-Identifier: BSD-3-Clause
// JSON of what may be absent and of texts of any bytes: the one place where these enter it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "runtime/utf8.hpp"

namespace tobiuo {

/// A copy of `json` in which all texts, also the names of members, are UTF-8; see utf8_text().
template <typename Json>
[[nodiscard]] Json with_utf8(const Json& json)
{
    if (json.is_string()) {
        return utf8_text(json.template get_ref<const std::string&>());
    }
    if (json.is_array()) {
        Json all = Json::array();
        for (const Json& one : json) {
            all.push_back(with_utf8(one));
        }
        return all;
    }
    if (json.is_object()) {
        Json all = Json::object();
        for (const auto& [name, one] : json.items()) {
            all[utf8_text(name)] = with_utf8(one);
        }
        return all;
    }
    return json;
}

/// `json` as text, its levels indented by `indent` blanks, or in one line if that is negative. The
/// names of files, hosts and devices are bytes: those that JSON cannot hold are written as "\xe9".
template <typename Json>
[[nodiscard]] std::string json_text(const Json& json, int indent = 2)
{
    constexpr int not_utf8 = 316;  // nlohmann's number of that error
    try {
        return json.dump(indent);
    } catch (const typename Json::type_error& error) {
        if (error.id != not_utf8) {
            throw;
        }
        return with_utf8(json).dump(indent);
    }
}

template <typename Value>
[[nodiscard]] nlohmann::ordered_json or_null(const std::optional<Value>& value)
{
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

}  // namespace tobiuo
