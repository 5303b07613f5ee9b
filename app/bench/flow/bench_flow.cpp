#include "app/bench/flow/bench_flow.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

#include "app/bench/fft/size.hpp"
#include "app/bench/flow/flow_example.hpp"
#include "app/bench/harness.hpp"
#include "app/json_text.hpp"
#include "app/machine/host.hpp"
#include "app/machine/named_device.hpp"
#include "app/output/html/bench_file.hpp"
#include "app/run/poisson/poisson_ceiling.hpp"
#include "app/run/signals.hpp"
#include "app/wording.hpp"
#include "runtime/device/survey.hpp"

namespace tobiuo {
namespace {

using bench::Json;
using flow_bench::Example;
using flow_bench::Fields;
using flow_bench::Stepper;

/// Words that the stages of our step read and write for each cell if each moves each of its arrays
/// once: 10 + 13 + 10.
constexpr double words_of_stages = 33.0;

/// Words that a whole step reads and writes for each cell: those of its stages, and for each stage
/// 8 of the solve, whose first pass reads three velocities, and with implicit diffusion 21 of the
/// lines and 3 of the pressure.
double words_of_step(const Example& example)
{
    const double of_diffusion = example.problem.implicit_diffusion ? 21.0 + 3.0 : 0.0;
    return words_of_stages + 3.0 * (8.0 + of_diffusion);
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
    bool takes_steps{};  ///< whole ones, whose velocities are compared
    bench::Implementation measured;
};

class Bench {
public:
    Bench(const BenchFlowOptions& options, bench::Machine machine)
        : options_{options}, machine_{std::move(machine)}
    {
    }

    /// Adds a row for each contestant; after a signal, the rows so far.
    void add_rows(const Example& example, Backend backend, bench::Results& results) const
    {
        spdlog::info("{} on {}", example.describe(), word_of(backend));
        // Fields of double precision before and after; on the CPU also the arrays of two
        // contestants, the velocity that one copies, and what its projection takes.
        const double arrays = backend == Backend::cpu ? 9.0 + 10.0 + 10.0 + 3.0 + 4.0 : 15.0;
        const double host_bytes = arrays * sizeof(double) * example.points();
        if (!bench::fits(example.describe(), "in host memory", host_bytes,
                         host_info().usable_bytes())) {
            return;
        }
        const Fields begin = flow_bench::initial_velocity(example);
        const double time_step = 0.25 * example.problem.grid.axes[0].spacing();
        std::vector<Contestant> all = contestants(example, backend, begin, time_step);
        std::vector<Fields> after;
        std::vector<bench::Implementation> measured;
        for (const Contestant& one : all) {
            static_cast<void>(one.stepper->time_and_wait(time_step, compared_steps));
            after.push_back(one.stepper->velocity_and_wait());
            measured.push_back(one.measured);
        }
        bench::compete(measured, {.repetitions = options_.repetitions, .most_executions = 50});
        const std::size_t before = results.rows.size();
        for (const bench::Implementation& one : measured) {
            const auto which = static_cast<std::size_t>(
                std::ranges::find(all, one.name,
                                  [](const Contestant& it) { return it.measured.name; }) -
                all.begin());
            const Contestant& contestant = all.at(which);
            Json row = row_of(example, backend, one, contestant.words);
            row["bytes_per_point"] =
                static_cast<double>(contestant.stepper->memory_bytes()) / example.points();
            row["difference"] = which > 0 && contestant.takes_steps
                                    ? Json(largest_difference(after[0], after.at(which)))
                                    : Json(nullptr);
            results.add(std::move(row), one);
        }
        put_straight_times(results, before);
    }

private:
    [[nodiscard]] std::vector<Contestant> contestants(const Example& example, Backend backend,
                                                      const Fields& begin, double time_step) const
    {
        std::vector<Contestant> all;
        const auto add = [&](const char* name, double words, const auto& make) {
            try {
                const std::shared_ptr<Stepper> stepper = make();
                stepper->start_and_wait(begin);
                all.push_back({.stepper = stepper,
                               .words = words,
                               .takes_steps = words != words_of_stages,
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
        };
        const double of_step = words_of_step(example);
        if (backend == Backend::cpu) {
            add("ours", of_step, [&] { return flow_bench::make_host_stepper(example); });
            if (!example.problem.implicit_diffusion) {
                add("predictors", words_of_stages,
                    [&] { return flow_bench::make_host_predictors(example); });
            }
            return all;
        }
        add("ours", of_step,
            [&] { return flow_bench::make_device_stepper(example, options_.device); });
        if (flow::points(example.problem) <= flow::most_points_of_graphs) {
            add("no-graphs", of_step,
                [&] { return flow_bench::make_device_stepper(example, options_.device, false); });
        }
        if (options_.straight) {
            add("straight", of_step,
                [&] { return flow_bench::make_straight_stepper(example, options_.device); });
        }
        return all;
    }

    [[nodiscard]] Json row_of(const Example& example, Backend backend,
                              const bench::Implementation& one, double words) const
    {
        const double seconds = bench::times_of(one.seconds).median;
        const double ceiling = backend == Backend::cpu ? machine_.ceiling_bytes_per_second
                                                       : machine_.copy_bytes_per_second;
        const double bytes =
            words * static_cast<double>(bytes_per_value(example.problem.precision));
        Json row{{"case", example.name},
                 {"shape", fft_bench::size_text(fft_bench::reversed(example.cells))},
                 {"cells", example.cells},
                 {"precision", word_of(example.problem.precision)},
                 {"backend", word_of(backend)},
                 {"contestant", one.name}};
        put_times(row, one);
        row["ms_per_step"] = seconds * 1e3;
        row["ns_per_point"] = seconds * 1e9 / example.points();
        row["words_per_point"] = words;
        row["ceiling_gbps"] = ceiling * 1e-9;
        row["percent_of_ceiling"] = 100.0 * bytes * example.points() / seconds / ceiling;
        row["straight_cufft_ms"] = nullptr;
        row["times_straight"] = nullptr;
        row["plan"] = one.plan;
        return row;
    }

    /// Adds the time of the straight steps to the rows of one example.
    static void put_straight_times(bench::Results& results, std::size_t before)
    {
        for (std::size_t peer = before; peer < results.rows.size(); ++peer) {
            if (results.rows[peer]["contestant"] != "straight") {
                continue;
            }
            const double straight = results.rows[peer]["ms_per_step"];
            for (std::size_t at = before; at < results.rows.size(); ++at) {
                Json& row = results.rows[at];
                row["straight_cufft_ms"] = straight;
                row["times_straight"] = straight / row["ms_per_step"].get<double>();
            }
        }
    }

    const BenchFlowOptions& options_;
    bench::Machine machine_;
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
        for (const std::string& name : options.cases) {
            for (const Precision precision : {Precision::fp32, Precision::fp64}) {
                if (std::ranges::find(options.precisions, word_of(precision)) ==
                    options.precisions.end()) {
                    continue;
                }
                try {
                    examples.push_back(flow_bench::make_example(
                        name, fft_bench::reversed(fft_bench::parse_size(size)), precision));
                } catch (const std::invalid_argument& error) {
                    throw InputError{{.source = "--sizes", .line = 0, .column = 0}, error.what()};
                }
            }
        }
    }
    return examples;
}

std::vector<Backend> chosen_backends(const BenchFlowOptions& options)
{
    if (options.backends.empty() && !options.device_named) {
        const bool is_there =
            device::device_unsupported_reason(device::survey(), options.device).empty();
        return {is_there ? Backend::cuda : Backend::cpu};
    }
    std::vector<Backend> backends;
    for (const Backend backend : {Backend::cuda, Backend::cpu}) {
        const bool named =
            std::ranges::find(options.backends, word_of(backend)) != options.backends.end();
        if (named || (backend == Backend::cuda && options.device_named)) {
            backends.push_back(backend);
        }
    }
    if (backends.front() == Backend::cuda) {
        named_device(options.device, "measure on", "use --backends cpu");
    }
    return backends;
}

std::string machine_text(const bench::Machine& machine, bool on_gpu, bool on_cpu)
{
    std::string text;
    if (on_gpu) {
        text += fmt::format("{}: copies {:.1f} GB/s\n", machine.device,
                            machine.copy_bytes_per_second * 1e-9);
    }
    if (on_cpu) {
        text += fmt::format("{}: ceiling {:.1f} GB/s\n", machine.host,
                            machine.ceiling_bytes_per_second * 1e-9);
    }
    return text;
}

}  // namespace

ExitCode bench_flow_command(const BenchFlowOptions& options)
{
    install_signal_handlers();
    const std::vector<Example> examples = chosen_examples(options);
    const std::vector<Backend> backends = chosen_backends(options);
    const bool on_gpu = std::ranges::find(backends, Backend::cuda) != backends.end();
    const bool on_cpu = std::ranges::find(backends, Backend::cpu) != backends.end();
    const auto json = bench_file(options.json);
    bench::Machine machine =
        bench::machine_of(on_gpu ? std::optional{options.device} : std::nullopt);
    if (on_cpu) {
        machine.ceiling_bytes_per_second = measure_poisson_ceiling({}).measured.bytes_per_second;
    }
    const Bench steps{options, machine};
    bench::Benchmark benchmark{.head = machine_text(machine, on_gpu, on_cpu), .columns = columns()};
    for (const Backend backend : backends) {
        for (const Example& example : examples) {
            benchmark.problems.emplace_back([&steps, &example, backend](bench::Results& results) {
                steps.add_rows(example, backend, results);
            });
        }
    }
    return bench::run(benchmark, [&](const bench::Results& results) {
        if (json) {
            Json document =
                bench::document("tobiuo-bench-flow-1", machine, bench::origin_of(on_gpu), results);
            document["rows"] = results.rows;
            json->write(json_text(document) + "\n");
        }
    });
}

}  // namespace tobiuo
