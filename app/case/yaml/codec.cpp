// SPDX-License-Identifier: BSD-3-Clause
// Writes the keys of a section that are bound to members.
#include "app/case/yaml/codec.hpp"

namespace tobiuo::casefile {
namespace {

/// The keys of the table that are bound to `type`, in the order in which they are written.
std::vector<const Key*> written_keys(const Table& table, const std::type_info& type)
{
    std::vector<const Key*> keys;
    for (const Key& key : table.keys) {
        if (key.binding && *key.binding->owner == type) {
            const auto place = std::ranges::find(keys, key.written_before, &Key::name);
            keys.insert(place, &key);
        }
    }
    return keys;
}

}  // namespace

std::vector<std::string> bound_items(const Table& table, const std::type_info& type,
                                     const void* owner, const Context& context)
{
    const std::vector<const Key*> keys = written_keys(table, type);
    std::vector<std::string> values;
    for (const Key* key : keys) {
        values.push_back(key->binding->yaml(*key, owner, context));
    }
    const auto is_displaced = [&](const Key& key) {
        for (std::size_t other = 0; other < keys.size(); ++other) {
            if (keys[other]->binding->may_be_absent && !values[other].empty() &&
                table.exclude_each_other(key.name, keys[other]->name)) {
                return !key.binding->may_be_absent;
            }
        }
        return false;
    };
    std::vector<std::string> items;
    for (std::size_t n = 0; n < keys.size(); ++n) {
        if (!values[n].empty() && !is_displaced(*keys[n])) {
            items.push_back(keys[n]->name + (values[n].starts_with('\n') ? ":" : ": ") + values[n]);
        }
    }
    return items;
}

std::string yaml_section(const Key& key, const std::vector<std::string>& items)
{
    if (items.empty()) {
        return key.choices.empty() ? "" : key.choices.front();
    }
    if (key.in_braces) {
        return "{ " + list_of(items) + " }";
    }
    std::string text;
    const auto depth = 1 + std::ranges::count(key.section->path, '.');
    for (const std::string& item : items) {
        text += "\n" + std::string(2 * static_cast<std::size_t>(depth), ' ') + item;
    }
    return text;
}

}  // namespace tobiuo::casefile
