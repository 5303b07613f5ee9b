// SPDX-License-Identifier: BSD-3-Clause
// How far apart arrays that are streamed together should start.
#pragma once

#include <cstdint>

namespace tobiuo::memory {

/// Values by which each array is shifted against the one before: 17 cache lines of floats. Arrays
/// of a power-of-two size that directly follow each other would start at the same offset within a
/// page and fall into the same cache sets.
inline constexpr std::int64_t stagger_values = std::int64_t{17} * 16;

}  // namespace tobiuo::memory
