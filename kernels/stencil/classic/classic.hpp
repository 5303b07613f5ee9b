// SPDX-License-Identifier: BSD-3-Clause
// The one-sweep CUDA kernel with the techniques of 2008 as switches: what it can be specialised to,
// and its row in the table.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/stencil/classic/classic_form.hpp"
#include "kernels/stencil/sweep.hpp"
#include "runtime/device/compile/specialisation.hpp"

namespace tobiuo::stencil {

/// All choices that the switches of a request make.
struct ClassicSwitches {
    ClassicForm form;
    bool interleaved;            ///< coef[ni][12][nj][nk] instead of coef[12][ni][nj][nk]
    std::int64_t depth;          ///< planes that a block computes
    std::int64_t padding_bytes;  ///< padding after every plane of a coefficient

    [[nodiscard]] std::int64_t padding() const { return padding_bytes / form.value_bytes; }
};

/// The switches of `request`, which must be supported.
[[nodiscard]] ClassicSwitches classic_switches(const SweepRequest& request);

/// Values from row to row of every array: nk rounded up to 16 bytes.
[[nodiscard]] std::int64_t classic_pitch(const Shape& shape, Precision precision);

/// Number of sweeps whose block sums are kept before they are added up.
[[nodiscard]] std::int64_t classic_sweeps_in_flight(std::int64_t blocks);

[[nodiscard]] device::Specialisation classic_specialisation(const ClassicForm& form);

/// A selection of the forms that the program may ask for, for tests: every combination of the
/// switches at the default block shape, and every other block shape with every way of keeping p.
[[nodiscard]] std::vector<device::Specialisation> classic_specialisations();

[[nodiscard]] const SweepKind& classic_kind();

}  // namespace tobiuo::stencil
