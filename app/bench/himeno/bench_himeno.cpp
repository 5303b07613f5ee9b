// `tobiuo bench himeno`: every kernel beside the ceiling, in one process, medians.

#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/bench/himeno/bench_himeno.hpp"
#include "app/bench/himeno/bench_selection.hpp"
#include "app/bench/himeno/implementation.hpp"
#include "app/json_text.hpp"
#include "app/output/html/bench_file.hpp"
#include "app/run/opencl_place.hpp"
#include "app/run/signals.hpp"
#include "app/wording.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/median.hpp"
#include "solvers/himeno/coefficients.hpp"
#include "solvers/himeno/label.hpp"

namespace tobiuo {
namespace {

using namespace himeno_bench;
using bench::Json;

class Bench {
public:
    Bench(const BenchHimenoOptions& options, const Selection& selection)
        : options_{options}, selection_{selection}
    {
    }

    /// Adds a row for each kernel of the back end; after a signal, the rows so far.
    void add_rows(Backend backend, const himeno::Preset& preset, bench::Results& results) const
    {
        const auto probe = make_probe(backend, options_.device);
        std::vector<double> ceilings;
        std::vector<bench::Implementation> all = implementations(backend, preset);
        bench::compete(all, pace_of(options_), [&] {
            ceilings.push_back(memory::measure_ceiling(*probe, 3).bytes_per_second);
        });
        for (const bench::Implementation& one : all) {
            const stencil::SweepKind& kind = **std::ranges::find(
                selection_.kinds, one.name, [](const auto* kind) { return kind->name; });
            Json row{{"size", preset.name},
                     {"backend", word_of(backend)},
                     {"kernel", one.name},
                     {"label", himeno::label_of(kind, {.precision = options_.precision})},
                     {"sweeps_per_pass", kind.sweeps_per_pass},
                     {"precision", word_of(options_.precision)}};
            put_figures(row, one, preset.shape, options_.precision, median(ceilings));
            results.add(std::move(row), one);
        }
    }

private:
    /// The parameters of the command line that `kind` has; the others are for other kernels.
    [[nodiscard]] stencil::SweepRequest request_for(const stencil::SweepKind& kind,
                                                    const himeno::Preset& preset) const
    {
        stencil::SweepRequest request{.shape = preset.shape,
                                      .precision = options_.precision,
                                      .omega = 0.8,
                                      .device = options_.device,
                                      .parameters = {}};
        for (const auto& [name, value] : selection_.parameters) {
            if (std::ranges::find(kind.parameters, name, &stencil::Parameter::name) !=
                kind.parameters.end()) {
                request.parameters[name] = value;
            }
        }
        return request;
    }

    /// All kernels of `backend` whose arrays fit into memory together, loaded.
    [[nodiscard]] std::vector<bench::Implementation> implementations(
        Backend backend, const himeno::Preset& preset) const
    {
        const auto source = himeno::official_source(preset.shape);
        std::vector<bench::Implementation> all;
        for (const stencil::SweepKind* kind : selection_.kinds) {
            if (kind->backend != backend || stop_requested()) {
                continue;
            }
            const stencil::SweepRequest request = request_for(*kind, preset);
            if (const auto reason = unsupported_reason(*kind, request)) {
                spdlog::warn("{} {}: skipped ({})", preset.name, kind->name, *reason);
                continue;
            }
            spdlog::info("{} {}: loading", preset.name, kind->name);
            all.push_back(make_implementation(*kind, request, *source));
        }
        return all;
    }

    const BenchHimenoOptions& options_;
    const Selection& selection_;
};

std::vector<bench::Column> columns()
{
    return {{"size", -4, bench::word("size")},
            {"back", -5, bench::word("backend")},
            {"kernel", -8, bench::word("kernel")},
            {"label", -16, bench::word("label")},
            {"GFLOPS", 10, bench::fixed("gflops", 2)},
            {"GB/s", 10, bench::fixed("nominal_gbps", 2)},
            {"ceiling", 10, bench::fixed("ceiling_gbps", 2)},
            {"percent", 8, bench::fixed("percent_of_ceiling", 1)}};
}

Json himeno_json(const bench::Results& results, int device)
{
    const auto has_row_of = [&](Backend backend) {
        return std::ranges::any_of(results.rows, [backend](const Json& row) {
            return row["backend"] == word_of(backend);
        });
    };
    const bool on_gpu = has_row_of(Backend::cuda);
    const Backend best = on_gpu                        ? Backend::cuda
                         : has_row_of(Backend::opencl) ? Backend::opencl
                                                       : Backend::cpu;
    bench::Machine machine = bench::machine_of(std::nullopt);
    if (on_gpu) {
        machine.device = device::survey().devices.at(static_cast<std::size_t>(device)).name;
    } else if (best == Backend::opencl) {
        machine.device = opencl_text(opencl::chosen_device());
    }
    std::vector<double> ceilings;
    for (const Json& row : results.rows) {
        if (row["backend"] == word_of(best)) {
            ceilings.push_back(row["ceiling_gbps"]);
        }
    }
    Json json = document("tobiuo-bench-himeno-1", machine, bench::origin_of(on_gpu), results);
    json["ceiling_gbps"] = ceilings.empty() ? Json(nullptr) : Json(median(ceilings));
    json["rows"] = results.rows;
    return json;
}

}  // namespace

ExitCode bench_himeno_command(const BenchHimenoOptions& options)
{
    install_signal_handlers();
    const Selection selection = select_for_bench(options);
    const auto json = bench_file(options.json);
    const Bench sweeps{options, selection};
    bench::Benchmark benchmark{.columns = columns()};
    for (const Backend backend : selection.backends) {
        for (const himeno::Preset& preset : selection.sizes) {
            benchmark.problems.emplace_back([&sweeps, &preset, backend](bench::Results& results) {
                sweeps.add_rows(backend, preset, results);
            });
        }
    }
    return bench::run(benchmark, [&](const bench::Results& results) {
        if (json) {
            json->write(json_text(himeno_json(results, options.device)) + "\n");
        }
    });
}

}  // namespace tobiuo
