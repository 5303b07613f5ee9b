// A solver on the CPU.
#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "kernels/threads.hpp"
#include "kernels/walls/host_walls.hpp"
#include "solvers/poisson/engine/engine.hpp"
#include "solvers/poisson/host/host_solver.hpp"
#include "solvers/poisson/walls/wall_box.hpp"
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
    mutable std::mutex mutex_;
    std::map<std::thread::id, Solved> of_thread_;
};

template <typename T>
class HostEngine final : public Engine<T> {
public:
    HostEngine(const Problem& problem, const SolverOptions& options)
        : points_{points(problem)},
          threads_{options.threads > 0 ? options.threads : threads_for(points_, 1.0)},
          is_spectral_{problem.op == Operator::spectral},
          has_null_space_{has_null_space(problem)},
          solver_{make(problem, options)},
          share_{problem, options, [&](const Problem& other) { return make(other, options); }}
    {
        if (!is_spectral_ || share_) {
            walls_ = wall_box_of(problem_at_walls(problem));
        }
    }

    void solve(const T* f, const walls::GivenFaces<T>& given, T* u,
               Stream /*stream*/) const override
    {
        const Solved solved = is_spectral_ && !given.all_zero() ? solve_with_share(f, given, u)
                                                                : solve_corrected(f, given, u);
        if (has_null_space_) {
            solved_.remember(solved);
        }
    }

    [[nodiscard]] Solved solved(Stream /*stream*/) const override { return solved_.last(); }

    [[nodiscard]] std::size_t workspace_bytes() const override
    {
        const std::size_t of_walls =
            curvatures_in(walls_.box) * sizeof(double) + walls_.weight_bytes();
        const auto own = static_cast<std::size_t>(solver_.workspace_bytes());
        if (!share_) {
            return own + of_walls;
        }
        const auto shares = static_cast<std::size_t>(share_.get().workspace_bytes());
        return std::max(own, shares) + of_walls + static_cast<std::size_t>(points_) * sizeof(T);
    }

    [[nodiscard]] std::string describe() const override { return solver_.describe(); }

private:
    /// The number of curvatures that a correction for the walls works with.
    static std::size_t curvatures_in(const walls::Box& box)
    {
        return static_cast<std::size_t>(box.needs_curvatures() ? box.points : 0);
    }

    static HostSolver make(const Problem& problem, const SolverOptions& options)
    {
        return HostSolver{problem, fft::Effort::estimate, options.threads};
    }

    [[nodiscard]] std::span<T> all(T* values) const
    {
        return {values, static_cast<std::size_t>(points_)};
    }
    [[nodiscard]] std::span<const T> all(const T* values) const
    {
        return {values, static_cast<std::size_t>(points_)};
    }

    Solved solve_corrected(const T* f, const walls::GivenFaces<T>& given, T* u) const
    {
        const walls::Box box =
            is_spectral_ ? walls::Box{} : walls::only_changing(walls_.on_host(), given);
        if (box.points == 0) {
            return solver_.solve(all(f), all(u));
        }
        if (f != u) {
#pragma omp parallel for schedule(static) num_threads(threads_)
            for (std::int64_t n = 0; n < points_; ++n) {
                u[n] = f[n];
            }
        }
        correct(box, given, u);
        return solver_.solve(all(static_cast<const T*>(u)), all(u));
    }

    Solved solve_with_share(const T* f, const walls::GivenFaces<T>& given, T* u) const
    {
        const HostSolver& share_solver = share_.get();
        std::vector<T> share(static_cast<std::size_t>(points_), T{0});
        correct(walls::only_changing(walls_.on_host(), given), given, share.data());
        const Solved by_walls = share_solver.solve(std::span<const T>{share}, std::span<T>{share});
        const Solved by_f = solver_.solve(all(f), all(u));
#pragma omp parallel for schedule(static) num_threads(threads_)
        for (std::int64_t n = 0; n < points_; ++n) {
            u[n] += share[static_cast<std::size_t>(n)];
        }
        return {.removed_mean = by_f.removed_mean + by_walls.removed_mean};
    }

    void correct(const walls::Box& box, const walls::GivenFaces<T>& given, T* f) const
    {
        std::vector<double> curvatures(curvatures_in(box));
        walls::correct_on_host<T, T>(
            {.box = box, .given = given, .f = f, .curvatures = curvatures.data()},
            std::min(threads_, threads_for(box.points, walls::nanoseconds)));
    }

    std::int64_t points_;
    int threads_;
    bool is_spectral_;
    bool has_null_space_;
    HostSolver solver_;
    WallShareSolver<HostSolver> share_;
    WallBox walls_;
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
