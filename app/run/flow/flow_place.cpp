#include "app/run/flow/flow_place.hpp"

#include <spdlog/fmt/fmt.h>

#include <cmath>

#include "app/errors.hpp"
#include "app/machine/host.hpp"
#include "app/output/field/encoding.hpp"
#include "app/run/flow/flow_start_file.hpp"
#include "app/run/poisson/poisson_needs.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/state_observer.hpp"
#include "solvers/flow/value_count.hpp"

namespace tobiuo {
namespace {

/// What a run takes of a device besides the steps: a copy of the state, with statistics one of the
/// pressure, and what looks at them.
std::int64_t observed_bytes(const flow::Problem& problem, const Case& the_case,
                            const FlowCase& flow)
{
    const std::optional<int> means_across =
        flow.statistics ? std::optional{flow.statistics->axis} : std::nullopt;
    const std::int64_t values =
        flow::state_values(problem) + (means_across ? flow::points(problem) : 0);
    const bool gradients = the_case.output.gradients_every != 0;
    return values * bytes_per_value(problem.precision) +
           (problem.precision == Precision::fp32
                ? flow::StateObserver<float>::bytes(problem, gradients, means_across)
                : flow::StateObserver<double>::bytes(problem, gradients, means_across));
}

/// What a run takes in one place: what its steps own, what the projection takes, and on a device
/// what it observes.
DeviceNeeds needs_of(const flow::Problem& problem, const Place& place, const Case& the_case,
                     const FlowCase& flow)
{
    DeviceNeeds needs =
        poisson_device_needs(flow::projection_of(problem), place.backend, place.device);
    needs.bytes += flow::step_values(problem) * bytes_per_value(problem.precision);
    if (!place.is_cpu()) {
        needs.bytes += observed_bytes(problem, the_case, flow);
    }
    return needs;
}

/// Values on the host without the solver: copies of the state and the pressure, two of each where
/// later steps are copied while earlier ones are written; before the first step the velocity at the
/// start, and while fields are written that at centres, in one place; all fields in single precision
/// take less.
std::int64_t copied_values(const flow::Problem& problem, std::int64_t copies)
{
    const std::int64_t points = flow::points(problem);
    return copies * (flow::state_values(problem) + points) + 3 * points;
}

/// The files of the series.
std::int64_t flow_files(const Case& the_case, const FlowCase& flow)
{
    const auto& every = the_case.output.every;
    if (!every || !flow.run.until) {
        return 1;
    }
    return static_cast<std::int64_t>(std::ceil(*flow.run.until / *every * (1.0 - 1e-9))) + 1;
}

std::int64_t file_bytes(const Case& the_case, std::int64_t array_bytes)
{
    std::int64_t bytes = 0;
    for (const std::string& field : the_case.output.fields) {
        bytes += most_encoded_bytes(field == "velocity" ? 3 * array_bytes : array_bytes,
                                    the_case.output.encoding);
    }
    return bytes;
}

std::string steps_fact(const FlowCase& flow)
{
    const FlowRun& run = flow.run;
    std::string text = run.until ? fmt::format("to time {:.6g}", *run.until) : "";
    if (run.max_steps) {
        text += fmt::format("{}at most {}", run.until ? ", " : "", *run.max_steps);
    }
    return text + (run.time_step ? fmt::format(", of {:.4g}", *run.time_step)
                                 : fmt::format(", of Courant number {:.4g}", run.cfl));
}

std::string files_fact(std::int64_t files, std::int64_t one_file)
{
    const std::string size = bytes_text(static_cast<double>(one_file));
    return files == 1 ? fmt::format("1 file of {} at most", size)
                      : fmt::format("{} files of {} each at most", files, size);
}

}  // namespace

Place decide_flow_place(const Case& the_case, const FlowCase& flow, const flow::Problem& problem,
                        const FlowFaces& faces)
{
    if (the_case.backend == BackendChoice::opencl) {
        throw InputError{{.source = the_case.file.string(), .line = 0, .column = 0},
                         "backend: a flow does not run with OpenCL (its steps have no such "
                         "kernels): use auto, cuda or cpu"};
    }
    DeviceSolver solver;
    solver.verb = "compute";
    solver.runs_by_opencl = false;
    solver.unsupported_reason = [&problem](const Place& place) {
        return poisson_unsupported_reason(flow::projection_of(problem), place.backend,
                                          place.device);
    };
    solver.needs = [&](const Place& place) {
        DeviceNeeds needs = needs_of(problem, place, the_case, flow);
        needs.bytes += place.is_cpu() ? 0 : faces.device_bytes();
        return needs;
    };
    return decide_place(the_case, solver, {});
}

Estimate flow_estimate(const Case& the_case, const FlowCase& flow, const flow::Problem& problem,
                       const Place& place, const FlowOutlook& outlook)
{
    const std::int64_t real = bytes_per_value(problem.precision);
    const std::int64_t copies = the_case.output.every || flow.checkpoint ? 2 : 1;
    const std::int64_t held = copied_values(problem, copies) * real +
                              (place.is_cpu() ? needs_of(problem, place, the_case, flow).bytes : 0);
    const std::int64_t started =
        flow.initial_file
            ? velocity_file_bytes(*flow.initial_file) +
                  3 * flow::points(problem) * static_cast<std::int64_t>(sizeof(double))
            : 0;
    const std::int64_t files = flow_files(the_case, flow);
    const std::int64_t written =
        flow::points(problem) * bytes_per_value(written_precision(the_case));
    const std::int64_t one_file = file_bytes(the_case, written);
    const std::int64_t state = flow::state_values(problem) * real;
    Estimate estimate = estimate_at(place, the_case, flow.box.at);
    estimate.host_bytes = program_bytes + held + started;
    estimate.writing_bytes = program_bytes + held + writer_bytes(3 * written);
    estimate.device_bytes = place.needs ? place.needs->bytes : 0;
    estimate.output_bytes =
        files * one_file + (flow.checkpoint ? (flow.checkpoint->keep + 1) * state : 0);
    estimate.facts = {{"points", std::to_string(flow::points(problem))},
                      {"steps", steps_fact(flow)},
                      {"expected", outlook_text(outlook)},
                      {"fields", files_fact(files, one_file)},
                      {"results", results_folder(the_case).string()}};
    return estimate;
}

}  // namespace tobiuo
