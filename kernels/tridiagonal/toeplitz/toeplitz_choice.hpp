// SPDX-License-Identifier: BSD-3-Clause
// The form of the kernel that solves systems of equal rows: a choice that needs no device.
#pragma once

#include <optional>
#include <string>

#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/tridiagonal/toeplitz/toeplitz_form.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::tridiagonal {

/// The largest size: more rows would not fit into the shared memory that a kernel has by default.
inline constexpr int most_toeplitz_rows = 4224;

/// What a caller of choose_toeplitz() knows: see ToeplitzForm.
struct ToeplitzRequest {
    int rows{};
    long long step{};
    long long columns{};
    Edge first{};
    Edge last{};
};

/// The fastest form for `request` by the rules of tile_choice.cpp; nothing for more than
/// most_toeplitz_rows.
[[nodiscard]] std::optional<ToeplitzForm> choose_toeplitz(const ToeplitzRequest& request,
                                                          Precision precision,
                                                          const fft::DeviceLimits& limits);

/// "512 rows by recurrences, 8x32 threads"
[[nodiscard]] std::string short_name(const ToeplitzForm& form);

}  // namespace tobiuo::tridiagonal
