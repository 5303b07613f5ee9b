// SPDX-License-Identifier: BSD-3-Clause
#include "app/cli/command_line.hpp"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

#include "app/cli/bench_options.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/guarded.hpp"
#include "app/cli/pages/completion.hpp"
#include "app/cli/pages/manual.hpp"
#include "app/cli/studies.hpp"
#include "app/cli/unknown_word.hpp"
#include "app/errors.hpp"
#include "app/machine/threads.hpp"
#include "app/machine/version.hpp"
#include "app/printable.hpp"
#include "app/run/progress.hpp"
#include "app/run/signals.hpp"
#include "app/tune/pass_commands.hpp"
#include "app/tune/tune_himeno.hpp"
#include "runtime/device/compile/compile_process.hpp"
#include "runtime/memory/caches.hpp"
#include "runtime/opencl/driver_probe.hpp"

namespace tobiuo {
namespace {

constexpr const char* exit_codes =
    "Exit codes: 0 done, 1 internal error, 2 bad input, 3 diverged or not finite,\n"
    "4 output failed (also for lack of memory, or into a closed pipe), 5 device failed,\n"
    "6 stopped by a signal (results written, if there were any),\n"
    "7 not converged within max_sweeps, or until not reached within max_steps (results written).";

int number(ExitCode code)
{
    return static_cast<int>(code);
}

/// Writes the message of a log line so that names in it cannot control a terminal.
class PrintableMessage final : public spdlog::custom_flag_formatter {
public:
    void format(const spdlog::details::log_msg& message, const std::tm& /*time*/,
                spdlog::memory_buf_t& line) override
    {
        const std::string text = printable_lines({message.payload.data(), message.payload.size()});
        line.append(text.data(), text.data() + text.size());
    }
    [[nodiscard]] std::unique_ptr<custom_flag_formatter> clone() const override
    {
        return std::make_unique<PrintableMessage>();
    }
};

void set_up_log(Verbosity verbosity)
{
    // The colour sink writes no colour codes if stderr is not a terminal.
    const auto log = spdlog::stderr_color_mt(
        "tobiuo", may_colour() ? spdlog::color_mode::automatic : spdlog::color_mode::never);
    auto format = std::make_unique<spdlog::pattern_formatter>();
    format->add_flag<PrintableMessage>('*').set_pattern("%^%l%$: %*");
    log->set_formatter(std::move(format));
    log->set_level(verbosity == Verbosity::quiet     ? spdlog::level::warn
                   : verbosity == Verbosity::verbose ? spdlog::level::debug
                                                     : spdlog::level::info);
    spdlog::set_default_logger(log);
}

/// The command that the command line chose, to be run after parsing.
using Command = std::function<ExitCode()>;

void add_case_options(CLI::App& command, RunOptions& options)
{
    command
        .add_option("CASE", options.case_files,
                    "case files (YAML), one or more, worked on in this order; - is the standard "
                    "input, whose paths are relative to the current folder")
        ->type_name("FILE")
        ->required();
    command
        .add_option("--set", options.overrides.set,
                    "override a key: --set grid.preset=XL (may be repeated)")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    command
        .add_option("--output", options.overrides.output,
                    "folder for the results instead of the case's output.directory")
        ->type_name("DIR");
    command.add_flag("--allow-outside", options.overrides.allow_outside,
                     "let paths in the case leave its folder");
    command.add_flag("--ignore-memory", options.ignore_memory,
                     "go on although the estimate exceeds what is free");
    command
        .add_option_function<std::string>(
            "--ceiling",
            [&options](const std::string& word) {
                options.ceiling = word == "measure" ? CeilingUse::measure
                                  : word == "none"  ? CeilingUse::none
                                                    : CeilingUse::keep;
            },
            "the memory bandwidth that the run is measured by: keep (measure it once on this "
            "machine, where the problem is large enough, and keep it), measure (now), none")
        ->check(CLI::IsMember({"keep", "measure", "none"}))
        ->default_str("keep");
    auto* unused = command.add_flag_callback(
        "--no-wisdom", [&options] { options.wisdom.use = false; },
        "leave what `tobiuo tune` found aside: the kernel's defaults");
    command
        .add_option("--wisdom", options.wisdom.file,
                    "where `tobiuo tune` keeps what it found; default: $TOBIUO_WISDOM or the "
                    "user's cache")
        ->type_name("FILE")
        ->excludes(unused);
}

/// --ranks, --link and --latency; returns the first.
CLI::Option* add_prediction(CLI::App& command, std::optional<PredictionOptions>& prediction)
{
    CLI::Option* ranks =
        command
            .add_option_function<int>(
                "--ranks",
                [&prediction](int count) {
                    prediction = prediction.value_or(PredictionOptions{});
                    prediction->ranks = count;
                },
                "predict what a solve or a sweep would take on so many ranks, without starting "
                "them; measures a part of it here")
            ->check(CLI::Range(1, 1'000'000))
            ->type_name("N");
    const auto add = [&](const char* option, std::optional<double> PredictionOptions::*value,
                         const char* explanation, const char* unit) {
        command
            .add_option_function<double>(
                option,
                [&prediction, value](double number) {
                    prediction = prediction.value_or(PredictionOptions{});
                    (*prediction).*value = number;
                },
                explanation)
            ->check(CLI::PositiveNumber)
            ->type_name(unit)
            ->needs(ranks);
    };
    add("--link", &PredictionOptions::link_gbps, "GB/s that a rank sends, of --ranks", "GBPS");
    add("--latency", &PredictionOptions::latency_us,
        "us for each rank to which it sends, of --ranks", "US");
    return ranks;
}

void add_run(CLI::App& app, RunOptions& options, Command& chosen)
{
    CLI::App* run = app.add_subcommand("run", "Run a case and write its results");
    run->footer(
        std::string{"Example: tobiuo run configs/himeno-s.yaml --set run.sweeps=100\n"
                    "         tobiuo run monday/*.yaml\n"
                    "         tobiuo run configs/study-poisson-orders.yaml\n"
                    "         mpirun -n 4 tobiuo run configs/himeno-s.yaml\n\n"
                    "Several cases are all read before the first is run, and none stops the "
                    "others;\nthe exit code is the first that is not 0. A case with the key study "
                    "stands for\nseveral: those of its members that are not done are run.\n"
                    "On the CPU small cases get fewer threads; OMP_NUM_THREADS=N: at most N.\n\n"} +
        exit_codes);
    add_case_options(*run, options);
    run->add_option("--gpus", options.gpus,
                    "run on so many GPUs of this machine: starts as many ranks by mpirun")
        ->type_name("N")
        ->check(CLI::Range(1, 1024));
    auto* dry_run = run->add_flag("--dry-run", options.dry_run,
                                  "print what the run would take, compute nothing");
    add_prediction(*run, options.prediction)->needs(dry_run)->excludes(run->get_option("--gpus"));
    run->add_flag("--force", options.force,
                  "replace the results of a finished run, once the new ones are whole");
    run->add_flag(
           "--restart", [&](std::int64_t) { options.restart = Restart::demanded; },
           "go on from the newest good checkpoint of the case")
        ->excludes(dry_run);
    run->add_flag("--continue", options.goes_on,
                  "go on from a checkpoint if there is one, else begin; nothing if the case is "
                  "done: one line for a job that is submitted again and again")
        ->excludes(dry_run)
        ->excludes(run->get_option("--restart"))
        ->excludes(run->get_option("--force"));
    auto* quiet = run->add_flag(
        "-q,--quiet", [&](std::int64_t) { options.verbosity = Verbosity::quiet; },
        "only results, warnings and errors");
    run->add_flag(
           "-v,--verbose", [&](std::int64_t) { options.verbosity = Verbosity::verbose; },
           "more details in the log")
        ->excludes(quiet);
    run->callback([&] { chosen = [&] { return run_command(options); }; });
}

void add_check(CLI::App& app, RunOptions& options, Command& chosen)
{
    CLI::App* check = app.add_subcommand("check", "Validate a case and print what it would take");
    check->footer(
        "Example: tobiuo check configs/himeno-xl.yaml\n"
        "         tobiuo check configs/*.yaml\n\n"
        "The exit code of several cases is the first that is not 0.");
    add_case_options(*check, options);
    add_prediction(*check, options.prediction);
    check->callback([&] { chosen = [&] { return check_command(options); }; });
}

void add_report(CLI::App& app, ReportOptions& options, Command& chosen)
{
    CLI::App* report =
        app.add_subcommand("report", "Write the HTML page of runs or benchmarks from their files");
    report->footer(
        "Example: tobiuo report configs/out/himeno-s\n"
        "         tobiuo report out/*/ --output runs.html\n"
        "         tobiuo report fft.json\n\n"
        "A run has its page in its folder, report.html; several stand side by side in one page.");
    report
        ->add_option("DIR", options.sources,
                     "folders of runs or studies, or JSON files that `tobiuo bench --json` wrote")
        ->type_name("DIR")
        ->required();
    report
        ->add_option("--output", options.output,
                     "where the page goes; default: report.html in the folder of the run, beside "
                     "the file of a benchmark, or of several results in the current folder")
        ->type_name("FILE");
    report->callback([&] { chosen = [&] { return report_command(options); }; });
}

void add_info(CLI::App& app, InfoOptions& options, Command& chosen)
{
    CLI::App* info =
        app.add_subcommand("info", "Show versions, devices, kernels and measured ceilings");
    info->footer("Example: tobiuo info --json");
    info->add_flag("--json", options.json, "as JSON");
    info->add_flag_callback(
        "--no-ceilings", [&options] { options.ceilings = false; },
        "do not measure the bandwidth ceilings");
    info->callback([&] { chosen = [&] { return info_command(options); }; });
}

void add_schema(CLI::App& app, Command& chosen)
{
    CLI::App* schema = app.add_subcommand("schema", "Print the JSON Schema of a case file");
    schema->footer("Example: tobiuo schema > tobiuo.schema.json");
    schema->callback([&] { chosen = [] { return schema_command(); }; });
}

void add_new(CLI::App& app, NewOptions& options, Command& chosen)
{
    CLI::App* command = app.add_subcommand("new", "Write a commented case to begin from");
    command->footer(
        "Example: tobiuo new pipe --kind channel\n"
        "         tobiuo check pipe.yaml\n"
        "         tobiuo new --list");
    command
        ->add_option("NAME", options.file,
                     "name of the case; NAME.yaml is written, its results go to out/NAME beside it")
        ->type_name("");
    command->add_option("--kind", options.kind, "what it begins from; --list lists the kinds")
        ->type_name("KIND")
        ->capture_default_str();
    command->add_flag("--list", options.list, "list the kinds, with a line for each");
    command->add_flag("--force", options.force, "replace a file that is there");
    command->callback([&options, &chosen] {
        if (options.file.empty() && !options.list) {
            throw CLI::RequiredError{"NAME"};
        }
        chosen = [&options] { return new_command(options); };
    });
}

void add_man(CLI::App& app, pages::ManualOptions& options, Command& chosen)
{
    CLI::App* man = app.add_subcommand("man", "Print the manual page of a command");
    man->footer(
        "Example: tobiuo man bench fft | man -l -\n\n"
        "An installed program has its pages where man finds them: man tobiuo-bench-fft");
    CLI::Option* words = man->add_option("COMMAND", options.words,
                                         "the command; without one the page of the program");
    words->type_name("COMMAND");
    man->add_option("--folder", options.folder, "write the pages of all commands into this folder")
        ->type_name("DIR")
        ->excludes(words);
    man->callback([&app, &options, &chosen] {
        chosen = [&] { return pages::manual_command(options, pages::described(app)); };
    });
}

void add_completion(CLI::App& app, std::string& shell, Command& chosen)
{
    CLI::App* completion =
        app.add_subcommand("completion", "Print what a shell needs to complete commands of tobiuo");
    completion->footer(
        "Example: source <(tobiuo completion bash)\n\n"
        "An installed program has these files where the shells look for them.");
    completion->add_option("SHELL", shell, "bash, zsh or fish")
        ->check(CLI::IsMember({"bash", "zsh", "fish"}))
        ->required();
    completion->callback([&app, &shell, &chosen] {
        chosen = [&] {
            const pages::Command program = pages::described(app);
            const std::string text = shell == "bash"  ? pages::bash_completion(program)
                                     : shell == "zsh" ? pages::zsh_completion(program)
                                                      : pages::fish_completion(program);
            std::fputs(text.c_str(), stdout);
            return ExitCode::done;
        };
    });
}

CLI::App& add_bench(CLI::App& app)
{
    CLI::App* bench = app.add_subcommand("bench", "Measure kernels beside the machine's ceiling");
    bench->require_subcommand(1);
    bench->footer("Example: tobiuo bench himeno --sizes S,M --json himeno.json");
    return *bench;
}

void add_bench_memory(CLI::App& bench, const Studies& studies, Command& chosen)
{
    CLI::App* memory = bench.add_subcommand(
        "memory", "Memory of a GPU as the papers measured theirs: bandwidth, latency, streams");
    memory->footer("Example: tobiuo bench memory --quick --json memory.json");
    studies.add_memory_options(*memory, chosen);
}

}  // namespace

int command_line(int argc, const char* const* argv, const Studies& studies)
{
    end_at_once_on_signals();
    opencl::probe_by("/proc/self/exe", probe_option);
    device::compile_by("/proc/self/exe", compile_option);
    CLI::App app{"tobiuo: Poisson's equation for pressure, on GPUs and CPUs", "tobiuo"};
    app.set_version_flag("--version", version_text());
    app.footer(std::string{"Example: tobiuo run configs/himeno-s.yaml\n\n"} + exit_codes);
    app.require_subcommand(1);
    RunOptions run;
    RunOptions check;
    NewOptions new_case;
    pages::ManualOptions manual;
    std::string shell;
    InfoOptions info;
    ReportOptions report;
    BenchHimenoOptions bench_himeno;
    BenchFftOptions bench_fft;
    BenchFlowOptions bench_flow;
    BenchPoissonOptions bench_poisson;
    BenchScalingOptions bench_scaling;
    BenchWholeOptions bench_whole;
    TuneHimenoOptions tune;
    TuneFftOptions tune_fft;
    TunePoissonOptions tune_poisson;
    Command chosen;
    add_run(app, run, chosen);
    add_check(app, check, chosen);
    add_new(app, new_case, chosen);
    CLI::App& bench = add_bench(app);
    add_bench_himeno(bench, bench_himeno, studies, chosen);
    add_bench_fft(bench, bench_fft, studies, chosen);
    add_bench_flow(bench, bench_flow, chosen);
    add_bench_memory(bench, studies, chosen);
    add_bench_poisson(bench, bench_poisson, chosen);
    add_bench_scaling(bench, bench_scaling, chosen);
    add_bench_whole(bench, bench_whole, chosen);
    add_tune(app, tune, chosen);
    add_tune_fft(*app.get_subcommand("tune"), tune_fft, chosen);
    add_tune_poisson(*app.get_subcommand("tune"), tune_poisson, chosen);
    add_report(app, report, chosen);
    add_info(app, info, chosen);
    add_schema(app, chosen);
    add_man(app, manual, chosen);
    add_completion(app, shell, chosen);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {  // the code of --help and --version
            return number(guarded([&] { return static_cast<ExitCode>(app.exit(error)); }));
        }
        const std::span arguments{argv + 1, static_cast<std::size_t>(std::max(argc, 1) - 1)};
        if (const auto sentence = unknown_word(app, arguments)) {
            std::fprintf(stderr, "%s\nRun with --help for more information.\n", sentence->c_str());
        } else {
            std::ostringstream out;
            std::ostringstream err;
            app.exit(error, out, err);
            std::fputs(printable_lines(err.str()).c_str(), stderr);
        }
        return number(ExitCode::bad_input);
    }
    set_up_log(run.verbosity);
    try {
        memory::check_stores_wish();
        limit_threads();
    } catch (const std::invalid_argument& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return number(ExitCode::bad_input);
    }
    return number(guarded(chosen));
}

}  // namespace tobiuo
