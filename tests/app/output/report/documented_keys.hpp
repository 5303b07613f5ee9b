// SPDX-License-Identifier: BSD-3-Clause
// Compares a report with docs/report.md: every key is named, each in the row of its parent.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tobiuo::test {

/// The cells of a row of a table: keys, meaning.
struct DocumentedRow {
    std::string keys;
    std::string meaning;
};

/// The rows below the heading that begins with `heading`.
inline std::vector<DocumentedRow> documented_rows(const std::filesystem::path& document,
                                                  const std::string& heading)
{
    std::vector<DocumentedRow> rows;
    std::ifstream lines{document};
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("## ")) {
            inside = line.starts_with(heading);
        }
        const auto bar = line.find(" | ");
        if (inside && line.starts_with("| `") && bar != std::string::npos) {
            rows.push_back({.keys = line.substr(0, bar), .meaning = line.substr(bar)});
        }
    }
    return rows;
}

inline bool names(const std::string& text, const std::string& key)
{
    return text.find("`" + key + "`") != std::string::npos;
}

/// Expects every key below `value` in `text`. The keys of `parameters` are the user's.
inline void expect_named(const nlohmann::json& value, const std::string& text,
                         const std::string& place)
{
    if (value.is_array()) {
        for (const nlohmann::json& item : value) {
            expect_named(item, text, place);
        }
    }
    if (value.is_object()) {
        for (const auto& [key, inner] : value.items()) {
            EXPECT_TRUE(names(text, key)) << "docs/report.md does not name " << place << "." << key;
            if (key != "parameters") {
                expect_named(inner, text, place + "." + key);
            }
        }
    }
}

inline void expect_documented(const nlohmann::json& report, const std::vector<DocumentedRow>& rows)
{
    for (const auto& [key, value] : report.items()) {
        const auto row = std::ranges::find_if(rows, [&key = key](const DocumentedRow& candidate) {
            return names(candidate.keys, key);
        });
        if (row == rows.end()) {
            ADD_FAILURE() << "docs/report.md has no row for " << key;
        } else {
            expect_named(value, row->meaning, key);
        }
    }
}

}  // namespace tobiuo::test
