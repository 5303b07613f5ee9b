// The parts that ranks have of the arrays of a transform.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <tobiuo/fft/distributed_plan.hpp>

#include "kernels/fft/problem.hpp"
#include "tests/support/random_signal.hpp"
#include "tests/support/typed_transform.hpp"

namespace tobiuo::test {

/// One side of a transform: an array [planes][second][scalars], divided by planes or by `second`.
struct DividedSide {
    std::int64_t planes{};
    std::int64_t second{};
    std::int64_t scalars{};
    bool by_planes{};

    /// Calls copy(first scalar in the whole array, first one in the part, scalars) for each piece
    /// of a rank.
    template <typename Copy>
    void for_each_piece(const fft::Slab& slab, const fft::Slab& transposed, const Copy& copy) const
    {
        const std::int64_t plane = second * scalars;
        if (by_planes) {
            copy(slab.first * plane, std::int64_t{0}, slab.count * plane);
            return;
        }
        const std::int64_t row = transposed.count * scalars;
        for (std::int64_t at = 0; at < planes; ++at) {
            copy(at * plane + transposed.first * scalars, at * row, row);
        }
    }
};

/// The side that is read (`input`) or written of a transform whose arrays have `bytes` in all.
template <typename T>
[[nodiscard]] DividedSide divided_side(const fft::Transform& transform, bool input,
                                       fft::SpectrumLayout layout)
{
    const fft::Problem problem = reference_problem(transform);
    const bool two_axes = transform.extents.z == 1;
    const bool spectrum_is_input = problem.direction == fft::Direction::inverse;
    const std::int64_t planes = two_axes ? transform.extents.y : transform.extents.z;
    const std::int64_t second = two_axes ? fft::spectrum_row(problem) : transform.extents.y;
    const std::int64_t all = (input ? fft::input_bytes(problem) : fft::output_bytes(problem)) /
                             static_cast<std::int64_t>(sizeof(T));
    const bool by_planes = layout == fft::SpectrumLayout::slabs || input != spectrum_is_input;
    if (by_planes) {
        return {.planes = planes, .second = 1, .scalars = all / planes, .by_planes = true};
    }
    return {
        .planes = planes, .second = second, .scalars = all / planes / second, .by_planes = false};
}

/// The part of a rank of the array `whole`, in an array of `bytes`, of which the rest is poison.
template <typename T>
[[nodiscard]] std::vector<T> part_of(const std::vector<T>& whole, const DividedSide& side,
                                     const fft::DistributedPlan& plan, std::int64_t bytes)
{
    std::vector<T> part = poisoned<T>(bytes);
    side.for_each_piece(plan.slab(), plan.transposed_slab(),
                        [&](std::int64_t from, std::int64_t to, std::int64_t count) {
                            std::copy_n(whole.begin() + from, count, part.begin() + to);
                        });
    return part;
}

/// Copies the part of a rank to its place in `whole`.
template <typename T>
void put_part(const std::vector<T>& part, const DividedSide& side, const fft::DistributedPlan& plan,
              std::vector<T>& whole)
{
    side.for_each_piece(plan.slab(), plan.transposed_slab(),
                        [&](std::int64_t to, std::int64_t from, std::int64_t count) {
                            std::copy_n(part.begin() + from, count, whole.begin() + to);
                        });
}

}  // namespace tobiuo::test
