// SPDX-License-Identifier: BSD-3-Clause
// A temporary folder with one case, and the errors of reading the case.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/case/case.hpp"
#include "app/errors.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::test {

inline constexpr std::string_view smallest_case =
    "name: a\n"
    "solver: himeno\n"
    "grid: { preset: S }\n";

/// A folder with the file case.yaml.
class CaseFolder {
public:
    explicit CaseFolder(std::string_view text) : file_{folder_.write("case.yaml", text)} {}

    [[nodiscard]] const std::filesystem::path& path() const { return folder_.path(); }
    [[nodiscard]] const TemporaryFolder& folder() const { return folder_; }
    [[nodiscard]] Case read(const CaseOptions& options = {}) const
    {
        return read_case(file_, options);
    }

    /// The lines of the error, without the folder's path; empty if the case is good.
    [[nodiscard]] std::vector<std::string> problems(const CaseOptions& options = {}) const
    {
        try {
            static_cast<void>(read(options));
        } catch (const InputError& error) {
            return lines(without_folder(error.what()));
        }
        return {};
    }

private:
    [[nodiscard]] std::string without_folder(std::string text) const
    {
        const std::string prefix = folder_.path().string() + "/";
        for (auto at = text.find(prefix); at != std::string::npos; at = text.find(prefix)) {
            text.erase(at, prefix.size());
        }
        return text;
    }
    static std::vector<std::string> lines(const std::string& text)
    {
        std::vector<std::string> all;
        std::size_t start = 0;
        for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n', start)) {
            all.push_back(text.substr(start, end - start));
            start = end + 1;
        }
        all.push_back(text.substr(start));
        return all;
    }

    TemporaryFolder folder_;
    std::filesystem::path file_;
};

/// The errors of `text` as case.yaml.
inline std::vector<std::string> problems_of(std::string_view text, const CaseOptions& options = {})
{
    return CaseFolder{text}.problems(options);
}

using Lines = std::vector<std::string>;

}  // namespace tobiuo::test
