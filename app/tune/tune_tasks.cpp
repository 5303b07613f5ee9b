#include "app/tune/tune_tasks.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "app/bench/himeno/bench_selection.hpp"
#include "app/case/case.hpp"
#include "app/run/backend.hpp"
#include "app/run/himeno/himeno_input.hpp"
#include "app/wording.hpp"
#include "solvers/grid.hpp"
#include "solvers/himeno/coefficients.hpp"
#include "solvers/himeno/presets.hpp"

namespace tobiuo {
namespace {

/// The sizes and back ends, checked by the code that this command shares with `bench himeno`.
Selection selection_of(const TuneHimenoOptions& options)
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
    const Selection selection = selection_of(options);
    std::vector<TuneTask> tasks;
    for (const Backend backend : selection.backends) {
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
    if (!options.backends.empty()) {
        return options.backends;
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
    of_case.backends = backends_for(options, the_case, himeno, request);
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

std::vector<TuneTask> tune_tasks(const TuneHimenoOptions& options)
{
    return options.case_file ? tasks_of_case(options) : tasks_of_sizes(options);
}

}  // namespace tobiuo
