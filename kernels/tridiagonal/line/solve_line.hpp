// The elimination of one tridiagonal system. One code for device and host.
#pragma once

#include "kernels/compensated_sum.hpp"
#include "kernels/tridiagonal/systems.hpp"

namespace tobiuo::tridiagonal {

/// Solves one line of `systems` by elimination, or by two sums where the matrix is singular.
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
    constexpr double& above_pivot(long long k) const
    {
        return systems_.above_pivot[offset_ + k * systems_.step];
    }
    constexpr double right_side(long long k) const
    {
        return systems_.scale * static_cast<double>(value(k));
    }

    constexpr void eliminate() const
    {
        EliminatedRow row;
        for (long long k = 0; k < count(); ++k) {
            row = eliminated(systems_.rows, k, shift_, right_side(k), row);
            above_pivot(k) = row.above;
            value(k) = static_cast<T>(row.solved);
        }
    }

    constexpr void substitute() const
    {
        double behind = 0.0;
        for (long long k = count(); k-- > 0;) {
            behind = static_cast<double>(value(k)) - above_pivot(k) * behind;
            value(k) = static_cast<T>(behind);
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
            above_pivot(k) = height.value();
            sum += width * height.value();
            height += k + 1 < count() ? flux.value() / (systems_.rows.above[k] * width) : 0.0;
        }
        for (long long k = 0; k < count(); ++k) {
            value(k) = static_cast<T>(above_pivot(k) - sum.value() / length.value());
        }
    }

    const Systems<T>& systems_;
    long long offset_;
    double shift_;
};

}  // namespace tobiuo::tridiagonal
