// SPDX-License-Identifier: BSD-3-Clause
// The section `study` of a case file: keys, each with the values that members of a study have.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/case/yaml/document.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/problems.hpp"
#include "app/errors.hpp"

namespace tobiuo::casefile {

/// A key of the section: the path of a key of the case, and a list of values for it.
struct VariedKey {
    std::string path;  ///< "grid.cells"
    Position at;
    std::vector<Node> values;
    bool is_text{};  ///< whether the values are words and texts, of which none is a number
};

struct StudySection {
    Position at;
    std::vector<VariedKey> keys;
};

/// The key `study` of a case.
[[nodiscard]] Key study_key();

/// Whether all members of a study have the same value of the key at `path`.
[[nodiscard]] bool is_shared_by_members(std::string_view path);

/// Takes the section out of the map `root`; nothing without it. Reports keys that `table`, that of
/// the whole case, does not have or that no member may change, keys that `settings` (those of
/// `--set`) set as well, keys inside each other, and bad lists of values.
[[nodiscard]] std::optional<StudySection> take_study(Node& root, const Table& table,
                                                     std::span<const std::string> settings,
                                                     Problems& problems);

}  // namespace tobiuo::casefile
