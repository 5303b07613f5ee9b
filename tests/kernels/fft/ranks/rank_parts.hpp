// SPDX-License-Identifier: BSD-3-Clause
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

/// One side of a transform in the layout of one rank: an array [z][y][scalars].
struct WholeSide {
    std::int64_t rows{};     ///< along y
    std::int64_t scalars{};  ///< of a row along x, with its padding
    std::int64_t values{};   ///< of a row along x, real or complex

    /// Calls copy(first scalar in the whole array, first one in the part, scalars) for each row of
    /// a part; whole rows have their padding.
    template <typename Copy>
    void for_each_row(const fft::RankPart& part, const Copy& copy) const
    {
        const bool is_whole = part.x.count == values;
        const std::int64_t of_value = is_whole ? 1 : scalars / values;
        const std::int64_t length = is_whole ? scalars : part.x.count * of_value;
        for (std::int64_t row = 0; row < part.z.count * part.y.count; ++row) {
            const std::int64_t z = part.z.first + row / part.y.count;
            const std::int64_t y = part.y.first + row % part.y.count;
            copy((z * rows + y) * scalars + part.x.first * of_value, row * length, length);
        }
    }
};

/// The side that is read (`input`) or written of a transform.
template <typename T>
[[nodiscard]] WholeSide whole_side(const fft::Transform& transform, bool input)
{
    const fft::Problem problem = reference_problem(transform);
    const bool spectrum_is_input = problem.direction == fft::Direction::inverse;
    const std::int64_t bytes = input ? fft::input_bytes(problem) : fft::output_bytes(problem);
    const auto& [x, y, z] = transform.extents;
    return {.rows = y,
            .scalars = bytes / static_cast<std::int64_t>(sizeof(T)) / (y * z),
            .values = input == spectrum_is_input ? fft::spectrum_row(problem) : x};
}

/// The part of the input that a rank has, in an array of plan.input_bytes(), of which the rest is
/// poison.
template <typename T>
[[nodiscard]] std::vector<T> input_of_rank(const std::vector<T>& whole,
                                           const fft::DistributedPlan& plan)
{
    std::vector<T> part = poisoned<T>(plan.input_bytes());
    whole_side<T>(plan.transform(), true)
        .for_each_row(plan.input_part(),
                      [&](std::int64_t from, std::int64_t to, std::int64_t count) {
                          std::copy_n(whole.begin() + from, count, part.begin() + to);
                      });
    return part;
}

/// Copies the output of a rank to its place in `whole`.
template <typename T>
void put_output(const std::vector<T>& part, const fft::DistributedPlan& plan, std::vector<T>& whole)
{
    whole_side<T>(plan.transform(), false)
        .for_each_row(plan.output_part(),
                      [&](std::int64_t to, std::int64_t from, std::int64_t count) {
                          std::copy_n(part.begin() + from, count, whole.begin() + to);
                      });
}

}  // namespace tobiuo::test
