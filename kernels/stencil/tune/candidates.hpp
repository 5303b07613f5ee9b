// SPDX-License-Identifier: BSD-3-Clause
// What a tuner may try: a kernel with some of its parameters set; the kernel chooses the others.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/stencil/sweep.hpp"
#include "runtime/tuning/wisdom.hpp"

namespace tobiuo::stencil {

struct Candidate {
    const SweepKind* kind{};
    tuning::Parameters parameters;

    [[nodiscard]] bool operator==(const Candidate&) const = default;
};

/// The candidate in words: "slab-3 tile=64x12 registers=208", or the name of the kernel alone.
[[nodiscard]] std::string text_of(const Candidate& candidate);

/// `request` with the parameters of `candidate` and no others.
[[nodiscard]] SweepRequest request_of(const Candidate& candidate, const SweepRequest& request);

/// Why the kernel declines these parameters or `request`; nothing if it does not.
[[nodiscard]] std::optional<std::string> unsupported_reason_of(const Candidate& candidate,
                                                               const SweepRequest& request);

/// `from` with `parameter` set to each of its choices that the kernel accepts for `request`.
[[nodiscard]] std::vector<Candidate> along(const Parameter& parameter, const Candidate& from,
                                           const SweepRequest& request);

/// The kernel with its own choices, then with each choice of each parameter alone: the start of a
/// search.
[[nodiscard]] std::vector<Candidate> first_candidates(const SweepKind& kind,
                                                      const SweepRequest& request);

/// The kernel with its own choices, then every combination of choices that it accepts for
/// `request`.
[[nodiscard]] std::vector<Candidate> all_candidates(const SweepKind& kind,
                                                    const SweepRequest& request);

}  // namespace tobiuo::stencil
