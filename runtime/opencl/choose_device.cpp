// SPDX-License-Identifier: BSD-3-Clause
// The choice among the devices that a survey has found.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>

#include "runtime/device/error.hpp"
#include "runtime/opencl/survey.hpp"

namespace tobiuo::opencl {
namespace {

std::string lower(std::string_view text)
{
    std::string result{text};
    std::ranges::transform(result, result.begin(), [](unsigned char letter) {
        return static_cast<char>(std::tolower(letter));
    });
    return result;
}

/// The wish as a number; -1 if it is none.
int number_in(std::string_view wish)
{
    int number = 0;
    const auto [end, error] = std::from_chars(wish.data(), wish.data() + wish.size(), number);
    return error == std::errc{} && end == wish.data() + wish.size() ? number : -1;
}

bool is_called(const DeviceInfo& device, std::string_view wish)
{
    return lower(device.platform + " " + device.name).find(lower(wish)) != std::string::npos;
}

/// CPUs come last: the program's own CPU back end is faster than OpenCL on the same cores.
bool is_better(const DeviceInfo& one, const DeviceInfo& other)
{
    const bool one_is_cpu = one.kind == DeviceKind::cpu;
    const bool other_is_cpu = other.kind == DeviceKind::cpu;
    if (one_is_cpu != other_is_cpu) {
        return other_is_cpu;
    }
    return !one_is_cpu && one.memory_bytes > other.memory_bytes;
}

std::string list_of(std::span<const DeviceInfo> devices)
{
    std::string text;
    for (const DeviceInfo& device : devices) {
        text += (text.empty() ? "" : ", ") + std::to_string(device.index) + ": " + device.name +
                " (" + device.platform + ")";
    }
    return text;
}

std::string wish_of_environment()
{
    const char* wish = std::getenv(device_variable);
    return wish == nullptr ? "" : wish;
}

}  // namespace

int choose_device(std::span<const DeviceInfo> devices, std::string_view wish)
{
    const auto numbered = std::ranges::find(devices, number_in(wish), &DeviceInfo::index);
    if (numbered != devices.end()) {
        return numbered->index;
    }
    const DeviceInfo* best = nullptr;  // a number that no device has may be a part of a name
    for (const DeviceInfo& device : devices) {
        if ((wish.empty() || is_called(device, wish)) &&
            (best == nullptr || is_better(device, *best))) {
            best = &device;
        }
    }
    if (best == nullptr) {
        throw DeviceError{"no OpenCL device is called '" + std::string{wish} +
                          "' (there are: " + list_of(devices) + "); set " + device_variable +
                          " to one of these numbers or to a part of a name"};
    }
    return best->index;
}

const DeviceInfo& chosen_device()
{
    const std::vector<DeviceInfo>& devices = survey().devices;
    if (devices.empty()) {
        throw DeviceError{"no OpenCL device: " + survey().reason};
    }
    // The wish is read once, because the context of a process does not change either.
    static const int chosen = choose_device(devices, wish_of_environment());
    return devices[static_cast<std::size_t>(chosen)];
}

std::optional<std::string> unsupported_reason()
{
    if (survey().devices.empty()) {
        return survey().reason;
    }
    try {
        static_cast<void>(chosen_device());
    } catch (const DeviceError& error) {
        return error.what();
    }
    return std::nullopt;
}

}  // namespace tobiuo::opencl
