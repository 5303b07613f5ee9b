// SPDX-License-Identifier: BSD-3-Clause
// How a Himeno case uses wisdom: which kernel, which parameters, and one line why.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/case/case.hpp"
#include "kernels/stencil/sweep.hpp"
#include "runtime/tuning/wisdom.hpp"

namespace tobiuo {

struct WisdomOptions {
    bool use = true;
    std::string why_not = "--no-wisdom";        ///< the reason that is said where it is not used
    std::optional<std::filesystem::path> file;  ///< absent: tuning::default_wisdom_file()
};

[[nodiscard]] std::filesystem::path wisdom_file(const WisdomOptions& options);

/// The situation of measurements of kernels with this back end and label on this machine.
[[nodiscard]] tuning::Situation situation_of(Backend backend, std::string_view label,
                                             const stencil::SweepRequest& request);

struct KernelChoice {
    const stencil::SweepKind* kind{};
    tuning::Parameters parameters;           ///< the case's, or wisdom's
    std::optional<tuning::Decision> wisdom;  ///< absent: none was used
    /// The choice in words: "kernel slab-3 tile=64x12: from wisdom of 2026-11-21, 5560 GFLOPS".
    std::string sentence;
    std::vector<std::string> warnings;  ///< for wisdom that is damaged, outdated or wrong
};

/// Chooses what the case leaves open. With `kernel.name: auto` the choice is the fastest known
/// kernel on the back end of `fallback`, of any class; for a named kernel it is the parameters.
/// Wisdom that contradicts a parameter of the case is not used. Without wisdom the choice is
/// `fallback` with the case's parameters.
[[nodiscard]] KernelChoice choose_with_wisdom(const HimenoCase& himeno,
                                              const stencil::SweepKind& fallback,
                                              const stencil::SweepRequest& request,
                                              const WisdomOptions& options);

}  // namespace tobiuo
