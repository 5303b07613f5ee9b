// SPDX-License-Identifier: BSD-3-Clause
#include "app/cli/bench_options.hpp"

namespace tobiuo {

void add_sizes(CLI::App& command, BenchOptions& options, const std::string& what)
{
    command.add_option("--sizes", options.sizes, what)->delimiter(',')->capture_default_str();
}

void add_bench_options(CLI::App& command, BenchOptions& options)
{
    command.add_option("--repeat", options.repetitions, "repetitions; the median counts")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command.add_option("--device", options.device, "CUDA device index")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str()
        ->each([&options](const std::string&) { options.device_named = true; });
    command.add_option("--json", options.json, "write the table as JSON")->type_name("FILE");
}

void add_words(CLI::App& command, bench::Words& words)
{
    CLI::Option* const option = command.add_option(words.option, words.given, words.help)
                                    ->delimiter(',')
                                    ->check(CLI::IsMember(words.known));
    if (!words.given.empty()) {
        option->capture_default_str();
    }
}

void add_host_settings(CLI::App& command, HostSettings& settings, const std::string& threads,
                       const std::string& plans)
{
    command.add_option("--threads", settings.threads, threads + "; 0: all")
        ->check(CLI::Range(0, 4096))
        ->capture_default_str();
    command
        .add_option_function<std::string>(
            "--fftw-effort",
            [&settings](const std::string& word) {
                settings.effort = word == "measure" ? fft::Effort::measure : fft::Effort::estimate;
            },
            plans + ": estimate or measure (minutes for large sizes)")
        ->check(CLI::IsMember({"estimate", "measure"}))
        ->default_str(settings.effort == fft::Effort::measure ? "measure" : "estimate");
}

CLI::Option* add_out_of_card(CLI::App& command, OutOfCardBenchOptions& options,
                             const std::string& what)
{
    CLI::Option* flag = command.add_flag(
        "--out-of-card", options.chosen,
        what +
            " on a GPU with the arrays in host memory: s, GB/s and percent of the link's limit, "
            "beside FFTW (--contestants ours leaves it out)");
    command
        .add_option("--device-memory", options.device_memory,
                    "memory of the GPU that this may take, as 4GiB")
        ->transform(CLI::AsSizeValue(true))
        ->check(CLI::PositiveNumber)
        ->default_str("4GiB")
        ->needs(flag);
    return flag;
}

CLI::Option* add_precision(CLI::App& command, Precision& precision, const std::string& explanation)
{
    return command
        .add_option_function<std::string>(
            "--precision",
            [&precision](const std::string& word) {
                precision = word == "single" ? Precision::fp32 : Precision::fp64;
            },
            explanation)
        ->check(CLI::IsMember({"single", "double"}));
}

}  // namespace tobiuo
