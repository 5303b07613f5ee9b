// A solver on the CPU.
#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>

#include "kernels/forks.hpp"
#include "kernels/machine/for_each.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/threads.hpp"
#include "kernels/walls/wall_item.hpp"
#include "solvers/poisson/engine/engine.hpp"
#include "solvers/poisson/host/host_solver.hpp"
#include "solvers/poisson/walls/wall_box.hpp"
#include "solvers/poisson/walls/wall_corrections.hpp"
#include "solvers/poisson/walls/wall_share.hpp"

namespace tobiuo::poisson {
namespace {

/// The report of the last solve of each thread.
class SolvedByThread {
public:
    void remember(const Solved& solved)
    {
        const std::scoped_lock lock{mutex_};
        of_thread_[std::this_thread::get_id()] = solved;
    }

    [[nodiscard]] Solved last() const
    {
        const std::scoped_lock lock{mutex_};
        const auto found = of_thread_.find(std::this_thread::get_id());
        return found == of_thread_.end() ? Solved{} : found->second;
    }

private:
    mutable ForkMutex mutex_;
    std::map<std::thread::id, Solved> of_thread_;
};

template <typename T>
class HostEngine final : public Engine<T> {
public:
    HostEngine(const Problem& problem, const SolverOptions& options)
        : points_{points(problem)},
          machine_{runtime::make_host_machine(options.threads > 0 ? options.threads
                                                                  : threads_for(points_, 1.0))},
          is_spectral_{problem.op == Operator::spectral},
          has_null_space_{has_null_space(problem)},
          solver_{make(problem, options)},
          share_{problem, options, [&](const Problem& other) { return make(other, options); }},
          add_share_{*machine_}
    {
        if (!is_spectral_ || share_) {
            walls_.emplace(wall_box_of(problem_at_walls(problem)), *machine_);
        }
    }

    void solve(const T* f, const walls::GivenFaces<T>& given, T* u,
               Stream /*stream*/) const override
    {
        const bool with_share = is_spectral_ && !given.all_zero();
        const bool corrects = walls_ && !is_spectral_;
        const Solved solved =
            with_share ? solve_with_share(f, given, u)
                       : solve(corrects ? walls_->without_walls(f, given, u, points_, nullptr) : f,
                               u, solver_);
        if (has_null_space_) {
            solved_.remember(solved);
        }
    }

    [[nodiscard]] Solved solved(Stream /*stream*/) const override { return solved_.last(); }

    [[nodiscard]] std::size_t workspace_bytes() const override
    {
        const std::size_t of_walls = walls_ ? walls_->bytes() : 0;
        const auto own = static_cast<std::size_t>(solver_.workspace_bytes());
        if (!share_) {
            return own + of_walls;
        }
        const auto shares = static_cast<std::size_t>(share_.get().workspace_bytes());
        return std::max(own, shares) + of_walls + static_cast<std::size_t>(points_) * sizeof(T);
    }

    [[nodiscard]] std::string describe() const override { return solver_.describe(); }

private:
    static HostSolver make(const Problem& problem, const SolverOptions& options)
    {
        return HostSolver{problem, fft::Effort::estimate, options.threads};
    }

    Solved solve(const T* f, T* u, const HostSolver& solver) const
    {
        const auto count = static_cast<std::size_t>(points_);
        return solver.solve(std::span{f, count}, std::span{u, count});
    }

    Solved solve_with_share(const T* f, const walls::GivenFaces<T>& given, T* u) const
    {
        const HostSolver& share_solver = share_.get();
        const runtime::Array array =
            machine_->zeros_and_wait(static_cast<std::size_t>(points_) * sizeof(T));
        T* const share = array.as<T>();
        walls_->correct(walls_->changing(given), given, share, nullptr);
        const Solved by_walls = solve(share, share, share_solver);
        const Solved by_f = solve(f, u, solver_);
        add_share_({.share = share, .u = u}, points_, nullptr);
        return {.removed_mean = by_f.removed_mean + by_walls.removed_mean};
    }

    std::int64_t points_;
    std::unique_ptr<const runtime::Machine> machine_;
    bool is_spectral_;
    bool has_null_space_;
    HostSolver solver_;
    WallShareSolver<HostSolver> share_;
    std::optional<WallCorrections<T>> walls_;
    runtime::ForEach<walls::AddShare<T>> add_share_;
    mutable SolvedByThread solved_;
};

}  // namespace

template <typename T>
std::unique_ptr<const Engine<T>> make_host_engine(const Problem& problem,
                                                  const SolverOptions& options)
{
    return std::make_unique<HostEngine<T>>(problem, options);
}

template std::unique_ptr<const Engine<float>> make_host_engine(const Problem&,
                                                               const SolverOptions&);
template std::unique_ptr<const Engine<double>> make_host_engine(const Problem&,
                                                                const SolverOptions&);

}  // namespace tobiuo::poisson
