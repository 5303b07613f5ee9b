// SPDX-License-Identifier: BSD-3-Clause
// The sentence with which a call is refused.
#pragma once

#include <stdexcept>
#include <string>

namespace tobiuo::test {

/// The text of the error, std::invalid_argument unless another is named, that `call` throws, or "accepted".
template <typename Error = std::invalid_argument, typename Call>
[[nodiscard]] std::string refusal(const Call& call)
{
    try {
        static_cast<void>(call());
    } catch (const Error& error) {
        return error.what();
    }
    return "accepted";
}

}  // namespace tobiuo::test
