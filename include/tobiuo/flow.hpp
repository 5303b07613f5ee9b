// SPDX-License-Identifier: BSD-3-Clause
// Incompressible flow in a box: everything that a user of the solver includes.
#pragma once

#include <tobiuo/flow/inflow_turbulence.hpp>
#include <tobiuo/flow/problem.hpp>
#include <tobiuo/flow/solver.hpp>
