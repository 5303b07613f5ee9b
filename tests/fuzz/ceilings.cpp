// SPDX-License-Identifier: BSD-3-Clause
// The target ceilings.
#include "app/run/ceiling_file.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::fuzz {

int ceilings(Bytes bytes)
{
    static const test::TemporaryFolder folder;
    const auto file = folder.write("cache/ceilings.json", text_of(bytes));
    const auto read = read_ceilings(file);
    for (const KnownCeiling& one : read) {
        require(one.measured.bytes_per_second > 0.0 && one.measured.bytes > 0,
                "a ceiling that is read can be one");
    }
    if (!read.empty()) {
        require(keep_ceiling(file, read.front()), "a ceiling is kept");
        require(!read_ceilings(file).empty(), "a ceiling that was kept is read");
    }
    return 0;
}

}  // namespace tobiuo::fuzz
