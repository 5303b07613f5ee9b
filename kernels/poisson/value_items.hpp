// SPDX-License-Identifier: BSD-3-Clause
// A solution beside the values of its formula, and values that are rounded to a right-hand side. For
// host and device.
#pragma once

#include "runtime/machine/item_kind.hpp"

namespace tobiuo::poisson {

/// error[n] = u[n] - exact[n] - offset_of_error; exact[n] -= offset_of_exact.
template <typename T>
struct CompareValues {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/value_items.hpp",
                                            .type = "tobiuo::poisson::CompareValues",
                                            .name = "compared-values",
                                            .threads = 128,
                                            .nanoseconds = 1.0,
                                            .contracts = false};

    const T* u = nullptr;
    double* exact = nullptr;
    double* error = nullptr;
    double offset_of_error = 0.0;
    double offset_of_exact = 0.0;

    constexpr void operator()(long long n) const
    {
        error[n] = static_cast<double>(u[n]) - exact[n] - offset_of_error;
        exact[n] -= offset_of_exact;
    }
};

/// to[n] = factor * from[n], rounded once.
template <typename T>
struct RoundValues {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/value_items.hpp",
                                            .type = "tobiuo::poisson::RoundValues",
                                            .name = "rounded-values",
                                            .threads = 128,
                                            .nanoseconds = 1.0,
                                            .contracts = false};

    const double* from = nullptr;
    T* to = nullptr;
    double factor = 1.0;

    constexpr void operator()(long long n) const { to[n] = static_cast<T>(factor * from[n]); }
};

}  // namespace tobiuo::poisson
