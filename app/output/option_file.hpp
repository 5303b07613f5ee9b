// SPDX-License-Identifier: BSD-3-Clause
// Result files that options name: what they may replace, tried before the work, written after it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace tobiuo {

/// What a command writes where its user says.
enum class FileKind {
    any,    ///< what is there does not matter
    page,   ///< of `tobiuo report` and beside the JSON of benchmarks
    bench,  ///< the JSON of a benchmark
    tuning  ///< the JSON of `tobiuo tune`
};

/// Throws InputError if a file is there that the kind may not replace: one that is neither empty nor
/// of that kind, or a result that the manifest in its folder names. `option` is for instance "--json".
void refuse_foreign(const std::filesystem::path& file, FileKind kind, std::string_view option);

/// The first of the two: for a page in the folder of its own run, which is a result of that.
void refuse_other_kind(const std::filesystem::path& file, FileKind kind, std::string_view option);

class OptionFile {
public:
    /// Makes sure that the file can be written: an early refusal is better than minutes of
    /// measurements that cannot be kept. `option` is for instance "--json". Throws OutputError that
    /// names it, or InputError if a file is there that the kind may not replace.
    OptionFile(std::filesystem::path path, std::string option, FileKind kind = FileKind::any);

    /// Writes the file completely or not at all. Throws OutputError that names the option.
    void write(std::string_view text) const;

private:
    void naming_the_option(const std::function<void()>& action) const;

    std::filesystem::path path_;
    std::string option_;
};

}  // namespace tobiuo
