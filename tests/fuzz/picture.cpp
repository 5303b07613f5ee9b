// SPDX-License-Identifier: BSD-3-Clause
// The target picture.
#include <string>

#include "app/output/html/small_picture.hpp"
#include "tests/fuzz/targets.hpp"

namespace tobiuo::fuzz {

int picture(Bytes bytes)
{
    constexpr std::size_t most = 300;
    const auto small = small_picture(std::string{text_of(bytes)}, most);
    require(!small || small->size() <= most, "a picture is as small as it is asked to be");
    return 0;
}

}  // namespace tobiuo::fuzz
