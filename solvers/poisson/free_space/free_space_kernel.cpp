// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/free_space/free_space_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numbers>

#include "kernels/fft/host/real_plan.hpp"
#include "solvers/poisson/free_space/greens_function.hpp"

namespace tobiuo::poisson {
namespace {

/// An axis of the kernel while it is made: modes or values of it, and the transforms of its lines.
struct KernelAxis {
    PaddedAxis padded;
    bool is_odd = false;         ///< the derivative along it
    bool samples = false;        ///< begins with modes of `half_period`, not with values
    std::int64_t half_period{};  ///< of the dense modes

    /// The first index that is kept: the others of an odd axis are 0.
    [[nodiscard]] std::int64_t first() const { return is_odd ? 1 : 0; }
    /// The dense modes, or values, or modes of a closed axis, that are kept.
    [[nodiscard]] std::int64_t count() const
    {
        return samples ? half_period + 1 - 2 * first() : padded.half_count();
    }
    /// Those of the result.
    [[nodiscard]] std::int64_t result_count() const { return padded.half_count() - 2 * first(); }
    [[nodiscard]] double wave_number(std::int64_t index) const
    {
        return samples ? std::numbers::pi * static_cast<double>(index) /
                             (static_cast<double>(half_period) * padded.spacing)
                       : padded.wave_number(index);
    }
};

/// The transforms of lines along an open axis: from dense modes to values, of which those within half
/// the padded axis are kept, and from these to its modes.
class LineTransforms {
public:
    LineTransforms(const KernelAxis& axis, std::int64_t stride, fft::RealBatch batch, int threads)
    {
        if (!axis.padded.is_open) {
            return;
        }
        const fft::RealKind kind = axis.is_odd ? fft::RealKind::sine_1 : fft::RealKind::cosine_1;
        const auto plan = [&](std::int64_t count) {
            return std::make_unique<fft::HostRealPlan<double>>(
                std::vector{fft::RealAxis{.kind = kind, .length = count, .stride = stride}}, batch,
                fft::Placement::in_place, fft::Effort::estimate, threads);
        };
        if (axis.samples) {
            to_values_ = plan(axis.count());
        }
        to_modes_ = plan(axis.result_count());
    }

    void operator()(double* lines) const
    {
        if (to_values_) {
            to_values_->execute(lines, lines);
        }
        if (to_modes_) {
            to_modes_->execute(lines, lines);
        }
    }

private:
    std::unique_ptr<fft::HostRealPlan<double>> to_values_;
    std::unique_ptr<fft::HostRealPlan<double>> to_modes_;
};

/// The kernel before the transforms, at the indices of its axes.
class KernelValues {
public:
    KernelValues(const std::array<KernelAxis, 3>& axes, FreeSpaceKernel kernel, double lambda)
        : axes_{axes}, kernel_{kernel}, lambda_{lambda}
    {
        double square = 0.0;
        double points = 1.0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const PaddedAxis& one = axes[axis].padded;
            points *= static_cast<double>(one.length);
            if (one.is_open) {
                open_.at(static_cast<std::size_t>(dimensions_)) = axis;
                spacing_.at(static_cast<std::size_t>(dimensions_++)) = one.spacing;
                square += one.reach * one.reach;
                cell_ *= one.spacing;
                dense_points_ *= 2.0 * static_cast<double>(axes[axis].half_period);
            }
        }
        radius_ = std::sqrt(square) + 1e-9 * std::sqrt(square);
        factor_ = -1.0 / points;
    }

    [[nodiscard]] double radius() const { return radius_; }

    [[nodiscard]] double at(const std::array<std::int64_t, 3>& index) const
    {
        if (kernel_ == FreeSpaceKernel::hockney) {
            std::array<long long, 3> place{};
            for (std::size_t one = 0; one < static_cast<std::size_t>(dimensions_); ++one) {
                place[one] = index[open_[one]];
            }
            return factor_ * cell_ * cell_average(dimensions_, place, spacing_);
        }
        double k = 0.0;
        double mu = -lambda_;
        double derivative = 1.0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double wave = axes_[axis].wave_number(index[axis]);
            (axes_[axis].padded.is_open ? k : mu) += wave * wave;
            derivative *= axes_[axis].is_odd ? wave : 1.0;
        }
        return factor_ / dense_points_ * derivative *
               truncated_transform(dimensions_, std::sqrt(k), std::sqrt(mu), radius_);
    }

private:
    std::array<KernelAxis, 3> axes_;
    FreeSpaceKernel kernel_;
    double lambda_;
    int dimensions_ = 0;
    std::array<std::size_t, 3> open_{};
    std::array<double, 3> spacing_{1.0, 1.0, 1.0};
    double cell_ = 1.0;
    double dense_points_ = 1.0;
    double radius_ = 0.0;
    double factor_ = 1.0;
};

}  // namespace

std::vector<double> free_space_spectrum(const std::array<PaddedAxis, 3>& padded,
                                        FreeSpaceKernel kernel, double lambda,
                                        std::optional<int> derivative, int threads)
{
    std::array<KernelAxis, 3> axes;
    double radius = 0.0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        axes[axis].padded = padded[axis];
        axes[axis].is_odd = derivative == static_cast<int>(axis);
        axes[axis].samples = padded[axis].is_open && kernel == FreeSpaceKernel::truncated;
        radius = std::hypot(radius, padded[axis].reach);
    }
    for (KernelAxis& axis : axes) {
        if (axis.samples) {
            // No image of the kernel, which ends at `radius`, reaches a value within the box's reach.
            const double period = (radius * (1.0 + 1e-9) + axis.padded.reach) / axis.padded.spacing;
            const auto least = static_cast<std::int64_t>(std::ceil(period)) + 2;
            axis.half_period = even_smooth(std::max(least, axis.padded.length)) / 2;
        }
    }
    const KernelValues values{axes, kernel, lambda};
    const KernelAxis& x = axes[0];
    const KernelAxis& y = axes[1];
    const KernelAxis& z = axes[2];
    const std::int64_t row = x.count();
    const std::int64_t kept = x.result_count() * y.result_count();
    const LineTransforms along_x{x, 1, {.count = y.count(), .stride = row}, 1};
    const LineTransforms along_y{y, row, {.count = x.result_count(), .stride = 1}, 1};
    const LineTransforms along_z{z, kept, {.count = kept, .stride = 1}, threads};

    std::vector<double> planes(static_cast<std::size_t>(kept * z.count()));
#pragma omp parallel num_threads(threads)
    {
        std::vector<double> plane(static_cast<std::size_t>(row * y.count()));
#pragma omp for schedule(static)
        for (std::int64_t k = 0; k < z.count(); ++k) {
            for (std::int64_t j = 0; j < y.count(); ++j) {
                for (std::int64_t i = 0; i < row; ++i) {
                    plane[static_cast<std::size_t>(j * row + i)] =
                        values.at({i + x.first(), j + y.first(), k + z.first()});
                }
            }
            along_x(plane.data());
            along_y(plane.data());
            for (std::int64_t j = 0; j < y.result_count(); ++j) {
                std::copy_n(plane.data() + j * row, x.result_count(),
                            planes.data() + k * kept + j * x.result_count());
            }
        }
    }
    along_z(planes.data());
    if (!derivative) {
        planes.resize(static_cast<std::size_t>(kept * z.result_count()));
        return planes;
    }
    // The modes 0 and length / 2 of the odd axis are 0.
    const std::int64_t width = x.padded.half_count();
    const std::int64_t height = y.padded.half_count();
    std::vector<double> spectrum(static_cast<std::size_t>(width * height * z.padded.half_count()));
    for (std::int64_t k = 0; k < z.result_count(); ++k) {
        for (std::int64_t j = 0; j < y.result_count(); ++j) {
            std::copy_n(
                planes.data() + k * kept + j * x.result_count(), x.result_count(),
                spectrum.data() + ((k + z.first()) * height + j + y.first()) * width + x.first());
        }
    }
    return spectrum;
}

}  // namespace tobiuo::poisson
