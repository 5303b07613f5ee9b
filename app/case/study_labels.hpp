// SPDX-License-Identifier: BSD-3-Clause
// How the values of a study are written: in labels, which name folders, in tables, and in JSON.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/case/study.hpp"
#include "app/case/yaml/document.hpp"

namespace tobiuo::casefile {

/// The values of one key. Where they can be told apart by letters, digits, '.' and '-' of what is
/// written (at most 32 characters, the numbers of a list joined by 'x'), their words are these;
/// else all words are numbers from 1.
[[nodiscard]] std::vector<StudyValue> study_values(const std::vector<Node>& nodes, bool is_text);

/// For each member, given by the positions of its values, a label that is a good name of a case and
/// of a folder: "cells-64x64x64_operator-spectral", where a key has its last part as a name if no
/// other key has the same. Labels that would be too long for a name have the words of values alone,
/// or are "member-1" and so on.
[[nodiscard]] std::vector<std::string> study_labels(
    const std::vector<StudyKey>& keys, const std::vector<std::vector<std::size_t>>& members);

}  // namespace tobiuo::casefile
