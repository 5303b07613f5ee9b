// Our engine on the CPU and FFTW in the testbed of the host.
#include <memory>
#include <utility>

#include "app/bench/fft/testbeds.hpp"
#include "kernels/fft/engine.hpp"

namespace tobiuo::fft_bench {
namespace {

class Fftw final : public bench::Transform {
public:
    explicit Fftw(fft::HostPlan plan) : plan_{std::move(plan)} {}

    void execute(void* in, void* out) override { plan_.execute(in, out); }
    [[nodiscard]] std::optional<std::int64_t> workspace_bytes() const override { return {}; }
    /// The version: the second word of "FFTW 3.3.10 r2c ...".
    [[nodiscard]] std::string version() const override
    {
        const std::string text = describe();
        const auto start = text.find(' ') + 1;
        return text.substr(start, text.find(' ', start) - start);
    }
    [[nodiscard]] std::string describe() const override { return plan_.describe(); }

private:
    fft::HostPlan plan_;
};

class OursOnCpu final : public bench::Transform {
public:
    OursOnCpu(const fft::Problem& problem, int threads)
        : problem_{problem},
          engine_{fft::host_engines().make(problem, {.threads = threads}, fft::Axes::all)}
    {
    }

    void execute(void* in, void* out) override { engine_.execute(in, out, nullptr, {}, {}); }
    [[nodiscard]] std::optional<std::int64_t> workspace_bytes() const override { return {}; }
    [[nodiscard]] std::string version() const override { return {}; }
    [[nodiscard]] std::string describe() const override
    {
        return fft::describe(problem_) + ": " + engine_.words;
    }

private:
    fft::Problem problem_;
    fft::Engine engine_;
};

}  // namespace

std::unique_ptr<bench::Testbed> make_host_testbed(const fft::Problem& problem,
                                                  const bench::Bytes& input,
                                                  const HostSettings& settings)
{
    return std::make_unique<bench::Testbed>(
        runtime::make_host_machine(),
        bench::TestbedArrays{.input = input,
                             .output_bytes = static_cast<std::size_t>(fft::output_bytes(problem)),
                             .in_place = problem.placement == fft::Placement::in_place},
        [problem, settings](const std::string& library,
                            Stream /*stream*/) -> std::unique_ptr<bench::Transform> {
            if (library == "cpu") {
                return std::make_unique<OursOnCpu>(problem, settings.threads);
            }
            if (library != "fftw") {
                throw bench::NotPlanned{"it does not run on the host"};
            }
            return std::make_unique<Fftw>(
                fft::HostPlan{problem, settings.effort, settings.threads});
        });
}

}  // namespace tobiuo::fft_bench
