// SPDX-License-Identifier: BSD-3-Clause
// Applies `--set key=value` to a case: finds or makes the node, then replaces the value.
#include "app/case/yaml/overrides.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "app/case/yaml/text.hpp"
#include "app/errors.hpp"
#include "app/wording.hpp"

namespace tobiuo::casefile {
namespace {

struct Setting {
    std::vector<std::string> keys;  ///< such as "grid", "preset"
    std::string value;
    Position at;  ///< such as "--set grid.preset"
};

/// The keys of a setting. Those of the section `study` are paths.
std::vector<std::string> keys_of(std::string_view path)
{
    constexpr std::string_view study = "study.";
    if (path.starts_with(study) && path.size() > study.size()) {
        return {"study", std::string{path.substr(study.size())}};
    }
    return parts_of_path(path);
}

std::optional<Setting> parse_setting(const std::string& text, Problems& problems)
{
    const std::size_t equals = text.find('=');
    const std::string path = text.substr(0, equals);
    Setting setting{.keys = keys_of(path),
                    .value = {},
                    .at = {.source = "--set " + path, .line = 0, .column = 0}};
    const bool has_empty_part = std::ranges::find(setting.keys, "") != setting.keys.end();
    if (equals == std::string::npos || has_empty_part ||
        setting.keys.size() >= static_cast<std::size_t>(deepest_level)) {
        problems.add({.source = "--set " + text, .line = 0, .column = 0},
                     "expected key=value (such as --set grid.preset=XL)");
        return std::nullopt;
    }
    setting.value = text.substr(equals + 1);
    return setting;
}

void move_to(const Position& at, Node& node)
{
    node.at = at;
    node.text_column = 0;
    for (Node& item : node.items) {
        move_to(at, item);
    }
    for (Entry& entry : node.entries) {
        entry.at = at;
        move_to(at, entry.value);
    }
}

/// Removes the keys that `name` excludes, and the keys that belong to these.
void remove_excluded(Node& map, const Table& table, std::string_view name)
{
    std::erase_if(map.entries, [&](const Entry& entry) {
        const Key* key = table.find(entry.key);
        return key != nullptr && (table.exclude_each_other(name, key->name) ||
                                  table.exclude_each_other(name, key->only_with));
    });
}

Node empty_map(const Position& at)
{
    Node map;
    map.kind = NodeKind::map;
    map.at = at;
    return map;
}

Node& child_of(Node& map, const std::string& key, const Position& at)
{
    if (Entry* found = map.find(key)) {
        return found->value;
    }
    map.entries.push_back({key, at, empty_map(at)});
    return map.entries.back().value;
}

}  // namespace

std::vector<std::string> parts_of_path(std::string_view path)
{
    std::vector<std::string> parts;
    for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.')) {
        parts.emplace_back(path.substr(0, dot));
        path.remove_prefix(dot + 1);
    }
    parts.emplace_back(path);
    return parts;
}

void set_key(Node& root, const Table& root_table, const std::vector<std::string>& path,
             const Position& at, Node value, Problems& problems)
{
    Node* map = &root;
    const Table* table = &root_table;
    for (std::size_t level = 0;; ++level) {
        const std::string& name = path.at(level);
        if (table != nullptr) {
            remove_excluded(*map, *table, name);
        }
        if (level + 1 == path.size()) {
            child_of(*map, name, at) = std::move(value);
            map->find(name)->at = at;
            return;
        }
        Node& next = child_of(*map, name, at);
        if (next.kind == NodeKind::sequence) {
            problems.add(at, in_quotes(name) +
                                 " is a list (its elements have no names): set "
                                 "the whole list, such as [1, 2, 3]");
            return;
        }
        if (next.kind != NodeKind::map) {
            next = empty_map(at);
        }
        const Key* key = table == nullptr ? nullptr : table->find(name);
        table = key == nullptr ? nullptr : key->section.get();
        map = &next;
    }
}

void apply_overrides(Node& root, const Table& table, std::span<const std::string> settings,
                     Problems& problems)
{
    for (const std::string& text : settings) {
        const std::optional<Setting> setting = parse_setting(text, problems);
        if (!setting) {
            continue;
        }
        const std::string& source = setting->at.source;
        Node value = parse_document(checked_text(setting->value, source), source, problems);
        move_to(setting->at, value);
        set_key(root, table, setting->keys, setting->at, std::move(value), problems);
    }
}

}  // namespace tobiuo::casefile
