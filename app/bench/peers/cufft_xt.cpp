// SPDX-License-Identifier: BSD-3-Clause
#include "app/bench/peers/cufft_xt.hpp"

#include <cufftXt.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>

#include "app/bench/measurement.hpp"
#include "app/bench/peers/cufft_library.hpp"
#include "runtime/device/check.hpp"
#include "runtime/device/error.hpp"
#include "runtime/seconds_since.hpp"

namespace tobiuo::bench {
namespace {

/// The functions of libcufft for several devices.
struct CufftXt {
    CufftXt() : library{open_cufft()}
    {
        resolve(create, "cufftCreate");
        resolve(destroy, "cufftDestroy");
        resolve(get_version, "cufftGetVersion");
        resolve(set_devices, "cufftXtSetGPUs");
        resolve(make_plan, "cufftMakePlanMany64");
        resolve(allocate, "cufftXtMalloc");
        resolve(free, "cufftXtFree");
        resolve(c2c, "cufftXtExecDescriptorC2C");
        resolve(z2z, "cufftXtExecDescriptorZ2Z");
    }

    device::SharedLibrary library;
    decltype(&cufftCreate) create{};
    decltype(&cufftDestroy) destroy{};
    decltype(&cufftGetVersion) get_version{};
    decltype(&cufftXtSetGPUs) set_devices{};
    decltype(&cufftMakePlanMany64) make_plan{};
    decltype(&cufftXtMalloc) allocate{};
    decltype(&cufftXtFree) free{};
    decltype(&cufftXtExecDescriptorC2C) c2c{};
    decltype(&cufftXtExecDescriptorZ2Z) z2z{};

private:
    template <typename Function>
    void resolve(Function& function, const char* name)
    {
        function = cufft_function<Function>(library, name);
    }
};

/// Makes the device that was current current again.
class CurrentDevice {
public:
    CurrentDevice() : index_{device::current_device()} {}
    CurrentDevice(const CurrentDevice&) = delete;
    CurrentDevice& operator=(const CurrentDevice&) = delete;
    ~CurrentDevice() { static_cast<void>(cudaSetDevice(index_)); }

private:
    int index_ = 0;
};

/// A plan on several devices, with its array.
class MultiDevicePlan {
public:
    MultiDevicePlan(const fft::Problem& problem, std::span<const int> devices)
        : single_{problem.precision == Precision::fp32}
    {
        std::vector<int> chosen{devices.begin(), devices.end()};
        std::vector<long long> lengths{problem.lengths.begin(), problem.lengths.end()};
        std::vector<std::size_t> work(chosen.size());
        check_cufft(library_.create(&plan_), "make a handle");
        try {
            check_cufft(library_.set_devices(plan_, static_cast<int>(chosen.size()), chosen.data()),
                        "take the devices");
            check_cufft(library_.make_plan(plan_, static_cast<int>(lengths.size()), lengths.data(),
                                           nullptr, 1, 1, nullptr, 1, 1,
                                           single_ ? CUFFT_C2C : CUFFT_Z2Z, 1, work.data()),
                        "plan on several devices");
            check_cufft(library_.allocate(plan_, &array_, CUFFT_XT_FORMAT_INPLACE),
                        "allocate its array");
        } catch (...) {
            library_.destroy(plan_);
            throw;
        }
    }
    MultiDevicePlan(const MultiDevicePlan&) = delete;
    MultiDevicePlan& operator=(const MultiDevicePlan&) = delete;
    ~MultiDevicePlan()
    {
        library_.free(array_);
        library_.destroy(plan_);
    }

    /// A part of the array on one of the devices, which becomes the current one.
    [[nodiscard]] int parts() const { return array_->descriptor->nGPUs; }
    [[nodiscard]] std::span<std::byte> part(int number) const
    {
        const cudaXtDesc& all = *array_->descriptor;
        device::select(all.GPUs[number]);
        return {static_cast<std::byte*>(all.data[number]), all.size[number]};
    }

    void execute_and_wait(std::int64_t executions) const
    {
        for (std::int64_t n = 0; n < executions; ++n) {
            // Back from the layout of a spectrum goes an inverse transform.
            const int direction =
                array_->subFormat == CUFFT_XT_FORMAT_INPLACE ? CUFFT_FORWARD : CUFFT_INVERSE;
            const cufftResult status = single_ ? library_.c2c(plan_, array_, array_, direction)
                                               : library_.z2z(plan_, array_, array_, direction);
            if (status != CUFFT_SUCCESS) {
                throw device::DeviceError{cufft_reason("transform on several devices", status)};
            }
        }
        for (int number = 0; number < parts(); ++number) {
            static_cast<void>(part(number));
            device::check(cudaDeviceSynchronize(), "finish the work on the device");
        }
    }

    [[nodiscard]] std::string version() const
    {
        int number = 0;
        check_cufft(library_.get_version(&number), "tell its version");
        return cufft_version_text(number);
    }

private:
    CufftXt library_;
    bool single_;
    cufftHandle plan_{};
    cudaLibXtDesc* array_ = nullptr;
};

constexpr std::size_t block_bytes = std::size_t{1} << 24U;

/// Checks the transform of 1 at the first point: it is 1 everywhere.
template <typename T>
void check_impulse(const MultiDevicePlan& plan, std::int64_t points)
{
    for (int number = 0; number < plan.parts(); ++number) {
        const auto bytes = plan.part(number);
        device::check(cudaMemset(bytes.data(), 0, bytes.size()), "clear an array");
        if (number == 0) {
            const std::complex<T> one{1};
            device::check(cudaMemcpy(bytes.data(), &one, sizeof one, cudaMemcpyHostToDevice),
                          "copy to the device");
        }
    }
    plan.execute_and_wait(1);
    std::vector<std::complex<T>> block(block_bytes / sizeof(std::complex<T>));
    std::int64_t ones = 0;
    for (int number = 0; number < plan.parts(); ++number) {
        const auto bytes = plan.part(number);
        for (std::size_t at = 0; at < bytes.size(); at += block_bytes) {
            const std::size_t some = std::min(block_bytes, bytes.size() - at);
            device::check(cudaMemcpy(block.data(), bytes.data() + at, some, cudaMemcpyDeviceToHost),
                          "copy from the device");
            ones += std::count_if(
                block.begin(), block.begin() + static_cast<std::ptrdiff_t>(some / sizeof block[0]),
                [](const std::complex<T>& value) {
                    return std::abs(value - std::complex<T>{1}) <
                           std::sqrt(std::numeric_limits<T>::epsilon());
                });
        }
    }
    if (ones < points) {
        throw NotPlanned{"its spectrum of an impulse is wrong"};
    }
}

/// Fills the array with random numbers around `size`.
template <typename T>
void fill(const MultiDevicePlan& plan, double size)
{
    std::mt19937_64 random{2026};  // NOLINT(*-msc51-cpp): the same on every machine
    std::uniform_real_distribution<double> between{-size, size};
    std::vector<T> block(block_bytes / sizeof(T));
    std::ranges::generate(block, [&] { return static_cast<T>(between(random)); });
    for (int number = 0; number < plan.parts(); ++number) {
        const auto bytes = plan.part(number);
        for (std::size_t at = 0; at < bytes.size(); at += block_bytes) {
            // Another factor for each block lets all modes be there.
            std::ranges::transform(block, block.begin(), [](T value) { return -value; });
            std::ranges::rotate(block, block.begin() + 97);
            const std::size_t some = std::min(block_bytes, bytes.size() - at);
            device::check(cudaMemcpy(bytes.data() + at, block.data(), some, cudaMemcpyHostToDevice),
                          "copy to the device");
        }
    }
}

template <typename T>
CufftXtTimes timed(const fft::Problem& problem, std::span<const int> devices, int repetitions,
                   double pace_seconds)
{
    constexpr int bits_of_one = 16;  // a transform makes its data sqrt(N) times as large
    constexpr int most = std::numeric_limits<T>::max_exponent / bits_of_one;
    std::int64_t points = 1;
    for (const std::int64_t length : problem.lengths) {
        points *= length;
    }
    const CurrentDevice before;
    const MultiDevicePlan plan{problem, devices};
    check_impulse<T>(plan, points);
    const double size =
        std::exp2(-0.25 * std::log2(static_cast<double>(points)) * static_cast<double>(most));
    CufftXtTimes times{.version = plan.version()};
    std::int64_t executions = 2;
    std::int64_t left = 0;
    for (int repetition = -2; repetition < repetitions; ++repetition) {  // two warm up
        if (left < executions) {
            fill<T>(plan, size);
            left = most;
        }
        left -= executions;
        const auto start = std::chrono::steady_clock::now();
        plan.execute_and_wait(executions);
        const double seconds = seconds_since(start) / static_cast<double>(executions);
        if (repetition >= 0) {
            times.seconds.push_back(seconds);
        } else {
            const std::int64_t wanted = executions_for(
                seconds, {.seconds = pace_seconds, .most_executions = std::min(most, 32)});
            executions = 2 * ((wanted + 1) / 2);
        }
    }
    return times;
}

}  // namespace

CufftXtTimes time_cufft_xt(const fft::Problem& problem, std::span<const int> devices,
                           int repetitions, double pace_seconds)
{
    return problem.precision == Precision::fp32
               ? timed<float>(problem, devices, repetitions, pace_seconds)
               : timed<double>(problem, devices, repetitions, pace_seconds);
}

}  // namespace tobiuo::bench
