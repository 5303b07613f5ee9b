// SPDX-License-Identifier: BSD-3-Clause
// Keys that several solvers have, but for those of the section `grid`.
#include "app/case/sections/shared_keys.hpp"

#include <memory>
#include <utility>

#include "app/case/sections/ends.hpp"
#include "app/case/values/value_codecs.hpp"

namespace tobiuo::casefile {
namespace {

void replace(std::string& text, std::string_view word, std::string_view by)
{
    const std::size_t at = text.find(word);
    if (at != std::string::npos) {
        text.replace(at, word.size(), by);
    }
}

/// The key `name` like `pattern`, with what AXIS and END in its summary are.
Key named_like(const Key& pattern, std::string_view name, Table table, std::string_view axis,
               std::string_view end)
{
    Key key = pattern;
    key.name = name;
    key.type = Type::section;
    replace(key.summary, "AXIS", axis);
    replace(key.summary, "END", end);
    key.section = std::make_shared<const Table>(std::move(table));
    return key;
}

}  // namespace

Key ends_key(const std::string& path, std::string summary, const Key& axis, const Key& end,
             const Table& table)
{
    Table all{.path = path, .keys = {}};
    for (const std::string_view name : axis_words) {
        Table both{.path = all.path_of(name), .keys = {}};
        for (const std::string_view side : end_words) {
            Table one = table;
            one.path = both.path_of(side);
            for (Key& inner : one.keys) {
                if (inner.section != nullptr) {
                    Table copy = *inner.section;
                    copy.path = one.path_of(inner.name);
                    inner.section = std::make_shared<const Table>(std::move(copy));
                }
            }
            Key key = named_like(end, side, std::move(one), name, side);
            key.in_braces = true;
            both.keys.push_back(std::move(key));
        }
        all.keys.push_back(named_like(axis, name, std::move(both), name, {}));
    }
    return section_key(std::move(all), std::move(summary));
}

Key checkpoint_key()
{
    Key key = section_key(
        {.path = "checkpoint",
         .keys = {bound(&CheckpointSection::every,
                        {.name = "every", .summary = "Wall time between checkpoints"}),
                  bound(&CheckpointSection::keep,
                        {.name = "keep",
                         .summary = "How many of them are kept, the newest",
                         .integers = {.least = 1, .most = 1000}})}},
        "Keep the state now and then, so that the run can be restarted: true, false, or a map");
    key.switchable = true;
    key.fallback = false;
    return key;
}

}  // namespace tobiuo::casefile
