// SPDX-License-Identifier: BSD-3-Clause
// Chooses where a stencil case runs, and by which kernel.
#pragma once

#include <string>

#include "app/case/case.hpp"
#include "app/ranks/world.hpp"
#include "app/run/place.hpp"
#include "kernels/stencil/sweep.hpp"

namespace tobiuo {

/// The device of this rank: that of the case on the first rank of a machine, and the next ones on
/// the others, in turns.
[[nodiscard]] int device_of_rank(const Case& the_case, const World& world);

/// Where a case runs, and its kernel there.
struct KernelPlace {
    const stencil::SweepKind* kind{};
    Place place;
};

/// Decides where the case runs, see decide_place(); a kernel that it names decides for the back end
/// that has it. Throws InputError for a kernel or parameter that does not fit the back end, else as
/// decide_place() does.
[[nodiscard]] KernelPlace decide_backend(const Case& the_case, const HimenoCase& himeno,
                                         const stencil::SweepRequest& request,
                                         const MachineFacts& machine = {});

}  // namespace tobiuo
