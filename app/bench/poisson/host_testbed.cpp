// Our solver and FFTW's transforms in the testbed of the host.
#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "app/bench/fft/testbeds.hpp"
#include "app/bench/poisson/testbeds.hpp"
#include "solvers/poisson/host/host_solver.hpp"

namespace tobiuo::poisson_bench {
namespace {

using poisson::Problem;

class Ours final : public bench::Transform {
public:
    Ours(const Problem& problem, const HostSettings& settings)
        : solver_{problem, settings.effort, settings.threads},
          precision_{problem.precision},
          points_{static_cast<std::size_t>(poisson::points(problem))}
    {
    }

    void execute(void* in, void* out) override
    {
        if (precision_ == Precision::fp32) {
            solve<float>(in, out);
        } else {
            solve<double>(in, out);
        }
    }

    [[nodiscard]] std::optional<std::int64_t> workspace_bytes() const override
    {
        return solver_.workspace_bytes();
    }
    [[nodiscard]] std::string version() const override { return ""; }
    [[nodiscard]] std::string describe() const override { return solver_.describe(); }

private:
    template <typename T>
    void solve(const void* in, void* out) const
    {
        static_cast<void>(solver_.solve(std::span{static_cast<const T*>(in), points_},
                                        std::span{static_cast<T*>(out), points_}));
    }

    poisson::HostSolver solver_;
    Precision precision_;
    std::size_t points_;
};

}  // namespace

std::unique_ptr<bench::Testbed> make_host_testbed(const Problem& problem, const Bytes& f,
                                                  const HostSettings& settings)
{
    return std::make_unique<bench::Testbed>(
        runtime::make_host_machine(),
        bench::TestbedArrays{.input = f, .output_bytes = f.size(), .keeps_input = true},
        [problem, settings](const std::string& name,
                            Stream /*stream*/) -> std::unique_ptr<bench::Transform> {
            if (name == "ours") {
                return std::make_unique<Ours>(problem, settings);
            }
            if (name == "fftw") {
                return make_fftw_peer(problem, settings);
            }
            throw bench::NotPlanned{"it does not run on the host"};
        });
}

Bytes random_right_hand_side(const Problem& problem)
{
    return fft_bench::random_input({.lengths = {poisson::points(problem)},
                                    .kind = fft::Kind::r2c,
                                    .direction = fft::Direction::forward,
                                    .precision = problem.precision,
                                    .placement = fft::Placement::out_of_place,
                                    .batch = 1});
}

}  // namespace tobiuo::poisson_bench
