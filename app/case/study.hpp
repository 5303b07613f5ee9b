// SPDX-License-Identifier: BSD-3-Clause
// A study: the cases that one file stands for, every combination of the values that it gives.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "app/case/case.hpp"
#include "app/errors.hpp"

namespace tobiuo {

/// A value of a key of a study.
struct StudyValue {
    std::string text;             ///< as YAML in one line: "[64, 64, 64]"
    std::string word;             ///< in labels: "64x64x64"
    nlohmann::ordered_json json;  ///< numbers where the text is one, else texts, lists and maps
};

/// A key that the members of a study give different values.
struct StudyKey {
    std::string path;  ///< "grid.cells"
    std::vector<StudyValue> values;
};

/// One combination of values.
struct StudyMember {
    std::string label;                ///< names the member and its folder: "cells-64x64x64"
    std::vector<std::size_t> values;  ///< for each key of the study, which of its values
    Case the_case;                    ///< its results go to <directory>/<name of the study>/<label>
};

struct Study {
    std::filesystem::path file;  ///< as the user named it; <stdin> for the standard input
    std::string name;
    std::filesystem::path directory;   ///< output.directory: results go to <directory>/<name>/
    Position at;                       ///< position of the section `study`
    std::vector<StudyKey> keys;        ///< in the order of the file
    std::vector<StudyMember> members;  ///< the value of the last key changes first

    /// The folder of the study, in which each member has one.
    [[nodiscard]] std::filesystem::path folder() const { return directory / name; }
};

/// The most members of a study.
inline constexpr std::size_t most_study_members = 500;

/// Reads a case file, which may have the section `study`. All members of a study are read and
/// checked. Throws InputError with all problems at once; those of a study say which members have
/// them, unless all do.
[[nodiscard]] std::variant<Case, Study> read_case_or_study(const std::filesystem::path& file,
                                                           const CaseOptions& options);

}  // namespace tobiuo
