// A solver on a GPU.
#include <cstdint>
#include <memory>
#include <optional>

#include "kernels/device/buffer.hpp"
#include "kernels/device/copy.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/walls/device_walls.hpp"
#include "solvers/poisson/device/device_solver.hpp"
#include "solvers/poisson/engine/engine.hpp"
#include "solvers/poisson/engine/in_unit.hpp"
#include "solvers/poisson/walls/ready_walls.hpp"
#include "solvers/poisson/walls/wall_box.hpp"
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
            const device::Stream stream = device::make_stream();
            walls_.emplace(wall_box_of(problem_at_walls(problem)), stream.get());
        }
        if (share_solver_) {
            share_ = device::DeviceBuffer<T>{static_cast<std::size_t>(points_)};
            add_share_.emplace();
        }
    }

    void solve(const T* f, const walls::GivenFaces<T>& given, T* u, Stream stream) const override
    {
        const bool with_share = is_spectral_ && !given.all_zero();
        if (with_share) {
            solve_with_share(f, given, u, stream);
        } else {
            solve_corrected(f, given, u, stream);
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
        return solver_.workspace_bytes() + (walls_ ? walls_->workspace_bytes() : 0) +
               (share_solver_ ? share_solver_.get().workspace_bytes() : 0) +
               share_.size() * sizeof(T);
    }

    [[nodiscard]] std::string describe() const override { return solver_.describe(); }

private:
    void solve_corrected(const T* f, const walls::GivenFaces<T>& given, T* u,
                         cudaStream_t stream) const
    {
        const walls::Box box = walls_ && !is_spectral_ ? walls_->changing(given) : walls::Box{};
        if (box.points == 0) {
            solver_.solve(f, u, stream);
            return;
        }
        if (f != u) {
            device::check(cudaMemcpyAsync(u, f, static_cast<std::size_t>(points_) * sizeof(T),
                                          cudaMemcpyDefault, stream),
                          "copy the right-hand side");
        }
        walls_->correct(box, given, u, stream);
        solver_.solve(u, u, stream);
    }

    void solve_with_share(const T* f, const walls::GivenFaces<T>& given, T* u,
                          cudaStream_t stream) const
    {
        const DeviceSolver& share_solver = share_solver_.get();
        device::clear(share_, "clear the share of the walls", stream);
        walls_->correct(walls_->changing(given), given, share_.data(), stream);
        share_solver.solve(share_.data(), share_.data(), stream);
        solver_.solve(f, u, stream);
        add_share_->enqueue(share_.data(), u, points_, stream);
    }

    std::int64_t points_;
    bool is_spectral_;
    DeviceSolver solver_;
    WallShareSolver<DeviceSolver> share_solver_;
    std::optional<ReadyWalls<T>> walls_;
    device::DeviceBuffer<T> share_;  ///< contribution of the walls to u of a spectral problem
    std::optional<walls::AddShare<T>> add_share_;
    mutable bool has_share_ = false;  ///< of the last solve, for solved()
};

}  // namespace

template <typename T>
std::unique_ptr<const Engine<T>> make_device_engine(const Problem& problem,
                                                    const SolverOptions& options)
{
    return std::make_unique<DeviceEngine<T>>(problem, options);
}

template <typename T>
MultiplyBy<T> multiply_on_device(double factor)
{
    // Functions of std::function are copied, and kernels are not.
    return [factor, kernel = std::make_shared<const walls::Multiply<T>>()](
               const T* f, T* u, std::int64_t count, Stream stream) {
        kernel->enqueue(f, u, factor, count, stream);
    };
}

std::optional<std::string> device_unsupported_reason(const Problem& problem)
{
    return DeviceSolver::unsupported_reason(problem);
}

template std::unique_ptr<const Engine<float>> make_device_engine(const Problem&,
                                                                 const SolverOptions&);
template std::unique_ptr<const Engine<double>> make_device_engine(const Problem&,
                                                                  const SolverOptions&);

template MultiplyBy<float> multiply_on_device(double);
template MultiplyBy<double> multiply_on_device(double);

}  // namespace tobiuo::poisson
