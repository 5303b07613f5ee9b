// SPDX-License-Identifier: BSD-3-Clause
// What a solver of either precision keeps for arrays of one of them.
#pragma once

#include <stdexcept>
#include <variant>

namespace tobiuo {

/// What `either` holds for arrays of the problem's precision. Throws std::invalid_argument if that is
/// of another type than OfT, and so the arrays of the call are of the other precision.
template <typename OfT, typename Variant>
[[nodiscard]] auto& in_precision(Variant& either)
{
    auto* const found = std::get_if<OfT>(&either);
    if (found == nullptr) {
        throw std::invalid_argument{"the arrays are not in the problem's precision: make them fit"};
    }
    return *found;
}

}  // namespace tobiuo
