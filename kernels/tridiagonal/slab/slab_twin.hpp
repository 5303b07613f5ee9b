// SPDX-License-Identifier: BSD-3-Clause
// Systems of equal rows, slab by slab, on the host: the twin of
// kernels/tridiagonal/slab/slab.cuh, which runs the same code.
#pragma once

#include <cmath>
#include <stdexcept>

#include "kernels/tridiagonal/column_range.hpp"
#include "kernels/tridiagonal/line/integrate_line_twin.hpp"
#include "kernels/tridiagonal/slab/slab_item.hpp"
#include "kernels/tridiagonal/slab/slab_line.hpp"

namespace tobiuo::tridiagonal {

[[nodiscard]] inline ColumnRange all_columns(const SlabSystems& systems)
{
    return {.first = 0, .end = systems.columns};
}

/// Calls work(item) for every column of `range`, the items being those between the edges.
template <typename Work>
void for_each_column(Edge first, Edge last, const SlabSystems& systems, const SlabSums& sums,
                     const ColumnRange& range, const Work& work)
{
    const auto between = [&]<Edge one, Edge other>() {
        if (first != one || last != other) {
            return false;
        }
        for (long long column = range.first; column < range.end; ++column) {
            work(SlabItem<one, other>{systems, sums, column,
                                      [](double square) { return std::sqrt(square); }});
        }
        return true;
    };
    using enum Edge;
    if (!between.template operator()<periodic, periodic>() &&
        !between.template operator()<even_half, even_half>() &&
        !between.template operator()<even_half, odd_half>() &&
        !between.template operator()<odd_half, odd_half>() &&
        !between.template operator()<even_whole, even_whole>() &&
        !between.template operator()<even_whole, odd_whole>() &&
        !between.template operator()<odd_whole, odd_whole>()) {
        throw std::logic_error{"rows between these edges are not numbered from the even one"};
    }
}

template <typename T>
void rise_on_host(Edge first, Edge last, const SlabSystems& systems, const SlabSums& sums,
                  const Slab<T>& slab, const ColumnRange& range)
{
    for_each_column(first, last, systems, sums, range, [&](const auto& item) { item.rise(slab); });
}
template <typename T>
void rise_on_host(Edge first, Edge last, const SlabSystems& systems, const SlabSums& sums,
                  const Slab<T>& slab)
{
    rise_on_host(first, last, systems, sums, slab, all_columns(systems));
}

inline void turn_on_host(Edge first, Edge last, const SlabSystems& systems, const SlabSums& sums)
{
    for_each_column(first, last, systems, sums, all_columns(systems),
                    [](const auto& item) { item.turn(); });
    if (systems.zero_mode >= 0) {
        integrate_line_on_host(zero_line(first, last, systems, sums));
    }
}

/// The turn of one of several devices, without the column of the zero mode.
template <typename Number>
void join_on_host(Edge first, Edge last, const SlabSystems& systems, const SlabSums& sums,
                  const AllTold<Number>& joined, const ColumnRange& range)
{
    for_each_column(first, last, systems, sums, range,
                    [&](const auto& item) { item.turn(joined); });
}
template <typename Number>
void join_on_host(Edge first, Edge last, const SlabSystems& systems, const SlabSums& sums,
                  const AllTold<Number>& joined)
{
    join_on_host(first, last, systems, sums, joined, all_columns(systems));
}

template <typename T>
void fall_on_host(Edge first, Edge last, const SlabSystems& systems, const SlabSums& sums,
                  const Slab<T>& slab, const ColumnRange& range)
{
    for_each_column(first, last, systems, sums, range, [&](const auto& item) { item.fall(slab); });
}
template <typename T>
void fall_on_host(Edge first, Edge last, const SlabSystems& systems, const SlabSums& sums,
                  const Slab<T>& slab)
{
    fall_on_host(first, last, systems, sums, slab, all_columns(systems));
}

/// Finds what other devices need to know of a slab.
template <typename T, typename Number>
void tell_on_host(Edge first, Edge last, const SlabSystems& systems, const SlabSums& sums,
                  const ToldSums<Number>& told, const Slab<T>& slab)
{
    for_each_column(first, last, systems, sums, all_columns(systems),
                    [&](const auto& item) { item.tell(slab, told); });
}

/// Finds, after the rise of a slab, what other devices need to know of it.
template <typename Number>
void tell_on_host(Edge first, Edge last, const SlabSystems& systems, const SlabSums& sums,
                  const ToldSums<Number>& told, const ColumnRange& range)
{
    for_each_column(first, last, systems, sums, range, [&](const auto& item) { item.tell(told); });
}
template <typename Number>
void tell_on_host(Edge first, Edge last, const SlabSystems& systems, const SlabSums& sums,
                  const ToldSums<Number>& told)
{
    tell_on_host(first, last, systems, sums, told, all_columns(systems));
}

}  // namespace tobiuo::tridiagonal
