// SPDX-License-Identifier: BSD-3-Clause
// The OpenCL device and its transforms as the tuner of passes uses them.
#include "kernels/fft/tune/tune_device.hpp"

#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "kernels/opencl/fft/device_limits.hpp"
#include "kernels/opencl/fft/fft_plan.hpp"
#include "runtime/opencl/buffer.hpp"
#include "runtime/opencl/kernel.hpp"
#include "runtime/opencl/sources.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::opencl {
namespace {

/// The difference of two arrays on the device.
template <typename T>
class Difference {
public:
    [[nodiscard]] fft::SquareSums sums_and_wait(cl_mem a, cl_mem b, std::int64_t count,
                                                cl_command_queue queue) const
    {
        kernel_.launch({.groups = {groups, 1, 1}, .items = {items, 1, 1}, .queue = queue}, a, b,
                       count, differences_, references_);
        return {.difference = sum_and_wait(differences_, queue),
                .reference = sum_and_wait(references_, queue)};
    }

private:
    static constexpr std::size_t groups = 256;
    static constexpr std::size_t items = 64;

    [[nodiscard]] static std::string source()
    {
        const std::string real = precision_of<T> == Precision::fp64
                                     ? "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                                       "typedef double Real;\n"
                                     : "typedef float Real;\n";
        return real + source_text("kernels/opencl/fft/tune/difference.cl");
    }
    [[nodiscard]] static double sum_and_wait(const Buffer& sums, cl_command_queue queue)
    {
        std::vector<T> values(groups * items);
        read_and_wait(std::span{values}, sums, queue);
        return std::accumulate(values.begin(), values.end(), 0.0);
    }

    Kernel kernel_{{.name = "fft-difference", .source = source()}, "square_sums"};
    Buffer differences_{groups * items * sizeof(T)};
    Buffer references_{groups * items * sizeof(T)};
};

/// The differences of both precisions, whose programs are built by the first call of each.
class Differences {
public:
    [[nodiscard]] fft::SquareSums operator()(const void* a, const void* b, std::size_t count,
                                             Precision precision, Stream stream)
    {
        if (precision == Precision::fp32) {
            return sums_and_wait(single_, a, b, count, stream);
        }
        require_precision(chosen_device(), precision);
        return sums_and_wait(double_, a, b, count, stream);
    }

private:
    template <typename T>
    using Shared = std::shared_ptr<const Difference<T>>;

    template <typename T>
    static fft::SquareSums sums_and_wait(Shared<T>& difference, const void* a, const void* b,
                                         std::size_t count, Stream stream)
    {
        if (difference == nullptr) {
            difference = std::make_shared<const Difference<T>>();
        }
        return difference->sums_and_wait(buffer_of(a), buffer_of(b),
                                         static_cast<std::int64_t>(count),
                                         reinterpret_cast<cl_command_queue>(stream));
    }
    static cl_mem buffer_of(const void* array)
    {
        // NOLINTNEXTLINE(*-const-cast): a handle, to a buffer that is only read
        return static_cast<cl_mem>(const_cast<void*>(array));
    }

    Shared<float> single_;
    Shared<double> double_;
};

/// Programs are compiled one after the other, and OpenCL C has no word for the residents of a
/// multiprocessor.
fft::TuneDevice device_of(int /*index*/)
{
    return {.machine = runtime::make_opencl_machine(),
            .limits = limits_of(chosen_device()),
            .plans_at_once = 1,
            .bounds_residents = false,
            .square_sums = Differences{}};
}

fft::TuneSubject transform(const fft::Problem& problem, bool /*allows_workspace*/)
{
    return fft::transform_subject(problem, [problem](const fft::TunedTable& table) {
        const auto plan = std::make_shared<const FftPlan>(problem, FftPlanOptions{.table = &table});
        return fft::TuneSubject::Plan{.chosen = choices_in(plan->schedule()),
                                      .run = [plan](void* in, void* out, Stream queue) {
                                          plan->execute(static_cast<cl_mem>(in),
                                                        static_cast<cl_mem>(out),
                                                        reinterpret_cast<cl_command_queue>(queue));
                                      }};
    });
}

}  // namespace
}  // namespace tobiuo::opencl

namespace tobiuo::fft {

const Tuner& opencl_tuner()
{
    static constexpr Tuner tuner{.device = opencl::device_of, .transform = opencl::transform};
    return tuner;
}

}  // namespace tobiuo::fft
