// SPDX-License-Identifier: BSD-3-Clause
// Walls whose friction is that of the logarithmic law.
#pragma once

#include <vector>

#include <tobiuo/flow/problem.hpp>
#include <tobiuo/stream.hpp>

#include "kernels/flow/wall_law_items.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/machine.hpp"

namespace tobiuo::flow {

[[nodiscard]] bool has_wall_laws(const Problem& problem);

/// Throws std::invalid_argument with a sentence for laws that are refused.
void validate_wall_laws(const Problem& problem);

/// The wall of a face with a law; of several scalars that of the first one.
template <typename T>
[[nodiscard]] LawWall<T> law_wall(const Problem& problem, int face);

/// Adds to stages what the walls of a problem with wall laws do.
template <typename T>
class WallLaws {
public:
    /// `of_scalar_alone`: without the friction. Throws std::bad_alloc or DeviceError.
    WallLaws(const Problem& problem, const runtime::Machine& machine, bool of_scalar_alone = false);

    /// Adds to `next` of the arrays, and to the rates that the stage keeps.
    void add(const Box<T>& box, const StageArrays<T>& arrays, const Stage& stage, double step,
             Stream stream) const;

private:
    std::vector<WallFriction<T>> items_;  ///< of each wall and quantity, without what a stage has
    runtime::ForEach<WallFriction<T>> add_;
};

extern template class WallLaws<float>;
extern template class WallLaws<double>;

}  // namespace tobiuo::flow
