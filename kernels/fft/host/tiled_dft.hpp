// SPDX-License-Identifier: BSD-3-Clause
// Fourier transforms of whole arrays on the CPU by tiles of lines.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/fft/host/plane_dft.hpp"
#include "kernels/fft/host/tile_dft.hpp"
#include "kernels/fft/problem.hpp"
#include "runtime/memory/caches.hpp"
#include "runtime/memory/work_arrays.hpp"

namespace tobiuo::fft {

/// The transforms of HostPlan in two or three dimensions. FFTW vectorises transforms of real rows
/// poorly, and reads lines of other axes again where they share cache lines.
///
/// Traffic   the two fastest axes read and write the array once, see PlaneDft, and the slowest one
///           of three once more.
/// Memory    an execution has a work array of about a plane for each thread, which the plan keeps
///           for the next execution.
/// Accuracy  relative error in the 2-norm at most 8 eps sqrt(log2 N).
/// Sharing   any number of executions at a time.
template <typename T>
class HostTiledDft {
public:
    /// Whether tiles transform the problem, and faster than FFTW on `threads` threads.
    [[nodiscard]] static bool suits(const Problem& problem, int threads);

    /// Plans a problem of two or three axes with rows as PlaneDft takes them, for at most `threads`
    /// threads. Throws std::runtime_error if FFTW makes no plan.
    HostTiledDft(const Problem& problem, int threads);

    /// Transforms `in` to `out`, as Problem says, on `threads` threads, at most those that were
    /// planned for: c2r overwrites `in`, even out of place.
    void execute(void* in, void* out, int threads) const;

private:
    static constexpr std::int64_t width = tile_width<T>;
    static constexpr std::int64_t pairs = width / 2;

    [[nodiscard]] std::int64_t work_values() const;
    void take_as_real(T* spectra) const;

    using Work = typename memory::WorkArrays<T>::Borrowed;
    void transform_planes(const T* in, T* out, Work& work, int threads) const;
    void transform_slowest(const T* in, T* out, Work& work, int threads) const;
    /// How a pass stores its complex values: an array other than it reads, maybe past the caches.
    [[nodiscard]] memory::Stores stores(const T* in, const T* out) const
    {
        return in == out ? memory::Stores::cached : stores_;
    }

    bool real_;
    bool forward_;
    std::int64_t batch_;
    std::int64_t planes_;           ///< of an array
    std::int64_t stride_;           ///< of the rows that are transformed first
    std::int64_t rows_;             ///< of a plane
    std::int64_t plane_values_;     ///< of such rows
    std::int64_t spectrum_values_;  ///< of a plane
    int threads_;
    PlaneDft<T> planes_dft_;
    std::optional<TileDft<T>> slowest_;
    std::int64_t together_{};  ///< tiles along the slowest axis that are copied together
    std::vector<std::int64_t> samples_;
    std::vector<std::int64_t> coefficients_;
    memory::Stores stores_;
    memory::WorkArrays<T> work_;
};

extern template class HostTiledDft<float>;
extern template class HostTiledDft<double>;

}  // namespace tobiuo::fft
