#include "kernels/flow/device_stage.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "kernels/device/capacity.hpp"
#include "kernels/device/compile/constant.hpp"
#include "kernels/device/copy.hpp"
#include "kernels/flow/scalar_arguments.hpp"
#include "kernels/rounding.hpp"

namespace tobiuo::flow {
namespace {

/// Threads that a multiprocessor holds at a time: each needs 128 registers.
constexpr int resident_threads = 512;

constexpr int most_width = 512;
constexpr int least_width = 32;
constexpr int most_planes = 128;
constexpr int least_planes = 4;

/// Values of 16 bytes.
constexpr int piece_of(Precision precision)
{
    return static_cast<int>(16 / bytes_per_value(precision));
}

constexpr long long parts_of(long long count, long long size)
{
    return (count + size - 1) / size;
}

dim3 blocks_for(long long items, int threads)
{
    return dim3{static_cast<unsigned>(parts_of(items, threads))};
}

std::string real_text(Precision precision)
{
    return precision == Precision::fp32 ? "using Real = float;" : "using Real = double;";
}

const char* flag(bool value)
{
    return value ? "true" : "false";
}

std::string text_of(const StageForm& form)
{
    return "static constexpr tobiuo::flow::StageForm form{" + std::to_string(form.piece) + ", " +
           std::to_string(form.width) + ", " + std::to_string(form.rows) + ", " +
           flag(form.aligned) + ", {" + flag(form.periodic[0]) + ", " + flag(form.periodic[1]) +
           ", " + flag(form.periodic[2]) + "}, " + std::to_string(form.stretched) + ", " +
           flag(form.has_outflow) + ", " + flag(form.has_profiles) + ", {" + flag(form.buoyant[0]) +
           ", " + flag(form.buoyant[1]) + ", " + flag(form.buoyant[2]) + "}, " +
           flag(form.uses_old) + ", " + flag(form.keeps) + ", " + flag(form.observes) + ", " +
           std::to_string(form.implicit_axis) + "};";
}

/// "-implicit-z", or nothing.
std::string implicit_text(int axis)
{
    return axis < 3 ? std::string{"-implicit-"} + "xyz"[axis] : "";
}

std::string name_of(const StageForm& form, Precision precision)
{
    std::string name = "flow-stage-" + std::to_string(form.width) + "x" +
                       std::to_string(form.rows) + (form.aligned ? "" : "-ragged") + "-";
    for (int axis = 0; axis < 3; ++axis) {
        name += form.periodic[axis] ? 'p' : form.stretched == axis ? 's' : 'w';
    }
    name +=
        std::string{form.has_outflow ? "-outflow" : ""} + (form.has_profiles ? "-profiles" : "");
    for (int axis = 0; axis < 3; ++axis) {
        name += form.buoyant[axis] ? std::string{"-buoyant-"} + "xyz"[axis] : "";
    }
    name += std::string{form.uses_old ? "-old" : ""} + (form.keeps ? "-keeps" : "") +
            (form.observes ? "-observes" : "") + implicit_text(form.implicit_axis);
    return name + (precision == Precision::fp32 ? "-fp32" : "-fp64");
}

int blocks_per_multiprocessor(const StageForm& form)
{
    return std::max(1, resident_threads / form.threads());
}

StageForm tile_form(const StageProblem& problem, const StageLaunch& launch)
{
    StageForm form;
    form.piece = piece_of(problem.precision);
    form.width = launch.width;
    form.rows = launch.rows;
    return form;
}

int multiprocessors_of_this_device()
{
    int current = 0;
    device::check(cudaGetDevice(&current), "ask for the current device");
    return device::multiprocessors_of(current);
}

/// The time of a launch in microseconds. The blocks that the device holds at a time go from plane
/// to plane in the time of their memory traffic, or, where they are few, of a block alone.
double cost_of(const StageProblem& problem, const StageLaunch& launch, int multiprocessors)
{
    constexpr double bytes_per_microsecond =
        30e3;  // of a multiprocessor that all others work beside
    constexpr double words = 10.0;
    // Microseconds from one plane to the next in a block alone, and more for a larger one.
    constexpr double least_step = 1.6;
    constexpr double step_per_thread = 0.2 / resident_threads;
    constexpr double ends = 12.0;   // points that the ends of a row of a tile cost
    constexpr double sides = 0.16;  // rows that the rows on either side cost
    constexpr double starting_planes = 2.0;
    const long long blocks = parts_of(problem.counts[0], launch.width) *
                             parts_of(problem.counts[1], launch.rows) *
                             parts_of(problem.counts[2], launch.planes);
    const long long resident =
        multiprocessors * blocks_per_multiprocessor(tile_form(problem, launch));
    const double bytes_of_plane = words * static_cast<double>(bytes_per_value(problem.precision)) *
                                  (launch.width + ends) * (launch.rows + sides);
    const double step = least_step + step_per_thread * tile_form(problem, launch).threads();
    const auto time_of = [&](long long at_a_time) {
        return std::max(step, static_cast<double>(at_a_time) * bytes_of_plane /
                                  (bytes_per_microsecond * multiprocessors));
    };
    const double last = blocks % resident > 0 ? time_of(blocks % resident) : 0.0;
    return (launch.planes + starting_planes) *
           (static_cast<double>(blocks / resident) * time_of(resident) + last);
}

}  // namespace

StageLaunch choose_launch(const StageProblem& problem, int multiprocessors)
{
    StageLaunch best;
    double least = std::numeric_limits<double>::infinity();
    // At walls across x the threads at the ends of a row have more to do, for which all others of
    // their block wait: narrow tiles of few threads are quicker there.
    constexpr int least_threads = resident_threads / 4;
    const bool has_walls_across_x = !problem.periodic[0];
    const int widest = has_walls_across_x ? least_width : most_width;
    const int most_threads = has_walls_across_x ? least_threads : resident_threads;
    for (int threads = most_threads; threads >= least_threads; threads /= 2) {
        for (int width = widest; width >= least_width; width /= 2) {
            if (width > least_width && width / 2 >= problem.counts[0]) {
                continue;
            }
            const int rows = threads / (width / piece_of(problem.precision));
            for (int planes = most_planes; rows > 0 && planes >= least_planes; planes /= 2) {
                const StageLaunch launch{.width = width, .rows = rows, .planes = planes};
                const double cost = cost_of(problem, launch, multiprocessors);
                if (cost < least) {
                    least = cost;
                    best = launch;
                }
            }
        }
    }
    return best;
}

StageForm form_of(const StageProblem& problem, const StageLaunch& launch, const Stage& stage,
                  bool observes)
{
    StageForm form = tile_form(problem, launch);
    form.aligned = problem.counts[0] % form.piece == 0;
    std::copy_n(problem.periodic, 3, form.periodic);
    form.stretched = problem.stretched;
    form.has_outflow = problem.has_outflow;
    form.has_profiles = problem.has_profiles;
    std::copy_n(problem.buoyant, 3, form.buoyant);
    form.uses_old = stage.uses_old;
    form.keeps = stage.keeps;
    form.observes = observes;
    form.implicit_axis = problem.implicit_axis;
    return form;
}

device::Specialisation specialise_stage(const StageForm& form, Precision precision)
{
    device::Specialisation what;
    what.source = "kernels/flow/stage.cuh";
    what.kernel = "flow_stage";
    what.includes = {"kernels/flow/stage_form.hpp"};
    what.config = {real_text(precision), text_of(form),
                   device::constant("int blocks", blocks_per_multiprocessor(form))};
    what.name = name_of(form, precision);
    return what;
}

device::Specialisation specialise(FlowKernel kernel, Precision precision, long long columns)
{
    constexpr std::array entries{"flow_divergence", "flow_project", "flow_scalar",
                                 "flow_outflow",    "flow_hold",    "flow_scale"};
    constexpr std::array names{"flow-divergence", "flow-project", "flow-scalar",
                               "flow-outflow",    "flow-hold",    "flow-scale"};
    const auto index = static_cast<std::size_t>(kernel);
    const bool pieces = kernel == FlowKernel::divergence || kernel == FlowKernel::project ||
                        kernel == FlowKernel::scalar;
    const int piece = piece_of(precision);
    const bool aligned = columns % piece == 0;
    device::Specialisation what;
    what.source = kernel == FlowKernel::scalar ? "kernels/flow/scalar.cuh"
                  : pieces                     ? "kernels/flow/divergence.cuh"
                                               : "kernels/flow/face_items.cuh";
    what.kernel = entries.at(index);
    what.config = {real_text(precision)};
    if (pieces) {
        what.config.push_back(device::constant("int piece", piece));
        what.config.push_back(std::string{"static constexpr bool aligned = "} + flag(aligned) +
                              ";");
    }
    what.name = std::string{names.at(index)} + (!pieces || aligned ? "" : "-ragged") +
                (precision == Precision::fp32 ? "-fp32" : "-fp64");
    return what;
}

device::Specialisation specialise(ImplicitKernel kernel, Precision precision, int axis)
{
    const bool solves = kernel == ImplicitKernel::solve;
    device::Specialisation what;
    what.source = "kernels/flow/implicit.cuh";
    what.kernel = solves ? "flow_implicit" : "flow_raise_pressure";
    what.config = {real_text(precision), device::constant("int axis", axis)};
    what.name = std::string{solves ? "flow-solve" : "flow-raise-pressure"} + implicit_text(axis) +
                (precision == Precision::fp32 ? "-fp32" : "-fp64");
    return what;
}

fft::PlaceFunction divergence_function(const StageProblem& problem)
{
    std::string form = "{{";
    for (const long long count : problem.counts) {
        form += std::to_string(count) + ", ";
    }
    form += "}, {";
    for (const bool periodic : problem.periodic) {
        form += std::string{flag(periodic)} + ", ";
    }
    form += "}, " + std::to_string(problem.stretched) + "}";
    return {.source = "constexpr tobiuo::flow::DivergenceForm form" + form +
                      ";\nReal divergence(long long index, const void* data)\n{\n"
                      "    using namespace tobiuo::flow;\n"
                      "    return DivergenceAt<form, Real>{"
                      "*static_cast<const DivergenceArguments<Real>*>(data)}(index);\n}\n"
                      "void divergence_pair(long long index, Real (&values)[2], const void* data)\n"
                      "{\n"
                      "    using namespace tobiuo::flow;\n"
                      "    DivergenceAt<form, Real>{"
                      "*static_cast<const DivergenceArguments<Real>*>(data)}.pair(index, values);\n"
                      "}\n",
            .function = "divergence",
            .pair_function = "divergence_pair",
            .includes = {"kernels/flow/divergence_at.hpp"}};
}

template <typename T>
DeviceStages<T>::DeviceStages(const StageProblem& problem)
    : problem_{problem},
      launch_{choose_launch(problem, multiprocessors_of_this_device())},
      stages_{device::Kernel{
                  specialise_stage(form_of(problem, launch_, stages[0], true), problem.precision)},
              device::Kernel{
                  specialise_stage(form_of(problem, launch_, stages[1], false), problem.precision)},
              device::Kernel{specialise_stage(form_of(problem, launch_, stages[2], false),
                                              problem.precision)}},
      divergence_{specialise(FlowKernel::divergence, problem.precision, problem.counts[0])},
      project_{specialise(FlowKernel::project, problem.precision, problem.counts[0])},
      scalar_{specialise(FlowKernel::scalar, problem.precision, problem.counts[0])},
      outflow_{specialise(FlowKernel::outflow, problem.precision, problem.counts[0])},
      hold_{specialise(FlowKernel::hold, problem.precision, problem.counts[0])},
      scale_{specialise(FlowKernel::scale, problem.precision, problem.counts[0])},
      parts_{static_cast<std::size_t>(blocks().x) * blocks().y * blocks().z},
      measures_{1},
      finished_{device::zeros_and_wait<unsigned>(1, "clear a count of blocks")}
{
    const std::size_t bytes =
        static_cast<std::size_t>(tile_form(problem, launch_).shared_values()) * sizeof(T);
    for (const device::Kernel& stage : stages_) {
        stage.allow_shared(bytes);
    }
    if (problem.implicit_axis < 3) {
        implicit_.emplace(
            specialise(ImplicitKernel::solve, problem.precision, problem.implicit_axis));
        raise_pressure_.emplace(
            specialise(ImplicitKernel::raise_pressure, problem.precision, problem.implicit_axis));
    }
}

template <typename T>
dim3 DeviceStages<T>::blocks() const
{
    return dim3{static_cast<unsigned>(parts_of(problem_.counts[0], launch_.width)),
                static_cast<unsigned>(parts_of(problem_.counts[1], launch_.rows)),
                static_cast<unsigned>(parts_of(problem_.counts[2], launch_.planes))};
}

template <typename T>
dim3 DeviceStages<T>::blocks_of_pieces() const
{
    constexpr long long most_blocks = 65535;  // along y
    dim3 blocks =
        blocks_for(parts_of(problem_.counts[0], piece_of(problem_.precision)) * problem_.counts[1],
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
void DeviceStages<T>::advance_scalar(const Box<T>& box, const StageArrays<T>& arrays,
                                     const Stage& stage, double time_step,
                                     cudaStream_t stream) const
{
    const ScalarArguments<T> arguments{.box = box,
                                       .arrays = arrays,
                                       .new_part = static_cast<T>(stage.gamma * time_step),
                                       .old_part = static_cast<T>(stage.zeta * time_step),
                                       .uses_old = stage.uses_old,
                                       .keeps = stage.keeps};
    scalar_.launch(device::Launch{.grid = blocks_of_pieces(),
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
void DeviceStages<T>::run(const Outflow<T>& outflow, OutflowTask task, cudaStream_t stream) const
{
    outflow_.launch(blocks_for(outflow.points(), face_threads), dim3{face_threads}, stream, outflow,
                    task);
}

template <typename T>
void DeviceStages<T>::hold(const HeldFace<T>& face, cudaStream_t stream) const
{
    hold_.launch(blocks_for(face.points(), face_threads), dim3{face_threads}, stream, face);
}

template <typename T>
void DeviceStages<T>::solve_implicit(const ImplicitStage<T>& stage, cudaStream_t stream) const
{
    dim3 blocks = blocks_for(stage.lines(), line_threads);
    blocks.y = static_cast<unsigned>(stage.quantities_of_stage());
    implicit_->launch(blocks, dim3{line_threads}, stream, stage);
}

template <typename T>
void DeviceStages<T>::raise_pressure(const PressureRise<T>& rise, cudaStream_t stream) const
{
    raise_pressure_->launch(blocks_for(rise.box.points(), line_threads), dim3{line_threads}, stream,
                            rise);
}

template <typename T>
void DeviceStages<T>::scale(T* to, const T* from, T factor, long long count,
                            cudaStream_t stream) const
{
    scale_.launch(blocks_for(count, face_threads), dim3{face_threads}, stream, to, from, factor,
                  count);
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
