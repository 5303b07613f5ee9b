// SPDX-License-Identifier: BSD-3-Clause
// The typed reader of one section of a case: it collects problems, fills in defaults and rejects
// unknown keys.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/case/yaml/document.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/problems.hpp"
#include "app/errors.hpp"

namespace tobiuo::casefile {

/// What the values of a case depend on, where they are read and where they are written.
struct Context {
    std::filesystem::path file;  ///< the case: paths are relative to its folder
    bool allow_outside = false;  ///< whether paths may leave that folder
    int dimensions = 3;          ///< the number of axes that have cells; the grid tells it
};

/// A case that is being read.
struct CaseReading {
    Problems& problems;
    Context context = {};
};

/// Reads the keys of `table` from a map. A bad value is reported and then treated as absent, so
/// that one pass finds everything; call finish() once.
class Section {
public:
    /// `node` is null if the case does not have the section: then every key has its default.
    Section(const Table& table, const Node* node, Position at, CaseReading& reading);

    /// The given value of `name`; nothing if it is absent or bad. T is std::string, std::int64_t,
    /// double, bool, or a std::vector of one of the first three.
    template <typename T>
    [[nodiscard]] std::optional<T> given(std::string_view name) const;

    /// The given value of `name`; if it is absent or bad, the table's default, if there is one.
    template <typename T>
    [[nodiscard]] std::optional<T> value(std::string_view name) const
    {
        const nlohmann::json& fallback = table_.key(name).fallback;
        auto found = given<T>(name);
        return found || fallback.is_null() ? found : fallback.get<T>();
    }

    /// The names and values of a key whose names the user chooses, in the order of the text;
    /// nothing if it is absent. Bad ones are reported and left out.
    template <typename T>
    [[nodiscard]] std::vector<std::pair<std::string, T>> named(std::string_view name) const;

    /// Reads what named() reads of a key whose names have a section each: names and sections.
    [[nodiscard]] std::vector<std::pair<std::string, Section>> named_sections(
        std::string_view name) const;

    [[nodiscard]] const Table& table() const { return table_; }
    [[nodiscard]] bool has(std::string_view name) const { return entry(name) != nullptr; }
    [[nodiscard]] Section section(std::string_view name) const;
    /// The position of the value if it is given, else of this section.
    [[nodiscard]] Position position_of(std::string_view name) const;
    [[nodiscard]] const Node* node_of(std::string_view name) const;
    /// Whether the case has this section, even a bad one.
    [[nodiscard]] bool present() const { return node_ != nullptr; }
    [[nodiscard]] bool is_map() const { return node_ != nullptr && node_->kind == NodeKind::map; }
    [[nodiscard]] Context& context() const { return reading_.context; }
    /// The problems of the whole case so far.
    [[nodiscard]] const Problems& problems() const { return reading_.problems; }

    /// Reports a problem of the value of `name`; the sentence is prefixed by the key's path.
    void report(std::string_view name, const std::string& sentence) const;
    /// Reports a problem of the part of the value at the position `at`.
    void report_at(Position at, std::string_view name, const std::string& sentence) const;

    void report_missing(std::string_view name) const;

    /// Reports a section that is not a map, unknown keys, missing ones, those that exclude each
    /// other, and those that have no meaning without another one; `cure` says what to do if no
    /// alternative is given.
    void finish(std::string_view cure = "add one") const;

private:
    [[nodiscard]] const Entry* entry(std::string_view name) const;
    [[nodiscard]] std::vector<const Entry*> named_entries(std::string_view name) const;
    void report_no_map() const;
    void check_exclusions() const;
    [[nodiscard]] bool check_alternatives(std::string_view cure) const;
    void check_belonging() const;

    const Table& table_;
    const Node* node_;  ///< null if the case does not have the section
    Position at_;
    CaseReading& reading_;
};

}  // namespace tobiuo::casefile
