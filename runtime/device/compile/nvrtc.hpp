// SPDX-License-Identifier: BSD-3-Clause
// NVIDIA's run-time compiler, opened when the first kernel is compiled: the program starts
// without it, and one binary serves machines that have no CUDA libraries.
#pragma once

#include <string>
#include <vector>

#include "runtime/device/compile/compile_process.hpp"
#include "runtime/device/compile/specialisation.hpp"
#include "runtime/device/error.hpp"

namespace tobiuo::device {

/// A program that NVRTC refuses; what() holds the log, too.
class CompileError : public DeviceError {
public:
    CompileError(const std::string& what, std::string log);

    [[nodiscard]] const std::string& log() const { return log_; }

private:
    std::string log_;
};

/// The version of NVRTC, "13.0". Throws DeviceError with the places searched if no NVRTC library
/// can be opened.
[[nodiscard]] std::string nvrtc_version();

/// The architecture to compile for on a device of compute capability major.minor: "sm_90", or the
/// newest "compute_" that NVRTC knows where NVRTC is older than the device (the driver compiles the
/// rest).
[[nodiscard]] std::string best_architecture(int major, int minor);

/// Compiles `what` for `architecture` ("sm_90"), in another process if this one compiles already
/// and compile_by() has named a program. Throws CompileError, or DeviceError if NVRTC cannot be
/// used.
[[nodiscard]] CompiledKernel compile(const Specialisation& what, const std::string& architecture);

/// Compiles a request in this process. The first one chooses the library for all. Throws as
/// compile() does.
[[nodiscard]] CompiledKernel compile_here(const CompileRequest& request);

/// The full list of options that compile() passes; the list is part of the cache key.
[[nodiscard]] std::vector<std::string> compile_options(const Specialisation& what,
                                                       const std::string& architecture);

}  // namespace tobiuo::device
