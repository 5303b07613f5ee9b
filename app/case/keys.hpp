// The keys of a case: one table per section, from which checks, defaults and the schema come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace tobiuo::casefile {

enum class Type { text, integer, real, boolean, list, section };

/// Inclusive.
struct IntegerRange {
    std::int64_t least = 0;
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
};

/// Exclusive; both bounds and everything between them are finite.
struct RealRange {
    double above = -std::numeric_limits<double>::infinity();
    double below = std::numeric_limits<double>::infinity();
};

/// Shape of a text, as a regular expression and in words.
struct Pattern {
    std::string expression;  ///< empty: any text
    std::string words;
};

struct Table;

/// One key. Of a list, `choices`, `integers` and `reals` are about its elements.
struct Key {
    std::string name;
    std::string summary;  ///< one line, for messages, the schema and the documentation
    Type type = Type::text;
    bool required = false;
    nlohmann::json fallback = nullptr;      ///< the default; null where there is none
    std::vector<std::string> choices = {};  ///< of a text; of a section: words in its place
    Pattern pattern = {};
    IntegerRange integers = {};
    RealRange reals = {};
    Type element = Type::text;  ///< of a list
    std::size_t length = 0;     ///< of a list; 0: at least one element, each once
    const Table* section = nullptr;
    std::string only_with = {};  ///< the alternative that this key belongs to
};

struct Table {
    std::string path;  ///< "grid.extent"; empty for the case itself
    std::vector<Key> keys;
    std::vector<std::string> alternatives = {};  ///< keys of which exactly one must be given
    std::string why_alternatives = {};

    /// Throws std::out_of_range for a name that the table has not: a defect, not bad input.
    [[nodiscard]] const Key& key(std::string_view name) const;
    /// The key of that name, or nothing.
    [[nodiscard]] const Key* find(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> names() const;
    [[nodiscard]] bool is_alternative(std::string_view name) const;
    /// "grid.cells" for "cells".
    [[nodiscard]] std::string path_of(std::string_view name) const;
};

/// The words of stencil and solver enumerations in a case; the order of the enumerators.
inline const std::vector<std::string> precision_words{"single", "double"};
inline const std::vector<std::string> location_words{"cell", "node"};
inline const std::vector<std::string> backend_words{"auto", "cpu", "cuda"};

/// The whole case. Made once, as are all tables; kernels and their switches come from
/// stencil::sweep_kinds().
[[nodiscard]] const Table& case_table();
/// The section `path` of case_table(), such as "grid.extent". Throws std::out_of_range.
[[nodiscard]] const Table& table_at(std::string_view path);

}  // namespace tobiuo::casefile
