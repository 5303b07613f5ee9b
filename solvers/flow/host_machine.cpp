// The steps of a flow on the CPU.
#include <map>

#include <tobiuo/poisson/solver.hpp>

#include "kernels/flow/elimination/host_elimination.hpp"
#include "kernels/flow/host/host_implicit.hpp"
#include "kernels/flow/host/host_scalar.hpp"
#include "kernels/flow/host/host_stage.hpp"
#include "runtime/thread_choice.hpp"
#include "runtime/threads.hpp"
#include "solvers/flow/machine.hpp"
#include "solvers/flow/outflow_pressure.hpp"
#include "solvers/flow/problem.hpp"

namespace tobiuo::flow {
namespace {

constexpr double stage_nanoseconds = 30.0;      // of one thread at one point
constexpr double projection_nanoseconds = 3.0;  // of the divergence or of the velocity
constexpr double sweep_nanoseconds = 20.0;      // of implicit diffusion

int flow_threads(const Problem& problem, int threads)
{
    return threads > 0 ? threads : threads_for(points(problem), stage_nanoseconds);
}

/// The threads for work at all points, unless the caller says how many.
ThreadChoice choice_of(const Problem& problem, int threads, double nanoseconds)
{
    return {flow_threads(problem, threads),
            ThreadChoice::alone_unless_asked(threads, points(problem), nanoseconds)};
}

template <typename T>
class HostMachine final : public Machine<T> {
public:
    HostMachine(const Problem& problem, int threads)
        : Machine<T>{runtime::make_host_machine(flow_threads(problem, threads))},
          threads_{flow_threads(problem, threads)},
          stages_{choice_of(problem, threads, stage_nanoseconds)},
          projections_{choice_of(problem, threads, projection_nanoseconds)},
          sweeps_{choice_of(problem, threads, sweep_nanoseconds)},
          solver_{projection_of(problem), solver_options(threads)}
    {
        for (const int face : buoyant_outflows(problem)) {
            face_solvers_.try_emplace(face, problem_along(problem, face), solver_options(threads));
        }
    }

    void advance(const Box<T>& box, const StageArrays<T>& arrays, const Stage& stage,
                 double time_step, bool observes, Stream /*stream*/) override
    {
        const Measures found = stages_.run([&](int threads) {
            return advance_on_host(box, arrays, stage, time_step, observes, threads);
        });
        if (observes) {
            measures_ = found;
        }
    }
    void advance_scalar(const Box<T>& box, const StageArrays<T>& arrays, const Stage& stage,
                        double time_step, Stream /*stream*/) const override
    {
        advance_scalar_on_host(box, arrays, stage, time_step, threads_);
    }
    [[nodiscard]] Measures measures_and_wait() const override { return measures_; }

    void project(const Box<T>& box, const T* const (&velocity)[3], const T* impulse,
                 T* const (&out)[3], Stream /*stream*/) const override
    {
        projections_.run(
            [&](int threads) { project_on_host(box, velocity, impulse, out, threads); });
    }

    void solve_along(int face, T* values, Stream stream) const override
    {
        face_solvers_.at(face).solve(values, values, stream);
    }

    void eliminate(const Elimination<T>& all, Stream /*stream*/) const override
    {
        eliminate_on_host(all);
    }

    void solve_implicit(const ImplicitStage<T>& stage, Stream /*stream*/) const override
    {
        sweeps_.run([&](int threads) { solve_implicit_on_host(stage, threads); });
    }

    void raise_pressure(const PressureRise<T>& rise, Stream /*stream*/) const override
    {
        projections_.run([&](int threads) { raise_pressure_on_host(rise, threads); });
    }

    void find_impulse(const Box<T>& box, const T* const (&velocity)[3], T* impulse,
                      Stream stream) override
    {
        projections_.run(
            [&](int threads) { find_divergence_on_host(box, velocity, impulse, threads); });
        solver_.solve(impulse, impulse, stream);
    }

    [[nodiscard]] std::size_t memory_bytes() const override
    {
        std::size_t bytes = this->bytes() + solver_.workspace_bytes();
        for (const auto& [face, solver] : face_solvers_) {
            bytes += solver.workspace_bytes();
        }
        return bytes;
    }
    [[nodiscard]] std::string describe() const override
    {
        return threads_text(threads_) + "; " + solver_.describe();
    }

private:
    [[nodiscard]] poisson::SolverOptions solver_options(int threads) const
    {
        return {.backend = this->memory().backend(), .threads = threads};
    }

    int threads_;
    ThreadChoice stages_;
    mutable ThreadChoice projections_;
    mutable ThreadChoice sweeps_;
    poisson::Solver solver_;
    std::map<int, poisson::Solver> face_solvers_;  ///< of the buoyant outflows
    Measures measures_;
};

}  // namespace

template <typename T>
std::unique_ptr<Machine<T>> make_host_machine(const Problem& problem, int threads)
{
    return std::make_unique<HostMachine<T>>(problem, threads);
}

template std::unique_ptr<Machine<float>> make_host_machine(const Problem&, int);
template std::unique_ptr<Machine<double>> make_host_machine(const Problem&, int);

}  // namespace tobiuo::flow
