// SPDX-License-Identifier: BSD-3-Clause
// Finds keys in their tables.
#include "app/case/yaml/keys.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <utility>

namespace tobiuo::casefile {

const Key* Table::find(std::string_view name) const
{
    const auto found = std::ranges::find(keys, name, &Key::name);
    return found == keys.end() ? nullptr : &*found;
}

const Key& Table::key(std::string_view name) const
{
    if (const Key* found = find(name)) {
        return *found;
    }
    throw std::out_of_range{"no key " + path_of(name) + " in the table of keys"};
}

std::vector<std::string> Table::names() const
{
    std::vector<std::string> all;
    for (const Key& key : keys) {
        all.push_back(key.name);
    }
    return all;
}

bool Table::is_alternative(std::string_view name) const
{
    return std::ranges::find(alternatives, name) != alternatives.end();
}

bool Table::exclude_each_other(std::string_view name, std::string_view other) const
{
    const auto has = [](const std::vector<std::string>& words, std::string_view word) {
        return std::ranges::find(words, word) != words.end();
    };
    const bool are_alternatives = name != other && is_alternative(name) && is_alternative(other);
    return are_alternatives || std::ranges::any_of(exclusions, [&](const Exclusion& one) {
               return (has(one.keys, name) && has(one.others, other)) ||
                      (has(one.keys, other) && has(one.others, name));
           });
}

std::string Table::path_of(std::string_view name) const
{
    return path.empty() ? std::string{name} : path + "." + std::string{name};
}

Key section_key(Table table, std::string summary)
{
    return {.name = table.path.substr(table.path.rfind('.') + 1),
            .summary = std::move(summary),
            .type = Type::section,
            .section = std::make_shared<const Table>(std::move(table))};
}

}  // namespace tobiuo::casefile
