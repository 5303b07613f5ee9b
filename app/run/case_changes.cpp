// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/case_changes.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "app/case/yaml/document.hpp"

namespace tobiuo {
namespace {

using casefile::Node;
using casefile::NodeKind;

constexpr std::string_view none = "none";

/// A key and its value as one line.
using Leaf = std::pair<std::string, std::string>;

std::string line_of(const Node& node)
{
    std::string text;
    for (const Node& item : node.items) {
        text += (text.empty() ? "" : ", ") + line_of(item);
    }
    return node.kind == NodeKind::sequence ? "[" + text + "]" : node.text;
}

void add_leaves(const Node& node, const std::string& key, std::vector<Leaf>& leaves)
{
    if (node.kind != NodeKind::map) {
        leaves.emplace_back(key, line_of(node));
        return;
    }
    for (const casefile::Entry& entry : node.entries) {
        add_leaves(entry.value, key.empty() ? entry.key : key + "." + entry.key, leaves);
    }
}

std::vector<Leaf> leaves_of(const std::string& yaml)
{
    casefile::Problems problems;
    const Node root = casefile::parse_document(yaml, "case", problems);
    problems.throw_if_any();
    std::vector<Leaf> leaves;
    add_leaves(root, "", leaves);
    return leaves;
}

std::string value_in(const std::vector<Leaf>& leaves, const std::string& key)
{
    const auto found = std::ranges::find(leaves, key, &Leaf::first);
    return found == leaves.end() ? std::string{none} : found->second;
}

std::string cut(const std::string& value)
{
    constexpr std::size_t most_shown = 60;
    return value.size() <= most_shown ? value : value.substr(0, most_shown) + "...";
}

}  // namespace

std::string text_of(const CaseChange& change)
{
    // Long values are shown from shortly before the place where they differ.
    constexpr std::size_t before_it = 20;
    const auto at = std::ranges::mismatch(change.before, change.now);
    const auto same = static_cast<std::size_t>(at.in1 - change.before.begin());
    const std::size_t first = same > 2 * before_it ? same - before_it : 0;
    const std::string_view begin = first > 0 ? "..." : "";
    return fmt::format("{}: {}{} -> {}{}", change.key, begin, cut(change.before.substr(first)),
                       begin, cut(change.now.substr(first)));
}

std::vector<CaseChange> changes_between(const std::string& before, const std::string& now)
{
    const std::vector<Leaf> old = leaves_of(before);
    const std::vector<Leaf> own = leaves_of(now);
    std::vector<CaseChange> changes;
    for (const auto& [key, value] : own) {
        std::string was = value_in(old, key);
        if (was != value) {
            changes.push_back({.key = key, .before = std::move(was), .now = value});
        }
    }
    for (const auto& [key, value] : old) {
        if (std::ranges::find(own, key, &Leaf::first) == own.end()) {
            changes.push_back({.key = key, .before = value, .now = std::string{none}});
        }
    }
    return changes;
}

}  // namespace tobiuo
