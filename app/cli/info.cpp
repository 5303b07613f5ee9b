// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo info` and `tobiuo schema`.

#include <spdlog/fmt/fmt.h>

#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "app/case/case.hpp"
#include "app/cli/commands.hpp"
#include "app/errors.hpp"
#include "app/json_text.hpp"
#include "app/machine/host.hpp"
#include "app/machine/version.hpp"
#include "app/wording.hpp"
#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"
#include "runtime/device/error.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/memory/ceiling.hpp"
#include "runtime/opencl/survey.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::ordered_json;

double ceiling_gbps(const memory::CeilingProbe& probe)
{
    return memory::measure_ceiling(probe).bytes_per_second * 1e-9;
}

Json host_json(const InfoOptions& options)
{
    const HostInfo host = host_info();
    const auto known = [](const std::optional<std::int64_t>& bytes) {
        return bytes ? Json(*bytes) : Json(nullptr);
    };
    Json json{{"processor", host.processor},
              {"threads", host.threads},
              {"memory_bytes", known(host.total_bytes)},
              {"available_bytes", known(host.available_bytes)}};
    if (options.ceilings) {
        json["ceiling_gbps"] =
            ceiling_gbps(memory::make_host_probe(memory::host_probe_bytes(host.usable_bytes())));
    }
    return json;
}

Json device_json(const device::DeviceInfo& found, const InfoOptions& options)
{
    Json json{{"index", found.index},
              {"name", found.name},
              {"compute_capability", fmt::format("{}.{}", found.major, found.minor)},
              {"multiprocessors", found.multiprocessors},
              {"memory_bytes", found.memory_bytes},
              {"l2_bytes", found.l2_bytes},
              {"pci_bus_id", found.pci_bus_id}};
    if (options.ceilings) {
        try {
            const std::int64_t free = device::free_device_bytes(found.index);
            json["free_bytes"] = free;
            json["ceiling_gbps"] = ceiling_gbps(
                memory::make_device_probe(found.index, memory::device_probe_bytes(free)));
        } catch (const device::DeviceError& error) {
            json["problem"] = error.what();
        }
    }
    return json;
}

Json opencl_json()
{
    Json devices = Json::array();
    for (const opencl::DeviceInfo& found : opencl::survey().devices) {
        devices.push_back({{"index", found.index},
                           {"name", found.name},
                           {"platform", found.platform},
                           {"version", found.version},
                           {"kind", found.kind == opencl::DeviceKind::cpu   ? "cpu"
                                    : found.kind == opencl::DeviceKind::gpu ? "gpu"
                                                                            : "accelerator"},
                           {"double_precision", found.has_fp64},
                           {"compute_units", found.compute_units},
                           {"memory_bytes", found.memory_bytes},
                           {"largest_array_bytes", found.largest_buffer_bytes},
                           {"local_bytes", found.local_bytes},
                           {"largest_work_group", found.largest_work_group}});
    }
    Json json{{"devices", devices}};
    if (const auto reason = opencl::unsupported_reason()) {
        json["no_device_reason"] = *reason;
    } else {
        json["chosen"] = opencl::chosen_device().index;
    }
    return json;
}

Json kernels_json()
{
    Json kernels = Json::array();
    for (const stencil::SweepKind& kind : stencil::sweep_kinds()) {
        Json parameters = Json::object();
        for (const stencil::Parameter& parameter : kind.parameters) {
            parameters[std::string{parameter.name}] = parameter.choices;
        }
        kernels.push_back({{"name", kind.name},
                           {"backend", word_of(kind.backend)},
                           {"label", kind.label},
                           {"summary", kind.summary},
                           {"parameters", parameters}});
    }
    return kernels;
}

/// The number of bytes in words, "62.1 GB", or "unknown" for null.
std::string bytes_text_of(const Json& bytes)
{
    return bytes_text(bytes.is_null() ? std::nullopt : std::optional{bytes.get<std::int64_t>()});
}

void print_host(const Json& host)
{
    std::printf("CPU      %s, %d threads, %s of memory (%s free)\n",
                host["processor"].get<std::string>().c_str(), host["threads"].get<int>(),
                bytes_text_of(host["memory_bytes"]).c_str(),
                bytes_text_of(host["available_bytes"]).c_str());
    if (host.contains("ceiling_gbps")) {
        std::printf("         ceiling of 13 arrays read, 1 written: %.4g GB/s\n",
                    host["ceiling_gbps"].get<double>());
    }
}

void print_device(const Json& device)
{
    std::printf("GPU %d    %s, compute capability %s, %d multiprocessors, %s of memory, PCI %s\n",
                device["index"].get<int>(), device["name"].get<std::string>().c_str(),
                device["compute_capability"].get<std::string>().c_str(),
                device["multiprocessors"].get<int>(), bytes_text_of(device["memory_bytes"]).c_str(),
                device["pci_bus_id"].get<std::string>().c_str());
    if (device.contains("ceiling_gbps")) {
        std::printf("         ceiling of 13 arrays read, 1 written: %.4g GB/s\n",
                    device["ceiling_gbps"].get<double>());
    }
    if (device.contains("problem")) {
        std::printf("         not usable: %s\n", device["problem"].get<std::string>().c_str());
    }
}

void print_opencl(const Json& opencl)
{
    for (const Json& device : opencl["devices"]) {
        std::printf("OpenCL %d %s (%s), %d compute units, %s of memory%s%s\n",
                    device["index"].get<int>(), device["name"].get<std::string>().c_str(),
                    device["platform"].get<std::string>().c_str(),
                    device["compute_units"].get<int>(),
                    bytes_text_of(device["memory_bytes"]).c_str(),
                    device["double_precision"].get<bool>() ? "" : ", no double precision",
                    opencl.value("chosen", -1) == device["index"].get<int>() ? ", used" : "");
    }
    if (opencl.contains("no_device_reason")) {
        std::printf("OpenCL   none: %s\n", opencl["no_device_reason"].get<std::string>().c_str());
    }
}

void print_text(const Json& json)
{
    std::printf("tobiuo   %s\n", json_text(json["versions"], -1).c_str());
    print_host(json["host"]);
    for (const Json& device : json["devices"]) {
        print_device(device);
    }
    if (json["devices"].empty()) {
        std::printf("GPU      none: %s\n", json["no_device_reason"].get<std::string>().c_str());
    }
    print_opencl(json["opencl"]);
    for (const Json& kernel : json["kernels"]) {
        std::printf("kernel   %-8s (%s, %s): %s\n", kernel["name"].get<std::string>().c_str(),
                    kernel["backend"].get<std::string>().c_str(),
                    kernel["label"].get<std::string>().c_str(),
                    kernel["summary"].get<std::string>().c_str());
    }
}

}  // namespace

ExitCode info_command(const InfoOptions& options)
{
    Json json;
    json["versions"] = Json::parse(versions_json(Backend::cuda));
    json["host"] = host_json(options);
    json["devices"] = Json::array();
    for (const device::DeviceInfo& found : device::survey().devices) {
        json["devices"].push_back(device_json(found, options));
    }
    if (json["devices"].empty()) {
        json["no_device_reason"] = device::survey().reason;
    }
    json["opencl"] = opencl_json();
    json["kernels"] = kernels_json();
    if (options.json) {
        std::puts(json_text(json).c_str());
    } else {
        print_text(json);
    }
    return ExitCode::done;
}

ExitCode schema_command()
{
    std::fputs(case_schema().c_str(), stdout);
    return ExitCode::done;
}

}  // namespace tobiuo
