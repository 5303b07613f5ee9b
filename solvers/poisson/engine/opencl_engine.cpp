// A solver by OpenCL: its arrays are in host memory, where the walls correct them.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "kernels/machine/for_each.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/opencl/buffer.hpp"
#include "kernels/walls/wall_item.hpp"
#include "solvers/poisson/engine/engine.hpp"
#include "solvers/poisson/opencl/opencl_solver.hpp"
#include "solvers/poisson/walls/wall_box.hpp"
#include "solvers/poisson/walls/wall_corrections.hpp"
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
            walls_.emplace(wall_box_of(problem_at_walls(problem)), *host_);
        }
    }

    void solve(const T* f, const walls::GivenFaces<T>& given, T* u,
               Stream /*stream*/) const override
    {
        if (is_spectral_ && !given.all_zero()) {
            solve_with_share(f, given, u);
            return;
        }
        const bool corrects = walls_ && !is_spectral_;
        solved_ =
            run(solver_, corrects ? walls_->without_walls(f, given, u, points_, nullptr) : f, u);
    }

    [[nodiscard]] Solved solved(Stream /*stream*/) const override { return solved_; }

    [[nodiscard]] std::size_t workspace_bytes() const override
    {
        return solver_.workspace_bytes() + static_cast<std::size_t>(array_.bytes()) +
               (walls_ ? walls_->bytes() : 0) +
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
        walls_->correct(walls_->changing(given), given, share.data(), nullptr);
        const Solved by_walls = run(share_solver, share.data(), share.data());
        const Solved by_f = run(solver_, f, u);
        add_share_({.share = share.data(), .u = u}, points_, nullptr);
        solved_ = {.removed_mean = by_f.removed_mean + by_walls.removed_mean};
    }

    std::int64_t points_;
    bool is_spectral_;
    OpenclSolver solver_;
    WallShareSolver<OpenclSolver> share_;
    std::unique_ptr<const runtime::Machine> host_ = runtime::make_host_machine();
    std::optional<WallCorrections<T>> walls_;
    runtime::ForEach<walls::AddShare<T>> add_share_{*host_};
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
