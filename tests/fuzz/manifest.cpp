// SPDX-License-Identifier: BSD-3-Clause
// The target manifest.
#include "app/output/manifest.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "app/errors.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::fuzz {

int manifest(Bytes bytes)
{
    static const test::TemporaryFolder folder;
    static const auto page = folder.write("report.html", "page");
    const auto file = folder.write(std::string{manifest_name}, text_of(bytes));
    try {
        const auto read = read_manifest(file, folder.path());
        require(read.has_value(), "a manifest that is there is read or refused");
        relist(folder.path(), "report.html");
        const auto again = read_manifest(file, folder.path());
        require(again && again->status == read->status, "a page does not change the status");
        require(std::ranges::find(again->files, "report.html") != again->files.end(),
                "a page is listed");
        constexpr std::uintmax_t line = 400;  // of what a page adds
        require(std::filesystem::file_size(file) <= 8 * bytes.size() + line,
                "a manifest stays as large as it was, but for blanks");
    } catch (const InputError& error) {
        require(!std::string_view{error.what()}.empty(), "a refusal says why");
    }
    return 0;
}

}  // namespace tobiuo::fuzz
