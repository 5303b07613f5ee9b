// SPDX-License-Identifier: BSD-3-Clause
// Registers of numbers with the arithmetic of one, for a file that is compiled for one instruction
// set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace tobiuo {
namespace {

/// A register of `bytes`, with the arithmetic of a number in each of its lanes.
template <typename T, int bytes>
struct Lanes {
    using Value = T;
    using Register [[gnu::vector_size(bytes), gnu::may_alias]] = T;
    using Unaligned [[gnu::vector_size(bytes), gnu::may_alias, gnu::aligned(alignof(T))]] = T;
    static constexpr std::int64_t count = bytes / static_cast<std::int64_t>(sizeof(T));

    Register all;

    constexpr Lanes() = default;
    constexpr explicit Lanes(Register lanes) : all{lanes} {}
    /// Every lane is `value`, rounded to T.
    constexpr explicit Lanes(double value)
        : Lanes{static_cast<T>(value), std::make_index_sequence<static_cast<std::size_t>(count)>{}}
    {
    }

    /// The values at `from`, which is aligned to a register.
    static Lanes load(const T* from) { return Lanes{*reinterpret_cast<const Register*>(from)}; }
    void store(T* to) const { *reinterpret_cast<Register*>(to) = all; }
    /// The values at any place of an array, aligned or not.
    static Lanes load_anywhere(const T* from)
    {
        return Lanes{*reinterpret_cast<const Unaligned*>(from)};
    }
    void store_anywhere(T* to) const { *reinterpret_cast<Unaligned*>(to) = all; }

    friend constexpr Lanes operator+(Lanes a, Lanes b) { return Lanes{a.all + b.all}; }
    friend constexpr Lanes operator-(Lanes a, Lanes b) { return Lanes{a.all - b.all}; }
    friend constexpr Lanes operator*(Lanes a, Lanes b) { return Lanes{a.all * b.all}; }
    friend constexpr Lanes operator-(Lanes a) { return Lanes{-a.all}; }
    constexpr Lanes& operator+=(Lanes other) { return *this = *this + other; }
    constexpr Lanes& operator*=(Lanes other) { return *this = *this * other; }

private:
    template <std::size_t... lane>
    constexpr Lanes(T value, std::index_sequence<lane...> /*lanes*/)
        : all{(static_cast<void>(lane), value)...}
    {
    }
};

}  // namespace
}  // namespace tobiuo
