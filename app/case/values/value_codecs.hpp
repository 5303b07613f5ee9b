// SPDX-License-Identifier: BSD-3-Clause
// How expressions, files, bytes and spans of time are read from a case and written.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/case/values/values.hpp"
#include "app/case/yaml/codec.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/section.hpp"

namespace tobiuo::casefile {

/// The variables of expressions of fields, and of those that may change with time.
inline const std::vector<std::string> space{"x", "y", "z"};
inline const std::vector<std::string> space_and_time{"x", "y", "z", "t"};
inline const std::vector<std::string> scalar_value{"s"};

/// The sentence about a key for an axis without cells.
[[nodiscard]] std::string absent_sentence(std::string_view axis, int dimensions);

/// The paths of files of fields: one file, or the index of a field in pieces.
[[nodiscard]] Pattern fields_pattern();
/// Those of arrays of NumPy.
[[nodiscard]] Pattern array_pattern();
/// Those of files of heights, which may be tables.
[[nodiscard]] Pattern heights_pattern();

/// The path `text`, the value of `key`, under the case's folder. Reports and returns nothing for a
/// path that is absolute or, after following symbolic links, leaves the folder.
[[nodiscard]] std::optional<std::filesystem::path> resolved(const Section& section,
                                                            std::string_view key,
                                                            const std::string& text);

/// `path` as the case `file` would write it, as YAML.
[[nodiscard]] std::string yaml_path(const std::filesystem::path& path,
                                    const std::filesystem::path& file);

/// The number or expression `key`, at a position; reports variables whose axes have no cells.
template <>
struct Codec<FieldExpression> {
    static void describe(Key& key) { key.type = Type::expression; }
    static bool read(const Section& section, const Key& key, FieldExpression& value);
    static std::string yaml(const Key& /*key*/, const FieldExpression& value,
                            const Context& /*context*/)
    {
        return yaml_scalar(value.text);
    }
};

/// A list with an expression for each of three components.
template <>
struct Codec<std::array<FieldExpression, 3>> {
    using Values = std::array<FieldExpression, 3>;
    static void describe(Key& key);
    static bool read(const Section& section, const Key& key, Values& values);
    static std::string yaml(const Key& key, const Values& values, const Context& context);
};

/// An existing file: reports a path that leads outside, to a folder or to nothing.
template <>
struct Codec<NamedFile> {
    static void describe(Key& /*key*/) {}
    static bool read(const Section& section, const Key& key, NamedFile& file);
    static std::string yaml(const Key& /*key*/, const NamedFile& file, const Context& context)
    {
        return yaml_path(file.path, context.file);
    }
};

/// What a flow starts from: such a file with fields or a checkpoint, or a folder with results.
struct StartPlace : NamedFile {};
template <>
struct Codec<StartPlace> {
    static void describe(Key& /*key*/) {}
    static bool read(const Section& section, const Key& key, StartPlace& place);
    static std::string yaml(const Key& /*key*/, const StartPlace& place, const Context& context)
    {
        return yaml_path(place.path, context.file);
    }
};

template <>
struct Codec<std::filesystem::path> {
    static void describe(Key& /*key*/) {}
    static bool read(const Section& section, const Key& key, std::filesystem::path& path)
    {
        NamedFile file;
        const bool there = Codec<NamedFile>::read(section, key, file);
        path = file.path;
        return there;
    }
    static std::string yaml(const Key& /*key*/, const std::filesystem::path& path,
                            const Context& context)
    {
        return yaml_path(path, context.file);
    }
};

/// An expression, or a section that says which array of a file.
template <>
struct Codec<FieldSource> {
    static void describe(Key& /*key*/) {}
    static bool read(const Section& section, const Key& key, FieldSource& field);
    static std::string yaml(const Key& key, const FieldSource& field, const Context& context);
};

template <>
struct Codec<MemorySize> {
    static void describe(Key& key);
    static bool read(const Section& section, const Key& key, MemorySize& size);
    static std::string yaml(const Key& /*key*/, const MemorySize& size, const Context& /*context*/)
    {
        return yaml_scalar(size.text);
    }
};

template <>
struct Codec<TimeSpan> {
    static void describe(Key& key);
    static nlohmann::json json(const Key& /*key*/, const TimeSpan& span) { return span.text; }
    static bool read(const Section& section, const Key& key, TimeSpan& span);
    static std::string yaml(const Key& /*key*/, const TimeSpan& span, const Context& /*context*/)
    {
        return yaml_scalar(span.text);
    }
};

}  // namespace tobiuo::casefile
