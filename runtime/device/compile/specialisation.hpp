// SPDX-License-Identifier: BSD-3-Clause
// A kernel source made concrete: constants chosen at run time, named in one identifier.
#pragma once

#include <string>
#include <vector>

namespace tobiuo::device {

/// Names one way of compiling one embedded kernel source.
///
/// The source starts from `struct Config`, which holds `config` as written there, e.g.
/// {"using Real = float;", "static constexpr int block_k = 64;"}.
struct Specialisation {
    std::string source;  ///< path in the tree: "kernels/stencil/march/march.cuh"
    std::string kernel;  ///< its extern "C" entry
    std::vector<std::string> includes = {};  ///< headers of the types that `config` names
    std::string preamble = {};               ///< a user's text that `config` refers to
    std::vector<std::string> config;         ///< members of struct Config
    std::vector<std::string> options;        ///< NVRTC options beyond the standard and architecture
    std::string name;                        ///< every parameter in words: "march-fp32-64x4"
    int least_capability = 80;               ///< 10 x major + minor of the oldest GPU it runs on
    bool architecture_specific = false;  ///< needs instructions outside the portable set: sm_90a

    /// The name of `architecture` ("sm_90") that the compiler must be given for this kernel.
    [[nodiscard]] std::string target(const std::string& architecture) const
    {
        return architecture_specific ? architecture + "a" : architecture;
    }

    /// `name`, unique among all specialisations: the file name, the profiler's label and the key of
    /// golden tests.
    [[nodiscard]] const std::string& identifier() const { return name; }

    /// The text that NVRTC compiles: the includes, the preamble, struct Config, then the kernel
    /// source by #include.
    [[nodiscard]] std::string program() const;
};

}  // namespace tobiuo::device
