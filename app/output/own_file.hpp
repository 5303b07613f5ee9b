// Which files an option or a command may replace: those of the kind that it writes.
#pragma once

#include <filesystem>
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

}  // namespace tobiuo
