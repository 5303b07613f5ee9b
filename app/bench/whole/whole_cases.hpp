// SPDX-License-Identifier: BSD-3-Clause
// The cases of `tobiuo bench whole`: shipped ones, and two that show what is observed and what is
// evaluated on the way.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace tobiuo {

/// The bytes of configs/flow-taylor-green.yaml and of others there.
[[nodiscard]] std::span<const unsigned char> flow_taylor_green_yaml();
[[nodiscard]] std::span<const unsigned char> flow_rayleigh_benard_yaml();
[[nodiscard]] std::span<const unsigned char> poisson_vortices_yaml();

namespace whole_bench {

/// A case and what --set makes of it in each size.
struct WholeCase {
    std::string name;
    std::string summary;             ///< for the help: "every field of a series"
    std::string yaml;                ///< the text of the case
    std::vector<std::string> gpu;    ///< KEY=VALUE at the size of a GPU
    std::vector<std::string> small;  ///< at one that a CPU does in seconds
};

[[nodiscard]] std::vector<WholeCase> all_cases();

}  // namespace whole_bench
}  // namespace tobiuo
