// How a Himeno case uses what tuning found: which kernel, which parameters, and one line why.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/case/case.hpp"
#include "kernels/stencil/sweep.hpp"
#include "kernels/tuning/wisdom.hpp"

namespace tobiuo {

struct WisdomOptions {
    bool use = true;
    std::optional<std::filesystem::path> file;  ///< absent: tuning::default_wisdom_file()
};

[[nodiscard]] std::filesystem::path wisdom_file(const WisdomOptions& options);

/// What a measurement of kernels with this back end and label holds for, on this machine.
[[nodiscard]] tuning::Situation situation_of(Backend backend, std::string_view label,
                                             const stencil::SweepRequest& request);

struct KernelChoice {
    const stencil::SweepKind* kind{};
    tuning::Parameters parameters;           ///< the case's, or wisdom's
    std::optional<tuning::Decision> wisdom;  ///< absent: none was used
    /// "kernel slab-3 tile=64x12: from wisdom of 2026-11-21, 5560 GFLOPS"
    std::string sentence;
    std::vector<std::string> warnings;  ///< wisdom that is damaged, outdated or wrong
};

/// Completes what the case leaves open. With `kernel.name: auto` that is the fastest kernel of
/// `fallback`'s back end that is known, whatever its class; with a kernel named, its parameters.
/// Wisdom that differs from a parameter which the case gives is not used. Without wisdom it is
/// `fallback` with the parameters of the case.
[[nodiscard]] KernelChoice choose_with_wisdom(const HimenoCase& himeno,
                                              const stencil::SweepKind& fallback,
                                              const stencil::SweepRequest& request,
                                              const WisdomOptions& options);

}  // namespace tobiuo
