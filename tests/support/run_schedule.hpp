// SPDX-License-Identifier: BSD-3-Clause
// Runs a whole schedule on the host, pass by pass by definition: it needs no device and no kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "kernels/fft/problem.hpp"
#include "kernels/fft/schedule/schedule.hpp"
#include "tests/support/line_passes.hpp"
#include "tests/support/random_signal.hpp"

namespace tobiuo::test {

/// The arrays of one execution; all but the input are filled with NaN.
template <typename T>
class ScheduleArrays {
public:
    ScheduleArrays(const fft::Problem& problem, const fft::Schedule& schedule, std::vector<T> in)
        : in_place_{problem.placement == fft::Placement::in_place},
          input_{std::move(in)},
          output_{poisoned<T>(in_place_ ? 0 : fft::output_bytes(problem))},
          work_{poisoned<T>(schedule.work_values * 2 * static_cast<std::int64_t>(sizeof(T)))}
    {
    }

    [[nodiscard]] std::vector<T>& at(fft::Array array)
    {
        const bool input = array == fft::Array::input || (array == fft::Array::output && in_place_);
        return input ? input_ : array == fft::Array::output ? output_ : work_;
    }

private:
    bool in_place_;
    std::vector<T> input_;
    std::vector<T> output_;
    std::vector<T> work_;
};

template <typename T>
void run_step(const fft::PassStep& step, ScheduleArrays<T>& arrays)
{
    LinePass<T>{step.form}.run(arrays.at(step.from).data(), arrays.at(step.to).data());
}

/// Runs both passes plane by plane, the second one right after the first.
template <typename T>
void run_step(const fft::MergedStep& step, ScheduleArrays<T>& arrays)
{
    const auto moved = [&](fft::Array array, long long bytes, int plane) {
        return arrays.at(array).data() + plane * (bytes / static_cast<long long>(sizeof(T)));
    };
    const fft::MergedForm& form = step.form;
    const LinePass<T> first{form.first};
    const LinePass<T> second{form.second};
    for (int plane = 0; plane < form.planes; ++plane) {
        T* const middle = moved(step.middle, form.middle_bytes, plane);
        first.run(moved(step.from, form.in_bytes, plane), middle);
        second.run(middle, moved(step.to, form.out_bytes, plane));
    }
}

/// Converts between the transform Z of M pairs and the half spectrum X of their 2 M reals, with
/// w = exp(-2 pi i / (2 M)) and Z[M] = Z[0]:
///     X[k]   = (Z[k] + conj Z[M-k]) / 2 - i w^k (Z[k] - conj Z[M-k]) / 2
///     2 Z[k] =  X[k] + conj X[M-k]      + i w^-k (X[k] - conj X[M-k])
template <typename T>
void run_step(const fft::FoldStep& step, ScheduleArrays<T>& arrays)
{
    const auto pairs = static_cast<std::size_t>(step.form.pairs);
    const bool inverse = step.form.inverse;
    const auto roots = roots_of_unity(2 * step.form.pairs, inverse ? 1 : -1);
    const Wide twiddle{0, inverse ? 1.0L : -1.0L};
    const std::size_t row_scalars = 2 * (pairs + 1);
    for (std::size_t row = 0; row < static_cast<std::size_t>(step.form.rows); ++row) {
        T* const data = arrays.at(step.at).data() + row * row_scalars;
        std::vector<Wide> old;
        for (std::size_t k = 0; k <= pairs; ++k) {
            const bool real = inverse && k % pairs == 0;
            old.emplace_back(data[2 * k], real ? T{0} : data[2 * k + 1]);
        }
        if (!inverse) {
            old[pairs] = old[0];
        }
        for (std::size_t k = 0; k < pairs + (inverse ? 0 : 1); ++k) {
            const Wide mirror = std::conj(old[pairs - k]);
            const Wide sum = old[k] + mirror + twiddle * roots[k] * (old[k] - mirror);
            const Wide value = inverse ? sum : sum / 2.0L;
            data[2 * k] = static_cast<T>(value.real());
            data[2 * k + 1] = static_cast<T>(value.imag());
        }
    }
}

/// The output of the schedule for `in`, both in the problem's layout; places that are not written
/// hold NaN.
template <typename T>
[[nodiscard]] std::vector<T> run_schedule(const fft::Problem& problem,
                                          const fft::Schedule& schedule, std::vector<T> in)
{
    ScheduleArrays<T> arrays{problem, schedule, std::move(in)};
    for (const fft::Step& step : schedule.steps) {
        std::visit([&](const auto& one) { run_step(one, arrays); }, step);
    }
    return arrays.at(fft::Array::output);
}

}  // namespace tobiuo::test
