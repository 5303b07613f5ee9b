// SPDX-License-Identifier: BSD-3-Clause
// Three plain loops: the reference of every stencil kernel.
#include <algorithm>
#include <array>
#include <numeric>
#include <utility>
#include <vector>

#include "kernels/stencil/convert.hpp"
#include "kernels/stencil/host_kinds.hpp"
#include "kernels/stencil/parameters.hpp"
#include "kernels/stencil/pass_plan.hpp"
#include "kernels/stencil/reference/point.hpp"
#include "kernels/stencil/typed_plan.hpp"
#include "runtime/memory/host_array.hpp"
#include "runtime/memory/stagger.hpp"
#include "runtime/threads.hpp"

namespace tobiuo::stencil {
namespace {

template <typename Real>
class TwinPlan final : public TypedPlan<TwinPlan<Real>, PassPlan> {
public:
    explicit TwinPlan(const SweepRequest& request)
        : shape_{request.shape},
          own_{request.own_planes()},
          omega_{static_cast<Real>(request.omega)},
          memory_{
              static_cast<std::size_t>(arrays_moved * (shape_.values() + memory::stagger_values))},
          plane_sums_(static_cast<std::size_t>(shape_.ni))
    {
        for (std::int64_t m = 0; m < arrays_moved; ++m) {
            arrays_.at(static_cast<std::size_t>(m)) =
                memory_.data() + m * (shape_.values() + memory::stagger_values);
        }
    }

    void load(const ArraySource& source) override
    {
        const std::int64_t plane = shape_.plane();
        [[maybe_unused]] const int threads = threads_for(shape_.values(), nanoseconds);
#pragma omp parallel for schedule(static) num_threads(threads)
        for (std::int64_t i = 0; i < shape_.ni; ++i) {
            for (std::size_t m = 0; m < arrays_.size(); ++m) {
                const auto array = std::min(static_cast<Array>(m), Array::p);
                source.planes(array, i, 1,
                              {arrays_[m] + i * plane, static_cast<std::size_t>(plane)});
            }
        }
    }

    void sweep_and_wait(std::span<double> gosa) override
    {
        for (double& sum : gosa) {
            compute(own_, 1);
            end_pass();
            collect_and_wait({&sum, 1});
        }
    }

    void compute(PlaneRange planes, int /*sweeps*/) override
    {
        const auto coefficients = arrays_;
        const Real* p = pressure();
        Real* p_new = arrays_.back();
        const std::int64_t nk = shape_.nk;
        const std::int64_t plane = shape_.plane();
        [[maybe_unused]] const int threads = threads_for(planes.count() * plane, nanoseconds);
#pragma omp parallel for schedule(static) num_threads(threads)
        for (std::int64_t i = planes.first; i < planes.end; ++i) {
            double sum = 0.0;
            for (std::int64_t j = 1; j < shape_.nj - 1; ++j) {
                for (std::int64_t k = 1; k < nk - 1; ++k) {
                    const std::int64_t at = i * plane + j * nk + k;
                    const Real ss = residual(
                        [&](std::size_t m) { return coefficients[m][at]; },
                        [&](int di, int dj, int dk) { return p[at + di * plane + dj * nk + dk]; });
                    p_new[at] = p[at] + omega_ * ss;
                    sum += static_cast<double>(ss) * static_cast<double>(ss);
                }
            }
            plane_sums_[static_cast<std::size_t>(i)] = sum;
        }
    }

    [[nodiscard]] std::span<std::byte> next_planes(PlaneRange planes) override
    {
        return std::as_writable_bytes(
            std::span<Real>{arrays_.back() + planes.first * shape_.plane(),
                            static_cast<std::size_t>(planes.count() * shape_.plane())});
    }

    void end_pass() override
    {
        std::swap(arrays_[coefficient_count], arrays_.back());
        gosa_.push_back(std::accumulate(plane_sums_.begin(), plane_sums_.end(), 0.0));
    }

    void collect_and_wait(std::span<double> gosa) override
    {
        std::ranges::copy(std::exchange(gosa_, {}), gosa.begin());
    }

    [[nodiscard]] Stream stream() const override
    {
        return nullptr;
    }

    [[nodiscard]] std::string describe() const override
    {
        return "plain triple loop, the reference";
    }

    template <typename Out>
    void read(std::int64_t first, std::int64_t count, std::span<Out> out) const
    {
        const Real* from = pressure() + first * shape_.plane();
        read_converted<Real>(out.first(static_cast<std::size_t>(count * shape_.plane())),
                             [&](std::span<Real> part, std::size_t at) {
                                 std::copy_n(from + at, part.size(), part.begin());
                             });
    }

private:
    static constexpr double nanoseconds = 6.0;  ///< time of one thread for a point

    [[nodiscard]] const Real* pressure() const
    {
        return arrays_[coefficient_count];
    }

    Shape shape_;
    PlaneRange own_;
    Real omega_;
    memory::HostArray<Real> memory_;
    std::array<Real*, arrays_moved> arrays_{};  ///< the coefficients, p, and the next p
    std::vector<double> plane_sums_;
    std::vector<double> gosa_;  ///< of the sweeps since the last collect_and_wait()
};

std::optional<std::string> unsupported_reason(const SweepRequest& request)
{
    return common_unsupported_reason(twin_kind(), request);
}

Footprint footprint(const SweepRequest& request)
{
    return {
        .host_bytes = arrays_moved * request.shape.values() * bytes_per_value(request.precision),
        .device_bytes = 0};
}

}  // namespace

const SweepKind& twin_kind()
{
    static constexpr SweepKind kind{.name = "twin",
                                    .backend = Backend::cpu,
                                    .summary = "three plain loops, the reference of every kernel",
                                    .label = "one-sweep",
                                    .sweeps_per_pass = 1,
                                    .parameters = {},
                                    .unsupported_reason = unsupported_reason,
                                    .footprint = footprint,
                                    .make = make_typed_plan<TwinPlan>,
                                    .make_passes = make_typed_plan<TwinPlan, PassPlan>};
    return kind;
}

}  // namespace tobiuo::stencil
