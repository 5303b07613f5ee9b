// `tobiuo bench fft --out-of-card`.
#include <omp.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <tobiuo/fft/out_of_card_plan.hpp>
#include <tobiuo/page_lock.hpp>

#include "app/bench/fft/bench_fft.hpp"
#include "app/bench/fft/bench_fft_selection.hpp"
#include "app/bench/fft/rows.hpp"
#include "app/bench/fft/size.hpp"
#include "app/bench/fft/testbeds.hpp"
#include "app/bench/out_of_card.hpp"
#include "app/bench/selection.hpp"
#include "app/machine/host.hpp"
#include "app/output/html/bench_file.hpp"
#include "app/run/signals.hpp"
#include "app/wording.hpp"
#include "kernels/fft/host/plan.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/median.hpp"
#include "runtime/memory/link.hpp"
#include "runtime/seconds_since.hpp"

namespace tobiuo {
namespace {

using namespace fft_bench;
using bench::Bytes;

fft::Transform transform_of(const fft::Problem& problem)
{
    const std::vector<std::int64_t> lengths = reversed(problem.lengths);
    const auto points = [&](std::size_t axis) {
        return axis < lengths.size() ? lengths[axis] : std::int64_t{1};
    };
    return {.extents = {points(0), points(1), points(2)},
            .kind = problem.kind,
            .direction = problem.direction,
            .precision = problem.precision,
            .placement = problem.placement,
            .batch = problem.batch};
}

/// The arrays of a problem; in place both are one.
class Arrays {
public:
    explicit Arrays(const fft::Problem& problem)
        : in_{static_cast<std::size_t>(fft::input_bytes(problem))},
          out_{problem.placement == fft::Placement::in_place
                   ? 0
                   : static_cast<std::size_t>(fft::output_bytes(problem))}
    {
        fill_random(problem, in_);
    }

    [[nodiscard]] Bytes& in() { return in_; }
    [[nodiscard]] Bytes& out() { return out_.size() > 0 ? out_ : in_; }

private:
    Bytes in_;
    Bytes out_;
};

class Bench {
public:
    explicit Bench(const BenchFftOptions& options)
        : options_{options},
          with_fftw_{options.implementations.empty() ||
                     bench::has(options.implementations, "fftw")},
          limit_{memory::measure_link(options.device)}
    {
    }

    void add_row(const fft::Problem& problem, bench::Results& results) const
    {
        const std::string text = problem_text(problem);
        const bool in_place = problem.placement == fft::Placement::in_place;
        const bool one_axis = problem.lengths.size() == 1;  // it may need a work array in place
        const double arrays = static_cast<double>(fft::input_bytes(problem)) +
                              static_cast<double>(in_place ? 0 : fft::output_bytes(problem));
        const double copies = (with_fftw_ ? 2.0 : 1.0) + (in_place && one_axis ? 1.0 : 0.0);
        if (!bench::fits(text, "in host memory", copies * arrays, host_info().usable_bytes()) ||
            !bench::fits(text, "on the device",
                         static_cast<double>(options_.out_of_card.device_memory),
                         device::free_device_bytes(options_.device))) {
            return;
        }
        spdlog::info("{}", text);
        try {
            results.rows.push_back(row_of(problem));
        } catch (const std::invalid_argument& error) {
            spdlog::warn("{} is skipped: {}", text, error.what());
        }
    }

private:
    [[nodiscard]] Json row_of(const fft::Problem& problem) const
    {
        const fft::OutOfCardPlan plan{transform_of(problem),
                                      {.device_bytes = options_.out_of_card.device_memory}};
        Arrays arrays{problem};
        const auto start = std::chrono::steady_clock::now();
        PageLock in_lock;
        PageLock out_lock;
        if (options_.out_of_card.lock_pages) {
            in_lock = PageLock{arrays.in().data(), arrays.in().size()};
            out_lock = PageLock{arrays.out().data(), arrays.out().size()};
        }
        const LinkUse link{
            .bytes_each_way = (plan.bytes_to_device() + plan.bytes_from_device()) / 2,
            .limit = limit_,
            .lock_seconds = seconds_since(start),
            .not_locked = in_lock.refusal().empty() ? out_lock.refusal() : in_lock.refusal()};
        if (!link.not_locked.empty()) {
            spdlog::warn(
                "{}: the pages of its arrays are not locked ({}), so that copies are "
                "slower",
                problem_text(problem), link.not_locked);
        }
        const auto time_and_wait = [&] {
            const auto begin = std::chrono::steady_clock::now();
            plan.execute_untyped_and_wait(arrays.in().data(), arrays.out().data());
            return seconds_since(begin);
        };
        static_cast<void>(time_and_wait());  // warms up
        std::vector<double> seconds;
        do {
            fill_random(problem, arrays.in());
            seconds.push_back(time_and_wait());
        } while (std::ssize(seconds) < options_.repetitions && !stop_requested());
        Json row{{"kind", word_of(problem.kind)},
                 {"shape", size_text(problem.lengths)},
                 {"precision", tobiuo::word_of(problem.precision)},
                 {"placement", word_of(problem.placement)},
                 {"batch", problem.batch}};
        bench::put_link(row, link, options_.out_of_card.device_memory, seconds);
        row["page_locked"] = options_.out_of_card.lock_pages && link.not_locked.empty();
        row["gflops"] = fft::flops(problem) / median(seconds) * 1e-9;
        row["host_work_bytes"] = plan.host_work_bytes();
        row["plan"] = plan.describe();
        if (with_fftw_ && !stop_requested()) {
            try {
                put_fftw(row, problem, arrays.out());
            } catch (const std::exception& error) {  // our figures are kept
                spdlog::warn("{} is not transformed by FFTW: {}", problem_text(problem),
                             error.what());
            }
        }
        return row;
    }

    /// Transforms the same input once by FFTW, and compares.
    void put_fftw(Json& row, const fft::Problem& problem, Bytes& ours) const
    {
        const fft::HostPlan plan{problem, options_.host.effort, options_.host.threads};
        Arrays arrays{problem};
        void* const in = arrays.in().data();
        const auto start = std::chrono::steady_clock::now();
        plan.execute(in, static_cast<void*>(arrays.out().data()));
        row["fftw_seconds"] = seconds_since(start);
        row["fftw_threads"] =
            options_.host.threads > 0 ? options_.host.threads : omp_get_max_threads();
        row["rms"] = problem.precision == Precision::fp32
                         ? rms<float>(problem, ours, arrays.out())
                         : rms<double>(problem, ours, arrays.out());
    }

    /// The root-mean-square difference; of c2r that of the result divided by its points, so that
    /// all are for data in [-0.5, 0.5].
    template <typename T>
    static double rms(const fft::Problem& problem, Bytes& one, Bytes& other)
    {
        if (problem.kind == fft::Kind::c2r && problem.placement == fft::Placement::in_place) {
            clear_padding<T>(problem, one);
            clear_padding<T>(problem, other);
        }
        const double points =
            problem.kind == fft::Kind::c2r ? static_cast<double>(fft::points(problem)) : 1.0;
        return bench::root_mean_square<T>(bench::values_of<T>(one), bench::values_of<T>(other)) /
               points;
    }

    /// Sets what lies between real rows, and means nothing, to zero.
    template <typename T>
    static void clear_padding(const fft::Problem& problem, Bytes& bytes)
    {
        const std::span<T> values = bench::values_of<T>(bytes);
        const std::int64_t used = problem.lengths.back();
        const std::int64_t row = 2 * fft::spectrum_row(problem);
        for (std::int64_t first = 0; first < std::ssize(values); first += row) {
            for (std::int64_t n = used; n < row; ++n) {
                values[static_cast<std::size_t>(first + n)] = T{0};
            }
        }
    }

    const BenchFftOptions& options_;
    bool with_fftw_;
    memory::LinkRates limit_;
};

std::vector<bench::Column> out_of_card_columns()
{
    std::vector<bench::Column> columns{{"shape", -16, bench::word("shape")},
                                       {"kind", -4, bench::word("kind")},
                                       {"precision", -9, bench::word("precision")}};
    for (const bench::Column& column : bench::link_columns()) {
        columns.push_back(column);
    }
    columns.push_back({"GFLOPS", 8, bench::fixed("gflops", 1)});
    return columns;
}

}  // namespace

ExitCode bench_fft_out_of_card_command(const BenchFftOptions& options)
{
    install_signal_handlers();
    bench::check_out_of_card_contestants(options.implementations);
    const std::vector<fft::Problem> problems = chosen_problems(options);
    bench::require_device(options.device);
    const auto json = bench_file(options.json);
    const Machine machine = bench::machine_of(options.device, options.host.threads);
    const Bench transforms{options};
    bench::Benchmark benchmark{.head = machine_text(machine), .columns = out_of_card_columns()};
    for (const fft::Problem& problem : problems) {
        benchmark.problems.emplace_back(
            [&](bench::Results& results) { transforms.add_row(problem, results); });
    }
    return bench::run_out_of_card(benchmark, machine, json);
}

}  // namespace tobiuo
