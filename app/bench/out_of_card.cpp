// SPDX-License-Identifier: BSD-3-Clause
#include "app/bench/out_of_card.hpp"

#include <omp.h>
#include <spdlog/spdlog.h>

#include <exception>
#include <stdexcept>

#include "app/run/signals.hpp"
#include "runtime/median.hpp"
#include "runtime/seconds_since.hpp"

namespace tobiuo::bench {
namespace {

void check_contestants(const Words& contestants)
{
    for (const std::string& name : contestants.given) {
        if (name != "ours" && name != "fftw") {
            throw wrong_option(contestants.option,
                               "contestant '" + name +
                                   "' needs its arrays in the memory of the device: leave it out, "
                                   "or leave out --out-of-card");
        }
    }
}

std::vector<Column> columns_between(std::vector<Column> columns, const Column& last)
{
    const std::vector<Column> of_link{{"GiB", 6, fixed("device_memory_gib", 2)},
                                      {"s", 8, fixed("seconds", 4)},
                                      {"link's s", 8, fixed("limit_seconds", 4)},
                                      {"GB/s each", 9, fixed("link_gbps_each_way", 1)},
                                      {"% duplex", 8, fixed("percent_of_duplex", 1)},
                                      {"overlap %", 9, fixed("overlap_percent", 0)},
                                      {"FFTW s", 8, fixed("fftw_seconds", 2)},
                                      {"rms", 9, scientific("rms")}};
    columns.insert(columns.end(), of_link.begin(), of_link.end());
    columns.push_back(last);
    return columns;
}

void add_row(const OutOfCardJob& job, const MachineKind& gpu, const LibraryBenchOptions& options,
             Results& results)
{
    if (!fits(job.text, host_kind(), 0, job.host_bytes) ||
        !fits(job.text, gpu, options.device,
              static_cast<double>(options.out_of_card.device_memory))) {
        return;
    }
    spdlog::info("{}", job.text);
    try {
        results.rows.push_back(job.row());
    } catch (const std::invalid_argument& error) {
        spdlog::warn("{} is skipped: {}", job.text, error.what());
    }
}

}  // namespace

ExitCode run_out_of_card(const LibraryBenchOptions& options,
                         const std::function<std::string(const Machine&)>& head,
                         const std::vector<Column>& first, const Column& last,
                         const std::function<std::vector<OutOfCardJob>()>& make_jobs)
{
    install_signal_handlers();
    check_contestants(options.contestants);
    const MachineKind& gpu = gpu_kind();
    require(gpu, options.device, "measure on", "leave out --out-of-card");
    const auto json = bench_file(options.json);
    const std::vector<OutOfCardJob> jobs = make_jobs();
    const Machine machine = machine_of(options.device, options.host.threads);
    Benchmark benchmark{.head = head(machine), .columns = columns_between(first, last)};
    for (const OutOfCardJob& job : jobs) {
        benchmark.problems.emplace_back(
            [&](Results& results) { add_row(job, gpu, options, results); });
    }
    benchmark.document = [&](const Results& results) {
        Json all = document("tobiuo-bench-out-of-card-1", machine, origin_of(true), results);
        all["rows"] = results.rows;
        return all;
    };
    return run(benchmark, json);
}

std::vector<double> repeated(const LibraryBenchOptions& options,
                             const std::function<void()>& prepare,
                             const std::function<double()>& time_and_wait)
{
    static_cast<void>(time_and_wait());  // warms up
    std::vector<double> seconds;
    do {
        prepare();
        seconds.push_back(time_and_wait());
    } while (std::ssize(seconds) < options.repetitions && !stop_requested());
    return seconds;
}

void put_link(Json& row, const LinkUse& link, const LibraryBenchOptions& options,
              const std::vector<double>& seconds)
{
    constexpr double gib = 1024.0 * 1024.0 * 1024.0;
    const double taken = median(seconds);
    const LinkFigures figures = figures_of(link, taken);
    row["device_memory_gib"] = static_cast<double>(options.out_of_card.device_memory) / gib;
    row["seconds"] = taken;
    row["repetitions"] = seconds.size();
    row["bytes_each_way"] = link.bytes_each_way;
    row["link_gbps_each_way"] = figures.bytes_per_second_each_way * 1e-9;
    row["duplex_gbps"] = link.limit.both * 1e-9;
    row["percent_of_duplex"] = figures.percent_of_both;
    row["overlap_percent"] = figures.overlap_percent;
    row["limit_seconds"] = 2.0 * static_cast<double>(link.bytes_each_way) / link.limit.both;
    row["lock_seconds"] = link.lock_seconds;
    put_nulls(row, {"fftw_seconds", "fftw_threads", "rms"});
}

bool has_fftw(const LibraryBenchOptions& options)
{
    return options.contestants.given.empty() || options.contestants.has("fftw");
}

void put_fftw(Json& row, const LibraryBenchOptions& options, const std::string& problem,
              const char* done, const std::function<double()>& time_and_wait,
              const std::function<double()>& rms)
{
    if (!has_fftw(options) || stop_requested()) {
        return;
    }
    try {
        row["fftw_seconds"] = time_and_wait();
        row["fftw_threads"] =
            options.host.threads > 0 ? options.host.threads : omp_get_max_threads();
        row["rms"] = rms();
    } catch (const std::exception& error) {  // our figures are kept
        spdlog::warn("{} is not {} by FFTW: {}", problem, done, error.what());
    }
}

}  // namespace tobiuo::bench
