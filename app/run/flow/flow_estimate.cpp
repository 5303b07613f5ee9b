#include "app/run/flow/flow_estimate.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>

#include "app/machine/host.hpp"
#include "app/output/field/encoding.hpp"
#include "app/output/run_folder.hpp"
#include "app/run/flow/flow_start_file.hpp"
#include "app/run/flow/time/flow_outlook.hpp"
#include "runtime/device/survey.hpp"
#include "solvers/flow/value_count.hpp"

namespace tobiuo {
namespace {

/// Values on the host: copies of the state and the pressure, two of each where later steps are
/// copied while earlier ones are written; before the first step the velocity at the start, and while
/// fields are written that at centres, in one place; on a CPU what steps and projection own.
std::int64_t held_values(const flow::Problem& problem, std::int64_t copies, bool on_cpu)
{
    const std::int64_t points = flow::points(problem);
    constexpr std::int64_t arrays_of_projection = 2;
    return copies * (flow::state_values(problem) + points) + 3 * points +
           (on_cpu ? flow::step_values(problem) + arrays_of_projection * points : 0);
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

Estimate flow_estimate(const Case& the_case, const FlowCase& flow, const flow::Problem& problem,
                       const FlowDecision& decision)
{
    const bool on_cpu = decision.place.backend == Backend::cpu;
    const std::int64_t array = flow::points(problem) * bytes_per_value(problem.precision);
    const bool writes_meanwhile = the_case.output.every || flow.checkpoint;
    const std::int64_t copies = writes_meanwhile ? 2 : 1;
    const std::int64_t held =
        held_values(problem, copies, on_cpu) * bytes_per_value(problem.precision);
    const std::int64_t started =
        flow.initial_file
            ? velocity_file_bytes(*flow.initial_file) +
                  3 * flow::points(problem) * static_cast<std::int64_t>(sizeof(double))
            : 0;
    const std::int64_t files = flow_files(the_case, flow);
    const std::int64_t one_file = file_bytes(the_case, array);
    const std::int64_t state = flow::state_values(problem) * bytes_per_value(problem.precision);
    const std::int64_t checkpoints = flow.checkpoint ? (flow.checkpoint->keep + 1) * state : 0;
    Estimate estimate{.grid_at = flow.box.at,
                      .host_bytes = program_bytes + held + started,
                      .writing_bytes = program_bytes + held + writer_bytes(3 * array),
                      .host_free = host_info().available_bytes,
                      .device_bytes = decision.device_bytes,
                      .device_free = {},
                      .output_bytes = files * one_file + checkpoints,
                      .output_free = free_bytes(the_case.output.directory),
                      .facts = {}};
    if (!on_cpu) {
        estimate.device_free = device::free_device_bytes(decision.place.device);
    }
    estimate.facts = {
        {"points", std::to_string(flow::points(problem))},
        {"steps", steps_fact(flow)},
        {"expected", outlook_text(flow_outlook(flow, problem, decision.place.backend))},
        {"fields", files_fact(files, one_file)},
        {"results", (the_case.output.directory / the_case.name).string()}};
    return estimate;
}

}  // namespace tobiuo
