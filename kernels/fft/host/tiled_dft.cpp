#include "kernels/fft/host/tiled_dft.hpp"

#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace tobiuo::fft {
namespace {

/// Tiles along the slowest axis that are copied together, and the bytes that they may take.
constexpr std::int64_t most_together = 4;
constexpr std::int64_t bytes_together = 1 << 18;

/// From where on tiles are faster than a measured plan of FFTW, for arrays of 2^12 to 2^24 points
/// (validation/performance/README.md, "Transforms on the CPU"). FFTW transforms short rows by one
/// codelet each, and a slowest axis of few planes together with the others.
constexpr std::int64_t shortest_real_axis = 24;  ///< of the two fastest ones
constexpr std::int64_t shortest_complex_axis = 40;
constexpr std::int64_t least_planes = 8;  ///< of a slowest axis
constexpr std::int64_t least_values = 1 << 13;

/// The largest row and plane whose tiles stay in the caches of a core, which matters as long as a
/// cache holds the whole array; larger arrays wait for memory, and there both may be twice as large.
constexpr std::int64_t most_row_bytes = 1 << 12;
constexpr std::int64_t most_plane_bytes = 1 << 22;
constexpr std::int64_t large_array_bytes = 1 << 25;

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
    const std::int64_t times = values * bytes >= large_array_bytes ? 2 : 1;
    return (!real || columns % 2 == 0) &&
           std::min(rows_of(problem), columns) >=
               (real ? shortest_real_axis : shortest_complex_axis) &&
           (planes == 1 || planes >= least_planes) && values >= least_values &&
           columns * bytes <= times * most_row_bytes &&
           plane_values * bytes <= times * most_plane_bytes &&
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
      planes_dft_{real_, rows_of(problem), problem.lengths.back()}
{
    if (planes_ > 1) {
        slowest_.emplace(planes_, InOrder::samples, Effort::estimate);
        constexpr std::int64_t row_bytes = width * static_cast<std::int64_t>(sizeof(T));
        together_ =
            std::clamp(bytes_together / (planes_ * row_bytes), std::int64_t{1}, most_together);
        for (std::int64_t at = 0; at < planes_; ++at) {
            samples_.push_back(slowest_->sample_row(at));
            coefficients_.push_back(slowest_->coefficient_row(at));
        }
    }
}

template <typename T>
std::int64_t HostTiledDft<T>::work_values() const
{
    return std::max(planes_dft_.work_values(), together_ * planes_ * width);
}

template <typename T>
memory::HostArray<T> HostTiledDft<T>::borrowed_work() const
{
    {
        const std::lock_guard lock{mutex_};
        if (!unused_work_.empty()) {
            memory::HostArray<T> work = std::move(unused_work_.back());
            unused_work_.pop_back();
            return work;
        }
        unused_work_.reserve(static_cast<std::size_t>(++works_));
    }
    return memory::HostArray<T>{static_cast<std::size_t>(threads_ * work_values())};
}

template <typename T>
void HostTiledDft<T>::execute(void* in, void* out, int threads) const
{
    threads = std::min(threads, threads_);
    memory::HostArray<T> work = borrowed_work();
    auto* const from = static_cast<T*>(in);
    auto* const to = static_cast<T*>(out);
    if (real_ && !forward_) {
        take_as_real(from);
    }
    if (forward_) {
        transform_planes(from, to, work.data(), threads);
        if (slowest_) {
            transform_slowest(to, to, work.data(), threads);
        }
    } else if (!slowest_) {
        transform_planes(from, to, work.data(), threads);
    } else {
        // Complex input is kept; the output of c2r has no room for a spectrum.
        T* const spectrum = real_ ? from : to;
        transform_slowest(from, spectrum, work.data(), threads);
        transform_planes(spectrum, to, work.data(), threads);
    }
    const std::lock_guard lock{mutex_};
    unused_work_.push_back(std::move(work));  // there is room: see borrowed_work()
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
void HostTiledDft<T>::transform_planes(const T* in, T* out, T* work,
                                       [[maybe_unused]] int threads) const
{
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
    for (std::int64_t plane = 0; plane < batch_ * planes_; ++plane) {
        T* const own = work + omp_get_thread_num() * work_values();
        if (forward_) {
            planes_dft_.forward(in + plane * plane_values_, stride_, out + plane * spectrum_values_,
                                own);
        } else {
            planes_dft_.backward(in + plane * spectrum_values_, out + plane * plane_values_,
                                 stride_, own);
        }
    }
}

template <typename T>
void HostTiledDft<T>::transform_slowest(const T* in, T* out, T* work,
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
        T* const tiles = work + omp_get_thread_num() * work_values();
        const std::int64_t first = at % groups * group;
        const std::int64_t count = std::min(group, lines - first);
        const std::int64_t begin = at / groups * planes_ * spectrum_values_ + 2 * first;
        functions.load_complex_rows(in + begin, spectrum_values_, before, count, tiles);
        for (std::int64_t line = 0; line < count; line += pairs) {
            T* const tile = tiles + line / pairs * planes_ * width;
            forward_ ? slowest_->forward(tile) : slowest_->backward(tile);
        }
        functions.store_complex_rows(tiles, after, count, out + begin, spectrum_values_);
    }
}

template class HostTiledDft<float>;
template class HostTiledDft<double>;

}  // namespace tobiuo::fft
