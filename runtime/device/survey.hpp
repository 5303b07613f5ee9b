// SPDX-License-Identifier: BSD-3-Clause
// Which GPUs there are, or why there is none; free of CUDA headers. Having no GPU is not an error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tobiuo::device {

struct DeviceInfo {
    int index{};
    std::string name;
    int major{};
    int minor{};
    int multiprocessors{};
    std::int64_t memory_bytes{};
    std::int64_t l2_bytes{};
    std::int64_t shared_bytes_per_block{};  ///< the most a block may opt in to
    std::string pci_bus_id;
};

/// The devices and versions found. A version reads 13000 for 13.0 and is 0 where there is none.
struct Survey {
    std::vector<DeviceInfo> devices;
    std::string reason;  ///< why `devices` is empty, a clause: "no NVIDIA driver is installed"
    int driver_version{};
    int runtime_version{};
};

/// Asks the driver once per process and returns the answer; creates no context.
[[nodiscard]] const Survey& survey();

/// Why device `index` does not exist, as a clause; empty if it does.
[[nodiscard]] inline std::string device_unsupported_reason(const Survey& found, int index)
{
    if (index < static_cast<int>(found.devices.size())) {
        return {};
    }
    return found.devices.empty()
               ? found.reason
               : "this machine has " + std::to_string(found.devices.size()) + ", counted from 0";
}

/// The reason why kernels cannot be compiled for the current device, as a clause with the cure;
/// nothing if they can. Opens NVRTC; requires a device. Throws DeviceError.
[[nodiscard]] std::optional<std::string> compiler_unsupported_reason();

/// The bytes free on device `index` now; creates its context. Throws DeviceError.
[[nodiscard]] std::int64_t free_device_bytes(int index);

/// The bytes that a solver or plan with a limit may take of the current device: `limit`, or what is
/// free less a tenth if it is 0. Throws DeviceError.
[[nodiscard]] std::int64_t device_bytes_within(std::int64_t limit);

/// "13.0" for 13000.
[[nodiscard]] inline std::string version_text(int version)
{
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// Why the driver cannot serve this program at all, as a clause; nothing if it can. There may be no
/// driver, or it may be too old for the CUDA runtime in the program. `refused`: whether the runtime
/// said so; a driver that is a major version behind is too old in any case.
[[nodiscard]] inline std::optional<std::string> driver_unsupported_reason(const Survey& found,
                                                                          bool refused)
{
    if (found.driver_version == 0) {
        return "no NVIDIA driver is installed";
    }
    if (refused || found.driver_version / 1000 < found.runtime_version / 1000) {
        return "the NVIDIA driver supports only CUDA " + version_text(found.driver_version) +
               " and must be updated for this program's " + version_text(found.runtime_version);
    }
    return std::nullopt;
}

}  // namespace tobiuo::device
