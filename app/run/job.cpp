// SPDX-License-Identifier: BSD-3-Clause
// The table of solvers; a solver is one line. What a run takes, in comparison with what is free.
#include "app/run/job.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include "app/errors.hpp"
#include "app/machine/host.hpp"
#include "app/machine/time_split.hpp"
#include "app/output/run_folder.hpp"
#include "app/run/fft_wisdom.hpp"
#include "app/run/signals.hpp"
#include "runtime/device/error.hpp"
#include "runtime/seconds_since.hpp"

namespace tobiuo {
namespace {

std::unique_ptr<Job> make(Case the_case, HimenoCase himeno, const JobOptions& options)
{
    return make_himeno_job(std::move(the_case), std::move(himeno), options);
}

std::unique_ptr<Job> make(Case the_case, PoissonCase poisson, const JobOptions& options)
{
    return make_poisson_job(std::move(the_case), std::move(poisson), options);
}

std::unique_ptr<Job> make(Case the_case, FlowCase flow, const JobOptions& options)
{
    return make_flow_job(std::move(the_case), std::move(flow), options);
}

/// Whether `needed` is more than is free; an unknown number may suffice.
bool exceeds(std::int64_t needed, std::optional<std::int64_t> free)
{
    return free && needed > *free;
}

std::int64_t peak_of(const Estimate& estimate)
{
    return std::max(estimate.host_bytes, estimate.writing_bytes);
}

/// Both numbers in words: "1.88 GB of 62.1 GB free".
std::string beside(std::int64_t needed, std::optional<std::int64_t> free)
{
    return bytes_text(std::optional{needed}) +
           (free ? " of " + bytes_text(free) + " free" : " (what is free is unknown)");
}

}  // namespace

std::unique_ptr<Job> make_job(Case the_case, const JobOptions& options)
{
    if (options.restart == Restart::demanded &&
        std::holds_alternative<PoissonCase>(the_case.solver)) {
        throw InputError{{.source = "--restart", .line = 0, .column = 0},
                         "goes on from a checkpoint, and solver: poisson writes none (each solve "
                         "begins anew): leave it out"};
    }
    use_wisdom(options.wisdom);
    auto solver = the_case.solver;
    return std::visit(
        [&](auto& section) { return make(std::move(the_case), std::move(section), options); },
        solver);
}

ExitCode Job::run(RunFolder* folder, Verbosity verbosity)
{
    const auto start = std::chrono::steady_clock::now();
    const std::unique_ptr<Run> run = make_run(folder);
    run->begin();
    run->note_ready(seconds_since(start));
    TimeSplit::of_this_thread().enter(TimePart::other);
    const SignalAnswers answers = run->answers();
    promise_on_signal(answers.advancing);
    {
        const TimedPart steps{TimePart::steps};
        ProgressDisplay display{verbosity};
        run->advance(display);
    }
    if (answers.keeping != nullptr) {
        promise_on_signal(answers.keeping);
        const TimedPart files{TimePart::files};
        run->keep();
    }
    promise_on_signal(answers.writing);
    const TimedPart files{TimePart::files};
    return run->write();
}

std::filesystem::path results_folder(const Case& the_case)
{
    return the_case.output.directory / the_case.name;
}

Estimate estimate_at(const Place& place, const Case& the_case, Position grid_at)
{
    Estimate estimate;
    estimate.grid_at = std::move(grid_at);
    estimate.host_free = host_info().available_bytes;
    estimate.device_free = place.free_device_bytes();
    estimate.output_free = free_bytes(the_case.output.directory);
    return estimate;
}

void add_probe(Estimate& estimate, const Place& place, const CeilingPlan& plan)
{
    if (place.is_cpu()) {
        estimate.host_bytes = std::max(estimate.host_bytes, program_bytes + plan.probe_bytes);
    } else {
        estimate.device_bytes = std::max(estimate.device_bytes, plan.probe_bytes);
    }
}

void check_fits(const Estimate& estimate)
{
    if (exceeds(estimate.device_bytes, estimate.device_free)) {
        throw device::DeviceError{fmt::format(
            "the case needs {} of device memory, {} are free; choose fewer cells, "
            "another `device` or `backend: cpu`",
            bytes_text(std::optional{estimate.device_bytes}), bytes_text(estimate.device_free))};
    }
    if (exceeds(estimate.host_bytes, estimate.host_free)) {
        throw InputError{estimate.grid_at,
                         fmt::format("grid: the case needs {} of host memory, {} are free; "
                                     "choose fewer cells (--ignore-memory tries anyway)",
                                     bytes_text(std::optional{peak_of(estimate)}),
                                     bytes_text(estimate.host_free))};
    }
    if (exceeds(estimate.writing_bytes, estimate.host_free)) {
        throw OutputError{fmt::format(
            "to write the results takes {} of host memory, {} are free; choose fewer "
            "output.fields or fewer cells (--ignore-memory tries anyway)",
            bytes_text(std::optional{estimate.writing_bytes}), bytes_text(estimate.host_free))};
    }
    if (exceeds(estimate.output_bytes, estimate.output_free)) {
        throw OutputError{fmt::format(
            "the results may take {}, {} are free on that disk; free some space or "
            "choose another folder with --output",
            bytes_text(std::optional{estimate.output_bytes}), bytes_text(estimate.output_free))};
    }
}

std::int64_t writer_bytes(std::int64_t field_bytes)
{
    // One field is compressed in blocks and encoded; pictures and texts take the rest.
    constexpr std::int64_t rest = 16'000'000;
    return field_bytes + rest;
}

std::string estimate_text(const Estimate& estimate)
{
    std::string text;
    const auto line = [&](const std::string& what, const std::string& value) {
        text += fmt::format("  {:<22} {}\n", what, value);
    };
    line("host memory, at most", beside(peak_of(estimate), estimate.host_free));
    if (estimate.device_bytes > 0) {
        line("device memory", beside(estimate.device_bytes, estimate.device_free));
    }
    line("output, at most", beside(estimate.output_bytes, estimate.output_free));
    for (const auto& [what, value] : estimate.facts) {
        line(what, value);
    }
    return text + estimate.drawing;
}

}  // namespace tobiuo
