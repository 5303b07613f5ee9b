// The engine of fft::Plan on the host: tiles of lines where they suit, or FFTW.
#include "kernels/fft/engine.hpp"
#include "kernels/fft/host/plan.hpp"
#include "kernels/fft/host/tiled_dft.hpp"
#include "runtime/thread_choice.hpp"
#include "runtime/threads.hpp"

namespace tobiuo::fft {
namespace {

/// What a point of a transform by tiles takes one thread, about.
constexpr double nanoseconds_in_tiles = 2.0;

class HostEngine final : public Engine {
public:
    HostEngine(const Problem& problem, int threads, Axes axes)
        : plan_{problem, Effort::estimate, threads, axes}
    {
    }

    void execute(void* in, void* out, Stream /*stream*/, const WorkspaceView& /*workspace*/,
                 const FunctionData& /*data*/) const override
    {
        plan_.execute(in, out);
    }

    [[nodiscard]] std::string describe() const override { return plan_.describe_planner(); }

private:
    HostPlan plan_;
};

template <typename T>
class TiledEngine final : public Engine {
public:
    TiledEngine(const Problem& problem, int threads, double alone)
        : problem_{problem}, threads_{threads}, choice_{threads, alone}, plan_{problem, threads}
    {
    }

    void execute(void* in, void* out, Stream /*stream*/, const WorkspaceView& /*workspace*/,
                 const FunctionData& /*data*/) const override
    {
        validate_arrays(problem_, in, out);
        choice_.run([&](int threads) { plan_.execute(in, out, threads); });
    }

    [[nodiscard]] std::string describe() const override
    {
        return "tiles of lines, " + threads_text(threads_);
    }

private:
    Problem problem_;
    int threads_;
    mutable ThreadChoice choice_;
    HostTiledDft<T> plan_;
};

template <typename T>
std::unique_ptr<const Engine> engine_of(const Problem& problem, int threads)
{
    const std::int64_t all = problem.batch * points(problem);
    const int used = threads > 0 ? threads : threads_for(all, nanoseconds_in_tiles);
    if (HostTiledDft<T>::suits(problem, used)) {
        const double alone = ThreadChoice::alone_unless_asked(threads, all, nanoseconds_in_tiles);
        return std::make_unique<TiledEngine<T>>(problem, used, alone);
    }
    return std::make_unique<HostEngine>(problem, threads, Axes::all);
}

}  // namespace

std::unique_ptr<const Engine> make_host_engine(const Problem& problem, int threads, Axes axes)
{
    validate(problem);
    validate_threads(threads, "a transform");
    if (axes == Axes::slowest) {
        return std::make_unique<HostEngine>(problem, threads, axes);
    }
    return problem.precision == Precision::fp32 ? engine_of<float>(problem, threads)
                                                : engine_of<double>(problem, threads);
}

}  // namespace tobiuo::fft
