// SPDX-License-Identifier: BSD-3-Clause
// The JSON file of a benchmark with its page beside it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/output/option_file.hpp"

namespace tobiuo {

/// The file that the option --json names, "fft.json", and the page about it, "fft.html".
class BenchFile {
public:
    /// Makes sure that both files can be written. Throws OutputError that names the option, or
    /// InputError if a file is there that is not of their kind.
    explicit BenchFile(const std::filesystem::path& json);

    /// Writes the JSON, then the page, each completely or not at all. Throws OutputError.
    void write(const std::string& text) const;

private:
    std::string name_;
    OptionFile json_;
    OptionFile page_;
};

/// The files of --json if it is given, else nothing.
[[nodiscard]] std::optional<BenchFile> bench_file(const std::optional<std::filesystem::path>& json);

}  // namespace tobiuo
