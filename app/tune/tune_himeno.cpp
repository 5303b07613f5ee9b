// SPDX-License-Identifier: BSD-3-Clause
#include "app/tune/tune_himeno.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include "app/bench/himeno/bench_himeno.hpp"
#include "app/case/case.hpp"
#include "app/machine/host.hpp"
#include "app/output/option_file.hpp"
#include "app/printable.hpp"
#include "app/run/backend.hpp"
#include "app/run/himeno/himeno_input.hpp"
#include "app/run/signals.hpp"
#include "app/tune/tune_passes.hpp"
#include "app/tune/tune_report.hpp"
#include "app/wording.hpp"
#include "kernels/stencil/tune/candidates.hpp"
#include "kernels/stencil/tune/tune.hpp"
#include "runtime/tuning/wisdom_file.hpp"
#include "solvers/grid.hpp"
#include "solvers/himeno/coefficients.hpp"
#include "solvers/himeno/presets.hpp"

namespace tobiuo {
namespace {

using Clock = std::chrono::steady_clock;

/// A shape that crosses the edges of every kernel's tiles and is a multiple of none.
constexpr stencil::Shape awkward{.ni = 37, .nj = 19, .nk = 131};
constexpr std::uint64_t seed = 20080817;

/// Prints a row for each trial, and passes the user's signals on.
class TrialPrinter final : public stencil::TuneObserver {
public:
    void trying(const stencil::Candidate& candidate) override
    {
        spdlog::debug("trying {}", stencil::text_of(candidate));
    }
    void tried(const stencil::Trial& trial) override
    {
        print(tune_row(trial));
        if (trial.verdict == stencil::Verdict::differs ||
            trial.verdict == stencil::Verdict::not_finite) {
            spdlog::warn("{} is wrong here and never chosen: {}", stencil::text_of(trial.candidate),
                         trial.reason);
        }
    }
    [[nodiscard]] bool stop_requested() const override { return tobiuo::stop_requested(); }
};

void list_candidates(const std::vector<TuneTask>& tasks, bool exhaustive)
{
    for (const TuneTask& task : tasks) {
        std::size_t count = 0;
        for (const stencil::SweepKind* kind : task.kinds) {
            const stencil::Candidate itself{.kind = kind, .parameters = {}};
            if (const auto unsupported_reason =
                    stencil::unsupported_reason_of(itself, task.request)) {
                print(fmt::format("{}  {}: declined ({})\n", task.name, kind->name,
                                  *unsupported_reason));
                continue;
            }
            const auto candidates = exhaustive ? stencil::all_candidates(*kind, task.request)
                                               : stencil::first_candidates(*kind, task.request);
            count += candidates.size();
            for (const stencil::Candidate& candidate : candidates) {
                print(fmt::format("{}  {}\n", task.name, stencil::text_of(candidate)));
            }
        }
        print(fmt::format(
            "{}: {} candidates{}\n", task.name, count,
            exhaustive ? "" : ", and those one step from the best of them, step by step"));
    }
}

/// The earlier wisdom about the kernels of the task.
std::vector<stencil::Candidate> remembered(const TuneTask& task, const tuning::Wisdom& wisdom)
{
    std::vector<stencil::Candidate> all;
    for (const stencil::SweepKind* kind : task.kinds) {
        const auto situation = situation_of(kind->backend, kind->label, task.request);
        if (const auto known = wisdom.find(situation, kind->name)) {
            const stencil::Candidate candidate{.kind = kind, .parameters = known->parameters};
            if (!stencil::unsupported_reason_of(candidate, task.request)) {
                all.push_back(candidate);
            }
        }
    }
    return all;
}

TunedTask tuned(const TuneTask& task, double budget_seconds, const TuneHimenoOptions& options,
                const tuning::Wisdom& wisdom)
{
    print(tune_heading(task, budget_seconds));
    const auto source = task.source();
    const auto random = himeno::random_source(awkward, seed);
    const bench::MachineKind& machine = bench::machine_kind(task.backend);
    const stencil::TuneProblem problem{
        .request = task.request,
        .source = source.get(),
        .checks = {{.shape = awkward, .source = random.get()}},
        .host_bytes = host_info().usable_bytes(),
        .device_bytes = machine.is_device ? machine.free_bytes(task.request.device) : 0};
    TrialPrinter printer;
    return {.task = task,
            .budget_seconds = budget_seconds,
            .result = stencil::tune(task.kinds, problem,
                                    {.budget_seconds = budget_seconds,
                                     .exhaustive = options.exhaustive,
                                     .remembered = remembered(task, wisdom),
                                     .timing = {}},
                                    printer)};
}

void print_end(const TunedTask& one)
{
    print(tune_summary(one.result));
    const std::vector<std::string> choices = tune_choices(one);
    if (choices.empty()) {
        spdlog::warn("{}: no candidate is good, nothing is kept", one.task.name);
    }
    for (const std::string& line : choices) {
        print(line + "\n");
    }
    print("\n");
}

/// The sizes and back ends, checked by the code that this command shares with `bench himeno`.
HimenoSelection selection_of(const TuneHimenoOptions& options)
{
    BenchHimenoOptions words;
    words.sizes = options.sizes;
    words.backends = options.backends;
    words.kernels = options.kernels;
    words.device = options.device;
    words.device_named = options.device_named;
    return select_for_bench(words);
}

std::vector<TuneTask> tasks_of_sizes(const TuneHimenoOptions& options)
{
    const HimenoSelection selection = selection_of(options);
    std::vector<TuneTask> tasks;
    for (const bench::Team& team : selection.teams) {
        const Backend backend = team.machine->backend;
        std::vector<const stencil::SweepKind*> kinds = selection.kinds;
        std::erase_if(kinds, [&](const auto* kind) { return kind->backend != backend; });
        for (const himeno::Preset& preset : selection.sizes) {
            const stencil::SweepRequest request{.shape = preset.shape,
                                                .precision = options.precision,
                                                .omega = 0.8,
                                                .device = options.device,
                                                .parameters = {}};
            tasks.push_back(
                {.name = std::string{preset.name},
                 .backend = backend,
                 .request = request,
                 .kinds = kinds,
                 .source = [shape = preset.shape] { return himeno::official_source(shape); }});
        }
    }
    return tasks;
}

/// The back ends that the options name, or the one on which the case would run.
std::vector<std::string> backends_for(const TuneHimenoOptions& options, const Case& the_case,
                                      const HimenoCase& himeno,
                                      const stencil::SweepRequest& request)
{
    if (!options.backends.given.empty()) {
        return options.backends.given;
    }
    return {std::string{word_of(decide_backend(the_case, himeno, request).kind->backend)}};
}

const HimenoCase& himeno_of(const Case& the_case)
{
    if (const auto* himeno = std::get_if<HimenoCase>(&the_case.solver)) {
        return *himeno;
    }
    throw InputError{{.source = the_case.file.string(), .line = 0, .column = 0},
                     "is no case of solver: himeno (there is nothing to tune in others): give a "
                     "case of that solver, or --sizes"};
}

std::vector<TuneTask> tasks_of_case(const TuneHimenoOptions& options)
{
    const Case the_case = read_case(*options.case_file, options.overrides);
    const HimenoCase& himeno = himeno_of(the_case);
    const stencil::SweepRequest request{.shape = shape_of(resolve_grid(himeno)),
                                        .precision = himeno.precision,
                                        .omega = himeno.omega,
                                        .device = the_case.device,
                                        .parameters = {}};
    TuneHimenoOptions of_case = options;
    of_case.backends.given = backends_for(options, the_case, himeno, request);
    of_case.device = the_case.device;
    of_case.sizes.resize(1);  // one task for each back end
    if (of_case.kernels.empty() && himeno.kernel != "auto") {
        of_case.kernels = {himeno.kernel};
    }
    std::vector<TuneTask> tasks = tasks_of_sizes(of_case);
    for (TuneTask& task : tasks) {
        task.name = the_case.name;
        task.request = request;
        task.source = [himeno, shape = request.shape] { return make_source(himeno, shape); };
    }
    return tasks;
}

}  // namespace

ExitCode tune_himeno_command(const TuneHimenoOptions& options)
{
    const std::vector<TuneTask> tasks = tune_tasks(options);
    if (options.dry_run) {
        list_candidates(tasks, options.exhaustive);
        return ExitCode::done;
    }
    install_signal_handlers();
    const std::filesystem::path file = wisdom_file(options.wisdom);
    const std::optional<OptionFile> json =
        options.json
            ? std::optional<OptionFile>{std::in_place, *options.json, "--json", FileKind::tuning}
            : std::nullopt;
    keep_wisdom(file,
                {});  // an early refusal is better than minutes of measurements that cannot be kept
    const tuning::Wisdom known = tuning::read_wisdom(file).wisdom;

    const auto start = Clock::now();
    std::vector<TunedTask> done;
    for (std::size_t at = 0; at < tasks.size() && !stop_requested(); ++at) {
        const double left =
            options.budget_seconds - std::chrono::duration<double>(Clock::now() - start).count();
        const double share = std::max(0.0, left) / static_cast<double>(tasks.size() - at);
        done.push_back(tuned(tasks[at], share, options, known));
        keep_wisdom(file, wisdom_of(done.back(), utc_now()));
        print_end(done.back());
    }
    print(fmt::format("kept in {}\n", file.string()));
    if (json) {
        json->write(tune_json(done));
    }
    if (stop_requested()) {
        spdlog::warn("stopped by {}, what was found so far is kept", stop_signal_name());
        return ExitCode::interrupted;
    }
    return ExitCode::done;
}

std::vector<TuneTask> tune_tasks(const TuneHimenoOptions& options)
{
    return options.case_file ? tasks_of_case(options) : tasks_of_sizes(options);
}

}  // namespace tobiuo
