// Strict conversion of YAML scalars and lists: one spelling per value, ranges, no surprises.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/case/yaml/document.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/errors.hpp"

namespace tobiuo::casefile {

/// Each writes `value` and returns nothing, or returns what is wrong with `node` and how to
/// write it (a list: with each of its elements). Integers are decimal without leading zeros, numbers
/// finite; in the place of either a constant expression may stand, such as 2*pi, quoted or not.
/// Booleans are true or false, not quoted. Texts are free of control characters, and those of a key
/// with variables are expressions in them.
[[nodiscard]] std::vector<Problem> convert(const Key& key, const Node& node, std::string& value);
[[nodiscard]] std::vector<Problem> convert(const Key& key, const Node& node, std::int64_t& value);
[[nodiscard]] std::vector<Problem> convert(const Key& key, const Node& node, double& value);
[[nodiscard]] std::vector<Problem> convert(const Key& key, const Node& node, bool& value);

/// A list.
template <typename T>
[[nodiscard]] std::vector<Problem> convert(const Key& key, const Node& node,
                                           std::vector<T>& values);

}  // namespace tobiuo::casefile
