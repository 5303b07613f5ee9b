// SPDX-License-Identifier: BSD-3-Clause
// Loops that the compiler must unroll, for host and device.
#pragma once

namespace tobiuo {

/// A number as a type: `index` converts to an int in constant expressions.
template <int number>
struct Constant {
    static constexpr int value = number;
    constexpr operator int() const { return number; }  // NOLINT(*-explicit-*): that is its purpose
};

/// The sum of two such numbers, computed from their types because NVRTC does not treat a lambda's
/// captures as constants.
template <typename A, typename B>
using Sum = Constant<A::value + B::value>;

template <int... numbers>
struct Sequence {
};

template <int count, int... tail>
struct MakeSequence : MakeSequence<count - 1, count - 1, tail...> {
};
template <int... all>
struct MakeSequence<0, all...> {
    using type = Sequence<all...>;
};

template <typename Body, int... numbers>
constexpr void unrolled_over(const Body& body, Sequence<numbers...> /*all*/)
{
    (body(Constant<numbers>{}), ...);
}

/// Calls body(Constant<0>{}), ..., body(Constant<count - 1>{}); arrays indexed by the constants
/// stay in registers.
template <int count, typename Body>
constexpr void unrolled(const Body& body)
{
    unrolled_over(body, typename MakeSequence<count>::type{});
}

}  // namespace tobiuo
