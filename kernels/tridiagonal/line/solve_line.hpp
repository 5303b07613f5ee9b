// SPDX-License-Identifier: BSD-3-Clause
// The elimination of one tridiagonal system. One code for device and host.
#pragma once

#include "kernels/compensated_sum.hpp"
#include "kernels/tridiagonal/systems.hpp"

namespace tobiuo::tridiagonal {

/// Rows that are loaded together, for their data take long to arrive.
inline constexpr int rows_at_a_time = 8;

/// Solves one line of `systems` by elimination, or by two sums where the matrix is singular or nothing
/// decays beyond an unbounded end.
///
/// Method    memory traffic costs more than a division: of rows_at_a_time rows only the last keeps
///           its number in `losses`, and the substitution computes the others once more.
template <typename T>
class LineSolve {
public:
    /// For rows without an unbounded end.
    constexpr LineSolve(const Systems<T>& systems, long long line)
        : LineSolve{systems, line, [](double number) { return number; }}
    {
    }
    /// `root` is the function sqrt.
    template <typename Root>
    constexpr LineSolve(const Systems<T>& systems, long long line, const Root& root)
        : systems_{systems},
          offset_{line % systems.inner_count * systems.beside_step +
                  line / systems.inner_count * systems.beyond_step},
          shift_{systems.inner[line % systems.inner_count] +
                 systems.outer[line / systems.inner_count]},
          rows_{with_ends(systems.rows, shift_, root)}
    {
    }

    constexpr void run() const
    {
        if (shift_ == 0.0 && (systems_.constant != nullptr || rows_.has_level)) {
            integrate();
        } else {
            eliminate();
            substitute();
        }
    }

private:
    [[nodiscard]] constexpr long long count() const { return rows_.count; }
    constexpr T& value(long long k) const { return systems_.data[offset_ + k * systems_.step]; }
    constexpr double& losses(long long k) const
    {
        return systems_.losses[offset_ + k * systems_.step];
    }

    /// Neighbouring rows, loaded before any is computed with.
    struct LoadedRows {
        TridiagonalRow row[rows_at_a_time];
        T value[rows_at_a_time];
        int used;  ///< of these, the first ones
    };
    [[nodiscard]] constexpr LoadedRows loaded(long long first) const
    {
        LoadedRows rows{};
        rows.used =
            count() - first < rows_at_a_time ? static_cast<int>(count() - first) : rows_at_a_time;
        for (int at = 0; at < rows_at_a_time; ++at) {
            if (at < rows.used) {
                rows.value[at] = value(first + at);
                rows.row[at] = row_of(rows_, first + at, shift_);
            }
        }
        return rows;
    }

    constexpr void eliminate() const
    {
        EliminatedRow before;
        for (long long first = 0; first < count(); first += rows_at_a_time) {
            const LoadedRows rows = loaded(first);
            for (int at = 0; at < rows_at_a_time; ++at) {
                if (at < rows.used) {
                    before = eliminated(
                        rows.row[at], systems_.scale * static_cast<double>(rows.value[at]), before);
                    value(first + at) = static_cast<T>(before.solved);
                }
            }
            losses(first + rows.used - 1) = before.loss;
        }
    }

    constexpr void substitute() const
    {
        double behind = 0.0;
        long long first = (count() - 1) / rows_at_a_time * rows_at_a_time;
        for (; first >= 0; first -= rows_at_a_time) {
            EliminatedRow before{.loss = first > 0 ? losses(first - 1) : 1.0, .solved = 0.0};
            const LoadedRows rows = loaded(first);
            double loss[rows_at_a_time] = {};
            for (int at = 0; at < rows_at_a_time; ++at) {
                if (at < rows.used) {
                    before = eliminated(rows.row[at], 0.0, before);
                    loss[at] = before.loss;
                }
            }
            for (int at = rows_at_a_time - 1; at >= 0; --at) {
                if (at < rows.used) {
                    behind = substituted(loss[at], static_cast<double>(rows.value[at]), behind);
                    value(first + at) = static_cast<T>(behind);
                }
            }
        }
    }

    /// Sources add up to fluxes, and fluxes to values. The mean is removed from the sources and the
    /// values of a singular system; with an unbounded end they begin with what all sources give.
    constexpr void integrate() const
    {
        CompensatedSum length;
        CompensatedSum sum;
        CompensatedSum moment;
        CompensatedSum distance;
        for (long long k = 0; k < count(); ++k) {
            const double width = rows_.width[k];
            const double charge = width * static_cast<double>(value(k));
            length += width;
            sum += charge;
            moment += distance.value() * charge;
            distance += k + 1 < count() ? 1.0 / (rows_.above[k] * width) : 0.0;
        }
        const bool has_level = rows_.has_level;
        const double mean = has_level ? 0.0 : sum.value() / length.value();
        CompensatedSum flux;
        CompensatedSum height;
        if (has_level) {
            flux += systems_.scale * rows_.level.slope * sum.value();
            height += systems_.scale *
                      (rows_.level.height * sum.value() + rows_.level.moment * moment.value());
        } else {
            *systems_.constant = static_cast<T>(mean);
        }
        sum = CompensatedSum{};
        for (long long k = 0; k < count(); ++k) {
            const double width = rows_.width[k];
            flux += width * systems_.scale * (static_cast<double>(value(k)) - mean);
            losses(k) = height.value();
            sum += width * height.value();
            height += k + 1 < count() ? flux.value() / (rows_.above[k] * width) : 0.0;
        }
        const double level = has_level ? 0.0 : sum.value() / length.value();
        for (long long k = 0; k < count(); ++k) {
            value(k) = static_cast<T>(losses(k) - level);
        }
    }

    const Systems<T>& systems_;
    long long offset_;
    double shift_;
    UnequalRows rows_;
};

}  // namespace tobiuo::tridiagonal
