// `tobiuo bench poisson --out-of-card`.
#include <omp.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/bench/poisson/bench_poisson.hpp"
#include "app/bench/poisson/bench_poisson_selection.hpp"
#include "app/bench/poisson/rows.hpp"
#include "app/bench/poisson/testbeds.hpp"
#include "app/bench/selection.hpp"
#include "app/machine/host.hpp"
#include "app/output/option_file.hpp"
#include "app/output/report/link_use.hpp"
#include "app/output/report/poisson_report.hpp"
#include "app/run/poisson/poisson_engine.hpp"
#include "app/run/signals.hpp"
#include "app/wording.hpp"
#include "kernels/device/error.hpp"
#include "kernels/device/survey.hpp"
#include "kernels/median.hpp"

namespace tobiuo {
namespace {

using namespace poisson_bench;

constexpr double gib = 1024.0 * 1024.0 * 1024.0;

/// The values of `bytes` in the precision T.
template <typename T>
std::span<T> values_of(const poisson::Problem& problem, Bytes& bytes)
{
    return {reinterpret_cast<T*>(bytes.data()), static_cast<std::size_t>(poisson::points(problem))};
}

/// The root of the mean of the squared differences.
template <typename T>
double root_mean_square(std::span<const T> one, std::span<const T> other)
{
    const std::int64_t count = std::ssize(one);
    double sum = 0.0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (std::int64_t n = 0; n < count; ++n) {
        const auto at = static_cast<std::size_t>(n);
        const double difference = static_cast<double>(one[at]) - static_cast<double>(other[at]);
        sum += difference * difference;
    }
    return std::sqrt(sum / static_cast<double>(count));
}

class Bench {
public:
    explicit Bench(const BenchPoissonOptions& options)
        : options_{options},
          with_fftw_{options.implementations.empty() || bench::has(options.implementations, "fftw")}
    {
    }

    void add_row(const BenchProblem& problem, bench::Results& results) const
    {
        const double arrays =
            with_fftw_ ? host_bytes(problem.problem) : check_bytes(problem.problem);
        if (!bench::fits(problem.describe(), "in host memory", arrays,
                         host_info().usable_bytes())) {
            return;
        }
        if (!bench::fits(problem.describe(), "on the device",
                         static_cast<double>(options_.device_memory),
                         device::free_device_bytes(options_.device))) {
            return;
        }
        spdlog::info("{}", problem.describe());
        try {
            results.rows.push_back(problem.problem.precision == Precision::fp32
                                       ? row_in<float>(problem)
                                       : row_in<double>(problem));
        } catch (const std::invalid_argument& error) {
            spdlog::warn("{} is skipped: {}", problem.describe(), error.what());
        }
    }

private:
    template <typename T>
    [[nodiscard]] Json row_in(const BenchProblem& problem) const
    {
        const poisson::Problem& what = problem.problem;
        Bytes f = random_right_hand_side(what);
        Bytes u{f.size()};
        const std::span<T> solution = values_of<T>(what, u);
        const auto engine = make_poisson_engine<T>(what, {.backend = Backend::cuda,
                                                          .device = options_.device,
                                                          .device_limit = options_.device_memory});
        const std::span<const T> source = values_of<T>(what, f);
        engine->load(source, solution);
        static_cast<void>(engine->time_and_wait());  // warms up
        std::vector<double> seconds;
        do {
            seconds.push_back(engine->time_and_wait());
        } while (std::ssize(seconds) < options_.repetitions && !stop_requested());
        static_cast<void>(engine->fetch_and_wait());
        Json row = row_of(problem, seconds, *engine);
        const auto residual = residual_of(what, f, u);
        put_residual(row, residual);
        if (with_fftw_ && !stop_requested()) {
            try {
                Bytes by_fftw{f.size()};
                put_fftw(row, what, f, by_fftw);
                const std::span<const T> other = values_of<T>(what, by_fftw);
                row["rms"] = root_mean_square<T>(solution, other);
            } catch (const std::exception& error) {  // our figures are kept
                spdlog::warn("{} is not solved by FFTW: {}", problem.describe(), error.what());
            }
        }
        return row;
    }

    template <typename T>
    [[nodiscard]] Json row_of(const BenchProblem& problem, const std::vector<double>& seconds,
                              const PoissonEngine<T>& engine) const
    {
        const double taken = median(seconds);
        const LinkUse link = engine.link().value();
        const LinkFigures figures = figures_of(link, taken);
        const auto copied = static_cast<double>(link.bytes_each_way);
        Json row{{"kind", "poisson"},
                 {"shape", problem.shape()},
                 {"boundary", problem.boundary},
                 {"location", word_of(problem.problem.grid.location)},
                 {"operator", word_of(problem.problem.op)},
                 {"precision", tobiuo::word_of(problem.problem.precision)},
                 {"device_memory_gib", static_cast<double>(options_.device_memory) / gib},
                 {"seconds", taken},
                 {"repetitions", seconds.size()},
                 {"bytes_each_way", link.bytes_each_way},
                 {"link_gbps_each_way", figures.bytes_per_second_each_way * 1e-9},
                 {"duplex_gbps", link.limit.both * 1e-9},
                 {"percent_of_duplex", figures.percent_of_both},
                 {"overlap_percent", figures.overlap_percent},
                 {"limit_seconds", 2.0 * copied / link.limit.both},
                 {"transform_gflops", transform_flops(problem.problem, taken) * 1e-9},
                 {"lock_seconds", link.lock_seconds},
                 {"plan", engine.describe()}};
        for (const char* key : {"fftw_seconds", "fftw_threads", "rms"}) {
            row[key] = nullptr;
        }
        return row;
    }

    /// Solves once by FFTW, as a user of it writes a solve.
    void put_fftw(Json& row, const poisson::Problem& problem, Bytes& f, Bytes& u) const
    {
        const auto fftw = make_fftw_peer(problem, options_.host);
        const auto start = std::chrono::steady_clock::now();
        fftw->execute(f.data(), u.data());
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        row["fftw_seconds"] = taken.count();
        row["fftw_threads"] = omp_get_max_threads();
    }

    const BenchPoissonOptions& options_;
    bool with_fftw_;
};

std::vector<bench::Column> out_of_card_columns()
{
    return {{"shape", -14, bench::word("shape")},
            {"boundary", -9, bench::word("boundary")},
            {"precision", -9, bench::word("precision")},
            {"GiB", 6, bench::fixed("device_memory_gib", 2)},
            {"s", 8, bench::fixed("seconds", 4)},
            {"link's s", 8, bench::fixed("limit_seconds", 4)},
            {"GB/s each", 9, bench::fixed("link_gbps_each_way", 1)},
            {"% duplex", 8, bench::fixed("percent_of_duplex", 1)},
            {"overlap %", 9, bench::fixed("overlap_percent", 0)},
            {"FFTW s", 8, bench::fixed("fftw_seconds", 2)},
            {"rms", 9, bench::scientific("rms")},
            {"residual", 9, bench::scientific("rel_residual")}};
}

/// Throws InputError for an implementation that has no solve with arrays in host memory.
void check_contestants(const BenchPoissonOptions& options)
{
    for (const std::string& name : options.implementations) {
        if (name != "ours" && name != "fftw") {
            throw InputError{{.source = "--contestants", .line = 0, .column = 0},
                             "contestant '" + name +
                                 "' needs its arrays in the memory of the device: leave it out, or "
                                 "leave out --out-of-card"};
        }
    }
}

}  // namespace

ExitCode bench_poisson_out_of_card_command(const BenchPoissonOptions& options)
{
    install_signal_handlers();
    check_contestants(options);
    if (options.host.threads > 0) {
        omp_set_num_threads(options.host.threads);
    }
    const std::string no_device =
        device::device_unsupported_reason(device::survey(), options.device);
    if (!no_device.empty()) {
        throw device::DeviceError{"cannot measure on CUDA device " +
                                  std::to_string(options.device) + ": " + no_device};
    }
    const auto json = option_file(options.json, "--json");
    const Machine machine = bench::machine_of(options.device);
    const Bench solves{options};
    bench::Benchmark benchmark{.head = machine_text(machine), .columns = out_of_card_columns()};
    for (const BenchProblem& problem : chosen_problems(options)) {
        benchmark.problems.emplace_back(
            [&solves, problem](bench::Results& results) { solves.add_row(problem, results); });
    }
    return bench::run(benchmark, [&](const bench::Results& results) {
        if (json) {
            Json all =
                document("tobiuo-bench-out-of-card-1", machine, bench::origin_of(true), results);
            all["rows"] = results.rows;
            json->write(all.dump(2) + "\n");
        }
    });
}

}  // namespace tobiuo
