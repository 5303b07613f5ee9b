// The arrays by which ranks join their slabs of equal rows, and the messages that fill them.
#pragma once

#include <cstddef>
#include <vector>

#include <tobiuo/communicator.hpp>

#include "kernels/tridiagonal/slab.hpp"
#include "solvers/poisson/ranks/rank_rows.hpp"

namespace tobiuo::poisson {

/// What a rank sends and receives between both halves of a solve.
struct Messages {
    std::vector<Outgoing> sends;
    std::vector<Incoming> receives;
};

/// The layout, for the rows that it is made with and that outlive it, of one array of doubles in host or device memory: what this rank tells, what all
/// tell, and the line of the zero mode.
class JoinedArrays {
public:
    JoinedArrays(const RankRows& rows, long long columns, tridiagonal::Edge first,
                 tridiagonal::Edge last, bool has_zero_mode)
        : rows_{&rows},
          columns_{columns},
          needs_first_{first == tridiagonal::Edge::even_whole},
          needs_last_{last == tridiagonal::Edge::even_whole},
          has_zero_mode_{has_zero_mode}
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
                .first = all + 2 * columns_,
                .last = all + 3 * columns_,
                .line = all + line() + rows_->first_row(rows_->mine),
                .constant = nullptr};
    }

    /// The whole line of the zero mode, once the messages have arrived.
    [[nodiscard]] tridiagonal::SlabSums whole_line(double* all, bool has_null_space) const
    {
        double* const whole = all + line();
        return {.forwards = nullptr,
                .again = nullptr,
                .first = nullptr,
                .last = nullptr,
                .line = whole,
                .constant = has_null_space ? constant(all) : nullptr};
    }
    [[nodiscard]] double* constant(double* all) const { return all + line() + rows_->all_rows(); }

    /// `rows`: RankRows::rows in the same memory.
    [[nodiscard]] tridiagonal::JoinedSlabs joined(double* all, const long long* rows) const
    {
        return {.forwards = all + forwards(0),
                .backwards = all + backwards(0),
                .first = all + edge(0),
                .last = all + edge(1),
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
    static constexpr long long own_planes = 4;

    [[nodiscard]] long long forwards(int device) const { return (own_planes + device) * columns_; }
    [[nodiscard]] long long backwards(int device) const
    {
        return forwards(rows_->devices() + device);
    }
    [[nodiscard]] long long edge(int end) const { return forwards(2 * rows_->devices() + end); }
    [[nodiscard]] long long line() const { return edge(2); }

    const RankRows* rows_;
    long long columns_;
    bool needs_first_;
    bool needs_last_;
    bool has_zero_mode_;
};

}  // namespace tobiuo::poisson
