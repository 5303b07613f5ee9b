// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo bench himeno`: every kernel beside the ceiling, in one process, medians.
#include "app/bench/himeno/bench_himeno.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <optional>
#include <set>
#include <span>

#include "app/bench/harness.hpp"
#include "app/bench/himeno/implementation.hpp"
#include "app/run/signals.hpp"
#include "app/wording.hpp"
#include "runtime/median.hpp"
#include "solvers/himeno/coefficients.hpp"
#include "solvers/himeno/label.hpp"

namespace tobiuo {
namespace {

using namespace himeno_bench;
using bench::Json;
using bench::MachineKind;
using bench::Team;

class Bench {
public:
    Bench(const BenchHimenoOptions& options, const HimenoSelection& selection)
        : options_{options}, selection_{selection}
    {
    }

    /// Adds a row for each kernel of the team; after a signal, the rows so far.
    void add_rows(const Team& team, const himeno::Preset& preset, bench::Results& results) const
    {
        const MachineKind& machine = *team.machine;
        const auto probe = machine.make_probe(options_.device, machine.free_bytes(options_.device));
        std::vector<double> ceilings;
        bench::Job job;
        job.contestants = [&](const Team& all) { return implementations(all, preset); };
        job.row = [&](const bench::Implementation& one, const MachineKind& /*machine*/) {
            return row_of(one, preset, median(ceilings));
        };
        job.pace = pace_of(options_);
        job.before_round = [&] {
            ceilings.push_back(memory::measure_ceiling(probe, 3).bytes_per_second);
        };
        bench::add_rows(job, {&team, 1}, results);
    }

private:
    [[nodiscard]] const stencil::SweepKind& kind_named(const std::string& name) const
    {
        return **std::ranges::find(selection_.kinds, name,
                                   [](const auto* kind) { return kind->name; });
    }

    [[nodiscard]] Json row_of(const bench::Implementation& one, const himeno::Preset& preset,
                              double ceiling) const
    {
        const stencil::SweepKind& kind = kind_named(one.name);
        Json row{{"size", preset.name},
                 {"backend", word_of(kind.backend)},
                 {"kernel", one.name},
                 {"label", himeno::label_of(kind, {.precision = options_.precision})},
                 {"sweeps_per_pass", kind.sweeps_per_pass},
                 {"precision", word_of(options_.precision)}};
        put_figures(row, one, preset.shape, options_.precision, ceiling);
        return row;
    }

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

    /// All kernels of the team whose arrays fit into memory together, loaded.
    [[nodiscard]] std::vector<bench::Implementation> implementations(
        const Team& team, const himeno::Preset& preset) const
    {
        const auto source = himeno::official_source(preset.shape);
        std::vector<bench::Implementation> all;
        for (const std::string& name : team.names) {
            if (stop_requested()) {
                break;
            }
            const stencil::SweepKind& kind = kind_named(name);
            const stencil::SweepRequest request = request_for(kind, preset);
            if (const auto reason = unsupported_reason(kind, request)) {
                spdlog::warn("{} {}: skipped ({})", preset.name, kind.name, *reason);
                continue;
            }
            spdlog::info("{} {}: loading", preset.name, kind.name);
            all.push_back(make_implementation(kind, request, *source));
        }
        return all;
    }

    const BenchHimenoOptions& options_;
    const HimenoSelection& selection_;
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

/// The document, whose ceiling and device are those of the first machine in the order of tables.
Json himeno_json(const bench::Results& results, int device)
{
    const auto is_of = [](const Json& row, const MachineKind& machine) {
        return row["backend"] == machine.word;
    };
    const MachineKind* best = &bench::host_kind();
    for (const MachineKind& machine : bench::machine_kinds()) {
        if (std::ranges::any_of(results.rows,
                                [&](const Json& row) { return is_of(row, machine); })) {
            best = &machine;
            break;
        }
    }
    bench::Machine machine = bench::machine_of(std::nullopt);
    machine.device = best->device_text(device);
    std::vector<double> ceilings;
    for (const Json& row : results.rows) {
        if (is_of(row, *best)) {
            ceilings.push_back(row["ceiling_gbps"]);
        }
    }
    Json json =
        document("tobiuo-bench-himeno-1", machine, bench::origin_of(best->has_libraries), results);
    json["ceiling_gbps"] = ceilings.empty() ? Json(nullptr) : Json(median(ceilings));
    json["rows"] = results.rows;
    return json;
}

/// The parameters of the command line; some kernel of `kinds` has and accepts each of them.
std::map<std::string, std::string, std::less<>> chosen_parameters(
    const BenchHimenoOptions& options, std::span<const stencil::SweepKind* const> kinds)
{
    std::map<std::string, std::string, std::less<>> chosen;
    for (const std::string& text : options.parameters) {
        const auto equals = text.find('=');
        if (equals == std::string::npos) {
            throw bench::wrong_option(
                "--parameters", fmt::format("{} is not written like block=128x2", in_quotes(text)));
        }
        const std::string name = text.substr(0, equals);
        const std::string value = text.substr(equals + 1);
        std::set<std::string> names;
        std::vector<std::string> values{"auto"};
        for (const stencil::SweepKind* kind : kinds) {
            for (const stencil::Parameter& parameter : kind->parameters) {
                names.emplace(parameter.name);
                if (parameter.name == name) {
                    values.insert(values.end(), parameter.choices.begin(), parameter.choices.end());
                }
            }
        }
        bench::Words{
            .option = "--parameters", .known = {names.begin(), names.end()}, .given = {name}}
            .check("parameter of the kernels chosen");
        bench::Words{.option = "--parameters", .known = values, .given = {value}}.check(
            "value of " + name);
        if (!chosen.emplace(name, value).second) {
            throw bench::wrong_option("--parameters",
                                      "'" + name + "' is given twice: keep one of them");
        }
    }
    return chosen;
}

}  // namespace

std::vector<himeno::Preset> chosen_sizes(const BenchHimenoOptions& options)
{
    bench::Words words{.option = "--sizes", .given = options.sizes};
    for (const himeno::Preset& one : himeno::presets) {
        words.known.emplace_back(one.name);
    }
    words.check("size");
    std::vector<himeno::Preset> chosen;
    for (const std::string& name : options.sizes) {
        chosen.push_back(*himeno::find_preset(name));
    }
    return chosen;
}

HimenoSelection select_for_bench(const BenchHimenoOptions& options)
{
    HimenoSelection selection;
    selection.sizes = chosen_sizes(options);
    bench::Words kernels{.option = "--kernels", .given = options.kernels};
    std::vector<bench::Contestant> all;
    for (const stencil::SweepKind& kind : stencil::sweep_kinds()) {
        kernels.known.emplace_back(kind.name);
        all.push_back({.name = kernels.known.back(), .machines = {word_of(kind.backend)}});
    }
    kernels.check("kernel");
    selection.teams = bench::chosen_teams(all, kernels, "kernel", options);
    std::ranges::sort(selection.teams, {}, [](const Team& team) { return team.machine->backend; });
    for (const stencil::SweepKind& kind : stencil::sweep_kinds()) {
        const Team* const team = bench::team_on(selection.teams, word_of(kind.backend));
        if (team != nullptr && bench::has(team->names, kind.name)) {
            selection.kinds.push_back(&kind);
        }
    }
    selection.parameters = chosen_parameters(options, selection.kinds);
    return selection;
}

ExitCode bench_himeno_command(const BenchHimenoOptions& options)
{
    install_signal_handlers();
    const HimenoSelection selection = select_for_bench(options);
    const auto json = bench_file(options.json);
    const Bench sweeps{options, selection};
    bench::Benchmark benchmark{.columns = columns()};
    for (const Team& team : selection.teams) {
        for (const himeno::Preset& preset : selection.sizes) {
            benchmark.problems.emplace_back(
                [&](bench::Results& results) { sweeps.add_rows(team, preset, results); });
        }
    }
    benchmark.document = [&](const bench::Results& results) {
        return himeno_json(results, options.device);
    };
    return bench::run(benchmark, json);
}

}  // namespace tobiuo
