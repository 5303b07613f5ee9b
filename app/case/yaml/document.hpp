// SPDX-License-Identifier: BSD-3-Clause
// A YAML text as a tree of nodes that know their positions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/case/yaml/problems.hpp"
#include "app/errors.hpp"

namespace tobiuo::casefile {

enum class NodeKind {
    null,
    scalar,
    sequence,
    map,
    broken  ///< has been reported (an alias, a tag); no further problem is
};

struct Entry;

struct Node {
    NodeKind kind = NodeKind::null;
    std::string text;            ///< the text of a scalar
    bool plain = true;           ///< whether the scalar has no quotes
    Position at;                 ///< position of the first character
    int text_column = 0;         ///< column where `text` starts, or 0 if it is not written as it is
    std::vector<Node> items;     ///< elements of a sequence
    std::vector<Entry> entries;  ///< entries of a map, in the order of the text; keys are unique

    /// The entry of a map, or nothing.
    [[nodiscard]] const Entry* find(std::string_view key) const;
    [[nodiscard]] Entry* find(std::string_view key);
};

struct Entry {
    std::string key;
    Position at;  ///< position of the key
    Node value;
};

/// Whether the node, or an element of the list that it is, has been reported.
[[nodiscard]] bool is_broken(const Node& node);

/// The most nodes and the deepest nesting of a document: far above any case, far below any harm.
inline constexpr int most_nodes = 10'000;
inline constexpr int deepest_level = 32;

/// The only document in `text`, which must have passed checked_text(); a null node if there is
/// none.
///
/// It reports and skips duplicate keys (the first is kept), aliases, merge keys, tags, keys that
/// are not scalars and a second document. Throws InputError, with everything in `problems` so far,
/// if no tree can be built: bad syntax, too many nodes, too deep.
[[nodiscard]] Node parse_document(const std::string& text, const std::string& source,
                                  Problems& problems);

}  // namespace tobiuo::casefile
