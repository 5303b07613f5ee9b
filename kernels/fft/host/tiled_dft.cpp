// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/host/tiled_dft.hpp"

#include <omp.h>

#include <algorithm>
#include <cstddef>

#include "kernels/fft/host/tile_tuning.hpp"
#include "runtime/memory/streaming_store.hpp"

namespace tobiuo::fft {
namespace {

std::int64_t planes_of(const Problem& problem)
{
    return problem.lengths.size() > 2 ? problem.lengths.front() : 1;
}

std::int64_t rows_of(const Problem& problem)
{
    return problem.lengths[problem.lengths.size() - 2];
}

}  // namespace

template <typename T>
bool HostTiledDft<T>::suits(const Problem& problem, int threads)
{
    // The baseline of x86 has narrower registers than FFTW's; where there is one build, the two
    // were not compared.
    if (usable_tile_functions<T>().size() == 1 || problem.lengths.size() < 2 ||
        !std::ranges::all_of(problem.lengths, TileDft<T>::has_butterflies)) {
        return false;
    }
    const bool real = problem.kind != Kind::c2c;
    const std::int64_t columns = problem.lengths.back();
    const std::int64_t planes = planes_of(problem);
    const std::int64_t plane_values = rows_of(problem) * columns * (real ? 1 : 2);
    const std::int64_t values = problem.batch * planes * plane_values;
    constexpr auto bytes = static_cast<std::int64_t>(sizeof(T));
    const std::int64_t times = values * bytes >= tile_tuning::large_array_bytes ? 2 : 1;
    return (!real || columns % 2 == 0) &&
           std::min(rows_of(problem), columns) >=
               (real ? tile_tuning::shortest_real_axis : tile_tuning::shortest_complex_axis) &&
           (planes == 1 || planes >= tile_tuning::least_planes) &&
           values >= tile_tuning::least_values &&
           columns * bytes <= times * tile_tuning::most_row_bytes &&
           plane_values * bytes <= times * tile_tuning::most_plane_bytes &&
           problem.batch * planes >= threads;  // or some have no plane
}

template <typename T>
HostTiledDft<T>::HostTiledDft(const Problem& problem, int threads)
    : real_{problem.kind != Kind::c2c},
      forward_{problem.direction == Direction::forward},
      batch_{problem.batch},
      planes_{planes_of(problem)},
      stride_{real_ && problem.placement == Placement::out_of_place ? problem.lengths.back()
                                                                    : 2 * spectrum_row(problem)},
      rows_{rows_of(problem)},
      plane_values_{rows_ * stride_},
      spectrum_values_{rows_of(problem) * 2 * spectrum_row(problem)},
      threads_{threads},
      planes_dft_{real_, rows_of(problem), problem.lengths.back()},
      stores_{memory::stores_for(batch_ * planes_ * spectrum_values_ *
                                 static_cast<std::int64_t>(sizeof(T)))}
{
    if (planes_ > 1) {
        slowest_.emplace(planes_, InOrder::samples, Effort::estimate);
        constexpr std::int64_t row_bytes = width * static_cast<std::int64_t>(sizeof(T));
        together_ =
            tile_tuning::tiles_together(planes_ * row_bytes, tile_tuning::complex_bytes_together);
        for (std::int64_t at = 0; at < planes_; ++at) {
            samples_.push_back(slowest_->sample_row(at));
            coefficients_.push_back(slowest_->coefficient_row(at));
        }
    }
    work_ = {threads, work_values()};
}

template <typename T>
std::int64_t HostTiledDft<T>::work_values() const
{
    return std::max(planes_dft_.work_values(), together_ * planes_ * width);
}

template <typename T>
void HostTiledDft<T>::execute(void* in, void* out, int threads) const
{
    threads = std::min(threads, threads_);
    Work work = work_.borrow();
    auto* const from = static_cast<T*>(in);
    auto* const to = static_cast<T*>(out);
    if (real_ && !forward_) {
        take_as_real(from);
    }
    if (forward_) {
        transform_planes(from, to, work, threads);
        if (slowest_) {
            transform_slowest(to, to, work, threads);
        }
    } else if (!slowest_) {
        transform_planes(from, to, work, threads);
    } else {
        // Complex input is kept; the output of c2r has no room for a spectrum.
        T* const spectrum = real_ ? from : to;
        transform_slowest(from, spectrum, work, threads);
        transform_planes(spectrum, to, work, threads);
    }
}

/// Sets to zero the imaginary parts that a spectrum of reals has not: of elements that mirror
/// themselves. Twiddle factors would mix them into the rest.
template <typename T>
void HostTiledDft<T>::take_as_real(T* spectra) const
{
    const std::int64_t rows = rows_;
    const std::int64_t row_values = spectrum_values_ / rows;
    for (std::int64_t array = 0; array < batch_; ++array) {
        for (const std::int64_t plane : {std::int64_t{0}, planes_ / 2}) {
            for (const std::int64_t row : {std::int64_t{0}, rows / 2}) {
                if ((2 * plane % planes_ != 0) || (2 * row % rows != 0)) {
                    continue;
                }
                T* const its =
                    spectra + (array * planes_ + plane) * spectrum_values_ + row * row_values;
                its[1] = T{0};
                its[row_values - 1] = T{0};
            }
        }
    }
}

template <typename T>
void HostTiledDft<T>::transform_planes(const T* in, T* out, Work& work,
                                       [[maybe_unused]] int threads) const
{
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
    for (std::int64_t plane = 0; plane < batch_ * planes_; ++plane) {
        T* const own = work.of(omp_get_thread_num());
        if (forward_) {
            planes_dft_.forward(in + plane * plane_values_, stride_, out + plane * spectrum_values_,
                                own, stores(in, out));
            memory::finish_streaming_stores();
        } else {
            planes_dft_.backward(in + plane * spectrum_values_, out + plane * plane_values_,
                                 stride_, own);
        }
    }
}

template <typename T>
void HostTiledDft<T>::transform_slowest(const T* in, T* out, Work& work,
                                        [[maybe_unused]] int threads) const
{
    const TileFunctions<T>& functions = usable_tile_functions<T>().front();
    const std::int64_t lines = spectrum_values_ / 2;
    const std::int64_t group = together_ * pairs;
    const std::int64_t groups = (lines + group - 1) / group;
    const std::vector<std::int64_t>& before = forward_ ? samples_ : coefficients_;
    const std::vector<std::int64_t>& after = forward_ ? coefficients_ : samples_;
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
    for (std::int64_t at = 0; at < batch_ * groups; ++at) {
        T* const tiles = work.of(omp_get_thread_num());
        const std::int64_t first = at % groups * group;
        const std::int64_t count = std::min(group, lines - first);
        const std::int64_t begin = at / groups * planes_ * spectrum_values_ + 2 * first;
        functions.load_complex_rows(in + begin, spectrum_values_, before, count, tiles);
        for (std::int64_t line = 0; line < count; line += pairs) {
            T* const tile = tiles + line / pairs * planes_ * width;
            forward_ ? slowest_->forward(tile) : slowest_->backward(tile);
        }
        functions.store_complex_rows(tiles, after, count, out + begin, spectrum_values_,
                                     stores(in, out));
        memory::finish_streaming_stores();
    }
}

template class HostTiledDft<float>;
template class HostTiledDft<double>;

}  // namespace tobiuo::fft
