// SPDX-License-Identifier: BSD-3-Clause
// The fast CPU kernel: four sequential streams of interleaved coefficients per thread.
#include <omp.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <sstream>
#include <utility>
#include <vector>

#include "kernels/stencil/blocked/blocked_row.hpp"
#include "kernels/stencil/convert.hpp"
#include "kernels/stencil/host_kinds.hpp"
#include "kernels/stencil/parameters.hpp"
#include "kernels/stencil/pass_plan.hpp"
#include "kernels/stencil/typed_plan.hpp"
#include "runtime/memory/caches.hpp"
#include "runtime/memory/host_array.hpp"
#include "runtime/memory/stagger.hpp"
#include "runtime/memory/streaming_store.hpp"
#include "runtime/rounding.hpp"
#include "runtime/thread_choice.hpp"
#include "runtime/threads.hpp"

namespace tobiuo::stencil {
namespace {

constexpr std::array<std::string_view, 2> store_choices{"cached", "streaming"};
constexpr std::array<Parameter, 1> parameters{
    {{"stores", "how the new p is written: through the caches or past them", store_choices}}};

constexpr std::int64_t groups = coefficient_count / group_arrays;

/// Blocks of sixteen points in a row of nk values.
std::int64_t blocks_of(const Shape& shape)
{
    return ceil_div(shape.nk, block_points);
}

/// Values from one row of p to the next.
std::int64_t pitch_of(const Shape& shape)
{
    return (blocks_of(shape) + 1) * block_points;
}

/// The number of threads that fill planes, each through a buffer of one plane.
int loading_threads(const Shape& shape)
{
    constexpr double nanoseconds = 14.0;  // for a value of each array
    return static_cast<int>(
        std::min<std::int64_t>(threads_for(shape.values(), nanoseconds), shape.ni));
}

/// The points of a sweep, and what one thread takes for each of them.
std::int64_t points_of_a_sweep(PlaneRange planes, const Shape& shape)
{
    return planes.count() * (shape.nj - 2) * (shape.nk - 2);
}

double nanoseconds_of(Precision precision)
{
    return precision == Precision::fp32 ? 2.0 : 4.0;
}

/// The number of threads that sweep: no more than there is work for.
int sweeping_threads(PlaneRange planes, const Shape& shape, Precision precision)
{
    return threads_for(points_of_a_sweep(planes, shape), nanoseconds_of(precision));
}

double seconds_of_a_sweep(PlaneRange planes, const Shape& shape, Precision precision)
{
    return 1e-9 * nanoseconds_of(precision) * static_cast<double>(points_of_a_sweep(planes, shape));
}

bool wants_streaming(const SweepRequest& request)
{
    const std::string choice = parameter(request, "stores", "auto");
    if (choice != "auto") {
        return choice == "streaming";
    }
    // The next sweep reads what this one writes, so stores bypass the caches only if the values
    // would not stay there.
    return request.shape.values() * bytes_per_value(request.precision) * arrays_moved >
           2 * memory::last_level_cache_bytes();
}

struct Range {
    std::int64_t first;
    std::int64_t end;
};

/// Part number `part` of `count` planes or rows from `first` on, divided into `parts` even parts.
Range part_of(std::int64_t first, std::int64_t count, std::int64_t part, std::int64_t parts)
{
    return {.first = first + begin_of_part(part, parts, count),
            .end = first + begin_of_part(part + 1, parts, count)};
}

/// How a sweep of some planes is divided: into segments of i-planes, one for each thread where there are enough
/// planes, and into strips of rows so narrow that three planes of p in a strip stay in a core's own
/// cache.
struct Tiles {
    PlaneRange all;
    std::int64_t nj{};
    std::int64_t segments{};
    std::int64_t strips{};

    [[nodiscard]] Range planes(std::int64_t segment) const
    {
        return part_of(all.first, all.count(), segment, segments);
    }
    [[nodiscard]] Range rows(std::int64_t strip) const { return part_of(1, nj - 2, strip, strips); }
};

Tiles tiles_for(PlaneRange all, std::int64_t nj, std::int64_t row_bytes, std::int64_t threads)
{
    // Half of a 512 KB second-level cache; the rest is for the coefficients that stream through.
    constexpr std::int64_t strip_bytes = 256 << 10;
    const std::int64_t segments = std::min(threads, all.count());
    const std::int64_t rows = std::max<std::int64_t>(4, strip_bytes / (3 * row_bytes));
    const std::int64_t strips = std::max(ceil_div(nj - 2, rows), ceil_div(threads, segments));
    return {.all = all, .nj = nj, .segments = segments, .strips = std::min(strips, nj - 2)};
}

template <typename Real>
RowFunction<Real> row_function()
{
    if constexpr (sizeof(Real) == sizeof(float)) {
        return usable_row_functions().front().single_precision;
    } else {
        return usable_row_functions().front().double_precision;
    }
}

/// The plan of the blocked kernel. Coefficients are [group][i][j][block][3][16]; p is
/// [i][j][pitch], with one cache line of pitch more than the blocks need, so that neighbouring rows
/// of a power-of-two grid fall into different cache sets.
template <typename Real>
class BlockedPlan final : public TypedPlan<BlockedPlan<Real>, PassPlan> {
public:
    explicit BlockedPlan(const SweepRequest& request)
        : shape_{request.shape},
          own_{request.own_planes()},
          blocks_{blocks_of(shape_)},
          pitch_{pitch_of(shape_)},
          omega_{static_cast<Real>(request.omega)},
          streaming_{wants_streaming(request)},
          sweep_row_{row_function<Real>()},
          coefficients_{static_cast<std::size_t>(groups * group_stride())},
          p_{memory::HostArray<Real>{static_cast<std::size_t>(rows() * pitch_)},
             memory::HostArray<Real>{static_cast<std::size_t>(rows() * pitch_)}},
          row_sums_(static_cast<std::size_t>(rows())),
          choice_{sweeping_threads(own_, shape_, precision_of<Real>),
                  seconds_of_a_sweep(own_, shape_, precision_of<Real>)}
    {
    }

    void load(const ArraySource& source) override
    {
        const int threads = loading_threads(shape_);
        memory::HostArray<Real> planes{static_cast<std::size_t>(threads * shape_.plane())};
#pragma omp parallel num_threads(threads)
        {
            const auto plane = planes.span().subspan(
                static_cast<std::size_t>(omp_get_thread_num() * shape_.plane()),
                static_cast<std::size_t>(shape_.plane()));
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
            compute(own_, 1);
            end_pass();
            collect_and_wait({&sum, 1});
        }
    }

    void compute(PlaneRange planes, int /*sweeps*/) override
    {
        // Parts of a rank's planes are swept between messages, with all threads.
        if (planes.count() == own_.count()) {
            choice_.run([&](int threads) { compute_on(planes, threads); });
        } else {
            compute_on(planes, sweeping_threads(planes, shape_, precision_of<Real>));
        }
    }

    [[nodiscard]] std::span<std::byte> next_planes(PlaneRange planes) override
    {
        const std::int64_t plane = shape_.nj * pitch_;
        return std::as_writable_bytes(std::span<Real>{
            p_[1].data() + planes.first * plane, static_cast<std::size_t>(planes.count() * plane)});
    }

    void end_pass() override
    {
        std::swap(p_[0], p_[1]);
        gosa_.push_back(std::accumulate(row_sums_.begin(), row_sums_.end(), 0.0));
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
        std::ostringstream text;
        text.precision(3);
        text << "himeno-blocked-" << (sizeof(Real) == 4 ? "fp32" : "fp64") << ", "
             << usable_row_functions().front().instruction_set << ", "
             << (streaming_ ? "streaming" : "cached") << " stores, "
             << threads_text(sweeping_threads(own_, shape_, precision_of<Real>)) << ", "
             << static_cast<double>(groups * group_stride() + 2 * rows() * pitch_) * sizeof(Real) *
                    1e-9
             << " GB of host memory";
        return text.str();
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

private:
    /// Sweeps; p and the sums of the rows are the same on any number of threads.
    void compute_on(PlaneRange planes, int threads)
    {
        const Tiles tiles =
            tiles_for(planes, shape_.nj, pitch_ * static_cast<std::int64_t>(sizeof(Real)), threads);
#pragma omp parallel num_threads(threads)
        {
#pragma omp for collapse(2) schedule(static) nowait
            for (std::int64_t segment = 0; segment < tiles.segments; ++segment) {
                for (std::int64_t strip = 0; strip < tiles.strips; ++strip) {
                    sweep_tile(tiles.planes(segment), tiles.rows(strip));
                }
            }
            memory::finish_streaming_stores();
        }
    }

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

    void pack_coefficient(std::int64_t i, std::int64_t m, std::span<const Real> plane)
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

    void pack_pressure(std::int64_t i, std::span<const Real> plane)
    {
        for (std::int64_t j = 0; j < shape_.nj; ++j) {
            for (auto& p : p_) {
                Real* to = p.data() + (i * shape_.nj + j) * pitch_;
                std::copy_n(plane.data() + j * shape_.nk, shape_.nk, to);
                std::fill(to + shape_.nk, to + pitch_, Real{0});
            }
        }
    }

    void sweep_tile(Range planes, Range rows)
    {
        for (std::int64_t i = planes.first; i < planes.end; ++i) {
            for (std::int64_t j = rows.first; j < rows.end; ++j) {
                sweep_one_row(i * shape_.nj + j);
            }
        }
    }

    void sweep_one_row(std::int64_t row)
    {
        const RowArguments<Real> arguments{.coefficients = coefficients_.data() + row * group_row(),
                                           .group_stride = group_stride(),
                                           .p = p_[0].data() + row * pitch_,
                                           .p_new = p_[1].data() + row * pitch_,
                                           .row_stride = pitch_,
                                           .plane_stride = shape_.nj * pitch_,
                                           .blocks = blocks_,
                                           .points = shape_.nk,
                                           .omega = omega_,
                                           .streaming = streaming_};
        row_sums_[static_cast<std::size_t>(row)] = sweep_row_(arguments);
    }

    Shape shape_;
    PlaneRange own_;
    std::int64_t blocks_;
    std::int64_t pitch_;  ///< values from one row of p to the next
    Real omega_;
    bool streaming_;
    RowFunction<Real> sweep_row_;
    memory::HostArray<Real> coefficients_;
    std::array<memory::HostArray<Real>, 2> p_;  ///< two copies of p, the newest first
    std::vector<double> row_sums_;
    ThreadChoice choice_;
    std::vector<double> gosa_;  ///< of the sweeps since the last collect_and_wait()
};

std::optional<std::string> unsupported_reason(const SweepRequest& request)
{
    return common_unsupported_reason(blocked_kind(), request);
}

Footprint footprint(const SweepRequest& request)
{
    const Shape& shape = request.shape;
    const std::int64_t rows = shape.ni * shape.nj;
    const std::int64_t row_values =
        coefficient_count * blocks_of(shape) * block_points + 2 * pitch_of(shape);
    const std::int64_t loading = loading_threads(shape) * shape.plane();
    return {.host_bytes = (rows * row_values + loading) * bytes_per_value(request.precision) +
                          rows * static_cast<std::int64_t>(sizeof(double)),
            .device_bytes = 0};
}

}  // namespace

const SweepKind& blocked_kind()
{
    static constexpr SweepKind kind{
        .name = "blocked",
        .backend = Backend::cpu,
        .summary = "coefficients interleaved by threes in blocks of sixteen points, all cores",
        .label = "one-sweep",
        .sweeps_per_pass = 1,
        .parameters = parameters,
        .unsupported_reason = unsupported_reason,
        .footprint = footprint,
        .make = make_typed_plan<BlockedPlan>,
        .make_passes = make_typed_plan<BlockedPlan, PassPlan>};
    return kind;
}

}  // namespace tobiuo::stencil
