// SPDX-License-Identifier: BSD-3-Clause
// The arrays by which ranks join their slabs, and the messages that fill them.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "kernels/tridiagonal/slab/slab.hpp"
#include "kernels/tridiagonal/unequal/unequal_slab.hpp"
#include "runtime/rounding.hpp"
#include "solvers/poisson/ranks/rank_messages.hpp"
#include "solvers/poisson/ranks/rank_rows.hpp"
#include "solvers/poisson/ranks/wave_reach.hpp"

namespace tobiuo::poisson {

/// The layout of one array of doubles in host or device memory: the sums of this rank, what it and
/// all tell in numbers of type Told, and the line of the zero mode. Where sums have that type and
/// all columns are told to all, they are told as they are. The rows that it is made with outlive it.
template <typename Told>
class JoinedArrays {
public:
    /// For equal rows between two edges, some of which need a row of all columns.
    JoinedArrays(const RankRows& rows, long long columns, const Edges& edges, bool has_zero_mode,
                 WaveOrder order = {})
        : rows_{&rows},
          order_{std::move(order)},
          columns_{columns},
          needs_first_{edges.first == tridiagonal::Edge::even_whole},
          needs_last_{edges.last == tridiagonal::Edge::even_whole},
          has_zero_mode_{has_zero_mode}
    {
    }
    /// For unequal rows.
    JoinedArrays(const RankRows& rows, long long columns, bool has_zero_mode)
        : rows_{&rows}, columns_{columns}, has_zero_mode_{has_zero_mode}
    {
    }

    [[nodiscard]] std::size_t doubles() const
    {
        return static_cast<std::size_t>(line() + rows_->all_rows() + 1);
    }

    /// The sums of this rank, whose rows count from 0.
    [[nodiscard]] tridiagonal::SlabSums own(double* all) const
    {
        return {.forwards = all,
                .again = all + columns_,
                .first = needs_first_ ? all + 2 * columns_ : nullptr,
                .last = needs_last_ ? all + 3 * columns_ : nullptr,
                .line = all + line() + rows_->first_row(rows_->mine),
                .constant = nullptr};
    }

    [[nodiscard]] const WaveOrder& order() const { return order_; }

    /// What this rank tells of them; the tables of `order` are in the same memory.
    [[nodiscard]] tridiagonal::ToldSums<Told> own_told(
        double* all, const tridiagonal::ToldOrder& order = {}) const
    {
        if constexpr (std::is_same_v<Told, double>) {
            if (are_told_as_they_are()) {
                const tridiagonal::SlabSums sums = own(all);
                return {.forwards = sums.forwards,
                        .again = sums.again,
                        .first = sums.first,
                        .last = sums.last};
            }
        }
        return {.forwards = told(all, 0),
                .again = told(all, columns_),
                .first = needs_first_ ? told(all, 2 * columns_) : nullptr,
                .last = needs_last_ ? told(all, 3 * columns_) : nullptr,
                .order = order};
    }

    /// The whole line of the zero mode, once the messages have arrived: of equal rows.
    [[nodiscard]] tridiagonal::SlabSums whole_equal_sums(double* all, bool has_null_space) const
    {
        tridiagonal::SlabSums sums{};
        sums.line = all + line();
        sums.constant = has_null_space ? constant(all) : nullptr;
        return sums;
    }
    /// The same of unequal rows; `heights` are those of UnequalSlabSums.
    [[nodiscard]] tridiagonal::UnequalSlabSums whole_unequal_sums(double* all,
                                                                  double* heights) const
    {
        tridiagonal::UnequalSlabSums sums{};
        sums.line = all + line();
        sums.heights = heights;
        sums.constant = constant(all);
        return sums;
    }
    [[nodiscard]] double* constant(double* all) const { return all + line() + rows_->all_rows(); }

    /// `rows`: RankRows::rows in the same memory, and so are the tables of `order`.
    [[nodiscard]] tridiagonal::AllTold<Told> joined(double* all, const long long* rows,
                                                    const tridiagonal::ToldOrder& order = {}) const
    {
        return {.forwards = told(all, forwards(0)),
                .backwards = told(all, backwards(0)),
                .first = needs_first_ ? told(all, edge(0)) : nullptr,
                .last = needs_last_ ? told(all, edge(1)) : nullptr,
                .rows = rows,
                .devices = rows_->devices(),
                .mine = rows_->mine,
                .order = order};
    }

    [[nodiscard]] Messages messages(double* all) const
    {
        Messages messages;
        const tridiagonal::ToldSums<Told> mine = own_told(all);
        double* const zero_mode = all + line();
        const auto bytes = [](const auto* values, long long count) {
            return static_cast<std::size_t>(count) * sizeof(*values);
        };
        const int last = rows_->devices() - 1;
        for (int device = 0; device <= last; ++device) {
            const int rank = rows_->rank_of(device);
            const auto send = [&](const auto* from, long long count) {
                if (count == 0) {
                    return;  // nothing reaches so far
                }
                messages.sends.push_back({.to = rank, .data = from, .bytes = bytes(from, count)});
            };
            const auto receive = [&](auto* to, long long count) {
                if (count == 0) {
                    return;
                }
                messages.receives.push_back({.from = rank, .data = to, .bytes = bytes(to, count)});
            };
            const long long columns = columns_with(device);
            send(mine.forwards, columns);
            send(mine.again, columns);
            receive(told(all, forwards(device)), columns);
            receive(told(all, backwards(device)), columns);
            if (has_zero_mode_ && device != rows_->mine) {
                send(zero_mode + rows_->first_row(rows_->mine),
                     rows_->rows[static_cast<std::size_t>(rows_->mine)]);
                receive(zero_mode + rows_->first_row(device),
                        rows_->rows[static_cast<std::size_t>(device)]);
            }
            if (needs_first_ && rows_->mine == 0) {
                send(mine.first, columns);
            }
            if (needs_first_ && device == 0) {
                receive(told(all, edge(0)), columns);
            }
            if (needs_last_ && rows_->mine == last) {
                send(mine.last, columns);
            }
            if (needs_last_ && device == last) {
                receive(told(all, edge(1)), columns);
            }
        }
        return messages;
    }

private:
    [[nodiscard]] bool are_told_as_they_are() const
    {
        return std::is_same_v<Told, double> && !order_.is_used();
    }

    [[nodiscard]] long long planes_of_edges() const { return needs_first_ || needs_last_ ? 2 : 0; }
    [[nodiscard]] long long own_planes() const { return 2 + planes_of_edges(); }

    /// The columns that this rank and a device tell each other.
    [[nodiscard]] long long columns_with(int device) const
    {
        return order_.is_used() ? order_.count(device, rows_->mine) : columns_;
    }
    /// The columns that all devices together tell this rank.
    [[nodiscard]] long long all_told() const
    {
        return order_.is_used() ? order_.told() : rows_->devices() * columns_;
    }

    /// Where numbers that are told begin: the own ones, where they are not the sums, those of a
    /// device, and the rows at both edges that have arrived.
    [[nodiscard]] long long forwards(int device) const
    {
        return (are_told_as_they_are() ? 0 : own_planes() * columns_) +
               (order_.is_used() ? order_.begins()[static_cast<std::size_t>(device)]
                                 : device * columns_);
    }
    [[nodiscard]] long long backwards(int device) const { return forwards(device) + all_told(); }
    [[nodiscard]] long long edge(int place) const
    {
        return backwards(0) + all_told() + place * columns_;
    }
    [[nodiscard]] long long told_numbers() const { return edge(0) + planes_of_edges() * columns_; }

    [[nodiscard]] Told* told(double* all, long long number) const
    {
        return reinterpret_cast<Told*>(all + own_planes() * columns_) + number;
    }

    [[nodiscard]] long long line() const
    {
        const auto told_bytes = told_numbers() * static_cast<long long>(sizeof(Told));
        constexpr long long unit = sizeof(double);
        return own_planes() * columns_ + rounded_up(told_bytes, unit) / unit;
    }

    const RankRows* rows_;
    WaveOrder order_;
    long long columns_;
    bool needs_first_ = false;
    bool needs_last_ = false;
    bool has_zero_mode_;
};

}  // namespace tobiuo::poisson
