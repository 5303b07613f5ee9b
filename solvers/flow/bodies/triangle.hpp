// SPDX-License-Identifier: BSD-3-Clause
// What surfaces of bodies are made of.
#pragma once

#include <array>

namespace tobiuo::flow {

using Corner = std::array<double, 3>;  ///< x, y, z
/// Its corners run anticlockwise as seen from outside the body.
using Triangle = std::array<Corner, 3>;

}  // namespace tobiuo::flow
