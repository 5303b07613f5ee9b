// SPDX-License-Identifier: BSD-3-Clause
// A Poisson solve with FFTW, for comparison on the host.
#include <omp.h>

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/bench/peers/fftw.hpp"
#include "app/bench/poisson/open_kernel.hpp"
#include "app/bench/poisson/testbeds.hpp"
#include "kernels/fft/host/real_plan.hpp"
#include "runtime/memory/host_array.hpp"
#include "solvers/poisson/axis/axis_modes.hpp"

namespace tobiuo::poisson_bench {
namespace {

using fft::Placement;
using poisson::AxisModes;
using poisson::Problem;

int threads_of(const HostSettings& settings)
{
    return settings.threads > 0 ? settings.threads : omp_get_max_threads();
}

HostSettings on_all(HostSettings settings)
{
    settings.threads = threads_of(settings);
    return settings;
}

std::array<AxisModes, 3> modes_of_axes(const Problem& problem)
{
    return {poisson::modes_of(problem, 0), poisson::modes_of(problem, 1),
            poisson::modes_of(problem, 2)};
}

/// The division between the transforms, which also removes their round trip.
template <typename T>
class Division {
public:
    /// Each row of the spectrum has only the first `row` modes.
    Division(const Problem& problem, std::size_t row, int threads)
        : threads_{threads}, null_space_{poisson::has_null_space(problem)}
    {
        const auto modes = modes_of_axes(problem);
        double round_trips = 1.0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            round_trips *= modes.at(axis).round_trip;
            const auto& values = modes.at(axis).eigenvalues;
            eigenvalues_.at(axis).assign(values.begin(), values.end());
        }
        eigenvalues_[0].resize(row);
        scale_ = static_cast<T>(1.0 / round_trips);
    }

    template <typename Number>
    void divide(Number* spectrum) const
    {
        const std::vector<T>& xs = eigenvalues_[0];
        const std::vector<T>& ys = eigenvalues_[1];
        const std::vector<T>& zs = eigenvalues_[2];
        const auto count = static_cast<std::ptrdiff_t>(xs.size());
        const auto ny = static_cast<std::ptrdiff_t>(ys.size());
        const auto nz = static_cast<std::ptrdiff_t>(zs.size());
#pragma omp parallel for collapse(2) schedule(static) num_threads(threads_)
        for (std::ptrdiff_t z = 0; z < nz; ++z) {
            for (std::ptrdiff_t y = 0; y < ny; ++y) {
                const T other = zs[static_cast<std::size_t>(z)] + ys[static_cast<std::size_t>(y)];
                Number* const line = spectrum + (z * ny + y) * count;
                for (std::ptrdiff_t x = 0; x < count; ++x) {
                    line[x] *= scale_ / (other + xs[static_cast<std::size_t>(x)]);
                }
            }
        }
        if (null_space_) {
            spectrum[0] = Number{};
        }
    }

private:
    int threads_;
    bool null_space_;
    std::array<std::vector<T>, 3> eigenvalues_;
    T scale_{};
};

std::vector<fft::RealAxis> axes_of(const Problem& problem, fft::RealKind AxisModes::*kind)
{
    const auto modes = modes_of_axes(problem);
    std::vector<fft::RealAxis> axes;
    std::int64_t stride = 1;
    for (const AxisModes& one : modes) {
        const auto length = static_cast<std::int64_t>(one.eigenvalues.size());
        axes.push_back({.kind = one.*kind, .length = length, .stride = stride});
        stride *= length;
    }
    std::ranges::reverse(axes);  // FFTW has the slowest axis first
    return axes;
}

/// A solve with walls: r2r out of place, and the inverse in place.
template <typename T>
class RealPeer final : public bench::Transform {
public:
    RealPeer(const Problem& problem, const HostSettings& settings)
        : forward_{axes_of(problem, &AxisModes::forward),
                   {},
                   Placement::out_of_place,
                   settings.effort,
                   threads_of(settings)},
          inverse_{axes_of(problem, &AxisModes::inverse),
                   {},
                   Placement::in_place,
                   settings.effort,
                   threads_of(settings)},
          division_{problem, poisson::modes_of(problem, 0).eigenvalues.size(),
                    threads_of(settings)},
          description_{text_of(problem, settings)}
    {
    }

    void execute(void* in, void* out) override
    {
        T* const u = static_cast<T*>(out);
        forward_.execute(static_cast<const T*>(in), u);
        division_.divide(u);
        inverse_.execute(u, u);
    }

    [[nodiscard]] std::optional<std::int64_t> workspace_bytes() const override { return 0; }
    [[nodiscard]] std::string version() const override { return bench::fftw_version(); }
    [[nodiscard]] std::string describe() const override { return description_; }

private:
    static std::string text_of(const Problem& problem, const HostSettings& settings)
    {
        std::string kinds;
        for (const AxisModes& modes : modes_of_axes(problem)) {
            kinds += (kinds.empty() ? "" : " x ") + std::string{fft::name_of(modes.forward)};
        }
        const int threads = threads_of(settings);
        return "FFTW " + bench::fftw_version() + " r2r " + kinds + " and back, " +
               std::to_string(threads) + (threads == 1 ? " thread, " : " threads, ") +
               (settings.effort == fft::Effort::measure ? "measure" : "estimate");
    }

    fft::HostRealPlan<T> forward_;
    fft::HostRealPlan<T> inverse_;
    Division<T> division_;
    std::string description_;
};

fft::Problem transform_of(const Problem& problem, fft::Kind kind)
{
    const auto cells = [&](std::size_t axis) { return problem.grid.axes.at(axis).cells; };
    return {.lengths = {cells(2), cells(1), cells(0)},
            .kind = kind,
            .direction = kind == fft::Kind::r2c ? fft::Direction::forward : fft::Direction::inverse,
            .precision = problem.precision,
            .placement = Placement::out_of_place,
            .batch = 1};
}

/// A solve without walls: r2c into an array for the spectrum, c2r out of it.
template <typename T>
class PeriodicPeer final : public bench::Transform {
public:
    PeriodicPeer(const Problem& problem, const HostSettings& settings)
        : forward_{bench::plan_fftw(transform_of(problem, fft::Kind::r2c), on_all(settings))},
          inverse_{bench::plan_fftw(transform_of(problem, fft::Kind::c2r), on_all(settings))},
          spectrum_{
              static_cast<std::size_t>(fft::output_bytes(transform_of(problem, fft::Kind::r2c)) /
                                       static_cast<std::int64_t>(sizeof(std::complex<T>)))},
          division_{
              problem,
              static_cast<std::size_t>(fft::spectrum_row(transform_of(problem, fft::Kind::r2c))),
              threads_of(settings)}
    {
    }

    void execute(void* in, void* out) override
    {
        forward_->execute(in, spectrum_.data());
        division_.divide(spectrum_.data());
        inverse_->execute(spectrum_.data(), out);
    }

    [[nodiscard]] std::optional<std::int64_t> workspace_bytes() const override
    {
        return static_cast<std::int64_t>(spectrum_.size() * sizeof(std::complex<T>));
    }
    [[nodiscard]] std::string version() const override { return bench::fftw_version(); }
    [[nodiscard]] std::string describe() const override
    {
        return forward_->describe() + ", and back";
    }

private:
    std::unique_ptr<bench::Transform> forward_;
    std::unique_ptr<bench::Transform> inverse_;
    memory::HostArray<std::complex<T>> spectrum_;
    Division<T> division_;
};

/// A solve with open ends: the box and its images in a padded box, r2c, a product, c2r.
template <typename T>
class OpenPeer final : public bench::Transform {
public:
    OpenPeer(const Problem& problem, const HostSettings& settings)
        : padded_{periodic_problem(problem)},
          forward_{bench::plan_fftw(transform_of(padded_, fft::Kind::r2c), on_all(settings))},
          inverse_{bench::plan_fftw(transform_of(padded_, fft::Kind::c2r), on_all(settings))},
          box_{static_cast<std::size_t>(poisson::points(padded_))},
          kernel_{kernel_spectrum<T>(problem, {cells(2), cells(1), cells(0)})},
          spectrum_{kernel_.size()},
          images_{images_of(problem, 0), images_of(problem, 1), images_of(problem, 2)},
          counts_{poisson::unknowns(problem, 0).count, poisson::unknowns(problem, 1).count,
                  poisson::unknowns(problem, 2).count},
          threads_{threads_of(settings)}
    {
    }

    void execute(void* in, void* out) override
    {
        const T* const f = static_cast<const T*>(in);
        T* const u = static_cast<T*>(out);
        const std::ptrdiff_t x = std::ssize(images_[0]);
        const std::ptrdiff_t y = std::ssize(images_[1]);
        const std::ptrdiff_t z = std::ssize(images_[2]);
        const std::int64_t nx = counts_[0];
        const std::int64_t ny = counts_[1];
        const std::int64_t nz = counts_[2];
#pragma omp parallel for collapse(2) schedule(static) num_threads(threads_)
        for (std::ptrdiff_t k = 0; k < z; ++k) {
            for (std::ptrdiff_t j = 0; j < y; ++j) {
                const Image& slow = images_[2][static_cast<std::size_t>(k)];
                const Image& middle = images_[1][static_cast<std::size_t>(j)];
                const int sign = slow.sign * middle.sign;
                const T* const from = f + (slow.source * ny + middle.source) * nx;
                T* const to = box_.data() + (k * y + j) * x;
                for (std::ptrdiff_t i = 0; i < x; ++i) {
                    const Image& fast = images_[0][static_cast<std::size_t>(i)];
                    const int all = sign * fast.sign;
                    to[i] = all == 0 ? T{0} : static_cast<T>(all) * from[fast.source];
                }
            }
        }
        forward_->execute(box_.data(), spectrum_.data());
        const auto modes = static_cast<std::ptrdiff_t>(kernel_.size());
#pragma omp parallel for schedule(static) num_threads(threads_)
        for (std::ptrdiff_t mode = 0; mode < modes; ++mode) {
            spectrum_.data()[mode] *= kernel_[static_cast<std::size_t>(mode)];
        }
        inverse_->execute(spectrum_.data(), box_.data());
#pragma omp parallel for collapse(2) schedule(static) num_threads(threads_)
        for (std::int64_t k = 0; k < nz; ++k) {
            for (std::int64_t j = 0; j < ny; ++j) {
                const T* const from = box_.data() + (k * y + j) * x;
                std::copy(from, from + nx, u + (k * ny + j) * nx);
            }
        }
    }

    [[nodiscard]] std::optional<std::int64_t> workspace_bytes() const override
    {
        return static_cast<std::int64_t>(spectrum_.size() * sizeof(std::complex<T>) +
                                         (kernel_.size() + box_.size()) * sizeof(T));
    }
    [[nodiscard]] std::string version() const override
    {
        return bench::fftw_version();
    }
    [[nodiscard]] std::string describe() const override
    {
        return forward_->describe() + ", product with a kernel, and back, of the padded box";
    }

private:
    [[nodiscard]] std::int64_t cells(std::size_t axis) const
    {
        return padded_.grid.axes.at(axis).cells;
    }

    Problem padded_;
    std::unique_ptr<bench::Transform> forward_;
    std::unique_ptr<bench::Transform> inverse_;
    memory::HostArray<T> box_;
    std::vector<T> kernel_;
    memory::HostArray<std::complex<T>> spectrum_;
    std::array<std::vector<Image>, 3> images_;
    std::array<std::int64_t, 3> counts_;
    int threads_;
};

template <typename T>
std::unique_ptr<bench::Transform> peer_of(const Problem& problem, const HostSettings& settings)
{
    const bool walls = std::ranges::any_of(problem.sides, [](const poisson::Sides& sides) {
        return sides.lower != poisson::Condition::periodic;
    });
    if (is_convolution(problem)) {
        return std::make_unique<OpenPeer<T>>(problem, settings);
    }
    if (walls) {
        return std::make_unique<RealPeer<T>>(problem, settings);
    }
    return std::make_unique<PeriodicPeer<T>>(problem, settings);
}

}  // namespace

std::unique_ptr<bench::Transform> make_fftw_peer(const Problem& problem,
                                                 const HostSettings& settings)
{
    return problem.precision == Precision::fp32 ? peer_of<float>(problem, settings)
                                                : peer_of<double>(problem, settings);
}

}  // namespace tobiuo::poisson_bench
