// SPDX-License-Identifier: BSD-3-Clause
#include "app/bench/flow/bench_flow.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/bench/flow/flow_example.hpp"
#include "app/bench/harness.hpp"
#include "app/run/signals.hpp"
#include "app/wording.hpp"

namespace tobiuo {
namespace {

using bench::Json;
using bench::MachineKind;
using bench::Team;
using flow_bench::Example;
using flow_bench::Fields;
using flow_bench::Stepper;

/// Words that the stages of our step read and write for each cell if each moves each of its arrays
/// once: 10 + 13 + 10.
constexpr double words_of_stages = 33.0;

/// Words that a whole step reads and writes for each cell: those of its stages, and for each stage
/// 8 of the solve, whose first pass reads three velocities, and with implicit diffusion 21 of the
/// lines and 3 of the pressure; with one projection 8 of one solve and 5 of the expected pressures; with
/// a viscosity of eddies 5 to find it and one in each stage; of each scalar 7, 8 and 8, and one in each
/// stage for the buoyancy.
double words_of_step(const Example& example)
{
    if (example.problem.projections == 1) {
        return words_of_stages + 8.0 + 5.0;
    }
    const double of_diffusion = example.problem.implicit_diffusion ? 21.0 + 3.0 : 0.0;
    const double of_eddies = flow::viscosity_varies(example.problem) ? 5.0 + 3.0 : 0.0;
    const double of_scalars =
        example.problem.scalar
            ? 3.0 + 23.0 * static_cast<double>(1 + example.problem.further_scalars.size())
            : 0.0;
    return words_of_stages + of_eddies + of_scalars + 3.0 * (8.0 + of_diffusion);
}

/// Words that a step moves for each cell whose stages are recorded, and then the step back, see
/// docs/flow.md; the derivatives by viscosity are in double precision.
double words_of_gradients(const Example& example)
{
    constexpr double recorded = 78.0;
    constexpr double back = 132.0;
    constexpr double bytes_of_derivatives = 6.0 * sizeof(double);
    return recorded + back +
           bytes_of_derivatives / static_cast<double>(bytes_per_value(example.problem.precision));
}

/// Steps after which contestants are compared.
constexpr std::int64_t compared_steps = 3;

/// The largest difference of two velocities of about 1.
double largest_difference(const Fields& a, const Fields& b)
{
    double largest = 0.0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (std::size_t at = 0; at < a.at(axis).size(); ++at) {
            largest = std::max(largest, std::abs(a.at(axis)[at] - b.at(axis)[at]));
        }
    }
    return largest;
}

/// A contestant, and how it is measured.
struct Contestant {
    std::shared_ptr<Stepper> stepper;
    double words{};      ///< for each cell and step
    bool takes_steps{};  ///< and nothing else: velocities are compared
    bench::Implementation measured;
    Fields after = {};  ///< velocity after compared_steps
};

class Bench {
public:
    Bench(const BenchFlowOptions& options, const bench::Machine& machine)
        : options_{options}, machine_{machine}
    {
    }

    /// Adds a row for each contestant; after a signal, the rows so far.
    void add_rows(const Example& example, const Team& team, bench::Results& results) const
    {
        std::vector<Contestant> all;
        bench::Job job;
        job.contestants = [&](const Team&) {
            all = contestants(example, team);
            std::vector<bench::Implementation> measured;
            for (const Contestant& one : all) {
                measured.push_back(one.measured);
            }
            return measured;
        };
        job.row = [&](const bench::Implementation& one, const MachineKind& machine) {
            const auto found = std::ranges::find(
                all, one.name, [](const Contestant& it) { return it.measured.name; });
            Json row = row_of(example, machine, one, found->words);
            row["bytes_per_point"] =
                static_cast<double>(found->stepper->memory_bytes()) / example.points();
            row["difference"] = found != all.begin() && found->takes_steps
                                    ? Json(largest_difference(all.front().after, found->after))
                                    : Json(nullptr);
            return row;
        };
        job.compare = put_straight_times;
        job.pace = {.repetitions = options_.repetitions, .most_executions = 50};
        bench::add_rows(job, {&team, 1}, results);
    }

private:
    /// The contestants, some steps after the beginning.
    [[nodiscard]] std::vector<Contestant> contestants(const Example& example,
                                                      const Team& team) const
    {
        const MachineKind& machine = *team.machine;
        spdlog::info("{} on {}", example.describe(), machine.word);
        // Fields of double precision before and after; on the CPU also the arrays of two
        // contestants, the velocity that one copies, and what its projection takes.
        const double arrays = machine.is_device ? 15.0 : 9.0 + 10.0 + 10.0 + 3.0 + 4.0;
        if (!bench::fits(example.describe(), bench::host_kind(), 0,
                         arrays * sizeof(double) * example.points())) {
            return {};
        }
        const Fields begin = flow_bench::initial_velocity(example);
        const double time_step = 0.25 * example.problem.grid.axes[0].spacing();
        std::vector<Contestant> all;
        for (const std::string& name : team.names) {
            try {
                const std::shared_ptr<Stepper> stepper =
                    make_stepper(name, example, machine, time_step);
                if (!stepper) {
                    continue;
                }
                stepper->start_and_wait(begin);
                all.push_back({.stepper = stepper,
                               .words = words_of(name, example),
                               .takes_steps = name != "predictors" && name != "gradients",
                               .measured = {.name = name,
                                            .time_and_wait =
                                                [stepper, time_step](std::int64_t steps) {
                                                    return stepper->time_and_wait(time_step, steps);
                                                },
                                            .plan = stepper->describe(),
                                            .version = stepper->version()}});
            } catch (const bench::NotPlanned& error) {
                spdlog::info("{} {}: left out ({})", name, example.describe(), error.what());
            }
        }
        for (Contestant& one : all) {
            static_cast<void>(one.stepper->time_and_wait(time_step, compared_steps));
            one.after = one.stepper->velocity_and_wait();
            if (example.steps_before > 0) {
                static_cast<void>(one.stepper->time_and_wait(time_step, example.steps_before));
            }
        }
        return all;
    }

    [[nodiscard]] static double words_of(const std::string& name, const Example& example)
    {
        return name == "predictors"  ? words_of_stages
               : name == "gradients" ? words_of_gradients(example)
                                     : words_of_step(example);
    }

    /// A contestant; null for one that has nothing to show in this example. Throws NotPlanned.
    [[nodiscard]] std::unique_ptr<Stepper> make_stepper(const std::string& name,
                                                        const Example& example,
                                                        const MachineKind& machine,
                                                        double time_step) const
    {
        const int device = options_.device;
        if (name == "ours") {
            return flow_bench::make_our_stepper(example, machine, device);
        }
        if (name == "gradients") {
            return options_.gradients > 0
                       ? flow_bench::make_gradients(example, machine, device, options_.gradients,
                                                    time_step)
                       : nullptr;
        }
        if (name == "predictors") {
            return example.problem.implicit_diffusion || example.problem.projections == 1 ||
                           !example.problem.obstacles.empty() || example.problem.scalar
                       ? nullptr
                       : flow_bench::make_host_predictors(example);
        }
        if (name == "no-graphs") {
            return flow::points(example.problem) <= flow::most_points_of_graphs
                       ? flow_bench::make_our_stepper(example, machine, device, false)
                       : nullptr;
        }
        return options_.straight ? flow_bench::make_straight_stepper(example, device) : nullptr;
    }

    [[nodiscard]] Json row_of(const Example& example, const MachineKind& machine,
                              const bench::Implementation& one, double words) const
    {
        const double seconds = bench::times_of(one.seconds).median;
        const double ceiling = machine_.*machine.ceiling;
        const double bytes =
            words * static_cast<double>(bytes_per_value(example.problem.precision));
        Json row{
            {"case", example.name},    {"shape", bench::size_text(bench::reversed(example.cells))},
            {"cells", example.cells},  {"precision", word_of(example.problem.precision)},
            {"backend", machine.word}, {"contestant", one.name}};
        put_times(row, one);
        row["ms_per_step"] = seconds * 1e3;
        row["ns_per_point"] = seconds * 1e9 / example.points();
        row["words_per_point"] = words;
        row["ceiling_gbps"] = ceiling * 1e-9;
        row["percent_of_ceiling"] = 100.0 * bytes * example.points() / seconds / ceiling;
        bench::put_nulls(row, {"straight_cufft_ms", "times_straight"});
        row["plan"] = one.plan;
        return row;
    }

    /// Adds the time of the straight steps to the rows of one example.
    static void put_straight_times(std::span<Json> rows)
    {
        const auto straight = std::ranges::find_if(
            rows, [](const Json& row) { return row["contestant"] == "straight"; });
        if (straight != rows.end()) {
            const double ms = (*straight)["ms_per_step"];
            for (Json& row : rows) {
                row["straight_cufft_ms"] = ms;
            }
        }
        bench::put_ratios(rows, "straight", "times_straight", "ms_per_step");
    }

    const BenchFlowOptions& options_;
    const bench::Machine& machine_;
};

std::vector<bench::Column> columns()
{
    return {{"case", -16, bench::word("case")},
            {"shape", -14, bench::word("shape")},
            {"precision", -9, bench::word("precision")},
            {"back", -5, bench::word("backend")},
            {"contestant", -10, bench::word("contestant")},
            {"ms/step", 9, bench::milliseconds("ms_per_step")},
            {"ns/point", 9, bench::fixed("ns_per_point", 4)},
            {"words", 6, bench::fixed("words_per_point", 0)},
            {"% ceiling", 9, bench::fixed("percent_of_ceiling", 1)},
            {"B/point", 8, bench::fixed("bytes_per_point", 1)},
            {"x straight", 10, bench::fixed("times_straight", 2)},
            {"difference", 10, bench::scientific("difference")}};
}

std::vector<Example> chosen_examples(const BenchFlowOptions& options)
{
    std::vector<Example> examples;
    for (const std::string& size : options.sizes) {
        for (const std::string& name : options.cases.given) {
            for (const Precision precision : options.precisions.chosen()) {
                try {
                    examples.push_back(flow_bench::make_example(
                        name, bench::reversed(bench::parse_size(size)), precision));
                } catch (const std::invalid_argument& error) {
                    throw bench::wrong_option("--sizes", error.what());
                }
            }
        }
    }
    return examples;
}

std::vector<Team> chosen_teams(const BenchFlowOptions& options)
{
    std::vector<Team> teams;
    for (const MachineKind* machine : bench::named_or_first(options)) {
        teams.push_back(
            {.machine = machine,
             .names = machine->is_device
                          ? std::vector<std::string>{"ours", "no-graphs", "straight", "gradients"}
                          : std::vector<std::string>{"ours", "predictors", "gradients"}});
    }
    return teams;
}

std::string machine_text(const bench::Machine& machine, const std::vector<Team>& teams)
{
    std::string text;
    for (const Team& team : teams) {
        text += fmt::format("{}: {} {:.1f} GB/s\n", machine.*team.machine->text,
                            team.machine->is_device ? "copies" : "ceiling",
                            machine.*team.machine->ceiling * 1e-9);
    }
    return text;
}

}  // namespace

BenchFlowOptions::BenchFlowOptions()
    : cases{
          .option = "--cases",
          .help =
              "box (periodic), one-projection (the same with one projection a step), les (with the "
              "eddies of WALE), two-scalars (with two scalars, of which one has buoyancy), channel "
              "(walls across z, which is stretched), "
              "channel-implicit (with implicit diffusion along z), cavity (walls all around), "
              "sphere (box with a sphere, an eighth of its width across), sphere-closed (the same "
              "as a closed body, after 60 steps)",
          .known = flow_bench::example_names(),
          .given = flow_bench::example_names()}
{
    sizes = {"64^3", "128^3", "256^3", "512^3"};
    backends = bench::backend_words("cuda where there is a device, else cpu");
}

ExitCode bench_flow_command(const BenchFlowOptions& options)
{
    install_signal_handlers();
    const std::vector<Example> examples = chosen_examples(options);
    const std::vector<Team> teams = chosen_teams(options);
    const bool on_gpu = teams.front().machine->is_device;
    const auto json = bench_file(options.json);
    bench::Machine machine =
        bench::machine_of(on_gpu ? std::optional{options.device} : std::nullopt);
    for (const Team& team : teams) {
        bench::measure_ceiling(machine, *team.machine);
    }
    const Bench steps{options, machine};
    bench::Benchmark benchmark{.head = machine_text(machine, teams), .columns = columns()};
    for (const Team& team : teams) {
        for (const Example& example : examples) {
            benchmark.problems.emplace_back(
                [&](bench::Results& results) { steps.add_rows(example, team, results); });
        }
    }
    benchmark.document = [&](const bench::Results& results) {
        Json document =
            bench::document("tobiuo-bench-flow-1", machine, bench::origin_of(on_gpu), results);
        document["rows"] = results.rows;
        return document;
    };
    return bench::run(benchmark, json);
}

}  // namespace tobiuo
