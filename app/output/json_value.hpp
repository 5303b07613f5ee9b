// Writes values that may be absent as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

namespace tobiuo {

template <typename Value>
[[nodiscard]] nlohmann::ordered_json or_null(const std::optional<Value>& value)
{
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

}  // namespace tobiuo
