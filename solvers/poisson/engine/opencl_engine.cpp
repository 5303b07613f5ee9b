// A solver by OpenCL: its arrays are in host memory, where the walls correct them.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/opencl/buffer.hpp"
#include "kernels/threads.hpp"
#include "kernels/walls/host_walls.hpp"
#include "solvers/poisson/engine/engine.hpp"
#include "solvers/poisson/opencl/opencl_solver.hpp"
#include "solvers/poisson/walls/wall_box.hpp"
#include "solvers/poisson/walls/wall_share.hpp"

namespace tobiuo::poisson {
namespace {

template <typename T>
class OpenclEngine final : public Engine<T> {
public:
    OpenclEngine(const Problem& problem, const SolverOptions& options)
        : points_{points(problem)},
          is_spectral_{problem.op == Operator::spectral},
          solver_{problem},
          share_{problem, options, [](const Problem& other) { return OpenclSolver{other}; }},
          array_{bytes()}
    {
        if (has_walls(problem) && (!is_spectral_ || share_)) {
            walls_ = wall_box_of(problem_at_walls(problem));
        }
    }

    void solve(const T* f, const walls::GivenFaces<T>& given, T* u,
               Stream /*stream*/) const override
    {
        if (is_spectral_ && !given.all_zero()) {
            solve_with_share(f, given, u);
            return;
        }
        const walls::Box box =
            is_spectral_ ? walls::Box{} : walls::only_changing(walls_.on_host(), given);
        if (box.points == 0) {
            solved_ = run(solver_, f, u);
            return;
        }
        if (f != u) {
            std::copy_n(f, points_, u);
        }
        correct(box, given, u);
        solved_ = run(solver_, u, u);
    }

    [[nodiscard]] Solved solved(Stream /*stream*/) const override { return solved_; }

    [[nodiscard]] std::size_t workspace_bytes() const override
    {
        return solver_.workspace_bytes() + static_cast<std::size_t>(array_.bytes()) +
               walls_.weight_bytes() +
               (share_ ? share_.get().workspace_bytes() + static_cast<std::size_t>(bytes()) : 0);
    }

    [[nodiscard]] std::string describe() const override { return solver_.describe(); }

private:
    [[nodiscard]] std::int64_t bytes() const
    {
        return points_ * static_cast<std::int64_t>(sizeof(T));
    }

    /// Solves between host arrays.
    Solved run(const OpenclSolver& solver, const T* f, T* u) const
    {
        cl_command_queue queue = opencl::context().queue();
        opencl::write_and_wait(array_.get(), 0, f, bytes(), queue);
        solver.solve(array_.get(), array_.get(), queue);
        opencl::read_and_wait(u, array_.get(), 0, bytes(), queue);
        return solver.solved(queue);
    }

    void solve_with_share(const T* f, const walls::GivenFaces<T>& given, T* u) const
    {
        const OpenclSolver& share_solver = share_.get();
        std::vector<T> share(static_cast<std::size_t>(points_), T{0});
        correct(walls::only_changing(walls_.on_host(), given), given, share.data());
        const Solved by_walls = run(share_solver, share.data(), share.data());
        const Solved by_f = run(solver_, f, u);
        for (std::int64_t n = 0; n < points_; ++n) {
            u[n] += share[static_cast<std::size_t>(n)];
        }
        solved_ = {.removed_mean = by_f.removed_mean + by_walls.removed_mean};
    }

    void correct(const walls::Box& box, const walls::GivenFaces<T>& given, T* f) const
    {
        std::vector<double> curvatures(
            static_cast<std::size_t>(box.needs_curvatures() ? box.points : 0));
        walls::correct_on_host<T, T>(
            {.box = box, .given = given, .f = f, .curvatures = curvatures.data()},
            threads_for(box.points, walls::nanoseconds));
    }

    std::int64_t points_;
    bool is_spectral_;
    OpenclSolver solver_;
    WallShareSolver<OpenclSolver> share_;
    WallBox walls_;
    opencl::Buffer array_;
    mutable Solved solved_;  ///< of the last solve
};

}  // namespace

template <typename T>
std::unique_ptr<const Engine<T>> make_opencl_engine(const Problem& problem,
                                                    const SolverOptions& options)
{
    return std::make_unique<OpenclEngine<T>>(problem, options);
}

std::optional<std::string> opencl_unsupported_reason(const Problem& problem)
{
    return OpenclSolver::unsupported_reason(problem);
}

template std::unique_ptr<const Engine<float>> make_opencl_engine(const Problem&,
                                                                 const SolverOptions&);
template std::unique_ptr<const Engine<double>> make_opencl_engine(const Problem&,
                                                                  const SolverOptions&);

}  // namespace tobiuo::poisson
