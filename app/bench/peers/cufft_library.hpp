// SPDX-License-Identifier: BSD-3-Clause
// The library of cuFFT, opened at run time, and its status.
#pragma once

#include <cufft.h>
#include <dlfcn.h>

#include <string>

#include "app/bench/measurement.hpp"
#include "runtime/device/cuda_library.hpp"

namespace tobiuo::bench {

/// Opens the library. Throws NotPlanned if it is not there.
[[nodiscard]] device::SharedLibrary open_cufft();

/// The function of that name. Throws NotPlanned if the library has none.
template <typename Function>
[[nodiscard]] Function cufft_function(const device::SharedLibrary& library, const char* name)
{
    void* const found = dlsym(library.get(), name);
    if (found == nullptr) {
        throw NotPlanned{std::string{"its library has no function "} + name + " (too old)"};
    }
    return reinterpret_cast<Function>(found);
}

/// "cuFFT could not plan (status 5 of cufft.h)"
[[nodiscard]] std::string cufft_reason(const std::string& doing, cufftResult status);

/// Throws NotPlanned for results with which the library declines a problem.
void check_cufft(cufftResult status, const std::string& doing);

/// The version as text, "12.0.0" for 12000: minor version and patch have one or two digits each.
[[nodiscard]] std::string cufft_version_text(int number);

}  // namespace tobiuo::bench
