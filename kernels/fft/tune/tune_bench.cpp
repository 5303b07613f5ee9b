// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/tune/tune_bench.hpp"

#include <chrono>
#include <exception>
#include <future>
#include <random>
#include <span>
#include <utility>

#include "runtime/median.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::fft {
namespace {

using Clock = std::chrono::steady_clock;

/// In place, values grow by sqrt(N) with each execution: single precision has room for eight of
/// them up to 1024^3.
constexpr int most_runs = 8;
constexpr int repetitions = 5;
/// A repetition takes at least this long if the number of runs allows it.
constexpr double wanted_seconds = 2e-4;

/// Adds the seconds of its lifetime to a sum.
class Stopwatch {
public:
    explicit Stopwatch(double& sum) : sum_{sum} {}
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;
    ~Stopwatch() { sum_ += std::chrono::duration<double>(Clock::now() - start_).count(); }

private:
    double& sum_;
    Clock::time_point start_ = Clock::now();
};

/// Fills an array with values in [-1/2, 1/2]; a million of them repeat, which does not matter to a
/// transform.
template <typename T>
void fill(std::span<std::byte> bytes)
{
    std::mt19937_64 engine{20081115};
    std::uniform_real_distribution<T> uniform{static_cast<T>(-0.5), static_cast<T>(0.5)};
    const std::span<T> values{reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
    constexpr std::size_t period = 1'000'003;
    for (std::size_t index = 0; index < values.size(); ++index) {
        values[index] = index < period ? uniform(engine) : values[index - period];
    }
}

std::vector<std::byte> random_input(const TuneSubject::Arrays& arrays)
{
    std::vector<std::byte> input(arrays.in_bytes);
    arrays.precision == Precision::fp32 ? fill<float>(input) : fill<double>(input);
    return input;
}

}  // namespace

TuneBench::TuneBench(const TuneSubject& subject, const TuneDevice& device)
    : subject_{subject},
      device_{device},
      machine_{*device.machine},
      stream_{machine_.make_stream()},
      input_{random_input(subject.arrays)}
{
    const Stopwatch watch{spent.transfer};
    const TuneSubject::Arrays arrays = subject.arrays;
    original_ = machine_.copied_and_wait(input_, stream_.get());
    in_ = machine_.allocate(arrays.in_bytes);
    out_ = machine_.allocate(arrays.in_place ? 0 : arrays.out_bytes);
    reference_ = machine_.allocate(arrays.out_bytes);
}

void TuneBench::restore() const
{
    machine_.copy(in_.data(), original_.data(), original_.bytes(), stream_.get());
}

void TuneBench::run(const Plan& plan) const
{
    plan.run(in_.data(), output(), stream_.get());
}

void* TuneBench::output() const
{
    return out_.bytes() > 0 ? out_.data() : in_.data();
}

std::vector<TuneBench::Built> TuneBench::build(const std::vector<TunedTable>& tables)
{
    const Stopwatch watch{spent.build};
    std::vector<std::future<Built>> pending;
    for (const TunedTable& table : tables) {
        pending.push_back(std::async(std::launch::async, [this, &table] {
            try {
                machine_.select();
                return Built{std::make_unique<Plan>(subject_.prepare(table)), {}};
            } catch (const std::exception& error) {
                return Built{nullptr, error.what()};
            }
        }));
    }
    std::vector<Built> built;
    for (auto& one : pending) {
        built.push_back(one.get());
    }
    return built;
}

void TuneBench::take_reference(const Plan& plan)
{
    restore();
    run(plan);
    machine_.copy(reference_.data(), output(), reference_.bytes(), stream_.get());
    machine_.wait(stream_.get());
}

double TuneBench::distance_from_host(const Plan& plan)
{
    std::vector<std::byte> result(subject_.arrays.out_bytes);
    {
        const Stopwatch watch{spent.transfer};
        restore();
        run(plan);
        machine_.read_and_wait(result, output(), stream_.get());
    }
    const Stopwatch watch{spent.check};
    return subject_.error(input_.data(), result.data());
}

double TuneBench::distance(const Plan& plan)
{
    {
        const Stopwatch watch{spent.execute};
        restore();
        run(plan);
        machine_.wait(stream_.get());
    }
    const Stopwatch watch{spent.check};
    const Precision precision = subject_.arrays.precision;
    const auto value = static_cast<std::size_t>(bytes_per_value(precision));
    return device_
        .square_sums(output(), reference_.data(), reference_.bytes() / value, precision,
                     stream_.get())
        .relative();
}

double TuneBench::seconds(const Plan& plan)
{
    const Stopwatch watch{spent.execute};
    int runs = 1;
    std::vector<double> measured;
    while (static_cast<int>(measured.size()) < repetitions) {
        restore();
        const double seconds = machine_.time_and_wait(stream_.get(), [&] {
            for (int run_number = 0; run_number < runs; ++run_number) {
                run(plan);
            }
        });
        if (seconds < wanted_seconds && runs < most_runs) {
            runs *= 2;
            continue;
        }
        measured.push_back(seconds / runs);
    }
    return median(std::move(measured));
}

}  // namespace tobiuo::fft
