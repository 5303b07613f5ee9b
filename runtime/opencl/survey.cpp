// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/opencl/survey.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "runtime/forks.hpp"
#include "runtime/opencl/check.hpp"
#include "runtime/opencl/device_ids.hpp"
#include "runtime/opencl/driver_probe.hpp"
#include "runtime/opencl/library.hpp"
#include "runtime/utf8.hpp"

namespace tobiuo::opencl {
namespace {

struct FoundDevices {
    Survey survey;
    std::vector<cl_device_id> ids;
};

template <typename Value>
Value fact(cl_device_id device, cl_device_info which)
{
    Value value{};
    check(library().device_info(device, which, sizeof(value), &value, nullptr),
          "read the properties of a device");
    return value;
}

/// The text that `ask(size, buffer, size_of_text)` gives, without its closing zero and blanks
/// around. Drivers give any bytes; in UTF-8 a device has the same name in files of JSON and here.
template <typename Ask>
std::string text_from(Ask ask)
{
    std::size_t size = 0;
    check(ask(0, nullptr, &size), "read the properties of a device");
    std::string text(size, '\0');
    check(ask(size, text.data(), nullptr), "read the properties of a device");
    text.resize(std::min(text.size(), text.find('\0')));
    const auto first = text.find_first_not_of(' ');
    return first == std::string::npos
               ? ""
               : utf8_text(text.substr(first, text.find_last_not_of(' ') + 1 - first));
}

std::string text_of(cl_device_id device, cl_device_info which)
{
    return text_from([&](std::size_t size, void* text, std::size_t* needed) {
        return library().device_info(device, which, size, text, needed);
    });
}

/// Whether the device computes in double precision; one of OpenCL 1.2 need not know the question.
bool has_fp64(cl_device_id device)
{
    cl_device_fp_config abilities = 0;
    return library().device_info(device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof(abilities), &abilities,
                                 nullptr) == CL_SUCCESS &&
           abilities != 0;
}

/// Whether the device compiles OpenCL C 1.2, by its "OpenCL C 1.2 ...".
bool compiles_this_language(cl_device_id device)
{
    int major = 0;
    int minor = 0;
    const std::string version = text_of(device, CL_DEVICE_OPENCL_C_VERSION);
    return std::sscanf(version.c_str(), "OpenCL C %d.%d", &major, &minor) == 2 &&
           std::pair{major, minor} >= std::pair{1, 2};
}

DeviceKind kind_of(cl_device_id device)
{
    const auto type = fact<cl_device_type>(device, CL_DEVICE_TYPE);
    if ((type & CL_DEVICE_TYPE_GPU) != 0) {
        return DeviceKind::gpu;
    }
    return (type & CL_DEVICE_TYPE_CPU) != 0 ? DeviceKind::cpu : DeviceKind::accelerator;
}

DeviceInfo describe_device(cl_device_id device, int index, const std::string& platform)
{
    return {
        .index = index,
        .platform = platform,
        .name = text_of(device, CL_DEVICE_NAME),
        .version =
            text_of(device, CL_DEVICE_VERSION) + ", driver " + text_of(device, CL_DRIVER_VERSION),
        .kind = kind_of(device),
        .has_fp64 = has_fp64(device),
        .compute_units = static_cast<int>(fact<cl_uint>(device, CL_DEVICE_MAX_COMPUTE_UNITS)),
        .memory_bytes =
            static_cast<std::int64_t>(fact<cl_ulong>(device, CL_DEVICE_GLOBAL_MEM_SIZE)),
        .shares_host_memory = kind_of(device) == DeviceKind::cpu ||
                              fact<cl_bool>(device, CL_DEVICE_HOST_UNIFIED_MEMORY) == CL_TRUE,
        .largest_buffer_bytes =
            static_cast<std::int64_t>(fact<cl_ulong>(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE)),
        .local_bytes = static_cast<std::int64_t>(fact<cl_ulong>(device, CL_DEVICE_LOCAL_MEM_SIZE)),
        .largest_work_group =
            static_cast<std::int64_t>(fact<std::size_t>(device, CL_DEVICE_MAX_WORK_GROUP_SIZE))};
}

/// The platforms; empty where the loader finds none, which is an error to some loaders.
std::vector<cl_platform_id> platforms()
{
    cl_uint count = 0;
    if (library().platform_ids(0, nullptr, &count) != CL_SUCCESS || count == 0) {
        return {};
    }
    std::vector<cl_platform_id> found(count);
    check(library().platform_ids(count, found.data(), nullptr), "list the platforms");
    return found;
}

std::vector<cl_device_id> devices_of(cl_platform_id platform)
{
    cl_uint count = 0;
    if (library().device_ids(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS) {
        return {};  // CL_DEVICE_NOT_FOUND: a platform without a device
    }
    std::vector<cl_device_id> found(count);
    check(library().device_ids(platform, CL_DEVICE_TYPE_ALL, count, found.data(), nullptr),
          "list the devices of a platform");
    return found;
}

bool can_run(cl_device_id device)
{
    return fact<cl_bool>(device, CL_DEVICE_AVAILABLE) == CL_TRUE &&
           fact<cl_bool>(device, CL_DEVICE_COMPILER_AVAILABLE) == CL_TRUE &&
           compiles_this_language(device);
}

/// Does `look`, and keeps the first reason why a platform or a device could not be looked at: the
/// others are found all the same.
template <typename Look>
void look_at(FoundDevices& found, Look look)
{
    try {
        look();
    } catch (const DeviceError& error) {
        if (found.survey.reason.empty()) {
            found.survey.reason = error.what();
        }
    }
}

void add_devices_of(cl_platform_id platform, FoundDevices& found)
{
    const std::string name = text_from([&](std::size_t size, void* text, std::size_t* needed) {
        return library().platform_info(platform, CL_PLATFORM_NAME, size, text, needed);
    });
    for (cl_device_id device : devices_of(platform)) {
        look_at(found, [&] {
            if (can_run(device)) {
                found.survey.devices.push_back(
                    describe_device(device, static_cast<int>(found.ids.size()), name));
                found.ids.push_back(device);
            }
        });
    }
}

FoundDevices find_devices()
{
    FoundDevices found;
    look_at(found, [&] {
        const std::vector<cl_platform_id> all = platforms();
        for (cl_platform_id platform : all) {
            look_at(found, [&] { add_devices_of(platform, found); });
        }
        if (found.survey.reason.empty()) {
            found.survey.reason = all.empty() ? "the OpenCL loader finds no platform (install the "
                                                "OpenCL driver of the device's vendor, an ICD)"
                                              : "no OpenCL platform has a device that compiles "
                                                "OpenCL C 1.2";
        }
    });
    if (!found.ids.empty()) {
        note_started(Backend::opencl);
        found.survey.reason.clear();
    }
    return found;
}

/// Finds the devices unless a driver would end this process.
FoundDevices find_devices_safely()
{
    FoundDevices found;
    look_at(found, [] { static_cast<void>(library()); });  // no child is needed without a loader
    if (found.survey.reason.empty()) {
        if (const auto fault = driver_fault([] { static_cast<void>(find_devices()); })) {
            found.survey.reason = *fault;
        }
    }
    return found.survey.reason.empty() ? find_devices() : found;
}

const FoundDevices& found_devices()
{
    // It is never destroyed, because the context, which is kept to the end, points into it.
    static const FoundDevices& found = *new FoundDevices{find_devices_safely()};
    return found;
}

}  // namespace

const Survey& survey()
{
    return found_devices().survey;
}

void answer_probe(int descriptor)
{
    static_cast<void>(find_devices());
    static_cast<void>(!::write(descriptor, "1", 1));
    ::_exit(0);
}

const std::vector<cl_device_id>& device_ids()
{
    return found_devices().ids;
}

}  // namespace tobiuo::opencl
