// SPDX-License-Identifier: BSD-3-Clause
// The spacings of an axis as a kernel of a stage has them at hand.
#pragma once

#include "kernels/flow/flow_box.hpp"

namespace tobiuo::flow {

/// The spacings of an axis of equal cells, all at hand.
template <typename T>
struct EqualSpacing {
    T per_cell;

    explicit EqualSpacing(const Spacings<T>& of) : per_cell{of.per_width[0]} {}
    T per_width(long long) const { return per_cell; }
    T per_gap(long long) const { return per_cell; }
    T share(int, long long) const { return 1; }
};

template <typename T>
struct UnequalSpacing {
    Spacings<T> of;

    explicit UnequalSpacing(const Spacings<T>& spacings) : of{spacings} {}
    T per_width(long long i) const { return __ldg(of.per_width + i); }
    T per_gap(long long i) const { return __ldg(of.per_gap + i); }
    T share(int end, long long i) const { return __ldg(of.share[end] + i); }
};

template <typename T, bool unequal>
struct SpacingOf {
    using type = EqualSpacing<T>;
};
template <typename T>
struct SpacingOf<T, true> {
    using type = UnequalSpacing<T>;
};

}  // namespace tobiuo::flow
