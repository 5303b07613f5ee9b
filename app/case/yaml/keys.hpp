// SPDX-License-Identifier: BSD-3-Clause
// The keys of a case: one table for each section, from which checks, defaults and the schema come.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tobiuo::casefile {

/// `study` is a map of paths of other keys, each to a list of values of that key.
enum class Type { text, integer, real, boolean, expression, list, section, study };

/// A range that includes both bounds.
struct IntegerRange {
    std::int64_t least = 0;
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
};

/// A range that excludes its bounds; they and all values between them are finite.
struct RealRange {
    double above = -std::numeric_limits<double>::infinity();
    double below = std::numeric_limits<double>::infinity();
};

/// The allowed number of elements of a list, both bounds included.
struct Lengths {
    std::size_t least = 1;
    std::size_t most = std::numeric_limits<std::size_t>::max();
};

/// The shape of a text, as a regular expression and in words.
struct Pattern {
    std::string expression;  ///< empty: any text
    std::string words;
};

/// The shape of names that the user chooses.
inline constexpr std::string_view own_name_expression = "[A-Za-z0-9_-]{1,64}";

struct Binding;
struct Table;

/// One key. For a list, `choices`, `integers` and `reals` describe the elements. A section may be
/// replaced by a word of `choices`, and a section or a list with `variables` by an expression; the
/// elements of a list of expressions have these variables.
struct Key {
    std::string name;
    std::string summary = {};  ///< one line, for messages, the schema and the documentation
    Type type = Type::text;
    bool required = false;
    nlohmann::json fallback = nullptr;      ///< the default; null if there is none
    std::vector<std::string> choices = {};  ///< with a pattern other words, too, which fit it
    /// Words that people write, though they are no choices, and what is suggested instead.
    std::vector<std::pair<std::string, std::string>> mistaken = {};
    Pattern pattern = {};
    IntegerRange integers = {};
    RealRange reals = {};
    Type element = Type::text;  ///< type of a list's elements
    Lengths lengths = {};       ///< allowed lengths of a list
    bool distinct = false;      ///< whether a list may have each element only once
    /// Whether the value is a map of names that the user chooses, each with what the key describes.
    bool named = false;
    std::vector<std::string> variables = {};  ///< variables of an expression
    std::shared_ptr<const Table> section = {};
    bool switchable = false;  ///< whether true or false may replace the section
    bool in_braces = false;   ///< whether the section is written in one line
    bool quoted = false;      ///< whether its words are written in quotes, except the default
    std::string written_before = {};  ///< the key before which it is written, if that comes first
    std::string only_with = {};  ///< the key of the table without which this one has no meaning
    /// The member of a struct that the key fills, see bound(); without one, the reader of its
    /// section reads it.
    std::shared_ptr<const Binding> binding = {};
};

/// Keys none of which goes with one of `others`.
struct Exclusion {
    std::vector<std::string> keys;
    std::vector<std::string> others;
    std::string why;
};

struct Table {
    std::string path;  ///< "grid.extent"; empty for the case itself
    std::vector<Key> keys;
    std::vector<std::string> alternatives = {};  ///< keys of which exactly one must be given
    std::string why_alternatives = {};
    std::string rule = {};  ///< a condition on several keys, as an object of the JSON Schema
    std::vector<Exclusion> exclusions = {};
    /// The key `name`. Throws std::out_of_range if the table does not have it, which is a defect.
    [[nodiscard]] const Key& key(std::string_view name) const;
    /// The key `name`, or nothing if the table does not have it.
    [[nodiscard]] const Key* find(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> names() const;
    [[nodiscard]] bool is_alternative(std::string_view name) const;
    /// Whether the keys cannot both be given, because of the alternatives or the exclusions.
    [[nodiscard]] bool exclude_each_other(std::string_view name, std::string_view other) const;
    /// The path of the key `name`: "grid.cells" for "cells".
    [[nodiscard]] std::string path_of(std::string_view name) const;
};

/// The key of the section with the keys of `table`.
[[nodiscard]] Key section_key(Table table, std::string summary);

/// The key, which a case must have.
[[nodiscard]] inline Key required(Key key)
{
    key.required = true;
    return key;
}

/// The keys that a solver adds to those of every case.
struct SolverKeys {
    std::vector<Key> keys;  ///< at the top level of the case
    Key fields;             ///< `fields` of its section `output`
    /// What the picture can show, the default first; if it is empty, the fields that are written.
    std::vector<std::string> pictured = {};
    std::vector<Key> more_output = {};  ///< in its section `output`
    std::string rule = {};              ///< see Table::rule
};

inline constexpr std::array<std::string_view, 3> axis_words{"x", "y", "z"};

/// The words of enumerations in a case, in the order of the enumerators.
inline const std::vector<std::string> precision_words{"single", "double"};
inline const std::vector<std::string> location_words{"cell", "node"};
inline const std::vector<std::string> condition_words{"periodic", "dirichlet", "neumann", "open",
                                                      "robin"};
inline const std::vector<std::string> face_words{"periodic", "no-slip", "free-slip", "inflow",
                                                 "outflow"};
inline const std::vector<std::string> table_ends_words{"refused", "held", "periodic"};
inline const std::vector<std::string> table_curve_words{"cubic", "linear"};
inline const std::vector<std::string> implicit_axis_words{"none", "x", "y", "z"};
inline const std::vector<std::string> eddy_words{"none", "smagorinsky", "wale", "vreman"};
inline const std::vector<std::string> scalar_advection_words{"central", "bounded"};
inline const std::vector<std::string> projections_words{"one", "three"};
inline const std::vector<std::string> obstacle_method_words{"forcing", "closed"};
inline const std::vector<std::string> operator_words{"second-order", "fourth-order", "spectral"};
inline const std::vector<std::string> face_mean_words{"harmonic", "arithmetic", "geometric"};
inline const std::vector<std::string> coefficient_scaling_words{"automatic", "mean", "root"};
inline const std::vector<std::string> backend_words{"auto", "cpu", "cuda", "opencl"};
inline const std::vector<std::string> encoding_words{"inline", "appended"};
inline const std::vector<std::string> colour_map_words{"sequential", "diverging"};

/// The table of a whole case of one solver. It is made once, as are all tables; kernels and their
/// parameters come from stencil::sweep_kinds(). Throws std::out_of_range for an unknown solver.
[[nodiscard]] const Table& case_table(std::string_view solver);
/// The section `path` of case_table(solver), such as "grid.extent". Throws std::out_of_range.
[[nodiscard]] const Table& table_at(std::string_view solver, std::string_view path);
/// The first solver whose section `path` has the key `name`; empty if no solver has it.
[[nodiscard]] std::string_view solver_with(std::string_view path, std::string_view name);

}  // namespace tobiuo::casefile
