// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/reference.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "kernels/fft/host/fftw_plan.hpp"
#include "runtime/memory/host_array.hpp"

namespace tobiuo::fft {
namespace {

/// The rows at one end of a transform, in scalars: a complex value is two.
struct Rows {
    std::int64_t scalars;      ///< used scalars at the start of a row
    std::int64_t stride;       ///< distance of two rows
    std::int64_t wide_stride;  ///< distance of two rows in the wide array
    int parts;                 ///< scalars of a value: 1 real, 2 complex
};

Rows rows_of(const Problem& problem, Kind real_kind)
{
    const std::int64_t spectrum = 2 * spectrum_row(problem);
    if (problem.kind != real_kind) {
        return {spectrum, spectrum, spectrum, 2};
    }
    const std::int64_t reals = problem.lengths.back();
    return {reals, problem.placement == Placement::in_place ? spectrum : reals, spectrum, 1};
}

template <typename Wide>
struct Sums {
    Wide difference_squares = 0;
    Wide exact_squares = 0;
    Wide difference_max = 0;  ///< maximum of the squared differences
    Wide exact_max = 0;

    void add(Wide difference_square, Wide exact_square)
    {
        difference_squares += difference_square;
        exact_squares += exact_square;
        difference_max = std::max(difference_max, difference_square);
        exact_max = std::max(exact_max, exact_square);
    }

    void add(const Sums& other)
    {
        difference_squares += other.difference_squares;
        exact_squares += other.exact_squares;
        difference_max = std::max(difference_max, other.difference_max);
        exact_max = std::max(exact_max, other.exact_max);
    }

    [[nodiscard]] Errors errors() const
    {
        if (!std::isfinite(difference_squares)) {  // std::max ignores NaN
            const auto lost = static_cast<double>(difference_squares);
            return {lost, lost};
        }
        return {relative(difference_squares, exact_squares), relative(difference_max, exact_max)};
    }

private:
    static double relative(Wide difference, Wide exact)
    {
        return difference == 0 ? 0.0 : static_cast<double>(std::sqrt(difference / exact));
    }
};

/// Some arrays of the batch in the precision Wide, transformed in place.
template <typename T, typename Wide>
class WideTransform {
public:
    WideTransform(const Problem& problem, std::int64_t arrays)
        : in_{rows_of(problem, Kind::r2c)},
          out_{rows_of(problem, Kind::c2r)},
          rows_per_array_{points(problem) / problem.lengths.back()},
          values_{static_cast<std::size_t>(arrays * rows_per_array_ * in_.wide_stride)},
          plan_{in_place(problem, arrays), values_.data(), values_.data(), omp_get_max_threads(),
                FFTW_ESTIMATE}
    {
    }

    /// Compares the arrays [first, first + count) of `out` with the transforms of `in` in precision
    /// Wide.
    Sums<Wide> compare(const T* in, const T* out, std::int64_t first, std::int64_t count)
    {
        const std::int64_t row = first * rows_per_array_;
        const std::int64_t rows = count * rows_per_array_;
        widen(in + row * in_.stride, rows);
        plan_.execute(values_.data(), values_.data());
        return compare_rows(out + row * out_.stride, rows);
    }

private:
    static Problem in_place(Problem problem, std::int64_t arrays)
    {
        problem.placement = Placement::in_place;
        problem.batch = arrays;
        return problem;
    }

    void widen(const T* in, std::int64_t rows)
    {
#pragma omp parallel for schedule(static)
        for (std::int64_t row = 0; row < rows; ++row) {
            std::copy_n(in + row * in_.stride, in_.scalars, values_.data() + row * in_.wide_stride);
        }
    }

    Sums<Wide> compare_rows(const T* out, std::int64_t rows) const
    {
        Sums<Wide> sums;
#pragma omp parallel
        {
            Sums<Wide> own;
#pragma omp for schedule(static) nowait
            for (std::int64_t row = 0; row < rows; ++row) {
                compare_row(out + row * out_.stride, values_.data() + row * out_.wide_stride, own);
            }
#pragma omp critical(tobiuo_fft_reference_sums)
            sums.add(own);
        }
        return sums;
    }

    void compare_row(const T* out, const Wide* exact, Sums<Wide>& sums) const
    {
        for (std::int64_t at = 0; at < out_.scalars; at += out_.parts) {
            Wide difference_square = 0;
            Wide exact_square = 0;
            for (std::int64_t part = at; part < at + out_.parts; ++part) {
                const Wide difference = out[part] - exact[part];
                difference_square += difference * difference;
                exact_square += exact[part] * exact[part];
            }
            sums.add(difference_square, exact_square);
        }
    }

    Rows in_;
    Rows out_;
    std::int64_t rows_per_array_;
    memory::HostArray<Wide> values_;
    FftwPlan<Wide> plan_;
};

template <typename T, typename Wide>
Errors typed_errors_of(const Problem& problem, const T* in, const T* out)
{
    constexpr std::int64_t group_bytes = 256 << 20;
    const std::int64_t array_bytes = 2 * static_cast<std::int64_t>(sizeof(Wide)) *
                                     spectrum_row(problem) *
                                     (points(problem) / problem.lengths.back());
    const std::int64_t group =
        std::clamp(group_bytes / array_bytes, std::int64_t{1}, problem.batch);
    WideTransform<T, Wide> transform{problem, group};
    Sums<Wide> sums;
    for (std::int64_t first = 0; first < problem.batch; first += group) {
        sums.add(transform.compare(in, out, first, std::min(group, problem.batch - first)));
    }
    return sums.errors();
}

}  // namespace

Errors errors_of(const Problem& problem, const void* in, const void* out)
{
    validate(problem);
    if (problem.precision == Precision::fp32) {
        return typed_errors_of<float, double>(problem, static_cast<const float*>(in),
                                              static_cast<const float*>(out));
    }
    return typed_errors_of<double, long double>(problem, static_cast<const double*>(in),
                                                static_cast<const double*>(out));
}

}  // namespace tobiuo::fft
