// The arrays by which ranks join their slabs, and the messages that fill them.
#pragma once

#include <cstddef>

#include "kernels/tridiagonal/slab.hpp"
#include "kernels/tridiagonal/unequal_slab.hpp"
#include "solvers/poisson/ranks/rank_messages.hpp"
#include "solvers/poisson/ranks/rank_rows.hpp"

namespace tobiuo::poisson {

/// The layout of one array of doubles in host or device memory: what this rank tells, what all
/// tell, and the line of the zero mode. The rows that it is made with outlive it.
class JoinedArrays {
public:
    /// For equal rows between two edges, some of which need a row of all columns.
    JoinedArrays(const RankRows& rows, long long columns, const Edges& edges, bool has_zero_mode)
        : rows_{&rows},
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
                .first = needs_first_ ? all + edge(2) : nullptr,
                .last = needs_last_ ? all + edge(3) : nullptr,
                .line = all + line() + rows_->first_row(rows_->mine),
                .constant = nullptr};
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

    /// `rows`: RankRows::rows in the same memory.
    [[nodiscard]] tridiagonal::JoinedSlabs joined(double* all, const long long* rows) const
    {
        return {.forwards = all + forwards(0),
                .backwards = all + backwards(0),
                .first = needs_first_ ? all + edge(0) : nullptr,
                .last = needs_last_ ? all + edge(1) : nullptr,
                .rows = rows,
                .devices = rows_->devices(),
                .mine = rows_->mine};
    }

    [[nodiscard]] Messages messages(double* all) const
    {
        Messages messages;
        const tridiagonal::SlabSums mine = own(all);
        const auto bytes = [](long long count) {
            return static_cast<std::size_t>(count) * sizeof(double);
        };
        const int last = rows_->devices() - 1;
        for (int device = 0; device <= last; ++device) {
            const int rank = rows_->rank_of(device);
            const auto send = [&](const double* from, long long count) {
                messages.sends.push_back({.to = rank, .data = from, .bytes = bytes(count)});
            };
            const auto receive = [&](double* to, long long count) {
                messages.receives.push_back({.from = rank, .data = to, .bytes = bytes(count)});
            };
            send(mine.forwards, columns_);
            send(mine.again, columns_);
            receive(all + forwards(device), columns_);
            receive(all + backwards(device), columns_);
            if (has_zero_mode_ && device != rows_->mine) {
                send(mine.line, rows_->rows[static_cast<std::size_t>(rows_->mine)]);
                receive(all + line() + rows_->first_row(device),
                        rows_->rows[static_cast<std::size_t>(device)]);
            }
            if (needs_first_ && rows_->mine == 0) {
                send(mine.first, columns_);
            }
            if (needs_first_ && device == 0) {
                receive(all + edge(0), columns_);
            }
            if (needs_last_ && rows_->mine == last) {
                send(mine.last, columns_);
            }
            if (needs_last_ && device == last) {
                receive(all + edge(1), columns_);
            }
        }
        return messages;
    }

private:
    static constexpr long long own_planes = 2;

    [[nodiscard]] long long forwards(int device) const { return (own_planes + device) * columns_; }
    [[nodiscard]] long long backwards(int device) const
    {
        return forwards(rows_->devices() + device);
    }
    /// The rows at both edges: what has arrived of them, and behind it the own ones.
    [[nodiscard]] long long edge(int place) const { return forwards(2 * rows_->devices() + place); }
    [[nodiscard]] long long line() const { return edge(needs_first_ || needs_last_ ? 4 : 0); }

    const RankRows* rows_;
    long long columns_;
    bool needs_first_ = false;
    bool needs_last_ = false;
    bool has_zero_mode_;
};

}  // namespace tobiuo::poisson
