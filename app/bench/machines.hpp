// SPDX-License-Identifier: BSD-3-Clause
// The machines that benchmarks measure: a row for each back end, and what was measured of them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <tobiuo/backend.hpp>

#include "runtime/machine/machine.hpp"
#include "runtime/memory/ceiling.hpp"

namespace tobiuo::bench {

/// The machine that was measured. Properties that a benchmark does not need are not measured and 0.
struct Machine {
    std::string host;                   ///< "Intel Xeon, 16 threads"
    std::string device = {};            ///< name; empty without one
    std::int64_t l2_bytes{};            ///< size of the device's L2 cache
    double copy_bytes_per_second{};     ///< bandwidth of the device's memory, read and written
    double ceiling_bytes_per_second{};  ///< the host's ceiling, by memory::measure_ceiling()
    std::string opencl_device = {};     ///< in words; empty without one
    double opencl_bytes_per_second{};   ///< the ceiling of its memory
};

/// What benchmarks know of a back end. `device` is the index of a CUDA device, which the others
/// ignore. All functions may throw device::DeviceError.
struct MachineKind {
    Backend backend{};
    std::string_view word;     ///< of the back end, "cuda"
    const char* where{};       ///< where its arrays are: "on the device"
    bool is_device = true;     ///< whether that is not the memory of the host
    bool has_buffers = false;  ///< whether its addresses are those of buffers (cl_mem)
    bool is_usual = true;      ///< whether it is measured if nobody names it
    /// Whether --device means one of its devices, on which the libraries of CUDA run, too.
    bool has_libraries = false;

    std::string (*name)(int device){};         ///< "CUDA device 3"
    std::string (*device_text)(int device){};  ///< "NVIDIA H200"; empty of the host
    /// Why nothing can be measured on it, as a clause; nothing if something can.
    std::optional<std::string> (*unsupported_reason)(int device){};
    std::int64_t (*free_bytes)(int device){};
    /// A probe of the bandwidth of its memory, for so many free bytes.
    memory::CeilingProbe (*make_probe)(int device, std::int64_t free){};
    /// Its machine, with the device as the current one.
    std::unique_ptr<const runtime::Machine> (*make)(int device){};
    std::string Machine::*text{};  ///< the machine in words
    double Machine::*ceiling{};    ///< bytes per second that its contestants are compared with
};

/// The rows in the order of tables.
[[nodiscard]] std::span<const MachineKind> machine_kinds();
[[nodiscard]] const MachineKind& machine_kind(Backend backend);
[[nodiscard]] const MachineKind& host_kind();
/// The kind that has the libraries of CUDA.
[[nodiscard]] const MachineKind& gpu_kind();

/// Throws DeviceError unless the machine is there: "cannot measure on CUDA device 3 (this machine
/// has 2, counted from 0): use --backends cpu" for `doing` "measure on" and this `cure`.
void require(const MachineKind& kind, int device, std::string_view doing, std::string_view cure);

/// Whether `needed` bytes fit into what is free on the machine; otherwise warns that `problem` is
/// skipped.
[[nodiscard]] bool fits(const std::string& problem, const MachineKind& kind, int device,
                        double needed);
/// Whether they fit into the `free` ones.
[[nodiscard]] bool fits(const std::string& problem, const char* where, double needed,
                        std::int64_t free);

/// The host with `threads` threads (0: all) and, if a device is given, the device with the
/// bandwidth of the driver's copy, which is measured now. Throws device::DeviceError.
[[nodiscard]] Machine machine_of(std::optional<int> device, int threads = 0);
/// Measures the ceiling of a kind of machine, unless machine_of() did. Throws device::DeviceError.
void measure_ceiling(Machine& machine, const MachineKind& kind);

}  // namespace tobiuo::bench
