// SPDX-License-Identifier: BSD-3-Clause
// The label of a Himeno result: which rules of the benchmark it follows.
#pragma once

#include <string>

#include "kernels/stencil/sweep.hpp"

namespace tobiuo::himeno {

/// The facts that determine the label, besides the kernel.
struct LabelFacts {
    Precision precision = Precision::fp32;
    bool official_data = true;      ///< the benchmark's arrays at one of its sizes, omega 0.8
    bool official_protocol = true;  ///< rehearsal, then sweeps for a target time
};

/// "official-rules" for one sweep a pass in single precision on official data by the official
/// protocol; otherwise the kernel's own class ("one-sweep", "temporal-blocked T=3", ...).
[[nodiscard]] inline std::string label_of(const stencil::SweepKind& kind, const LabelFacts& facts)
{
    const bool official = kind.sweeps_per_pass == 1 && kind.label == "one-sweep" &&
                          facts.precision == Precision::fp32 && facts.official_data &&
                          facts.official_protocol;
    return official ? "official-rules" : std::string{kind.label};
}

}  // namespace tobiuo::himeno
