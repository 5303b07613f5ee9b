// SPDX-License-Identifier: BSD-3-Clause
// What each rank makes for itself, and all refuse if one does.
#pragma once

#include <stdexcept>
#include <string>
#include <type_traits>

#include <tobiuo/communicator.hpp>

#include "runtime/ranks/messages.hpp"

namespace tobiuo::poisson {

/// Returns make(), which needs no other rank. Throws, on all ranks, the first std::invalid_argument
/// that it throws on any. Collective.
template <typename Make>
[[nodiscard]] auto made_together(const Communicator& ranks, const Make& make)
{
    std::invoke_result_t<Make> made;
    std::string refusal;
    try {
        made = make();
    } catch (const std::invalid_argument& error) {
        refusal = error.what();
    }
    for (const std::string& text : ranks::gathered_texts(ranks, refusal)) {
        if (!text.empty()) {
            throw std::invalid_argument{text};
        }
    }
    return made;
}

}  // namespace tobiuo::poisson
