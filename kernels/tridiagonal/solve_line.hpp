// The elimination of one tridiagonal system. One code for device and host.
#pragma once

#include "kernels/compensated_sum.hpp"
#include "kernels/tridiagonal/systems.hpp"

namespace tobiuo::tridiagonal {

/// Solves one line of `systems` by Gaussian elimination without exchanges (L. H. Thomas, 1949).
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
    constexpr T& value(long long k) const { return systems_.data[offset_ + k * systems_.step]; }
    constexpr double& above_pivot(long long k) const
    {
        return systems_.above_pivot[offset_ + k * systems_.step];
    }
    constexpr double right_side(long long k) const
    {
        return systems_.scale * static_cast<double>(value(k));
    }

    /// The diagonal element of row k.
    constexpr double diagonal(long long k) const
    {
        double sum = shift_ - systems_.below[k] - systems_.above[k];
        sum -= k == 0 ? systems_.first_wall : 0.0;
        sum -= k == systems_.rows - 1 ? systems_.last_wall : 0.0;
        return sum;
    }

    constexpr void eliminate() const
    {
        double above = 0.0;
        double solved = 0.0;
        for (long long k = 0; k < systems_.rows; ++k) {
            const double below = systems_.below[k];
            const double pivot = 1.0 / (diagonal(k) - below * above);
            above = systems_.above[k] * pivot;
            solved = (right_side(k) - below * solved) * pivot;
            above_pivot(k) = above;
            value(k) = static_cast<T>(solved);
        }
    }

    constexpr void substitute() const
    {
        double behind = 0.0;
        for (long long k = systems_.rows; k-- > 0;) {
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
        for (long long k = 0; k < systems_.rows; ++k) {
            length += systems_.width[k];
            sum += systems_.width[k] * static_cast<double>(value(k));
        }
        const double mean = sum.value() / length.value();
        *systems_.constant = static_cast<T>(mean);
        CompensatedSum flux;
        CompensatedSum height;
        sum = CompensatedSum{};
        for (long long k = 0; k < systems_.rows; ++k) {
            const double width = systems_.width[k];
            flux += width * systems_.scale * (static_cast<double>(value(k)) - mean);
            above_pivot(k) = height.value();
            sum += width * height.value();
            height += k + 1 < systems_.rows ? flux.value() / (systems_.above[k] * width) : 0.0;
        }
        for (long long k = 0; k < systems_.rows; ++k) {
            value(k) = static_cast<T>(above_pivot(k) - sum.value() / length.value());
        }
    }

    const Systems<T>& systems_;
    long long offset_;
    double shift_;
};

}  // namespace tobiuo::tridiagonal
