// The engine of fft::Plan on the host: FFTW.
#include "kernels/fft/engine.hpp"
#include "kernels/fft/host/plan.hpp"

namespace tobiuo::fft {
namespace {

class HostEngine final : public Engine {
public:
    HostEngine(const Problem& problem, int threads, Axes axes)
        : plan_{problem, Effort::estimate, threads, axes}
    {
    }

    void execute(void* in, void* out, Stream /*stream*/, const WorkspaceView& /*workspace*/,
                 const void* /*data*/) const override
    {
        plan_.execute(in, out);
    }

    [[nodiscard]] std::size_t workspace_bytes() const override { return 0; }
    [[nodiscard]] std::string describe() const override { return plan_.describe_planner(); }

private:
    HostPlan plan_;
};

}  // namespace

std::unique_ptr<const Engine> make_host_engine(const Problem& problem, int threads, Axes axes)
{
    return std::make_unique<HostEngine>(problem, threads, axes);
}

}  // namespace tobiuo::fft
