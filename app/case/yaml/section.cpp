// SPDX-License-Identifier: BSD-3-Clause
// The typed reader of one section of a case: the checks of the section as a whole.
#include "app/case/yaml/section.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <utility>
#include <vector>

#include "app/case/yaml/values.hpp"
#include "app/errors.hpp"
#include "app/pattern.hpp"
#include "app/wording.hpp"

namespace tobiuo::casefile {
namespace {

std::string prefix(const Table& table)
{
    return table.path.empty() ? "" : table.path + ": ";
}

/// What to do about a key that `table` does not have.
std::string hint_for(const Table& table, const std::string& unknown)
{
    const std::string_view solver = solver_with(table.path, unknown);
    if (!solver.empty()) {
        return " (it is a key of solver: " + std::string{solver} + "): remove it";
    }
    const std::vector<std::string> known = table.names();
    return suggestion(unknown, known, "the keys here are " + list_of(known));
}

}  // namespace

Section::Section(const Table& table, const Node* node, Position at, CaseReading& reading)
    : table_{table}, node_{node}, at_{std::move(at)}, reading_{reading}
{
}

const Entry* Section::entry(std::string_view name) const
{
    static_cast<void>(table_.key(name));  // asking for a name that is not in the table is a defect
    return is_map() ? node_->find(name) : nullptr;
}

template <typename T>
std::optional<T> Section::given(std::string_view name) const
{
    const Entry* found = entry(name);
    if (found == nullptr || is_broken(found->value)) {
        return std::nullopt;
    }
    if (found->value.kind == NodeKind::null) {
        report(name, "has no value (give one, or remove the key)");
        return std::nullopt;
    }
    T value{};
    const std::vector<Problem> objections = convert(table_.key(name), found->value, value);
    for (const Problem& objection : objections) {
        reading_.problems.add(objection.at, table_.path_of(name) + ": " + objection.sentence);
    }
    return objections.empty() ? std::optional<T>{std::move(value)} : std::nullopt;
}

/// The entries of a map whose names the user chooses; bad names are reported and left out.
std::vector<const Entry*> Section::named_entries(std::string_view name) const
{
    const Entry* found = entry(name);
    std::vector<const Entry*> entries;
    if (found == nullptr || is_broken(found->value)) {
        return entries;
    }
    if (found->value.kind != NodeKind::map || found->value.entries.empty()) {
        report(name,
               "expected a map of names, which are yours to choose (such as { a: ..., b: ... })");
        return entries;
    }
    for (const Entry& one : found->value.entries) {
        if (is_broken(one.value)) {
            continue;
        }
        if (matches(one.key, std::string{own_name_expression})) {
            entries.push_back(&one);
        } else {
            report_at(one.at, name,
                      "the name " + in_quotes(one.key) +
                          " is not made of 1 to 64 letters, digits, - and _ (it stands in tables "
                          "and in names of files): choose another one");
        }
    }
    return entries;
}

template <typename T>
std::vector<std::pair<std::string, T>> Section::named(std::string_view name) const
{
    std::vector<std::pair<std::string, T>> values;
    for (const Entry* one : named_entries(name)) {
        T value{};
        const std::vector<Problem> objections = convert(table_.key(name), one->value, value);
        for (const Problem& objection : objections) {
            report_at(objection.at, std::string{name} + "." + one->key, objection.sentence);
        }
        if (objections.empty()) {
            values.emplace_back(one->key, std::move(value));
        }
    }
    return values;
}

std::vector<std::pair<std::string, Section>> Section::named_sections(std::string_view name) const
{
    std::vector<std::pair<std::string, Section>> sections;
    for (const Entry* one : named_entries(name)) {
        sections.emplace_back(one->key,
                              Section{*table_.key(name).section, &one->value, one->at, reading_});
    }
    return sections;
}

Section Section::section(std::string_view name) const
{
    const Entry* found = entry(name);
    const Table& table = *table_.key(name).section;
    return {table, found == nullptr ? nullptr : &found->value, position_of(name), reading_};
}

Position Section::position_of(std::string_view name) const
{
    const Entry* found = entry(name);
    if (found == nullptr) {
        return at_;
    }
    return found->value.kind == NodeKind::null ? found->at : found->value.at;
}

const Node* Section::node_of(std::string_view name) const
{
    const Entry* found = entry(name);
    return found == nullptr ? nullptr : &found->value;
}

void Section::report(std::string_view name, const std::string& sentence) const
{
    report_at(position_of(name), name, sentence);
}

void Section::report_at(Position at, std::string_view name, const std::string& sentence) const
{
    reading_.problems.add(std::move(at), table_.path_of(name) + ": " + sentence);
}

void Section::finish(std::string_view cure) const
{
    if (!is_map()) {
        report_no_map();
        return;
    }
    for (const Entry& given : node_->entries) {
        if (table_.find(given.key) == nullptr) {
            reading_.problems.add(given.at, prefix(table_) + "unknown key " + in_quotes(given.key) +
                                                hint_for(table_, given.key));
        }
    }
    for (const Key& key : table_.keys) {
        if (key.required && node_->find(key.name) == nullptr) {
            report_missing(key.name);
        }
    }
    check_exclusions();
    if (check_alternatives(cure)) {
        check_belonging();
    }
}

/// Reports a section that is there, but has no keys.
void Section::report_no_map() const
{
    if (node_ == nullptr || is_broken(*node_)) {
        return;
    }
    if (node_->kind == NodeKind::null && !table_.path.empty()) {
        reading_.problems.add(at_, prefix(table_) + "has no value (give it keys, or remove it)");
        return;
    }
    reading_.problems.add(node_->at, prefix(table_) +
                                         "expected a map of keys to values (its keys are " +
                                         list_of(table_.names()) + ")");
}

void Section::report_missing(std::string_view name) const
{
    const Key& key = table_.key(name);
    std::string meaning = key.summary;
    meaning.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(meaning.front())));
    if (key.type == Type::text && !key.choices.empty()) {
        meaning += "; one of " + list_of(key.choices);
    }
    reading_.problems.add(
        at_, prefix(table_) + "missing key '" + key.name + "' (" + meaning + "): add it");
}

/// Reports the keys of exclusions whose others are given, too.
void Section::check_exclusions() const
{
    for (const Exclusion& exclusion : table_.exclusions) {
        const auto is_given = [&](const std::string& name) { return has(name); };
        const auto other = std::ranges::find_if(exclusion.others, is_given);
        if (other == exclusion.others.end()) {
            continue;
        }
        for (const std::string& name : exclusion.keys) {
            if (has(name)) {
                report(name, "excludes '" + *other + "' (" + exclusion.why + "): keep one of them");
            }
        }
    }
}

/// Reports alternatives that exclude each other; returns whether it is known which one is given.
bool Section::check_alternatives(std::string_view cure) const
{
    if (table_.alternatives.empty()) {
        return true;
    }
    const Entry* first = nullptr;
    for (const Entry& given : node_->entries) {
        if (!table_.is_alternative(given.key)) {
            continue;
        }
        if (first != nullptr) {
            reading_.problems.add(given.at, prefix(table_) + "'" + given.key + "' and '" +
                                                first->key + "' exclude each other (" +
                                                table_.why_alternatives + "): keep one of them");
            return false;
        }
        first = &given;
    }
    if (first == nullptr) {
        reading_.problems.add(at_, prefix(table_) + "needs one of " + list_of(table_.alternatives) +
                                       " (" + table_.why_alternatives + "): " + std::string{cure});
    }
    return first != nullptr;
}

/// Reports keys without the key that gives them a meaning.
void Section::check_belonging() const
{
    for (const Entry& given : node_->entries) {
        const Key* key = table_.find(given.key);
        if (key != nullptr && !key->only_with.empty() && node_->find(key->only_with) == nullptr) {
            reading_.problems.add(given.at, prefix(table_) + "'" + key->name +
                                                "' goes only with '" + key->only_with +
                                                "' (which this case has not): remove it");
        }
    }
}

template std::optional<std::string> Section::given(std::string_view) const;
template std::optional<std::int64_t> Section::given(std::string_view) const;
template std::optional<double> Section::given(std::string_view) const;
template std::optional<bool> Section::given(std::string_view) const;
template std::optional<std::vector<std::string>> Section::given(std::string_view) const;
template std::optional<std::vector<std::int64_t>> Section::given(std::string_view) const;
template std::optional<std::vector<double>> Section::given(std::string_view) const;
template std::vector<std::pair<std::string, std::vector<double>>> Section::named(
    std::string_view) const;

}  // namespace tobiuo::casefile
