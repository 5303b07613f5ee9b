#include "app/bench/poisson/host_testbed.hpp"

#include <chrono>
#include <cstddef>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "app/bench/poisson/bench_problem.hpp"
#include "app/bench/poisson/fftw_peer.hpp"
#include "solvers/poisson/host_solver.hpp"

namespace tobiuo::poisson_bench {
namespace {

using fft_bench::Bytes;
using fft_bench::HostSettings;
using fft_bench::Transform;
using poisson::Problem;

class Ours final : public Transform {
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

class HostTestbed final : public fft_bench::Testbed {
public:
    HostTestbed(Problem problem, const Bytes& f, const HostSettings& settings)
        : problem_{std::move(problem)}, settings_{settings}, f_{f}, u_{f.size()}
    {
    }

    std::unique_ptr<Transform> plan(const std::string& library) override
    {
        if (library == "ours") {
            return std::make_unique<Ours>(problem_, settings_);
        }
        if (library == "fftw") {
            return make_fftw_peer(problem_, settings_);
        }
        throw fft_bench::NotPlanned{"it does not run on the host"};
    }

    double time_and_wait(Transform& solve, int executions) override
    {
        // NOLINTNEXTLINE(*-const-cast): transforms may overwrite their input, solves keep it
        auto* const f = const_cast<std::byte*>(f_.data());
        const auto start = std::chrono::steady_clock::now();
        for (int n = 0; n < executions; ++n) {
            solve.execute(f, u_.data());
        }
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        return taken.count();
    }

    Bytes output_and_wait(Transform& solve) override
    {
        static_cast<void>(time_and_wait(solve, 1));
        Bytes result{u_.size()};
        std::memcpy(result.data(), u_.data(), u_.size());
        return result;
    }

private:
    Problem problem_;
    HostSettings settings_;
    const Bytes& f_;
    Bytes u_;
};

}  // namespace

std::unique_ptr<fft_bench::Testbed> make_host_testbed(const Problem& problem, const Bytes& f,
                                                      const HostSettings& settings)
{
    return std::make_unique<HostTestbed>(problem, f, settings);
}

double host_bytes(const Problem& problem)
{
    // f, u and FFTW's spectrum; then two more while a planner measures, or for u and its residual.
    constexpr double arrays = 5.0;
    return arrays * array_bytes(problem);
}

double check_bytes(const Problem& problem)
{
    constexpr double arrays = 3.0;
    return arrays * array_bytes(problem);
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
