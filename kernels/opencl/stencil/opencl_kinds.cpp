// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/stencil/opencl_kinds.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "kernels/opencl/stencil/march_plan.hpp"
#include "kernels/stencil/march/march_division.hpp"
#include "kernels/stencil/parameters.hpp"
#include "kernels/stencil/staging.hpp"
#include "runtime/opencl/survey.hpp"

namespace tobiuo::stencil {
namespace {

constexpr std::array<std::string_view, 5> blocks{"64x4", "32x8", "128x2", "256x1", "32x4"};
constexpr std::array<std::string_view, 6> planes{"8", "16", "32", "64", "128", "all"};
constexpr std::array<std::string_view, 3> unrolls{"1", "2", "4"};
constexpr std::array<Parameter, 3> parameters{
    {{"block", "work-items of a group along k and j", blocks},
     {"unroll", "planes per turn of the loop", unrolls},
     {"planes", "i-planes that one group computes", planes}}};

const SweepKind& opencl_march_kind();

/// Why the chosen device cannot serve the request; nothing if it can, or if there is none.
std::optional<std::string> device_unsupported_reason(const SweepRequest& request)
{
    if (opencl::unsupported_reason()) {
        return std::nullopt;
    }
    const opencl::DeviceInfo& device = opencl::chosen_device();
    const std::string other = std::string{"choose another device by "} + opencl::device_variable;
    if (request.precision == Precision::fp64 && !device.has_fp64) {
        return "the OpenCL device " + device.name + " has no double precision: " + other +
               ", or single precision";
    }
    const std::int64_t array = request.shape.values() * bytes_per_value(request.precision);
    if (array > device.largest_buffer_bytes) {
        return "an array of this grid has " + std::to_string(array) + " bytes, and OpenCL gives " +
               std::to_string(device.largest_buffer_bytes) + " at most to one on " + device.name +
               ": " + other + ", or a smaller grid";
    }
    const BlockShape block = parse_block(parameter(request, "block", opencl::default_block));
    if (std::max<std::int64_t>(block.k * block.j, opencl::sum_items) > device.largest_work_group) {
        return "the work-groups of " + device.name + " have " +
               std::to_string(device.largest_work_group) + " work-items at most (sums take " +
               std::to_string(opencl::sum_items) + "): choose a smaller block, or " +
               other.substr(7);
    }
    return std::nullopt;
}

std::optional<std::string> unsupported_reason(const SweepRequest& request)
{
    if (auto reason = common_unsupported_reason(opencl_march_kind(), request)) {
        return reason;
    }
    return device_unsupported_reason(request);
}

Footprint footprint(const SweepRequest& request)
{
    const std::int64_t arrays =
        arrays_moved * request.shape.values() * bytes_per_value(request.precision);
    const bool shares_memory =
        !opencl::unsupported_reason() && opencl::chosen_device().shares_host_memory;
    return {.host_bytes =
                staging_bytes(request.shape, request.precision) + (shares_memory ? arrays : 0),
            .device_bytes = arrays};
}

const SweepKind& opencl_march_kind()
{
    static constexpr SweepKind kind{
        .name = "opencl-march",
        .backend = Backend::opencl,
        .summary = "one sweep per pass: a work-item owns a column and marches along i",
        .label = "one-sweep",
        .sweeps_per_pass = 1,
        .parameters = parameters,
        .unsupported_reason = unsupported_reason,
        .footprint = footprint,
        .make = opencl::make_march_plan};
    return kind;
}

}  // namespace

std::vector<SweepKind> opencl_kinds()
{
    return {opencl_march_kind()};
}

}  // namespace tobiuo::stencil
