// A solver on a GPU.
#include <cstdint>
#include <memory>
#include <optional>

#include "kernels/machine/for_each.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/walls/wall_item.hpp"
#include "solvers/poisson/device/device_solver.hpp"
#include "solvers/poisson/engine/engine.hpp"
#include "solvers/poisson/walls/wall_box.hpp"
#include "solvers/poisson/walls/wall_corrections.hpp"
#include "solvers/poisson/walls/wall_share.hpp"

namespace tobiuo::poisson {
namespace {

template <typename T>
class DeviceEngine final : public Engine<T> {
public:
    DeviceEngine(const Problem& problem, const SolverOptions& options)
        : points_{points(problem)},
          is_spectral_{problem.op == Operator::spectral},
          solver_{problem},
          share_solver_{problem, options, [](const Problem& other) { return DeviceSolver{other}; }}
    {
        if (has_walls(problem) && (!is_spectral_ || share_solver_)) {
            walls_.emplace(wall_box_of(problem_at_walls(problem)), *machine_);
        }
        if (share_solver_) {
            share_ = machine_->allocate(static_cast<std::size_t>(points_) * sizeof(T));
            add_share_.emplace(*machine_);
        }
    }

    void solve(const T* f, const walls::GivenFaces<T>& given, T* u, Stream stream) const override
    {
        const bool with_share = is_spectral_ && !given.all_zero();
        if (with_share) {
            solve_with_share(f, given, u, stream);
        } else {
            const bool corrects = walls_ && !is_spectral_;
            solver_.solve(corrects ? walls_->without_walls(f, given, u, points_, stream) : f, u,
                          stream);
        }
        has_share_ = with_share;  // a refused solve leaves the report of the last one
    }

    [[nodiscard]] Solved solved(Stream stream) const override
    {
        const Solved by_f = solver_.solved(stream);
        if (!has_share_) {
            return by_f;
        }
        const Solved by_walls = share_solver_.get().solved(stream);
        return {.removed_mean = by_f.removed_mean + by_walls.removed_mean};
    }

    [[nodiscard]] std::size_t workspace_bytes() const override
    {
        return solver_.workspace_bytes() + (walls_ ? walls_->bytes() : 0) +
               (share_solver_ ? share_solver_.get().workspace_bytes() : 0) + share_.bytes();
    }

    [[nodiscard]] std::string describe() const override { return solver_.describe(); }

private:
    void solve_with_share(const T* f, const walls::GivenFaces<T>& given, T* u, Stream stream) const
    {
        const DeviceSolver& share_solver = share_solver_.get();
        T* const share = share_.as<T>();
        machine_->clear(share, share_.bytes(), stream);
        walls_->correct(walls_->changing(given), given, share, stream);
        share_solver.solve(share, share, stream);
        solver_.solve(f, u, stream);
        (*add_share_)({.share = share, .u = u}, points_, stream);
    }

    std::int64_t points_;
    bool is_spectral_;
    std::unique_ptr<const runtime::Machine> machine_ = runtime::make_cuda_machine();
    DeviceSolver solver_;
    WallShareSolver<DeviceSolver> share_solver_;
    std::optional<WallCorrections<T>> walls_;
    std::optional<runtime::ForEach<walls::AddShare<T>>> add_share_;
    runtime::Array share_;            ///< contribution of the walls to u of a spectral problem
    mutable bool has_share_ = false;  ///< of the last solve, for solved()
};

}  // namespace

template <typename T>
std::unique_ptr<const Engine<T>> make_device_engine(const Problem& problem,
                                                    const SolverOptions& options)
{
    return std::make_unique<DeviceEngine<T>>(problem, options);
}

std::optional<std::string> device_unsupported_reason(const Problem& problem)
{
    return DeviceSolver::unsupported_reason(problem);
}

template std::unique_ptr<const Engine<float>> make_device_engine(const Problem&,
                                                                 const SolverOptions&);
template std::unique_ptr<const Engine<double>> make_device_engine(const Problem&,
                                                                  const SolverOptions&);

}  // namespace tobiuo::poisson
