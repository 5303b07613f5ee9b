// SPDX-License-Identifier: BSD-3-Clause
// What a handle of a flow solver of the C interface is.
#pragma once

#include <memory>
#include <string>

#include <tobiuo/flow/solver.hpp>

#include "doors/c/communicator.hpp"
#include "doors/c/tobiuo.h"

struct tobiuo_flow_solver {
    std::unique_ptr<const tobiuo::Communicator> ranks;  // null for one rank; ends after the solver
    tobiuo::flow::Solver solver;
    std::string description;
    bool has_begun = false;
};
