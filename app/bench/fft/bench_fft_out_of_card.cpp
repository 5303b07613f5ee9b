// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo bench fft --out-of-card`.
#include <spdlog/spdlog.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <tobiuo/fft/out_of_card_plan.hpp>
#include <tobiuo/page_lock.hpp>

#include "app/bench/fft/bench_fft.hpp"
#include "app/bench/fft/testbeds.hpp"
#include "app/bench/out_of_card.hpp"
#include "app/bench/peers/fftw.hpp"
#include "app/wording.hpp"
#include "runtime/median.hpp"
#include "runtime/memory/link.hpp"
#include "runtime/seconds_since.hpp"

namespace tobiuo {
namespace {

using namespace fft_bench;
using bench::Bytes;

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

/// Sets what lies between real rows, and means nothing, to zero.
template <typename T>
void clear_padding(const fft::Problem& problem, Bytes& bytes)
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

/// The root-mean-square difference; of c2r that of the result divided by its points, so that all
/// are for data in [-0.5, 0.5].
template <typename T>
double rms(const fft::Problem& problem, Bytes& one, Bytes& other)
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

/// Transforms the same input once by FFTW, and compares.
void put_fftw(Json& row, const BenchFftOptions& options, const fft::Problem& problem, Bytes& ours)
{
    std::optional<Arrays> arrays;
    bench::put_fftw(
        row, options, problem_text(problem), "transformed",
        [&] {
            const auto plan = bench::plan_fftw(problem, options.host);
            arrays.emplace(problem);
            void* const in = arrays->in().data();
            const auto start = std::chrono::steady_clock::now();
            plan->execute(in, arrays->out().data());
            return seconds_since(start);
        },
        [&] {
            return problem.precision == Precision::fp32 ? rms<float>(problem, ours, arrays->out())
                                                        : rms<double>(problem, ours, arrays->out());
        });
}

Json measured_row(const BenchFftOptions& options, const fft::Problem& problem,
                  const memory::LinkRates& limit)
{
    const fft::OutOfCardPlan plan{transform_of(problem),
                                  {.device_bytes = options.out_of_card.device_memory}};
    Arrays arrays{problem};
    const auto start = std::chrono::steady_clock::now();
    PageLock in_lock;
    PageLock out_lock;
    if (options.out_of_card.lock_pages) {
        in_lock = PageLock{arrays.in().data(), arrays.in().size()};
        out_lock = PageLock{arrays.out().data(), arrays.out().size()};
    }
    const LinkUse link{
        .bytes_each_way = (plan.bytes_to_device() + plan.bytes_from_device()) / 2,
        .limit = limit,
        .lock_seconds = seconds_since(start),
        .not_locked = in_lock.refusal().empty() ? out_lock.refusal() : in_lock.refusal()};
    if (!link.not_locked.empty()) {
        spdlog::warn("{}: the pages of its arrays are not locked ({}), so that copies are slower",
                     problem_text(problem), link.not_locked);
    }
    const std::vector<double> seconds = bench::repeated(
        options, [&] { fill_random(problem, arrays.in()); },
        [&] {
            const auto begin = std::chrono::steady_clock::now();
            plan.execute_untyped_and_wait(arrays.in().data(), arrays.out().data());
            return seconds_since(begin);
        });
    Json row{{"kind", word_of(problem.kind)},
             {"shape", bench::size_text(problem.lengths)},
             {"precision", tobiuo::word_of(problem.precision)},
             {"placement", word_of(problem.placement)},
             {"batch", problem.batch}};
    bench::put_link(row, link, options, seconds);
    row["page_locked"] = options.out_of_card.lock_pages && link.not_locked.empty();
    row["gflops"] = fft::flops(problem) / median(seconds) * 1e-9;
    row["host_work_bytes"] = plan.host_work_bytes();
    row["plan"] = plan.describe();
    put_fftw(row, options, problem, arrays.out());
    return row;
}

/// The bytes of all arrays on the host.
double host_bytes(const BenchFftOptions& options, const fft::Problem& problem)
{
    const bool in_place = problem.placement == fft::Placement::in_place;
    const bool one_axis = problem.lengths.size() == 1;  // it may need a work array in place
    const double arrays = static_cast<double>(fft::input_bytes(problem)) +
                          static_cast<double>(in_place ? 0 : fft::output_bytes(problem));
    return ((bench::has_fftw(options) ? 2.0 : 1.0) + (in_place && one_axis ? 1.0 : 0.0)) * arrays;
}

}  // namespace

ExitCode bench_fft_out_of_card_command(const BenchFftOptions& options)
{
    const std::vector<fft::Problem> problems = chosen_problems(options);
    const std::vector<bench::Column> first{{"shape", -16, bench::word("shape")},
                                           {"kind", -4, bench::word("kind")},
                                           {"precision", -9, bench::word("precision")}};
    return bench::run_out_of_card(
        options, fft_bench::machine_text, first, {"GFLOPS", 8, bench::fixed("gflops", 1)}, [&] {
            const memory::LinkRates limit = memory::measure_link(options.device);
            std::vector<bench::OutOfCardJob> jobs;
            for (const fft::Problem& problem : problems) {
                jobs.push_back({.text = problem_text(problem),
                                .host_bytes = host_bytes(options, problem),
                                .row = [&options, problem, limit] {
                                    return measured_row(options, problem, limit);
                                }});
            }
            return jobs;
        });
}

}  // namespace tobiuo
