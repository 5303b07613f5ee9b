// What a tuner may try: a kernel with some of its parameters chosen, the others left to it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/stencil/sweep.hpp"
#include "kernels/tuning/wisdom.hpp"

namespace tobiuo::stencil {

struct Candidate {
    const SweepKind* kind{};
    tuning::Parameters parameters;

    [[nodiscard]] bool operator==(const Candidate&) const = default;
};

/// "slab-3 tile=64x12 registers=208"; a kernel left to itself is its name alone.
[[nodiscard]] std::string text_of(const Candidate& candidate);

/// `request` with the parameters of `candidate` and no others.
[[nodiscard]] SweepRequest request_of(const Candidate& candidate, const SweepRequest& request);

/// The reason why the kernel declines these parameters or `request`; nothing if it does not.
[[nodiscard]] std::optional<std::string> unsupported_reason_of(const Candidate& candidate,
                                                               const SweepRequest& request);

/// `from` with `parameter` set to each of its choices that the kernel accepts for `request`.
[[nodiscard]] std::vector<Candidate> along(const Parameter& parameter, const Candidate& from,
                                           const SweepRequest& request);

/// The kernel left to itself, then each choice of each parameter alone: where a search begins.
[[nodiscard]] std::vector<Candidate> first_candidates(const SweepKind& kind,
                                                      const SweepRequest& request);

/// The kernel left to itself, then every combination of choices that it accepts for `request`.
[[nodiscard]] std::vector<Candidate> all_candidates(const SweepKind& kind,
                                                    const SweepRequest& request);

}  // namespace tobiuo::stencil
