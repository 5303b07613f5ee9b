// Converts YAML scalars and lists strictly: one notation for each value, and ranges are checked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/case/yaml/document.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/errors.hpp"

namespace tobiuo::casefile {

/// Each function writes `value` and returns nothing, or returns what is wrong with `node` and how
/// to write it (for a list: for each of its elements). Integers are decimal without leading zeros,
/// numbers are finite; both may be replaced by a constant expression such as 2*pi, quoted or not.
/// Booleans are true or false, not quoted. Texts have no control characters, and texts of a key
/// with variables are expressions in these.
[[nodiscard]] std::vector<Problem> convert(const Key& key, const Node& node, std::string& value);
[[nodiscard]] std::vector<Problem> convert(const Key& key, const Node& node, std::int64_t& value);
[[nodiscard]] std::vector<Problem> convert(const Key& key, const Node& node, double& value);
[[nodiscard]] std::vector<Problem> convert(const Key& key, const Node& node, bool& value);

/// Converts a list.
template <typename T>
[[nodiscard]] std::vector<Problem> convert(const Key& key, const Node& node,
                                           std::vector<T>& values);

}  // namespace tobiuo::casefile
