// SPDX-License-Identifier: BSD-3-Clause
// The engines of fft::Plan and fft::R2rPlan on the host: tiles of lines where they suit, or FFTW.
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "kernels/fft/engine.hpp"
#include "kernels/fft/host/fftw_planner.hpp"
#include "kernels/fft/host/plan.hpp"
#include "kernels/fft/host/real_plan.hpp"
#include "kernels/fft/host/tiled_dft.hpp"
#include "kernels/fft/host/tiled_plan.hpp"
#include "runtime/thread_choice.hpp"
#include "runtime/threads.hpp"

namespace tobiuo::fft {
namespace {

/// What a point takes one thread, about: of a Fourier transform by tiles, of a cosine or sine
/// transform.
constexpr double nanoseconds_in_tiles = 2.0;
constexpr double nanoseconds_of_r2r = 5.0;

/// How many threads work on `points` points if `asked` are asked for, 0 for any.
struct HostThreads {
    HostThreads(int asked, std::int64_t points, double nanoseconds)
        : most{asked > 0 ? asked : threads_for(points, nanoseconds)},
          alone{ThreadChoice::alone_unless_asked(asked, points, nanoseconds)}
    {
    }

    int most;
    double alone;
};

/// An engine of run(in, out, threads).
template <typename Run>
Engine host_engine(const std::string& library, const HostThreads& threads, Run run)
{
    const auto choice = std::make_shared<ThreadChoice>(threads.most, threads.alone);
    return {.execute =
                [choice, run = std::move(run)](void* in, void* out, Stream /*stream*/,
                                               const WorkspaceView& /*workspace*/,
                                               const FunctionData& /*data*/) {
                    choice->run([&](int used) { run(in, out, used); });
                },
            .words = library + ", " + threads_text(threads.most)};
}

Engine fftw_engine(const Problem& problem, int threads, Axes axes)
{
    const auto plan = std::make_shared<const HostPlan>(problem, Effort::estimate, threads, axes);
    return {.execute = [plan](void* in, void* out, Stream /*stream*/,
                              const WorkspaceView& /*workspace*/,
                              const FunctionData& /*data*/) { plan->execute(in, out); },
            .words = plan->describe_planner()};
}

template <typename T>
Engine host_engine_in(const Problem& problem, int asked)
{
    const HostThreads threads{asked, problem.batch * points(problem), nanoseconds_in_tiles};
    if (!HostTiledDft<T>::suits(problem, threads.most)) {
        return fftw_engine(problem, asked, Axes::all);
    }
    const auto plan = std::make_shared<const HostTiledDft<T>>(problem, threads.most);
    return host_engine("tiles of lines", threads, [plan, problem](void* in, void* out, int used) {
        validate_arrays(problem, in, out);
        plan->execute(in, out, used);
    });
}

Engine make_on_host(const Problem& problem, const PlanOptions& options, Axes axes)
{
    validate(problem);
    validate_threads(options.threads, "a transform");
    if (axes == Axes::slowest) {
        return fftw_engine(problem, options.threads, axes);
    }
    return problem.precision == Precision::fp32 ? host_engine_in<float>(problem, options.threads)
                                                : host_engine_in<double>(problem, options.threads);
}

RealKind host_kind(R2rKind kind)
{
    constexpr std::array kinds{RealKind::cosine_1, RealKind::cosine_2, RealKind::cosine_3,
                               RealKind::cosine_4, RealKind::sine_1,   RealKind::sine_2,
                               RealKind::sine_3,   RealKind::sine_4};
    return kinds.at(static_cast<std::size_t>(kind));
}

/// The plan of FFTW for all axes.
template <typename T>
HostRealPlan<T> fftw_plan(const R2rProblem& problem, int threads)
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

template <typename T>
Engine host_engine_in(const R2rProblem& problem, int asked)
{
    std::vector<TiledAxis> axes;
    std::int64_t values = problem.batch;
    for (const R2rAxis& axis : problem.axes) {
        axes.push_back({host_kind(axis.kind), axis.points});
        values *= axis.points;
    }
    const HostThreads threads{asked, values, nanoseconds_of_r2r};
    if (HostTiledPlan<T>::suits(axes, problem.batch)) {
        const auto plan = std::make_shared<const HostTiledPlan<T>>(axes, problem.batch,
                                                                   problem.scale, Effort::estimate);
        return host_engine("FFTW on tiles of lines", threads,
                           [plan](void* in, void* out, int used) {
                               plan->execute(static_cast<const T*>(in), static_cast<T*>(out), used);
                           });
    }
    const auto plan = std::make_shared<const HostRealPlan<T>>(fftw_plan<T>(problem, threads.most));
    const auto scale = static_cast<T>(problem.scale);
    return host_engine("FFTW", threads, [plan, scale, values](void* in, void* out, int used) {
        const FftwThreads limit{used};
        auto* const results = static_cast<T*>(out);
        plan->execute(static_cast<const T*>(in), results);
        if (scale == T{1}) {
            return;
        }
#pragma omp parallel for num_threads(used) if (used > 1)
        for (std::int64_t at = 0; at < values; ++at) {
            results[at] *= scale;
        }
    });
}

Engine make_r2r_on_host(const R2rProblem& problem, int threads)
{
    return problem.precision == Precision::fp32 ? host_engine_in<float>(problem, threads)
                                                : host_engine_in<double>(problem, threads);
}

/// FFTW and tiles transform every valid problem.
template <typename What>
void check_nothing(const What& /*problem*/)
{
}

}  // namespace

const Engines& host_engines()
{
    static constexpr Engines engines{.make = make_on_host,
                                     .make_pointwise = nullptr,
                                     .make_r2r = make_r2r_on_host,
                                     .check = check_nothing<Problem>,
                                     .check_pointwise = check_nothing<Problem>,
                                     .check_r2r = check_nothing<R2rProblem>};
    return engines;
}

}  // namespace tobiuo::fft
