// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/flow/device/device_stages.hpp"

#include <algorithm>

#include "kernels/flow/device/flow_kernels.hpp"
#include "kernels/flow/divergence_arguments.hpp"
#include "kernels/flow/scalar_arguments.hpp"
#include "runtime/device/capacity.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/rounding.hpp"

namespace tobiuo::flow {
namespace {

dim3 blocks_for(long long items, int threads)
{
    return dim3{static_cast<unsigned>(parts_of<long long>(items, threads))};
}

}  // namespace

template <typename T>
DeviceStages<T>::DeviceStages(const StageProblem& problem)
    : problem_{problem},
      launch_{choose_launch(problem, device::multiprocessors_of())},
      stages_{stage(0), stage(1), stage(2)},
      divergence_{specialise(FlowKernel::divergence, problem.precision, problem.counts[0])},
      project_{specialise(FlowKernel::project, problem.precision, problem.counts[0])},
      parts_{static_cast<std::size_t>(blocks().x) * blocks().y * blocks().z},
      measures_{1},
      finished_{device::zeros_and_wait<unsigned>(1, "clear a count of blocks")}
{
    if (problem.varies) {
        viscosity_.emplace(specialise_viscosity(problem, launch_), viscosity_bytes());
    }
    for (const bool bounded : {false, true}) {
        if (bounded ? problem.bounded : problem.central) {
            scalar_[bounded ? 1 : 0].emplace(specialise(
                FlowKernel::scalar, problem.precision, problem.counts[0], problem.varies, bounded));
        }
    }
    if (problem.implicit_axis < 3) {
        const bool is_slab = problem.implicit_axis == 2 && (problem.joined[0] || problem.joined[1]);
        line_parts_ = is_slab ? 0 : parts_of_line(problem, device::multiprocessors_of());
        const auto kernel = [&](ImplicitKernel which) {
            return device::Kernel{specialise(which, problem.precision, problem.implicit_axis)};
        };
        if (is_slab) {
            implicit_.emplace(kernel(ImplicitKernel::rise));
            fall_.emplace(kernel(ImplicitKernel::fall));
        } else {
            implicit_.emplace(
                kernel(line_parts_ > 0 ? ImplicitKernel::solve_parts : ImplicitKernel::solve));
        }
        raise_pressure_.emplace(kernel(ImplicitKernel::raise_pressure));
    }
}

template <typename T>
device::Kernel DeviceStages<T>::stage(int number) const
{
    const bool observes = number == 0;
    return device::Kernel{
        specialise_stage(form_of(problem_, launch_, stages[number], observes), problem_.precision),
        static_cast<std::size_t>(tile_form(problem_, launch_).shared_values()) * sizeof(T)};
}

template <typename T>
dim3 DeviceStages<T>::blocks() const
{
    return dim3{static_cast<unsigned>(parts_of<long long>(problem_.counts[0], launch_.width)),
                static_cast<unsigned>(parts_of<long long>(problem_.counts[1], launch_.rows)),
                static_cast<unsigned>(parts_of<long long>(problem_.counts[2], launch_.planes))};
}

template <typename T>
dim3 DeviceStages<T>::blocks_of_pieces() const
{
    constexpr long long most_blocks = 65535;  // along y
    dim3 blocks = blocks_for(
        parts_of<long long>(problem_.counts[0], piece_of(problem_.precision)) * problem_.counts[1],
        piece_threads);
    blocks.y = static_cast<unsigned>(std::min(problem_.counts[2], most_blocks));
    return blocks;
}

template <typename T>
void DeviceStages<T>::advance(const Box<T>& box, const StageArrays<T>& arrays, const Stage& stage,
                              double time_step, cudaStream_t stream)
{
    const StageForm form = tile_form(problem_, launch_);
    const StageArguments<T> arguments{.box = box,
                                      .arrays = arrays,
                                      .new_part = static_cast<T>(stage.gamma * time_step),
                                      .old_part = static_cast<T>(stage.zeta * time_step),
                                      .planes = launch_.planes,
                                      .parts = parts_.data(),
                                      .finished = finished_.data(),
                                      .measures = measures_.span().data()};
    const int number = !stage.uses_old ? 0 : stage.keeps ? 1 : 2;
    stages_[number].launch(
        device::Launch{.grid = blocks(),
                       .block = dim3{static_cast<unsigned>(form.threads())},
                       .stream = stream,
                       .shared_bytes = static_cast<std::size_t>(form.shared_values()) * sizeof(T),
                       .overlapping = true},
        arguments);
}

template <typename T>
std::size_t DeviceStages<T>::viscosity_bytes() const
{
    return static_cast<std::size_t>(viscosity_form(problem_, launch_).shared_values()) * sizeof(T);
}

template <typename T>
void DeviceStages<T>::find_viscosity(const FindViscosity<T>& find, cudaStream_t stream) const
{
    const ViscosityArguments<T> arguments{
        .stage = {.box = find.box, .arrays = find.arrays, .planes = launch_.planes},
        .to = find.to,
        .rules = find.rules};
    viscosity_->launch(
        device::Launch{
            .grid = blocks(),
            .block = dim3{static_cast<unsigned>(viscosity_form(problem_, launch_).threads())},
            .stream = stream,
            .shared_bytes = viscosity_bytes(),
            .overlapping = true},
        arguments);
}

template <typename T>
void DeviceStages<T>::advance_scalar(const Box<T>& box, const StageArrays<T>& arrays,
                                     const Stage& stage, double time_step,
                                     cudaStream_t stream) const
{
    const Stage& own = scalar_stage(box, stage);
    const ScalarArguments<T> arguments{
        .box = box,
        .arrays = arrays,
        .new_part = static_cast<T>(own.gamma * time_step),
        .old_part = static_cast<T>(box.bounded ? own.begin : own.zeta * time_step),
        .uses_old = stage.uses_old,
        .keeps = stage.keeps};
    scalar_[box.bounded ? 1 : 0]->launch(device::Launch{.grid = blocks_of_pieces(),
                                                        .block = dim3{piece_threads},
                                                        .stream = stream,
                                                        .overlapping = true},
                                         arguments);
}

template <typename T>
void DeviceStages<T>::find_divergence(const Box<T>& box, const T* const (&velocity)[3], T* out,
                                      cudaStream_t stream) const
{
    const DivergenceArguments<T> arguments{.box = box,
                                           .velocity = {velocity[0], velocity[1], velocity[2]},
                                           .out = {out, nullptr, nullptr}};
    divergence_.launch(blocks_of_pieces(), dim3{piece_threads}, stream, arguments);
}

template <typename T>
void DeviceStages<T>::project(const Box<T>& box, const T* const (&velocity)[3], const T* impulse,
                              T* const (&out)[3], cudaStream_t stream) const
{
    const DivergenceArguments<T> arguments{.box = box,
                                           .velocity = {velocity[0], velocity[1], velocity[2]},
                                           .impulse = impulse,
                                           .out = {out[0], out[1], out[2]}};
    project_.launch(blocks_of_pieces(), dim3{piece_threads}, stream, arguments);
}

template <typename T>
void DeviceStages<T>::solve_implicit(const ImplicitStage<T>& stage, cudaStream_t stream) const
{
    const dim3 threads =
        line_parts_ > 0 ? dim3{line_lanes, static_cast<unsigned>(line_parts_)} : dim3{line_threads};
    dim3 blocks = blocks_for(stage.lines(), static_cast<int>(threads.x));
    blocks.y = static_cast<unsigned>(stage.quantities_of_stage());
    const device::Kernel& kernel = stage.sweep == Sweep::fall ? *fall_ : *implicit_;
    kernel.launch(blocks, threads, stream, stage);
}

template <typename T>
void DeviceStages<T>::raise_pressure(const PressureRise<T>& rise, cudaStream_t stream) const
{
    raise_pressure_->launch(blocks_for(rise.box.points(), line_threads), dim3{line_threads}, stream,
                            rise);
}

template <typename T>
std::size_t DeviceStages<T>::memory_bytes() const
{
    return parts_.size() * sizeof(Measures) + sizeof(unsigned);
}

template <typename T>
std::string DeviceStages<T>::describe() const
{
    return "tiles of " + std::to_string(launch_.width) + " x " + std::to_string(launch_.rows) +
           ", " + std::to_string(launch_.planes) + " planes a block";
}

template class DeviceStages<float>;
template class DeviceStages<double>;

}  // namespace tobiuo::flow
