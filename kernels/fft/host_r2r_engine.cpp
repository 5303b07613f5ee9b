// The engine of fft::R2rPlan on the host: FFTW.
#include <cstddef>
#include <cstdint>
#include <string>

#include "kernels/fft/engine.hpp"
#include "kernels/fft/host/fftw_threads.hpp"
#include "kernels/fft/host/real_plan.hpp"
#include "kernels/fft/host/tiled_plan.hpp"
#include "runtime/thread_choice.hpp"
#include "runtime/threads.hpp"

namespace tobiuo::fft {
namespace {

/// What a point of a transform takes one thread, about.
constexpr double nanoseconds_a_point = 5.0;

RealKind host_kind(R2rKind kind)
{
    switch (kind) {
        case R2rKind::dct_1:
            return RealKind::cosine_1;
        case R2rKind::dct_2:
            return RealKind::cosine_2;
        case R2rKind::dct_3:
            return RealKind::cosine_3;
        case R2rKind::dct_4:
            return RealKind::cosine_4;
        case R2rKind::dst_1:
            return RealKind::sine_1;
        case R2rKind::dst_2:
            return RealKind::sine_2;
        case R2rKind::dst_3:
            return RealKind::sine_3;
        case R2rKind::dst_4:
            break;
    }
    return RealKind::sine_4;
}

std::int64_t points_of(const R2rProblem& problem)
{
    std::int64_t points = 1;
    for (const R2rAxis& axis : problem.axes) {
        points *= axis.points;
    }
    return points;
}

template <typename T>
HostRealPlan<T> plan_of(const R2rProblem& problem, int threads)
{
    std::vector<RealAxis> axes;
    std::int64_t stride = 1;
    for (const R2rAxis& axis : problem.axes) {
        axes.insert(axes.begin(), RealAxis{host_kind(axis.kind), axis.points, stride});
        stride *= axis.points;
    }
    return {axes,
            {.count = problem.batch, .stride = stride},
            problem.placement,
            Effort::estimate,
            threads};
}

std::vector<TiledAxis> tiled_axes(const R2rProblem& problem)
{
    std::vector<TiledAxis> axes;
    for (const R2rAxis& axis : problem.axes) {
        axes.push_back({host_kind(axis.kind), axis.points});
    }
    return axes;
}

/// By one plan of FFTW.
template <typename T>
class HostR2rEngine final : public Engine {
public:
    HostR2rEngine(const R2rProblem& problem, int threads, double alone)
        : values_{points_of(problem) * problem.batch},
          threads_{threads},
          choice_{threads, alone},
          scale_{static_cast<T>(problem.scale)},
          plan_{plan_of<T>(problem, threads_)}
    {
    }

    void execute(void* in, void* out, Stream /*stream*/, const WorkspaceView& /*workspace*/,
                 const FunctionData& /*data*/) const override
    {
        choice_.run([&](int threads) {
            transform(static_cast<const T*>(in), static_cast<T*>(out), threads);
        });
    }

    [[nodiscard]] std::string describe() const override
    {
        return "FFTW, " + threads_text(threads_);
    }

private:
    void transform(const T* in, T* out, int threads) const
    {
        const FftwThreads limit{threads};
        plan_.execute(in, out);
        if (scale_ == T{1}) {
            return;
        }
#pragma omp parallel for num_threads(threads) if (threads > 1)
        for (std::int64_t at = 0; at < values_; ++at) {
            out[at] *= scale_;
        }
    }

    std::int64_t values_;
    int threads_;
    mutable ThreadChoice choice_;
    T scale_;
    HostRealPlan<T> plan_;
};

/// By tiles of lines.
template <typename T>
class TiledR2rEngine final : public Engine {
public:
    TiledR2rEngine(const R2rProblem& problem, int threads, double alone)
        : threads_{threads},
          choice_{threads, alone},
          plan_{tiled_axes(problem), problem.batch, problem.scale, Effort::estimate}
    {
    }

    void execute(void* in, void* out, Stream /*stream*/, const WorkspaceView& /*workspace*/,
                 const FunctionData& /*data*/) const override
    {
        choice_.run([&](int threads) {
            plan_.execute(static_cast<const T*>(in), static_cast<T*>(out), threads);
        });
    }

    [[nodiscard]] std::string describe() const override
    {
        return "FFTW on tiles of lines, " + threads_text(threads_);
    }

private:
    int threads_;
    mutable ThreadChoice choice_;
    HostTiledPlan<T> plan_;
};

template <typename T>
std::unique_ptr<const Engine> engine_of(const R2rProblem& problem, int threads)
{
    const std::int64_t points = points_of(problem) * problem.batch;
    const double alone = ThreadChoice::alone_unless_asked(threads, points, nanoseconds_a_point);
    if (threads == 0) {
        threads = threads_for(points, nanoseconds_a_point);
    }
    if (HostTiledPlan<T>::suits(tiled_axes(problem), problem.batch)) {
        return std::make_unique<TiledR2rEngine<T>>(problem, threads, alone);
    }
    return std::make_unique<HostR2rEngine<T>>(problem, threads, alone);
}

}  // namespace

std::unique_ptr<const Engine> make_host_engine(const R2rProblem& problem, int threads)
{
    return problem.precision == Precision::fp32 ? engine_of<float>(problem, threads)
                                                : engine_of<double>(problem, threads);
}

}  // namespace tobiuo::fft
