// SPDX-License-Identifier: BSD-3-Clause
// Poisson's and Helmholtz's equation on a box: everything that a user of the solver includes.
#pragma once

#include <tobiuo/poisson/body_solver.hpp>
#include <tobiuo/poisson/coefficient_solver.hpp>
#include <tobiuo/poisson/distributed_solver.hpp>
#include <tobiuo/poisson/free_space_solver.hpp>
#include <tobiuo/poisson/mixed_solver.hpp>
#include <tobiuo/poisson/problem.hpp>
#include <tobiuo/poisson/solver.hpp>
#include <tobiuo/poisson/walls.hpp>
