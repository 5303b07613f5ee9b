// The sentence with which a call is refused.
#pragma once

#include <stdexcept>
#include <string>

namespace tobiuo::test {

/// The text of the std::invalid_argument that `call` throws, or "accepted".
template <typename Call>
[[nodiscard]] std::string refusal(const Call& call)
{
    try {
        call();
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "accepted";
}

}  // namespace tobiuo::test
