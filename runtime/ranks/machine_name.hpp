// SPDX-License-Identifier: BSD-3-Clause
// The machine on which a rank runs.
#pragma once

#include <unistd.h>

#include <array>
#include <cstddef>
#include <string>

namespace tobiuo::ranks {

/// The host name, by which ranks find out which of them are on one machine; empty if the system does
/// not tell it.
[[nodiscard]] inline std::string machine_name()
{
    constexpr std::size_t longest = 256;
    std::array<char, longest> name{};
    static_cast<void>(gethostname(name.data(), name.size() - 1));
    return name.data();
}

}  // namespace tobiuo::ranks
