// Rounds counts up to whole units.
#pragma once

namespace tobiuo {

/// The smallest multiple of `unit` that is not below `count`; neither is negative.
template <typename Integer>
[[nodiscard]] constexpr Integer rounded_up(Integer count, Integer unit)
{
    return (count + unit - 1) / unit * unit;
}

}  // namespace tobiuo
