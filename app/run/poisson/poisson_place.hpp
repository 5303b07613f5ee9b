// SPDX-License-Identifier: BSD-3-Clause
// Chooses where a poisson case runs, and says why.
#pragma once

#include "app/case/case.hpp"
#include "app/ranks/world.hpp"
#include "app/run/place.hpp"

namespace tobiuo {

/// Throws InputError, at its bodies, if the case has some: several ranks do not solve around them.
void refuse_bodies_on_ranks(const PoissonCase& poisson);

/// What the solver of a case says of the devices of one process. The case must outlive it.
[[nodiscard]] DeviceSolver poisson_device_solver(const PoissonCase& poisson);

/// Decides where the case runs, see decide_place(). If the ranks of `world` are several, they solve
/// it together, each with its planes on its device: all decide for the same back end, `auto` for the
/// GPU only if all can take one. Throws as decide_place() does; on all ranks RanksError, also for a
/// case that they cannot solve. Collective.
[[nodiscard]] Place decide_poisson_place(const Case& the_case, const PoissonCase& poisson,
                                         const World* world);

/// Throws InputError: several ranks do not solve a case with `backend: opencl`.
[[noreturn]] void refuse_opencl_on_ranks(const Case& the_case);

}  // namespace tobiuo
