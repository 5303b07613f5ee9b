// SPDX-License-Identifier: BSD-3-Clause
#include "app/bench/whole/bench_whole.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/bench/harness.hpp"
#include "app/bench/selection.hpp"
#include "app/bench/whole/whole_cases.hpp"
#include "app/bench/whole/whole_run.hpp"
#include "app/output/atomic_file.hpp"
#include "app/run/signals.hpp"

namespace tobiuo {
namespace {

using bench::Json;
using bench::MachineKind;
using whole_bench::WholeCase;
using whole_bench::WholeCommand;
using whole_bench::WholeRun;

constexpr double giga = 1e-9;

/// The parts of a row, which with `other_s` add up to its wall time. What else a report tells is
/// part of that.
constexpr std::array parts{"plan_s", "fill_s", "steps_s", "observe_s", "files_s"};

/// A program that is measured, and its runs of a case.
struct Program {
    std::string name;
    std::filesystem::path path;
    std::vector<WholeRun> runs = {};
};

/// The run whose wall time is the median, of two the shorter one.
const WholeRun& median_run(const Program& program)
{
    std::vector<const WholeRun*> runs;
    for (const WholeRun& run : program.runs) {
        runs.push_back(&run);
    }
    const auto middle = runs.begin() + (std::ssize(runs) - 1) / 2;
    std::ranges::nth_element(runs, middle, {}, &WholeRun::wall_s);
    return **middle;
}

/// Adds the parts of the wall time, null for a program whose report does not have them.
void put_parts(Json& row, const WholeRun& run)
{
    const Json time = run.report.value("time", Json(nullptr));
    double rest = run.wall_s;
    for (const char* part : parts) {
        row[part] = time.is_object() ? time.at(part) : Json(nullptr);
        rest -= time.is_object() ? time.at(part).get<double>() : 0.0;
    }
    row["other_s"] = time.is_object() ? Json(rest) : Json(nullptr);
    const double bytes = static_cast<double>(run.written_bytes);
    const double seconds = time.is_object() ? time.at("writing_s").get<double>() : 0.0;
    row["gb_written"] = bytes * giga;
    row["gb_per_s"] = seconds > 0.0 ? Json(bytes * giga / seconds) : Json(nullptr);
}

class Bench {
public:
    explicit Bench(const BenchWholeOptions& options)
        : options_{options},
          folder_{options.folder.value_or(std::filesystem::temp_directory_path())}
    {
    }

    /// Adds a row for each program that has run the case.
    void add_rows(const WholeCase& one, WholeSize size, const MachineKind& machine,
                  bench::Results& results) const
    {
        std::vector<Program> programs = all_programs();
        const WholeCommand command = command_of(one, size, machine);
        for (int round = 0; round < options_.repetitions && !stop_requested(); ++round) {
            for (std::size_t turn = 0; turn < programs.size() && !stop_requested(); ++turn) {
                Program& program =
                    programs[(turn + static_cast<std::size_t>(round)) % programs.size()];
                run(one, program, command);
            }
        }
        const std::size_t before = results.rows.size();
        for (const Program& program : programs) {
            if (!program.runs.empty()) {
                results.rows.push_back(row_of(one, size, machine, program));
            }
        }
        bench::put_ratios(std::span{results.rows}.subspan(before), "old", "times_old", "wall_s");
    }

private:
    [[nodiscard]] std::vector<Program> all_programs() const
    {
        std::vector<Program> programs{
            {.name = "ours", .path = std::filesystem::read_symlink("/proc/self/exe")}};
        if (options_.old) {
            programs.push_back({.name = "old", .path = *options_.old});
        }
        return programs;
    }

    /// What is the same for all programs. The case is written into the folder first.
    [[nodiscard]] WholeCommand command_of(const WholeCase& one, WholeSize size,
                                          const MachineKind& machine) const
    {
        const std::filesystem::path file = folder_.path() / (one.name + ".yaml");
        write_text(file, one.yaml);
        WholeCommand command{.program = {},
                             .arguments = {file.string(), "--quiet", "--ceiling", "none", "--set",
                                           fmt::format("backend={}", machine.word)}};
        std::vector<std::string> settings = size == WholeSize::gpu ? one.gpu : one.small;
        if (options_.device_named && machine.is_device) {
            settings.push_back(fmt::format("device={}", options_.device));
        }
        for (const std::string& setting : settings) {
            command.arguments.insert(command.arguments.end(), {"--set", setting});
        }
        return command;
    }

    void run(const WholeCase& one, Program& program, WholeCommand command) const
    {
        command.program = program.path;
        if (options_.cold) {
            command.cache = folder_.path() / "cache";
            std::error_code ignored;
            std::filesystem::remove_all(command.cache, ignored);
        }
        spdlog::info("{} {}: run {} of {}", one.name, program.name, program.runs.size() + 1,
                     options_.repetitions);
        if (auto done = whole_bench::run_whole(command, folder_.path())) {
            program.runs.push_back(std::move(*done));
        }
    }

    [[nodiscard]] Json row_of(const WholeCase& one, WholeSize size, const MachineKind& machine,
                              const Program& program) const
    {
        const WholeRun& run = median_run(program);
        const auto [least, most] = std::ranges::minmax(program.runs, {}, &WholeRun::wall_s);
        Json row{{"case", one.name},
                 {"cells", run.report.at("grid").at("cells")},
                 {"size", size == WholeSize::gpu ? "gpu" : "small"},
                 {"backend", machine.word},
                 {"precision", run.report.at("precision")},
                 {"contestant", program.name},
                 {"git", run.report.at("versions").at("git")},
                 {"cold", options_.cold},
                 {"repetitions", program.runs.size()},
                 {"wall_s", run.wall_s},
                 {"wall_s_min", least.wall_s},
                 {"wall_s_max", most.wall_s}};
        put_parts(row, run);
        row["times_old"] = nullptr;
        return row;
    }

    const BenchWholeOptions& options_;
    whole_bench::PassingFolder folder_;
};

/// Returns the text of a list of cells: "256x256x256".
std::string cells_of(const Json& row)
{
    std::string text;
    for (const Json& cells : row.at("cells")) {
        text += (text.empty() ? "" : "x") + std::to_string(cells.get<std::int64_t>());
    }
    return text;
}

std::vector<bench::Column> columns()
{
    std::vector<bench::Column> all{{"case", -17, bench::word("case")},
                                   {"cells", -14, cells_of},
                                   {"back", -5, bench::word("backend")},
                                   {"program", -7, bench::word("contestant")},
                                   {"wall s", 8, bench::fixed("wall_s", 3)}};
    for (const char* part : parts) {
        const std::string name{part};
        all.push_back({name.substr(0, name.size() - 2), 8, bench::fixed(name, 3)});
    }
    all.push_back({"other", 8, bench::fixed("other_s", 3)});
    all.push_back({"GB", 8, bench::fixed("gb_written", 4)});
    all.push_back({"GB/s", 7, bench::fixed("gb_per_s", 3)});
    all.push_back({"x old", 7, bench::fixed("times_old", 2)});
    return all;
}

std::vector<std::string> names_of_cases()
{
    std::vector<std::string> names;
    for (const WholeCase& one : whole_bench::all_cases()) {
        names.push_back(one.name);
    }
    return names;
}

std::string help_of_cases()
{
    std::string help;
    for (const WholeCase& one : whole_bench::all_cases()) {
        help += fmt::format("{}{} ({})", help.empty() ? "" : ", ", one.name, one.summary);
    }
    return help;
}

/// The size that was named, or the one that suits the machine.
WholeSize size_for(const MachineKind& machine, const BenchWholeOptions& options)
{
    return !options.size.given.empty() ? options.size.chosen().front()
           : machine.is_device         ? WholeSize::gpu
                                       : WholeSize::small;
}

}  // namespace

BenchWholeOptions::BenchWholeOptions()
    : cases{.option = "--cases",
            .help = help_of_cases(),
            .known = names_of_cases(),
            .given = names_of_cases()},
      size{bench::axis_of(
          "--size", "gpu, small (seconds on a CPU); default: gpu on a device, else small",
          std::array{WholeSize::gpu, WholeSize::small},
          [](WholeSize one) { return one == WholeSize::gpu ? "gpu" : "small"; }, false)}
{
    repetitions = 3;
    backends = bench::backend_words("cuda where there is a device, else cpu");
}

ExitCode bench_whole_command(const BenchWholeOptions& options)
{
    install_signal_handlers();
    const std::vector<const MachineKind*> machines = bench::named_or_first(options);
    const auto json = bench_file(options.json);
    const Bench runs{options};
    bench::Benchmark benchmark{.columns = columns()};
    const std::vector<WholeCase> cases = whole_bench::all_cases();
    for (const MachineKind* machine : machines) {
        for (const WholeCase& one : cases) {
            if (options.cases.has(one.name)) {
                benchmark.problems.emplace_back([&, machine](bench::Results& results) {
                    runs.add_rows(one, size_for(*machine, options), *machine, results);
                });
            }
        }
    }
    benchmark.document = [&](const bench::Results& results) {
        bench::Machine machine = bench::machine_of(std::nullopt);
        machine.device = machines.front()->device_text(options.device);
        Json document = bench::document("tobiuo-bench-whole-1", machine,
                                        bench::origin_of(machines.front()->has_libraries), results);
        document["rows"] = results.rows;
        return document;
    };
    return bench::run(benchmark, json);
}

}  // namespace tobiuo
