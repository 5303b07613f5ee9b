// The fast CPU kernel: four sequential streams of interleaved coefficients per thread.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <sstream>
#include <vector>

#include "kernels/memory/host_array.hpp"
#include "kernels/memory/stagger.hpp"
#include "kernels/memory/streaming_store.hpp"
#include "kernels/stencil/blocked_row.hpp"
#include "kernels/stencil/convert.hpp"
#include "kernels/stencil/host_kinds.hpp"
#include "kernels/stencil/parameters.hpp"

namespace tobiuo::stencil {
namespace {

constexpr std::array<std::string_view, 2> store_choices{"cached", "streaming"};
constexpr std::array<Parameter, 1> parameters{
    {{"stores", "how the new p is written: through the caches or past them", store_choices}}};

constexpr std::int64_t groups = coefficient_count / group_arrays;

/// Blocks of sixteen points in a row of nk values.
std::int64_t blocks_of(const Shape& shape)
{
    return (shape.nk + block_points - 1) / block_points;
}

/// Values from one row of p to the next.
std::int64_t pitch_of(const Shape& shape)
{
    return (blocks_of(shape) + 1) * block_points;
}

bool wants_streaming(const SweepRequest& request)
{
    const std::string wish = parameter(request, "stores", "auto");
    if (wish != "auto") {
        return wish == "streaming";
    }
    // What is written is read by the next sweep: past the caches only if it would not stay there.
    constexpr long usual_cache = 32L << 20;
    const long reported = sysconf(_SC_LEVEL3_CACHE_SIZE);
    const long cache = reported > 0 ? reported : usual_cache;
    return request.shape.values() * bytes_per_value(request.precision) * arrays_moved > 2 * cache;
}

template <typename Real>
RowFunction<Real> row_function()
{
    if constexpr (sizeof(Real) == sizeof(float)) {
        return best_row_functions().single_precision;
    } else {
        return best_row_functions().double_precision;
    }
}

/// Coefficients [group][i][j][block][3][16]; p [i][j][pitch], one cache line of pitch more than the
/// blocks need, so that neighbouring rows of a power-of-two grid fall into different cache sets.
template <typename Real>
class BlockedPlan final : public SweepPlan {
public:
    explicit BlockedPlan(const SweepRequest& request)
        : shape_{request.shape},
          blocks_{blocks_of(shape_)},
          pitch_{pitch_of(shape_)},
          omega_{static_cast<Real>(request.omega)},
          streaming_{wants_streaming(request)},
          sweep_row_{row_function<Real>()},
          coefficients_{static_cast<std::size_t>(groups * group_stride())},
          p_{memory::HostArray<Real>{static_cast<std::size_t>(rows() * pitch_)},
             memory::HostArray<Real>{static_cast<std::size_t>(rows() * pitch_)}},
          row_sums_(static_cast<std::size_t>(rows()))
    {
    }

    void load(const ArraySource& source) override
    {
#pragma omp parallel
        {
            std::vector<Real> plane(static_cast<std::size_t>(shape_.plane()));
#pragma omp for schedule(static)
            for (std::int64_t i = 0; i < shape_.ni; ++i) {
                for (std::int64_t m = 0; m < coefficient_count; ++m) {
                    source.planes(static_cast<Array>(m), i, 1, plane);
                    pack_coefficient(i, m, plane);
                }
                source.planes(Array::p, i, 1, plane);
                pack_pressure(i, plane);
            }
        }
    }

    void sweep_and_wait(std::span<double> gosa) override
    {
        for (double& sum : gosa) {
            sum = sweep();
        }
    }

    void read_pressure(std::int64_t first, std::int64_t count, std::span<float> out) const override
    {
        read(first, count, out);
    }

    void read_pressure(std::int64_t first, std::int64_t count, std::span<double> out) const override
    {
        read(first, count, out);
    }

    [[nodiscard]] std::string describe() const override
    {
        std::ostringstream text;
        text << "himeno-blocked-" << (sizeof(Real) == 4 ? "fp32" : "fp64") << ", "
             << best_row_functions().instruction_set << ", "
             << (streaming_ ? "streaming" : "cached") << " stores, "
             << static_cast<double>(groups * group_stride() + 2 * rows() * pitch_) * sizeof(Real) *
                    1e-9
             << " GB of host memory";
        return text.str();
    }

private:
    [[nodiscard]] std::int64_t rows() const
    {
        return shape_.ni * shape_.nj;
    }
    /// Values of one group in one row.
    [[nodiscard]] std::int64_t group_row() const
    {
        return blocks_ * group_arrays * block_points;
    }
    [[nodiscard]] std::int64_t group_stride() const
    {
        return rows() * group_row() + memory::stagger_values;
    }

    void pack_coefficient(std::int64_t i, std::int64_t m, const std::vector<Real>& plane)
    {
        for (std::int64_t j = 0; j < shape_.nj; ++j) {
            const Real* from = plane.data() + j * shape_.nk;
            Real* to = coefficients_.data() + m / group_arrays * group_stride() +
                       (i * shape_.nj + j) * group_row() + m % group_arrays * block_points;
            for (std::int64_t k = 0; k < blocks_ * block_points; ++k) {
                const bool interior = k > 0 && k < shape_.nk - 1;
                to[k / block_points * group_arrays * block_points + k % block_points] =
                    interior ? from[k] : Real{0};
            }
        }
    }

    void pack_pressure(std::int64_t i, const std::vector<Real>& plane)
    {
        for (std::int64_t j = 0; j < shape_.nj; ++j) {
            for (auto& p : p_) {
                Real* to = p.data() + (i * shape_.nj + j) * pitch_;
                std::copy_n(plane.data() + j * shape_.nk, shape_.nk, to);
                std::fill(to + shape_.nk, to + pitch_, Real{0});
            }
        }
    }

    double sweep()
    {
#pragma omp parallel
        {
            memory::HostArray<Real> buffer{static_cast<std::size_t>(pitch_)};
#pragma omp for collapse(2) schedule(static)
            for (std::int64_t i = 1; i < shape_.ni - 1; ++i) {
                for (std::int64_t j = 1; j < shape_.nj - 1; ++j) {
                    sweep_one_row(i * shape_.nj + j, buffer.data());
                }
            }
        }
        std::swap(p_[0], p_[1]);
        return std::accumulate(row_sums_.begin(), row_sums_.end(), 0.0);
    }

    void sweep_one_row(std::int64_t row, Real* buffer)
    {
        const Real* p = p_[0].data() + row * pitch_;
        Real* p_new = p_[1].data() + row * pitch_;
        Real* target = streaming_ ? buffer : p_new;
        const RowArguments<Real> arguments{.coefficients = coefficients_.data() + row * group_row(),
                                           .group_stride = group_stride(),
                                           .p = p,
                                           .p_new = target,
                                           .row_stride = pitch_,
                                           .plane_stride = shape_.nj * pitch_,
                                           .blocks = blocks_,
                                           .omega = omega_};
        row_sums_[static_cast<std::size_t>(row)] = sweep_row_(arguments);
        target[0] = p[0];
        target[shape_.nk - 1] = p[shape_.nk - 1];
        if (streaming_) {
            memory::store_streaming(p_new, target, blocks_ * block_points);
        }
    }

    template <typename Out>
    void read(std::int64_t first, std::int64_t count, std::span<Out> out) const
    {
        for (std::int64_t row = 0; row < count * shape_.nj; ++row) {
            const Real* from = p_[0].data() + (first * shape_.nj + row) * pitch_;
            read_converted<Real>(out.subspan(static_cast<std::size_t>(row * shape_.nk),
                                             static_cast<std::size_t>(shape_.nk)),
                                 [&](std::span<Real> part, std::size_t at) {
                                     std::copy_n(from + at, part.size(), part.begin());
                                 });
        }
    }

    Shape shape_;
    std::int64_t blocks_;
    std::int64_t pitch_;  ///< values from one row of p to the next
    Real omega_;
    bool streaming_;
    RowFunction<Real> sweep_row_;
    memory::HostArray<Real> coefficients_;
    std::array<memory::HostArray<Real>, 2> p_;  ///< the first is the newest
    std::vector<double> row_sums_;
};

std::optional<std::string> objection(const SweepRequest& request)
{
    return common_objection(blocked_kind(), request);
}

Footprint footprint(const SweepRequest& request)
{
    const Shape& shape = request.shape;
    const std::int64_t rows = shape.ni * shape.nj;
    const std::int64_t row_values =
        coefficient_count * blocks_of(shape) * block_points + 2 * pitch_of(shape);
    return {.host_bytes = rows * (row_values * bytes_per_value(request.precision) +
                                  static_cast<std::int64_t>(sizeof(double))),
            .device_bytes = 0};
}

std::unique_ptr<SweepPlan> make(const SweepRequest& request)
{
    if (request.precision == Precision::fp32) {
        return std::make_unique<BlockedPlan<float>>(request);
    }
    return std::make_unique<BlockedPlan<double>>(request);
}

}  // namespace

const SweepKind& blocked_kind()
{
    static constexpr SweepKind kind{
        .name = "blocked",
        .backend = Backend::cpu,
        .summary = "coefficients interleaved by threes in blocks of sixteen points, all cores",
        .label = "official-rules",
        .sweeps_per_pass = 1,
        .parameters = parameters,
        .objection = objection,
        .footprint = footprint,
        .make = make};
    return kind;
}

}  // namespace tobiuo::stencil
