// The keys of a case: one table per section, from which checks, defaults and the schema come.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace tobiuo::casefile {

enum class Type { text, integer, real, boolean, expression, list, section };

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

/// How many elements a list has; inclusive.
struct Lengths {
    std::size_t least = 1;
    std::size_t most = std::numeric_limits<std::size_t>::max();
};

/// Shape of a text, as a regular expression and in words.
struct Pattern {
    std::string expression;  ///< empty: any text
    std::string words;
};

struct Table;

/// One key. Of a list, `choices`, `integers` and `reals` are about its elements. A section may have
/// a word of `choices` in its place, and a section or a list an expression, if it has `variables`.
struct Key {
    std::string name;
    std::string summary;  ///< one line, for messages, the schema and the documentation
    Type type = Type::text;
    bool required = false;
    nlohmann::json fallback = nullptr;  ///< the default; null where there is none
    std::vector<std::string> choices = {};
    Pattern pattern = {};
    IntegerRange integers = {};
    RealRange reals = {};
    Type element = Type::text;                ///< of a list
    Lengths lengths = {};                     ///< of a list
    bool distinct = false;                    ///< of a list: each element once
    std::vector<std::string> variables = {};  ///< of an expression
    const Table* section = nullptr;
    bool switchable = false;     ///< true or false may stand in the place of a section
    std::string only_with = {};  ///< the alternative that this key belongs to
};

struct Table {
    std::string path;  ///< "grid.extent"; empty for the case itself
    std::vector<Key> keys;
    std::vector<std::string> alternatives = {};  ///< keys of which exactly one must be given
    std::string why_alternatives = {};
    std::string rule = {};  ///< what its keys say together, as an object of the JSON Schema

    /// Throws std::out_of_range for a name that the table has not: a defect, not bad input.
    [[nodiscard]] const Key& key(std::string_view name) const;
    /// The key of that name, or nothing.
    [[nodiscard]] const Key* find(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> names() const;
    [[nodiscard]] bool is_alternative(std::string_view name) const;
    /// "grid.cells" for "cells".
    [[nodiscard]] std::string path_of(std::string_view name) const;
};

[[nodiscard]] Key section_key(const Table& table, std::string summary);

/// What a solver adds to the keys that all cases have.
struct SolverKeys {
    std::vector<Key> keys;         ///< of the case itself
    Key fields;                    ///< of its section `output`
    std::vector<Key> more_output;  ///< of the same
    std::string rule = {};         ///< as of Table
};

inline constexpr std::array<std::string_view, 3> axis_words{"x", "y", "z"};

/// The words of stencil and solver enumerations in a case; the order of the enumerators.
inline const std::vector<std::string> precision_words{"single", "double"};
inline const std::vector<std::string> location_words{"cell", "node"};
inline const std::vector<std::string> condition_words{"periodic", "dirichlet", "neumann"};
inline const std::vector<std::string> operator_words{"second-order", "fourth-order", "spectral"};
inline const std::vector<std::string> backend_words{"auto", "cpu", "cuda"};
inline const std::vector<std::string> encoding_words{"inline", "appended"};
inline const std::vector<std::string> colour_map_words{"sequential", "diverging"};

/// The whole case of one solver. Made once, as are all tables; kernels and their switches come from
/// stencil::sweep_kinds(). Throws std::out_of_range for a solver that solver_kinds() has not.
[[nodiscard]] const Table& case_table(std::string_view solver);
/// The section `path` of case_table(solver), such as "grid.extent". Throws std::out_of_range.
[[nodiscard]] const Table& table_at(std::string_view solver, std::string_view path);
/// The first solver whose section `path` has the key `name`; empty if there is none.
[[nodiscard]] std::string_view solver_with(std::string_view path, std::string_view name);

}  // namespace tobiuo::casefile
