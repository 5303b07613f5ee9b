// SPDX-License-Identifier: BSD-3-Clause
// What one thread does for one column of a slab. One code for device and host.
#pragma once

#include "kernels/tridiagonal/slab/slab.hpp"

namespace tobiuo::tridiagonal {

/// A column, also that of the zero mode: rise() copies its rows to SlabSums::line, where they are
/// solved with the turn (zero_line()), and fall() copies them back.
template <Edge first, Edge last>
class SlabItem {
public:
    /// `root` is the function sqrt.
    template <typename Root>
    constexpr SlabItem(const SlabSystems& systems, const SlabSums& sums, long long column,
                       const Root& root)
        : systems_{systems},
          sums_{sums},
          at_{column},
          is_zero_mode_{column == systems.zero_mode},
          column_{sigma(), root(discriminant(sigma()))}
    {
    }

    template <typename T>
    constexpr void rise(const Slab<T>& slab) const
    {
        if (is_zero_mode_) {
            keep_zero_mode(slab);
        } else {
            column_.rise(slab, at_, systems_.rows, sums_);
        }
    }

    /// Finds what other devices need to know of a slab.
    template <typename T, typename Number>
    constexpr void tell(const Slab<T>& slab, const ToldSums<Number>& told) const
    {
        if (is_zero_mode_) {
            keep_zero_mode(slab);
        } else {
            column_.tell(slab, at_, told);
        }
    }

    /// The same after rise(), of a slab whose rows are all of this device.
    template <typename Number>
    constexpr void tell(const ToldSums<Number>& told) const
    {
        if (!is_zero_mode_) {
            column_.tell(at_, sums_, told);
        }
    }

    constexpr void turn() const
    {
        if (!is_zero_mode_) {
            column_.turn(at_, systems_.rows, sums_);
        }
    }

    /// turn() of one of several devices; SlabSystems::rows are its own.
    template <typename Number>
    constexpr void turn(const AllTold<Number>& joined) const
    {
        if (!is_zero_mode_) {
            column_.turn(at_, systems_.columns, joined, sums_);
        }
    }

    template <typename T>
    constexpr void fall(const Slab<T>& slab) const
    {
        if (!is_zero_mode_) {
            column_.fall(slab, at_, column_.factor(systems_), sums_);
            return;
        }
        for (long long k = 0; k < slab.rows; ++k) {
            slab.data[at_ + k * slab.step] = static_cast<T>(sums_.line[slab.first_row + k]);
        }
    }

private:
    /// One thread copies the column: it reads some rows at a time, so as not to wait for each.
    template <typename T>
    constexpr void keep_zero_mode(const Slab<T>& slab) const
    {
        constexpr int some = 16;
        const T* const rows = slab.data + at_;
        for (long long k = 0; k < slab.rows; k += some) {
            const long long left = slab.rows - k;
            T values[some]{};
            unrolled<some>([&](auto j) { values[j] = j < left ? rows[(k + j) * slab.step] : T{}; });
            unrolled<some>([&](auto j) {
                if (j < left) {
                    sums_.line[slab.first_row + k + j] = static_cast<double>(values[j]);
                }
            });
        }
    }

    /// An arbitrary value for the column of the zero mode, which has no recurrences.
    [[nodiscard]] constexpr double sigma() const
    {
        return is_zero_mode_ ? 1.0 : systems_.sigma(at_);
    }

    const SlabSystems& systems_;
    const SlabSums& sums_;
    long long at_;
    bool is_zero_mode_;
    SlabColumn<first, last> column_;
};

}  // namespace tobiuo::tridiagonal
