// SPDX-License-Identifier: BSD-3-Clause
// The content of a folder and of a file, for tests that nothing else was left behind.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace tobiuo::test {

/// The names in `folder`, hidden ones too, sorted.
inline std::vector<std::string> names_in(const std::filesystem::path& folder)
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator{folder}) {
        names.push_back(entry.path().filename().string());
    }
    std::ranges::sort(names);
    return names;
}

inline std::string text_of(const std::filesystem::path& file)
{
    std::ifstream stream{file, std::ios::binary};
    return {std::istreambuf_iterator<char>{stream}, {}};
}

/// Writes a file without handling failures, as a test's input.
inline void put(const std::filesystem::path& file, const std::string& text)
{
    std::ofstream{file, std::ios::binary} << text;
}

/// The message of the `Error` that `act` throws; empty if it throws none.
template <typename Error, typename Act>
std::string message_of(Act&& act)
{
    try {
        act();
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

}  // namespace tobiuo::test
