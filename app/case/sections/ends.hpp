// SPDX-License-Identifier: BSD-3-Clause
// Sections with an entry for each axis: one word for both ends of it, or what is at each of them.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/case/values/value_codecs.hpp"
#include "app/case/yaml/codec.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/section.hpp"

namespace tobiuo::casefile {

template <typename End>
using Ends = std::array<std::array<End, 2>, 3>;  ///< [axis][0: lower, 1: upper]

inline constexpr std::array<std::string_view, 2> end_words{"lower", "upper"};

/// The key of such a section, with the path `path`. `axis` and `end` are the keys of an axis and of
/// an end, where AXIS and END stand for their names; an end may be a map with the keys of `table`.
[[nodiscard]] Key ends_key(const std::string& path, std::string summary, const Key& axis,
                           const Key& end, const Table& table);

/// Reads the axes of `section` that the case gives; reports those without cells, and those with an
/// `objection(axis)`. `both(section, name)` reads a word for both ends of the axis `name`, and
/// `one(ends, name, axis)` the end `name` of an axis with its position among the ends.
template <typename End, typename Objection, typename Both, typename One>
void read_ends(const Section& section, Ends<End>& ends, Objection objection, Both both, One one)
{
    section.finish();
    const int dimensions = section.context().dimensions;
    for (std::size_t axis = 0; axis < axis_words.size(); ++axis) {
        const std::string_view name = axis_words.at(axis);
        const Node* node = section.node_of(name);
        if (node == nullptr) {
            continue;
        }
        const std::string wrong = axis >= static_cast<std::size_t>(dimensions)
                                      ? absent_sentence(name, dimensions)
                                      : objection(axis);
        if (!wrong.empty()) {
            section.report(name, wrong);
        } else if (node->kind != NodeKind::map) {
            ends.at(axis).fill(both(section, name));
        } else {
            const Section pair = section.section(name);
            pair.finish();
            ends.at(axis) = {one(pair, end_words[0], axis), one(pair, end_words[1], axis)};
        }
    }
}

/// The section as YAML. `text(axis, end)` is what an end says: nothing for an axis that is not
/// written, empty for an end that is not, and the default of the axis for both ends.
template <typename Text>
[[nodiscard]] std::string yaml_ends(const Key& key, const Context& context, Text text)
{
    std::vector<std::string> items;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(context.dimensions); ++axis) {
        const std::string name{axis_words.at(axis)};
        const std::optional<std::string> lower = text(axis, std::size_t{0});
        if (!lower) {
            continue;
        }
        if (nlohmann::json(*lower) == key.section->key(name).fallback) {
            items.push_back(name + ": " + *lower);
            continue;
        }
        const std::string upper = text(axis, std::size_t{1}).value_or("");
        items.push_back(name + ": {" + (lower->empty() ? "" : " lower: " + *lower) +
                        (lower->empty() || upper.empty() ? "" : ",") +
                        (upper.empty() ? "" : " upper: " + upper) + " }");
    }
    return yaml_section(key, items);
}

}  // namespace tobiuo::casefile
