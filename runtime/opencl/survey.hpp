// SPDX-License-Identifier: BSD-3-Clause
// Which OpenCL devices there are and which of them is used, or why there is none; free of OpenCL
// headers. Having no device is not an error.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tobiuo::opencl {

enum class DeviceKind { cpu, gpu, accelerator };

/// What a device says of itself.
struct DeviceInfo {
    int index{};           ///< its number among the devices of all platforms, from 0
    std::string platform;  ///< the implementation of OpenCL: "Portable Computing Language"
    std::string name;
    std::string version{};  ///< of OpenCL and of the driver: "OpenCL 3.0 PoCL, driver 3.1"
    DeviceKind kind = DeviceKind::cpu;
    bool has_fp64{};
    int compute_units{};
    std::int64_t memory_bytes{};
    bool shares_host_memory = false;  ///< as CPUs and GPUs on their chip do
    std::int64_t largest_buffer_bytes{};
    std::int64_t local_bytes{};         ///< local memory that a work-group may have
    std::int64_t largest_work_group{};  ///< work-items
};

/// The devices found, those that are there and can compile.
struct Survey {
    std::vector<DeviceInfo> devices;
    std::string reason;  ///< why `devices` is empty, a clause: "no OpenCL loader is installed ..."
};

/// Asks the OpenCL loader once per process and returns the answer; creates no context.
[[nodiscard]] const Survey& survey();

/// The environment variable that names the device to use: its index or a part of its name or of its
/// platform's.
inline constexpr const char* device_variable = "TOBIUO_OPENCL_DEVICE";

/// The index of the device that `wish` names; without a wish the GPU or accelerator with the most
/// memory, else the first CPU. `devices` has one at least. Throws DeviceError that lists what there
/// is if none matches.
[[nodiscard]] int choose_device(std::span<const DeviceInfo> devices, std::string_view wish);

/// The device that this process uses: the one that the environment variable names, else the best.
/// Throws DeviceError if there is none.
[[nodiscard]] const DeviceInfo& chosen_device();

/// The reason why no device can be used, as a clause: none is there, or none matches the
/// environment variable. Nothing if one can be.
[[nodiscard]] std::optional<std::string> unsupported_reason();

}  // namespace tobiuo::opencl
