// SPDX-License-Identifier: BSD-3-Clause
// The target npy.
#include <string_view>

#include "app/input/npy_file.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::fuzz {

int npy(Bytes bytes)
{
    static const test::TemporaryFolder folder;
    const auto file = folder.write("in.npy", text_of(bytes));
    try {
        const NpyFile array{file};
        std::size_t count = 1;
        for (const std::int64_t axis : array.shape()) {
            count *= static_cast<std::size_t>(axis);
        }
        require(array.values().size() == count, "an array has as many values as its shape says");
    } catch (const Unreadable& error) {
        require(!std::string_view{error.what()}.empty(), "a refusal says why");
    }
    return 0;
}

}  // namespace tobiuo::fuzz
