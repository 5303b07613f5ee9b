// SPDX-License-Identifier: BSD-3-Clause
// A plan of FFTW for a Problem, in any of FFTW's precisions.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/fft/host/fftw.hpp"
#include "kernels/fft/host/fftw_planner.hpp"
#include "kernels/fft/problem.hpp"

namespace tobiuo::fft {

struct FftwGuru {
    FftwGuru(const Problem& problem, Axes transformed);

    [[nodiscard]] int rank() const { return static_cast<int>(axes.size()); }
    [[nodiscard]] int batch_rank() const { return static_cast<int>(batch.size()); }

    std::vector<fftw_iodim64> axes;
    std::vector<fftw_iodim64> batch;  ///< one loop over arrays, or of a single axis two
    int sign;
};

/// Move-only owner of a plan whose real type is T; the problem's precision is ignored.
template <typename T>
class FftwPlan {
public:
    /// Plans for `in` and `out` as the problem lays them out; flags are FFTW's. FFTW_MEASURE
    /// overwrites both arrays, FFTW_ESTIMATE does not even read them. Throws std::runtime_error
    /// if FFTW makes no plan, std::bad_alloc if it might lack memory.
    FftwPlan(const Problem& problem, T* in, T* out, int threads, unsigned flags,
             Axes axes = Axes::all)
        : kind_{problem.kind}, memory_{fftw_memory(problem.lengths, threads)}
    {
        const FftwPlanner<T> planner{threads, memory_};
        plan_.reset(make(problem, axes, in, out, flags));
        if (plan_ == nullptr) {
            throw std::runtime_error{
                "FFTW made no plan of the transform (out of memory?): free some memory or use a "
                "smaller batch"};
        }
    }

    /// Arrays other than those planned for need the same alignment (unless FFTW_UNALIGNED is among
    /// the flags) and must be one or two as those were.
    /// Throws std::bad_alloc before anything is computed.
    void execute(T* in, T* out) const
    {
        require_memory_to_execute(memory_, static_cast<std::int64_t>(2 * sizeof(T)));
        switch (kind_) {
            case Kind::r2c:
                return Fftw<T>::execute_r2c(plan_.get(), in, as_complex(out));
            case Kind::c2r:
                return Fftw<T>::execute_c2r(plan_.get(), as_complex(in), out);
            default:
                return Fftw<T>::execute_c2c(plan_.get(), as_complex(in), as_complex(out));
        }
    }

private:
    static auto as_complex(T* data) { return reinterpret_cast<typename Fftw<T>::Complex*>(data); }

    static typename Fftw<T>::Plan make(const Problem& problem, Axes axes, T* in, T* out,
                                       unsigned flags)
    {
        const FftwGuru guru{problem, axes};
        switch (problem.kind) {
            case Kind::r2c:
                return Fftw<T>::plan_r2c(guru.rank(), guru.axes.data(), guru.batch_rank(),
                                         guru.batch.data(), in, as_complex(out), flags);
            case Kind::c2r:
                return Fftw<T>::plan_c2r(guru.rank(), guru.axes.data(), guru.batch_rank(),
                                         guru.batch.data(), as_complex(in), out, flags);
            default:
                return Fftw<T>::plan_c2c(guru.rank(), guru.axes.data(), guru.batch_rank(),
                                         guru.batch.data(), as_complex(in), as_complex(out),
                                         guru.sign, flags);
        }
    }

    Kind kind_;
    FftwMemory memory_;
    UniqueFftwPlan<T> plan_;
};

}  // namespace tobiuo::fft
