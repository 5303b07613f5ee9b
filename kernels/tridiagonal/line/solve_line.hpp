// The elimination of one tridiagonal system. One code for device and host.
#pragma once

#include "kernels/compensated_sum.hpp"
#include "kernels/tridiagonal/systems.hpp"

namespace tobiuo::tridiagonal {

/// Rows that are loaded together, for their data take long to arrive.
inline constexpr int rows_at_a_time = 8;

/// Solves one line of `systems` by elimination, or by two sums where the matrix is singular.
///
/// Method    memory traffic costs more than a division: of rows_at_a_time rows only the last keeps
///           its number in `losses`, and the substitution computes the others once more.
template <typename T>
class LineSolve {
public:
    constexpr LineSolve(const Systems<T>& systems, long long line)
        : systems_{systems},
          offset_{line % systems.inner_count * systems.beside_step +
                  line / systems.inner_count * systems.beyond_step},
          shift_{systems.inner[line % systems.inner_count] +
                 systems.outer[line / systems.inner_count]}
    {
    }

    constexpr void run() const
    {
        if (shift_ == 0.0 && systems_.constant != nullptr) {
            integrate();
        } else {
            eliminate();
            substitute();
        }
    }

private:
    [[nodiscard]] constexpr long long count() const { return systems_.rows.count; }
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
                rows.row[at] = row_of(systems_.rows, first + at, shift_);
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

    /// Solves the singular system: the mean is removed, sources add up to fluxes and fluxes to
    /// values of zero mean.
    constexpr void integrate() const
    {
        CompensatedSum length;
        CompensatedSum sum;
        for (long long k = 0; k < count(); ++k) {
            length += systems_.rows.width[k];
            sum += systems_.rows.width[k] * static_cast<double>(value(k));
        }
        const double mean = sum.value() / length.value();
        *systems_.constant = static_cast<T>(mean);
        CompensatedSum flux;
        CompensatedSum height;
        sum = CompensatedSum{};
        for (long long k = 0; k < count(); ++k) {
            const double width = systems_.rows.width[k];
            flux += width * systems_.scale * (static_cast<double>(value(k)) - mean);
            losses(k) = height.value();
            sum += width * height.value();
            height += k + 1 < count() ? flux.value() / (systems_.rows.above[k] * width) : 0.0;
        }
        for (long long k = 0; k < count(); ++k) {
            value(k) = static_cast<T>(losses(k) - sum.value() / length.value());
        }
    }

    const Systems<T>& systems_;
    long long offset_;
    double shift_;
};

}  // namespace tobiuo::tridiagonal
