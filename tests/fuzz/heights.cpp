// SPDX-License-Identifier: BSD-3-Clause
// The target heights.
#include <cstddef>
#include <string_view>

#include "app/errors.hpp"
#include "app/input/input_file.hpp"
#include "app/run/bodies/height_table.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::fuzz {

int heights(Bytes bytes)
{
    static const test::TemporaryFolder folder;
    const auto file = folder.write("heights.csv", text_of(bytes));
    for (const int axes : {1, 2}) {
        try {
            const HeightTable table = read_height_table(file, axes);
            const auto [x, y, z] = table.counts;
            require(x * y * z > 0 && static_cast<std::size_t>(x * y * z) == table.heights.size(),
                    "an accepted table has a height for each point of its grid");
        } catch (const InputError& error) {
            require(!std::string_view{error.what()}.empty(), "a refusal says why");
        } catch (const Unreadable& error) {
            require(!std::string_view{error.what()}.empty(), "a refusal says why");
        }
    }
    return 0;
}

}  // namespace tobiuo::fuzz
