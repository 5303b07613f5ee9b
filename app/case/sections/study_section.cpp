// SPDX-License-Identifier: BSD-3-Clause
#include "app/case/sections/study_section.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "app/case/yaml/overrides.hpp"
#include "app/case/yaml/scalars.hpp"
#include "app/case/yaml/values.hpp"
#include "app/wording.hpp"

namespace tobiuo::casefile {
namespace {

/// A key that is the same for all members, and why.
struct SharedKey {
    std::string_view path;
    std::string_view why;
};

constexpr std::array shared_keys{
    SharedKey{"name", "members are named by their values"},
    SharedKey{"solver", "it decides which other keys there are"},
    SharedKey{"study", "a study has no studies in it"},
    SharedKey{"output", "members lie side by side in output.directory"},
    SharedKey{"output.directory", "members lie side by side in it"},
};

/// Whether `path` is `outer` or a key inside it.
bool is_within(std::string_view path, std::string_view outer)
{
    return path.starts_with(outer) && (path.size() == outer.size() || path[outer.size()] == '.');
}

/// Whether two scalars are the same number or boolean, however they are spelled.
bool same_value(const Node& one, const Node& other)
{
    const auto flag = core_boolean(one.text);
    const auto number = constant_of(one.text);
    return (flag && flag == core_boolean(other.text)) ||
           (number && number == constant_of(other.text));
}

/// Whether the values are the same; `is_text` as in VariedKey.
bool same(const Node& one, const Node& other, bool is_text)
{
    return one.kind == other.kind &&
           (one.text == other.text ||
            (!is_text && one.kind == NodeKind::scalar && same_value(one, other))) &&
           std::ranges::equal(one.items, other.items,
                              [&](const Node& a, const Node& b) { return same(a, b, is_text); }) &&
           std::ranges::equal(one.entries, other.entries, [&](const Entry& a, const Entry& b) {
               return a.key == b.key && same(a.value, b.value, is_text);
           });
}

bool has_broken(const Node& node)
{
    return node.kind == NodeKind::broken || std::ranges::any_of(node.items, has_broken) ||
           std::ranges::any_of(node.entries,
                               [](const Entry& entry) { return has_broken(entry.value); });
}

/// Why `path` leads to no key of a case with the table `root`; empty if it does, or if what is
/// inside it is not in the tables (names that the user chooses).
std::string path_objection(std::string_view path, const Table& root)
{
    const auto shared = std::ranges::find(shared_keys, path, &SharedKey::path);
    if (shared != shared_keys.end()) {
        return in_quotes(path) + " is one for all members (" + std::string{shared->why} +
               "): remove it here";
    }
    const std::vector<std::string> parts = parts_of_path(path);
    if (parts.size() >= static_cast<std::size_t>(deepest_level)) {
        return "unknown key " + in_quotes(path) + " (no key lies so deep): correct it";
    }
    const Table* table = &root;
    for (std::size_t level = 0; level < parts.size(); ++level) {
        const Key* key = table->find(parts[level]);
        if (key == nullptr) {
            const std::vector<std::string> known = table->names();
            return "unknown key " + in_quotes(path) +
                   suggestion(parts[level], known,
                              (table->path.empty() ? "the keys of a case are "
                                                   : "the keys of " + table->path + " are ") +
                                  list_of(known));
        }
        if (level + 1 == parts.size() || key->named) {
            return {};
        }
        if (key->section == nullptr) {
            return "unknown key " + in_quotes(path) + " (" + table->path_of(key->name) +
                   " has no keys in it): name " + table->path_of(key->name) + " itself";
        }
        table = key->section.get();
    }
    return {};
}

/// Whether the key at `path` has words or texts as values, or lists of them.
bool has_texts(std::string_view path, const Table& root)
{
    const Table* table = &root;
    const Key* key = nullptr;
    for (const std::string& part : parts_of_path(path)) {
        key = table == nullptr ? nullptr : table->find(part);
        table = key == nullptr ? nullptr : key->section.get();
    }
    return key != nullptr && (key->type == Type::list ? key->element : key->type) == Type::text &&
           key->variables.empty();
}

/// Why the key excludes another one; empty if it does not.
std::string clash(const VariedKey& key, const std::vector<VariedKey>& before,
                  std::span<const std::string> settings)
{
    for (const VariedKey& other : before) {
        if (is_within(key.path, other.path) || is_within(other.path, key.path)) {
            return in_quotes(key.path) + " and " + in_quotes(other.path) +
                   " set the same value (one is a part of the other): keep one of them";
        }
    }
    for (const std::string& setting : settings) {
        const std::string_view path = std::string_view{setting}.substr(0, setting.find('='));
        if (is_within(path, key.path)) {
            return in_quotes(key.path) + " is also set by --set " + std::string{path} +
                   " (a member can have one value of it): leave that out, or set study." + key.path;
        }
    }
    return {};
}

/// Reports what is wrong with the list of values.
void check_values(const Entry& entry, bool is_text, Problems& problems)
{
    const Node& list = entry.value;
    const std::string prefix = "study: " + entry.key + ": ";
    if (list.kind == NodeKind::broken) {
        return;
    }
    if (list.kind != NodeKind::sequence) {
        problems.add(
            list.kind == NodeKind::null ? entry.at : list.at,
            prefix + (list.kind == NodeKind::map
                          ? "expected a list of values (a key stands here with its whole path, "
                            "such as grid.cells): write path: [one, another]"
                          : "expected a list of values, one for each member: write [one, "
                            "another]"));
        return;
    }
    if (list.items.empty()) {
        problems.add(list.at,
                     prefix +
                         "has no values (without one there is no member): add one, or remove "
                         "the key");
    }
    for (auto item = list.items.begin(); item != list.items.end(); ++item) {
        if (item->kind == NodeKind::null) {
            problems.add(item->at, prefix + "a value is empty: give one, or remove it");
        } else if (std::any_of(list.items.begin(), item, [&](const Node& earlier) {
                       return same(earlier, *item, is_text);
                   })) {
            problems.add(item->at,
                         prefix + "this value is there twice (members differ): list it once");
        }
    }
}

}  // namespace

Key study_key()
{
    return {.name = "study",
            .summary =
                "Paths of keys, each with a list of values: every combination of them is "
                "a case of its own",
            .type = Type::study};
}

bool is_shared_by_members(std::string_view path)
{
    return std::ranges::find(shared_keys, path, &SharedKey::path) != shared_keys.end();
}

std::optional<StudySection> take_study(Node& root, const Table& table,
                                       std::span<const std::string> settings, Problems& problems)
{
    const auto found = std::ranges::find(root.entries, "study", &Entry::key);
    if (found == root.entries.end()) {
        return std::nullopt;
    }
    const Entry entry = std::move(*found);
    root.entries.erase(found);
    StudySection study{.at = entry.at, .keys = {}};
    if (entry.value.kind == NodeKind::broken) {
        return study;
    }
    if (entry.value.kind != NodeKind::map || entry.value.entries.empty()) {
        problems.add(entry.value.kind == NodeKind::null ? entry.at : entry.value.at,
                     "study: expected a map of keys to lists of values, such as { grid.cells: "
                     "[[32, 32], [64, 64]] }");
        return study;
    }
    for (const Entry& one : entry.value.entries) {
        VariedKey key{.path = one.key,
                      .at = one.at,
                      .values = one.value.items,
                      .is_text = has_texts(one.key, table)};
        std::string objection = path_objection(key.path, table);
        if (objection.empty()) {
            objection = clash(key, study.keys, settings);
        }
        if (!objection.empty()) {
            problems.add(one.at, "study: " + objection);
        }
        check_values(one, key.is_text, problems);
        std::erase_if(key.values, has_broken);
        study.keys.push_back(std::move(key));
    }
    return study;
}

}  // namespace tobiuo::casefile
