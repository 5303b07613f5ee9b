// SPDX-License-Identifier: BSD-3-Clause
// Rounds counts up to whole units, and divides them into parts.
#pragma once

namespace tobiuo {

/// The smallest multiple of `unit` that is not below `count`; neither is negative.
template <typename Integer>
[[nodiscard]] constexpr Integer rounded_up(Integer count, Integer unit)
{
    return (count + unit - 1) / unit * unit;
}

/// How many parts of at most `size` there are of `count`: count / size, rounded up. In turn, the
/// size of the largest one of so many parts.
template <typename Integer>
[[nodiscard]] constexpr Integer parts_of(Integer count, Integer size)
{
    return (count + size - 1) / size;
}

/// Where part `part` begins of `parts` parts of `all` things, which differ by one thing at most;
/// part number `parts` begins at the end.
template <typename Integer>
[[nodiscard]] constexpr Integer begin_of_part(Integer part, Integer parts, Integer all)
{
    return part * all / parts;
}

}  // namespace tobiuo
