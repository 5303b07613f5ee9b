// SPDX-License-Identifier: BSD-3-Clause
// What differs between the case of a checkpoint and the one that goes on from it.
#pragma once

#include <string>
#include <vector>

namespace tobiuo {

/// A key whose value differs; without one it is "none".
struct CaseChange {
    std::string key;  ///< "fluid.viscosity"
    std::string before;
    std::string now;
};

/// "fluid.viscosity: 0.01 -> 0.005"; long values are cut.
[[nodiscard]] std::string text_of(const CaseChange& change);

/// The keys in which two cases differ, given as YAML, in the order of `now`; those that are no
/// longer there come last. Throws InputError if one of them is no YAML.
[[nodiscard]] std::vector<CaseChange> changes_between(const std::string& before,
                                                      const std::string& now);

}  // namespace tobiuo
