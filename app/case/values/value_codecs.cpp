// SPDX-License-Identifier: BSD-3-Clause
// Reads expressions, files, bytes and spans of time. Symbolic links are followed before a path is
// trusted.
#include "app/case/values/value_codecs.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <system_error>

#include "app/pattern.hpp"
#include "app/wording.hpp"
#include "solvers/expression.hpp"

namespace tobiuo::casefile {
namespace {

namespace fs = std::filesystem;

constexpr const char* cure = "write one inside it, or allow others with --allow-outside";

bool is_inside(const fs::path& path, const fs::path& folder)
{
    return std::ranges::mismatch(folder, path).in1 == folder.end();
}

/// The path with all symbolic links resolved, without a trailing slash.
fs::path true_place(const fs::path& path, std::error_code& error)
{
    const fs::path absolute = fs::absolute(path, error);
    fs::path place = error ? fs::path{} : fs::weakly_canonical(absolute, error).lexically_normal();
    return place.has_filename() || !place.has_relative_path() ? place : place.parent_path();
}

/// Reports each variable of `value`, which is in the key, whose axis has no cells.
void check_variables(const Section& section, const Key& key, const FieldExpression& value)
{
    const Expression expression{value.text, key.variables};
    const int dimensions = section.context().dimensions;
    for (auto axis = static_cast<std::size_t>(dimensions); axis < axis_words.size(); ++axis) {
        const std::string_view variable = axis_words.at(axis);
        if (expression.depends_on(variable)) {
            section.report_at(
                value.at, key.name,
                "uses " + std::string{variable} + ", but " + absent_sentence(variable, dimensions));
        }
    }
}

double leading_number(std::string_view text)
{
    double number = 0.0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

}  // namespace

std::string absent_sentence(std::string_view axis, int dimensions)
{
    return "the axis " + std::string{axis} + " is absent (grid.cells has " +
           std::to_string(dimensions) + (dimensions == 1 ? " number" : " numbers") +
           "): remove it, or give the axis cells";
}

Pattern fields_pattern()
{
    return {.expression = ".*\\.p?vt[ir]",
            .words = "a path that ends in .vti, .vtr, .pvti or .pvtr"};
}

Pattern array_pattern()
{
    return {.expression = ".*\\.npy", .words = "a path that ends in .npy"};
}

Pattern heights_pattern()
{
    return {.expression = ".*\\.(p?vt[ir]|csv|txt|xyz)",
            .words = "a path that ends in .vti, .vtr, .pvti, .pvtr, .csv, .txt or .xyz"};
}

std::optional<fs::path> resolved(const Section& section, std::string_view key,
                                 const std::string& text)
{
    const fs::path given{text};
    const bool allow_outside = section.context().allow_outside;
    if (given.is_absolute() && !allow_outside) {
        section.report(key, in_quotes(text) +
                                " is an absolute path (paths are relative to the case's "
                                "folder): " +
                                cure);
        return std::nullopt;
    }
    const fs::path own_folder = section.context().file.parent_path();
    const fs::path joined = (own_folder / given).lexically_normal();
    std::error_code error;
    const fs::path folder = true_place(own_folder.empty() ? fs::path{"."} : own_folder, error);
    const fs::path place = error ? fs::path{} : true_place(joined, error);
    if (error) {
        section.report(key, in_quotes(text) + " cannot be followed (" + error.message() +
                                "): correct the path");
        return std::nullopt;
    }
    if (!allow_outside && !is_inside(place, folder)) {
        section.report(key, in_quotes(text) +
                                " leaves the case's folder (paths are relative to it, "
                                "symbolic links followed): " +
                                cure);
        return std::nullopt;
    }
    return joined;
}

std::string yaml_path(const fs::path& path, const fs::path& file)
{
    const fs::path folder = fs::absolute(file).parent_path().lexically_normal();
    const fs::path place = fs::absolute(path).lexically_normal();
    const fs::path relative = place.lexically_relative(folder);
    return yaml_scalar((relative.empty() ? place : relative).string());
}

bool Codec<FieldExpression>::read(const Section& section, const Key& key, FieldExpression& value)
{
    const auto text = section.value<std::string>(key.name);
    value = {.text = text.value_or(FieldExpression{}.text), .at = section.position_of(key.name)};
    check_variables(section, key, value);
    return text.has_value();
}

void Codec<std::array<FieldExpression, 3>>::describe(Key& key)
{
    key.type = Type::list;
    key.element = Type::expression;
    key.lengths = {.least = 3, .most = 3};
}

bool Codec<std::array<FieldExpression, 3>>::read(const Section& section, const Key& key,
                                                 Values& values)
{
    const auto texts = section.given<std::vector<std::string>>(key.name);
    for (std::size_t n = 0; texts && n < values.size(); ++n) {
        values.at(n) = {.text = texts->at(n), .at = section.node_of(key.name)->items.at(n).at};
        check_variables(section, key, values.at(n));
    }
    return texts.has_value();
}

std::string Codec<std::array<FieldExpression, 3>>::yaml(const Key& /*key*/, const Values& values,
                                                        const Context& /*context*/)
{
    const auto& [u, v, w] = values;
    return "[" + yaml_scalar(u.text) + ", " + yaml_scalar(v.text) + ", " + yaml_scalar(w.text) +
           "]";
}

bool Codec<NamedFile>::read(const Section& section, const Key& key, NamedFile& file)
{
    file.at = section.position_of(key.name);
    const auto text = section.given<std::string>(key.name);
    const auto path = text ? resolved(section, key.name, *text) : std::nullopt;
    if (!path) {
        return false;
    }
    file.path = *path;
    std::error_code error;
    if (fs::is_directory(*path, error)) {
        section.report(key.name, in_quotes(*text) + " is a folder (looked at " + path->string() +
                                     "): name a file");
    } else if (!fs::is_regular_file(*path, error)) {
        section.report(key.name, in_quotes(*text) + " is not there (looked for " + path->string() +
                                     "): correct the path, which is relative to the case");
    }
    return true;
}

bool Codec<StartPlace>::read(const Section& section, const Key& key, StartPlace& place)
{
    place.at = section.position_of(key.name);
    const auto text = section.given<std::string>(key.name);
    const auto path = text ? resolved(section, key.name, *text) : std::nullopt;
    std::error_code error;
    if (path && fs::is_directory(*path, error)) {
        place.path = *path;
        return true;
    }
    if (text && !matches(*text, ".*\\.(p?vt[ir]|state)")) {
        section.report(key.name,
                       in_quotes(*text) +
                           " is neither a folder with the results of a run nor a path that ends "
                           "in .vti, .vtr, .pvti, .pvtr or .state: correct it");
        return false;
    }
    return Codec<NamedFile>::read(section, key, place);
}

bool Codec<FieldSource>::read(const Section& section, const Key& key, FieldSource& field)
{
    const Node* node = section.node_of(key.name);
    const bool is_file = node != nullptr && node->kind == NodeKind::map;
    return is_file ? Codec<FieldFile>::read(section, key, field.emplace<FieldFile>())
                   : Codec<FieldExpression>::read(section, key, field.emplace<FieldExpression>());
}

std::string Codec<FieldSource>::yaml(const Key& key, const FieldSource& field,
                                     const Context& context)
{
    return std::visit(
        [&]<typename Value>(const Value& value) { return Codec<Value>::yaml(key, value, context); },
        field);
}

void Codec<MemorySize>::describe(Key& key)
{
    key.pattern = {.expression = "[0-9]{1,9}([.][0-9]{1,9})? ?([kMGT]B|[KMGT]iB)",
                   .words = "a number and a unit, as 4 GiB (kB, MB, GB, TB; KiB, MiB, GiB, TiB)"};
}

bool Codec<MemorySize>::read(const Section& section, const Key& key, MemorySize& size)
{
    const auto text = section.given<std::string>(key.name);
    if (!text) {
        return false;
    }
    const std::size_t unit = text->find_first_of("kKMGT");
    const bool binary = text->find('i', unit) != std::string::npos;
    const char letter = text->at(unit) == 'K' ? 'k' : text->at(unit);
    const auto power = static_cast<double>(std::string_view{"kMGT"}.find(letter) + 1);
    const double bytes = leading_number(*text) * std::pow(binary ? 1024.0 : 1000.0, power);
    constexpr double most = 1e18;  // more than any memory, and not more than an integer holds
    size = {.text = *text, .bytes = std::llround(std::min(bytes, most))};
    return true;
}

void Codec<TimeSpan>::describe(Key& key)
{
    key.pattern = {.expression = "[0-9]{1,9}([.][0-9]{1,9})? ?(s|min|h)",
                   .words = "a number and a unit, as 10 min (s, min, h)"};
}

bool Codec<TimeSpan>::read(const Section& section, const Key& key, TimeSpan& span)
{
    const auto text = section.value<std::string>(key.name);
    if (!text) {
        return false;
    }
    const double unit = text->ends_with("min") ? 60.0 : text->ends_with("h") ? 3600.0 : 1.0;
    span = {.text = *text, .seconds = leading_number(*text) * unit};
    return true;
}

}  // namespace tobiuo::casefile
