// A YAML text as a tree of nodes that know where they stand.
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
    broken  ///< reported already (an alias, a tag): nothing more is said about it
};

struct Entry;

struct Node {
    NodeKind kind = NodeKind::null;
    std::string text;            ///< of a scalar
    bool plain = true;           ///< a scalar without quotes
    Position at;                 ///< of the first character
    int text_column = 0;         ///< where `text` begins in its line; 0 unless it stands there so
    std::vector<Node> items;     ///< of a sequence
    std::vector<Entry> entries;  ///< of a map, in the order of the text; keys are unique

    /// The entry of a map, or nothing.
    [[nodiscard]] const Entry* find(std::string_view key) const;
    [[nodiscard]] Entry* find(std::string_view key);
};

struct Entry {
    std::string key;
    Position at;  ///< of the key
    Node value;
};

/// Most nodes and deepest nesting of a document: far above any case, far below any harm.
inline constexpr int most_nodes = 10'000;
inline constexpr int deepest_level = 32;

/// The one document in `text`, which must have passed checked_text(); a null node if it has none.
///
/// Reported and survived: duplicate keys (the first is kept), aliases, merge keys, tags, keys that
/// are not scalars, a second document. Throws InputError, with all that `problems` has collected
/// so far, where no tree can be built: bad syntax, too many nodes, too deep.
[[nodiscard]] Node parse_document(const std::string& text, const std::string& source,
                                  Problems& problems);

}  // namespace tobiuo::casefile
