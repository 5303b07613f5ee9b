// SPDX-License-Identifier: BSD-3-Clause
// What a poisson run takes: memory, bytes of a solve, output.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/case/case.hpp"
#include "app/run/ceiling.hpp"
#include "app/run/job.hpp"
#include "app/run/place.hpp"

namespace tobiuo {

/// Whether a field ("f", "residual") is written or pictured, so that it is needed at the end.
[[nodiscard]] bool uses(const Case& the_case, std::string_view field);

/// The estimate for the place. The host always has all arrays, because it checks
/// and writes them. On several ranks memory is that of this one.
[[nodiscard]] Estimate estimate_of(const Case& the_case, const PoissonCase& poisson,
                                   const Place& place, CeilingUse ceiling = CeilingUse::none);

/// Bytes of the arrays that a solve works with, on the GPU if it runs there.
[[nodiscard]] std::int64_t problem_bytes(const PoissonCase& poisson, const Place& place);

/// What is said of a solve whose arrays stay in host memory: names and values, see Estimate::facts.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> link_facts(const Place& place);

}  // namespace tobiuo
