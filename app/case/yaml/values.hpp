// SPDX-License-Identifier: BSD-3-Clause
// Converts YAML scalars and lists to the types of keys; ranges are checked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/case/yaml/document.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/errors.hpp"

namespace tobiuo::casefile {

/// Each function writes `value` and returns nothing, or returns what is wrong with `node` and how
/// to write it. Numbers and booleans are what YAML's core schema has (see scalars.hpp), numbers
/// also constant expressions such as 2*pi; both may be quoted, booleans not. Texts have no control
/// characters, and texts of a key with variables are expressions in these. Of the elements of a list
/// that are wrong in the same way, the first is reported, with the number of the others.
[[nodiscard]] std::vector<Problem> convert(const Key& key, const Node& node, std::string& value);
[[nodiscard]] std::vector<Problem> convert(const Key& key, const Node& node, std::int64_t& value);
[[nodiscard]] std::vector<Problem> convert(const Key& key, const Node& node, double& value);
[[nodiscard]] std::vector<Problem> convert(const Key& key, const Node& node, bool& value);

/// Why a word is not one of the key's choices.
[[nodiscard]] std::string choice_objection(const Key& key, const std::string& text);

/// The number that `text` or the constant expression in it is; nothing if it is neither.
[[nodiscard]] std::optional<double> constant_of(const std::string& text);

/// Converts a list.
template <typename T>
[[nodiscard]] std::vector<Problem> convert(const Key& key, const Node& node,
                                           std::vector<T>& values);

}  // namespace tobiuo::casefile
