// SPDX-License-Identifier: BSD-3-Clause
// The kernels of a flow on a GPU.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include <tobiuo/flow/solver.hpp>

#include "kernels/flow/device/device_stages.hpp"
#include "kernels/flow/device/flow_kernels.hpp"
#include "kernels/flow/elimination/device_elimination.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/check.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/graph/captured_graph.hpp"
#include "runtime/device/graph/recorded_work.hpp"
#include "runtime/device/graph/replays.hpp"
#include "runtime/device/stream.hpp"
#include "solvers/flow/divergence_data.hpp"
#include "solvers/flow/flow_machine.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::flow {
namespace {

/// Whether the velocity beyond the face is an array. That of a lower outflow face always is, and one
/// that recycles.
bool has_profile(const Face& face)
{
    return face.kind == FaceKind::outflow || face.recycling ||
           std::ranges::any_of(face.profile, [](const auto& values) { return !values.empty(); });
}

StageProblem stage_problem_of(const Problem& problem, const Slab& slab)
{
    StageProblem of_stage{.stretched = poisson::stretched_axis(projection_of(problem)).value_or(3),
                          .implicit_axis = problem.implicit_diffusion.value_or(3),
                          .varies = viscosity_varies(problem),
                          .eddies = {.form = static_cast<EddyForm>(problem.eddies.model),
                                     .added = problem.eddies.has_formula()},
                          .precision = problem.precision};
    const JointBuoyancy joint = joint_buoyancy(problem);
    for (int number = 0; number < scalar_count(problem); ++number) {
        const bool bounded =
            scalar_of_number(problem, number).advection == ScalarAdvection::bounded;
        (bounded ? of_stage.bounded : of_stage.central) = true;
    }
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        of_stage.counts[axis] = problem.grid.axes.at(at).cells;
        of_stage.periodic[axis] = problem.faces.at(at).lower.kind == FaceKind::periodic;
        of_stage.buoyant[axis] = joint.buoyancy.at(at) != 0.0;
        of_stage.eddies.layered =
            of_stage.eddies.layered ||
            (of_stage.buoyant[axis] && problem.eddies.model == EddyModel::smagorinsky);
    }
    of_stage.counts[2] = slab.count;
    of_stage.periodic[2] = of_stage.periodic[2] && !slab.is_joined();
    std::copy_n(slab.joined, 2, of_stage.joined);
    for (int face = 0; face < face_count; ++face) {
        const Face& one = face_of(problem, face);
        of_stage.has_outflow = of_stage.has_outflow || one.kind == FaceKind::outflow;
        of_stage.has_profiles = of_stage.has_profiles || has_profile(one);
    }
    return of_stage;
}

/// What launches steps that come again as graphs.
struct StepGraphs {
    device::RecordedWork work = {};
    device::Replays replays{device::make_graph_runner()};
};

template <typename T>
void launch_again_as_graphs(FlowKernels<T>& kernels)
{
    const auto graphs = std::make_shared<StepGraphs>();
    kernels.run_again = [=](const void* key, const std::function<void()>& enqueue, Stream stream) {
        // What the caller captures is a part of the caller's graph.
        if (device::is_being_captured(stream)) {
            enqueue();
            return;
        }
        graphs->work.clear();
        {
            const device::Recording recording{graphs->work};
            enqueue();
        }
        graphs->replays.enqueue(key, graphs->work, stream);
    };
    kernels.graph_launches = [=] { return graphs->replays.graph_launches(); };
}

template <typename T>
FlowKernels<T> device_kernels(const Problem& problem, const Slab& slab, bool graphs)
{
    using Stages = DeviceStages<T>;
    using Eliminations = DeviceElimination<T>;
    const auto stages = std::make_shared<Stages>(stage_problem_of(problem, slab));
    const auto measured = std::make_shared<const device::Event>(device::make_event());
    FlowKernels<T> kernels;
    kernels.description = stages->describe();
    kernels.bytes = stages->memory_bytes();
    kernels.advance = [=](const auto& box, const auto& arrays, const Stage& stage, double time_step,
                          bool observes, Stream stream) {
        stages->advance(box, arrays, stage, time_step, stream);
        if (!observes) {
            return;
        }
        if (device::RecordedWork* const work = device::Recording::current()) {
            work->add(measured->get());
        } else {
            device::record_for_host(*measured, stream);
        }
    };
    kernels.advance_scalar = std::bind_front(&Stages::advance_scalar, stages);
    if (viscosity_varies(problem)) {
        kernels.find_viscosity = std::bind_front(&Stages::find_viscosity, stages);
    }
    kernels.measures_and_wait = [=] {
        device::check(cudaEventSynchronize(measured->get()), "wait for the measures of a step");
        return stages->measures();
    };
    kernels.project = std::bind_front(&Stages::project, stages);
    kernels.find_divergence = std::bind_front(&Stages::find_divergence, stages);
    const auto data = std::make_shared<DivergenceData<T>>(
        runtime::make_cuda_machine(), [](const auto& from, auto* to, Stream stream) {
            device::copy_to_device(to, std::span{&from, 1}, stream);
        });
    kernels.divergence_data = std::bind_front(&DivergenceData<T>::of, data);
    kernels.renew_divergence_data = [=] { data->renew(); };
    if (problem.implicit_diffusion) {
        kernels.eliminate =
            std::bind_front(&Eliminations::eliminate, std::make_shared<const Eliminations>());
        kernels.solve_implicit = std::bind_front(&Stages::solve_implicit, stages);
        kernels.raise_pressure = std::bind_front(&Stages::raise_pressure, stages);
    }
    kernels.is_captured = device::is_being_captured;
    if (graphs && points(problem) <= most_points_of_graphs) {
        launch_again_as_graphs(kernels);
    }
    return kernels;
}

}  // namespace

template <typename T>
FlowMachine<T> make_device_machine(const Problem& problem, const Placement& placement, bool graphs,
                                   bool through_host_memory)
{
    // Closed bodies add charges to the divergence, which is an array then.
    const fft::PlaceFunction load =
        has_closed_obstacles(problem)
            ? fft::PlaceFunction{}
            : divergence_function(stage_problem_of(problem, placement.slab));
    if (placement.ranks != nullptr) {
        return {problem,
                runtime::make_cuda_machine(),
                device_kernels<T>(problem, placement.slab, false),  // exchanges are in no graph
                placement,
                poisson::DistributedOptions{.through_host_memory = through_host_memory},
                load};
    }
    return {problem,
            runtime::make_cuda_machine(),
            device_kernels<T>(problem, placement.slab, graphs),
            {.load = load}};
}

template FlowMachine<float> make_device_machine(const Problem&, const Placement&, bool, bool);
template FlowMachine<double> make_device_machine(const Problem&, const Placement&, bool, bool);

}  // namespace tobiuo::flow
