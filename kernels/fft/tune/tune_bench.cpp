#include "kernels/fft/tune/tune_bench.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <future>
#include <random>
#include <span>
#include <utility>

#include "kernels/device/check.hpp"
#include "kernels/device/copy.hpp"
#include "kernels/device/on_this_device.hpp"
#include "kernels/fft/tune/difference.hpp"
#include "kernels/median.hpp"

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

}  // namespace

TuneBench::TuneBench(const TuneSubject& subject)
    : subject_{subject},
      arrays_{subject.arrays()},
      stream_{device::make_stream()},
      start_{device::make_event()},
      stop_{device::make_event()},
      original_{arrays_.in_bytes},
      in_{arrays_.in_bytes},
      reference_{arrays_.out_bytes}
{
    const Stopwatch watch{spent.transfer};
    if (!arrays_.in_place) {
        out_ = device::DeviceBuffer<std::byte>{arrays_.out_bytes};
    }
    host_input_.resize(arrays_.in_bytes);
    arrays_.precision == Precision::fp32 ? fill<float>(host_input_) : fill<double>(host_input_);
    device::copy_to_device<std::byte>(original_.data(), host_input_, stream_.get());
    device::synchronize(stream_.get());
}

void* TuneBench::out() const
{
    return arrays_.in_place ? in_.data() : out_.data();
}

void TuneBench::restore()
{
    device::copy_on_device(in_, original_, stream_.get());
}

void TuneBench::run(const Plan& plan)
{
    plan.run(in_.data(), out(), stream_.get());
}

std::vector<TuneBench::Built> TuneBench::build(const std::vector<TunedTable>& tables)
{
    const Stopwatch watch{spent.build};
    std::vector<std::future<Built>> coming;
    for (const TunedTable& table : tables) {
        coming.push_back(device::on_this_device([this, &table] {
            try {
                return Built{std::make_unique<Plan>(subject_.prepare(table)), {}};
            } catch (const std::exception& error) {
                return Built{nullptr, error.what()};
            }
        }));
    }
    std::vector<Built> built;
    for (auto& one : coming) {
        built.push_back(one.get());
    }
    return built;
}

void TuneBench::take_reference(const Plan& plan)
{
    restore();
    run(plan);
    device::check(cudaMemcpyAsync(reference_.data(), out(), reference_.size(),
                                  cudaMemcpyDeviceToDevice, stream_.get()),
                  "keep a reference");
    device::synchronize(stream_.get());
}

double TuneBench::distance_from_host(const Plan& plan)
{
    std::vector<std::byte> output(arrays_.out_bytes);
    {
        const Stopwatch watch{spent.transfer};
        restore();
        run(plan);
        device::copy_to_host<std::byte>(output, static_cast<const std::byte*>(out()),
                                        stream_.get());
        device::synchronize(stream_.get());
    }
    const Stopwatch watch{spent.check};
    return subject_.error(host_input_.data(), output.data());
}

double TuneBench::distance(const Plan& plan)
{
    {
        const Stopwatch watch{spent.execute};
        restore();
        run(plan);
        device::synchronize(stream_.get());
    }
    const Stopwatch watch{spent.check};
    return device_square_sums(
               out(), reference_.data(),
               reference_.size() / static_cast<std::size_t>(bytes_per_value(arrays_.precision)),
               arrays_.precision, stream_.get())
        .relative();
}

double TuneBench::seconds(const Plan& plan)
{
    const Stopwatch watch{spent.execute};
    int runs = 1;
    std::vector<double> measured;
    while (static_cast<int>(measured.size()) < repetitions) {
        restore();
        device::check(cudaEventRecord(start_.get(), stream_.get()), "begin a measurement");
        for (int index = 0; index < runs; ++index) {
            run(plan);
        }
        device::check(cudaEventRecord(stop_.get(), stream_.get()), "end a measurement");
        const double seconds = device::seconds_between(start_, stop_);
        if (seconds < wanted_seconds && runs < most_runs) {
            runs *= 2;
            continue;
        }
        measured.push_back(seconds / runs);
    }
    return median(std::move(measured));
}

}  // namespace tobiuo::fft
