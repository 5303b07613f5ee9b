// The steps of a flow on a GPU.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <span>

#include <tobiuo/flow/solver.hpp>

#include "kernels/flow/device/device_stages.hpp"
#include "kernels/flow/device/flow_kernels.hpp"
#include "kernels/flow/divergence_arguments.hpp"
#include "kernels/flow/elimination/device_elimination.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/check.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/graph/captured_graph.hpp"
#include "runtime/device/graph/recorded_work.hpp"
#include "runtime/device/graph/replays.hpp"
#include "runtime/device/stream.hpp"
#include "solvers/flow/machine.hpp"
#include "solvers/flow/outflow_pressure.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/program/machine_solver.hpp"

namespace tobiuo::flow {
namespace {

/// Whether the velocity beyond the face is an array. That of a lower outflow face always is.
bool has_profile(const Face& face)
{
    return face.kind == FaceKind::outflow ||
           std::ranges::any_of(face.profile, [](const auto& values) { return !values.empty(); });
}

StageProblem stage_problem_of(const Problem& problem)
{
    StageProblem of_stage{.stretched = poisson::stretched_axis(projection_of(problem)).value_or(3),
                          .implicit_axis = problem.implicit_diffusion.value_or(3),
                          .precision = problem.precision};
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        of_stage.counts[axis] = problem.grid.axes.at(at).cells;
        of_stage.periodic[axis] = problem.faces.at(at).lower.kind == FaceKind::periodic;
        of_stage.buoyant[axis] = problem.scalar && problem.scalar->buoyancy.at(at) != 0.0;
    }
    for (int face = 0; face < face_count; ++face) {
        const Face& one = face_of(problem, face);
        of_stage.has_outflow = of_stage.has_outflow || one.kind == FaceKind::outflow;
        of_stage.has_profiles = of_stage.has_profiles || has_profile(one);
    }
    return of_stage;
}

template <typename T>
class DeviceMachine final : public Machine<T> {
public:
    DeviceMachine(const Problem& problem, bool graphs)
        : Machine<T>{runtime::make_cuda_machine()},
          stages_{stage_problem_of(problem)},
          solver_{projection_of(problem),
                  this->memory().backend(),
                  {.load = divergence_function(stage_problem_of(problem))}},
          measured_{device::make_event()}
    {
        for (const int face : buoyant_outflows(problem)) {
            face_solvers_.try_emplace(face, problem_along(problem, face), this->memory().backend());
        }
        if (problem.implicit_diffusion) {
            elimination_.emplace();
        }
        if (graphs && points(problem) <= most_points_of_graphs) {
            replays_.emplace(device::make_graph_runner());
        }
    }

    void run_again(const void* key, const std::function<void()>& enqueue, Stream stream) override
    {
        // What the caller captures is a part of the caller's graph.
        if (!replays_ || device::is_being_captured(stream)) {
            enqueue();
            return;
        }
        work_.clear();
        {
            const device::Recording recording{work_};
            enqueue();
        }
        replays_->enqueue(key, work_, stream);
    }

    [[nodiscard]] bool is_captured(Stream stream) const override
    {
        return device::is_being_captured(stream);
    }

    void advance(const Box<T>& box, const StageArrays<T>& arrays, const Stage& stage,
                 double time_step, bool observes, Stream stream) override
    {
        stages_.advance(box, arrays, stage, time_step, stream);
        if (!observes) {
            return;
        }
        if (device::RecordedWork* const work = device::Recording::current()) {
            work->add(measured_.get());
        } else {
            device::record_for_host(measured_, stream);
        }
    }

    void advance_scalar(const Box<T>& box, const StageArrays<T>& arrays, const Stage& stage,
                        double time_step, Stream stream) const override
    {
        stages_.advance_scalar(box, arrays, stage, time_step, stream);
    }

    [[nodiscard]] Measures measures_and_wait() const override
    {
        device::check(cudaEventSynchronize(measured_.get()), "wait for the measures of a step");
        return stages_.measures();
    }

    void project(const Box<T>& box, const T* const (&velocity)[3], const T* impulse,
                 T* const (&out)[3], Stream stream) const override
    {
        stages_.project(box, velocity, impulse, out, stream);
    }

    void solve_along(int face, T* values, Stream stream) const override
    {
        face_solvers_.at(face).solve(values, values, stream);
    }

    void eliminate(const Elimination<T>& all, Stream stream) const override
    {
        elimination_->eliminate(all, stream);
    }
    void solve_implicit(const ImplicitStage<T>& stage, Stream stream) const override
    {
        stages_.solve_implicit(stage, stream);
    }
    void raise_pressure(const PressureRise<T>& rise, Stream stream) const override
    {
        stages_.raise_pressure(rise, stream);
    }

    void find_impulse(const Box<T>& box, const T* const (&velocity)[3], T* impulse,
                      Stream stream) override
    {
        if (solver_.takes_load()) {
            solver_.solve_loaded(divergence_of(box, velocity, stream), impulse, stream);
            return;
        }
        stages_.find_divergence(box, velocity, impulse, stream);
        solver_.solve(impulse, impulse, stream);
    }

    [[nodiscard]] std::size_t memory_bytes() const override
    {
        std::size_t bytes = this->bytes() + stages_.memory_bytes() + solver_.workspace_bytes();
        for (const auto& [face, solver] : face_solvers_) {
            bytes += solver.workspace_bytes();
        }
        return bytes;
    }
    [[nodiscard]] std::string describe() const override
    {
        return stages_.describe() + "; " + solver_.describe();
    }
    [[nodiscard]] std::int64_t graph_launches() const override
    {
        return replays_ ? replays_->graph_launches() : 0;
    }

private:
    /// The arguments of a divergence, kept in device memory for the solver's first pass.
    struct KeptArguments {
        DivergenceArguments<T> arguments;
        device::DeviceBuffer<DivergenceArguments<T>> on_device;
    };

    /// Where the arguments are in device memory. Steps take turns with few of them.
    [[nodiscard]] const void* divergence_of(const Box<T>& box, const T* const (&velocity)[3],
                                            Stream stream)
    {
        const auto kept = std::ranges::find_if(kept_, [&](const KeptArguments& one) {
            return std::ranges::equal(one.arguments.velocity, velocity) &&
                   has_same_planes(one.arguments.box, box);
        });
        if (kept != kept_.end()) {
            return kept->on_device.data();
        }
        KeptArguments& added = kept_.emplace_back();
        added.arguments = {.box = box, .velocity = {velocity[0], velocity[1], velocity[2]}};
        added.on_device = device::DeviceBuffer<DivergenceArguments<T>>{1};
        device::copy_to_device(added.on_device.data(),
                               std::span<const DivergenceArguments<T>>{&added.arguments, 1},
                               stream);
        return added.on_device.data();
    }

    /// Whether boxes of this machine have the same velocities beyond their lower faces.
    static bool has_same_planes(const Box<T>& a, const Box<T>& b)
    {
        bool same = true;
        for (int axis = 0; axis < 3; ++axis) {
            const Beyond<T>& one = a.faces[2 * axis].velocity[axis];
            const Beyond<T>& other = b.faces[2 * axis].velocity[axis];
            same = same && one.values == other.values && one.value == other.value;
        }
        return same;
    }

    DeviceStages<T> stages_;
    std::optional<DeviceElimination<T>> elimination_;  ///< with implicit diffusion
    poisson::MachineSolver solver_;
    std::map<int, poisson::MachineSolver> face_solvers_;  ///< of the buoyant outflows
    std::list<KeptArguments> kept_;
    device::Event measured_;
    device::RecordedWork work_;
    std::optional<device::Replays> replays_;  ///< nothing without graphs
};

}  // namespace

template <typename T>
std::unique_ptr<Machine<T>> make_device_machine(const Problem& problem, bool graphs)
{
    return std::make_unique<DeviceMachine<T>>(problem, graphs);
}

template std::unique_ptr<Machine<float>> make_device_machine(const Problem&, bool);
template std::unique_ptr<Machine<double>> make_device_machine(const Problem&, bool);

}  // namespace tobiuo::flow
