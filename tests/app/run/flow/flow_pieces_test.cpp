// SPDX-License-Identifier: BSD-3-Clause
// Parts of the arrays of a flow on their way between rank 0 and the ranks.
#include "app/run/flow/flow_pieces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <mutex>
#include <numeric>
#include <string>
#include <vector>

#include <tobiuo/flow/solver.hpp>

#include "solvers/flow/value_count.hpp"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo {
namespace {

/// A box in which the flow leaves through the lower faces of some axes, with a scalar.
flow::Problem problem_with_outflows(const std::vector<std::size_t>& axes)
{
    flow::Problem problem{.grid = box({3, 4, 7}, {1.0, 1.0, 1.0}), .viscosity = 0.1};
    for (const std::size_t axis : axes) {
        problem.faces.at(axis) = {.lower = {.kind = flow::FaceKind::outflow},
                                  .upper = {.kind = flow::FaceKind::no_slip}};
    }
    problem.scalar = flow::Scalar{.diffusivity = 0.1};
    return problem;
}

/// The number of each block of a state, in four letters.
std::string name_of_block(std::size_t block)
{
    std::string name = std::to_string(block);
    return std::string(4 - name.size(), '0') + name;
}

/// For each value of a state the number of its block.
std::vector<std::size_t> blocks_of_values(const flow::Problem& problem)
{
    std::vector<std::size_t> blocks;
    std::size_t block = 0;
    for (const auto& [count, bytes] : state_blocks(problem)) {
        for (std::int64_t n = 0; n < count; ++n, ++block) {
            blocks.insert(blocks.end(), static_cast<std::size_t>(bytes) / sizeof(double), block);
        }
    }
    return blocks;
}

TEST(FlowPieces, of_all_ranks_are_the_blocks_of_a_state)
{
    for (const std::vector<std::size_t>& axes :
         {std::vector<std::size_t>{}, {0}, {1}, {2}, {0, 1, 2}}) {
        const flow::Problem problem = problem_with_outflows(axes);
        const std::vector<std::size_t> block_of = blocks_of_values(problem);
        ASSERT_EQ(block_of.size(), static_cast<std::size_t>(flow::state_values(problem)));
        for (const int size : {1, 2, 3}) {
            std::vector<int> takers(block_of.size(), 0);
            std::vector<std::string> names(static_cast<std::size_t>(size));
            std::mutex mutex;
            test::on_ranks(size, [&](const Communicator& ranks) {
                const FlowPieces<double> pieces{problem, ranks};
                const flow::Solver solver{problem, ranks, {.backend = Backend::cpu, .threads = 1}};
                EXPECT_EQ(pieces.own_state_values(),
                          static_cast<std::size_t>(solver.state_values()));
                const std::scoped_lock lock{mutex};
                std::size_t in_own = 0;
                for (const StatePart& part : pieces.own_state_parts()) {
                    EXPECT_EQ(part.in_own, in_own);
                    in_own += part.count;
                    ASSERT_LE(part.in_whole + part.count, takers.size());
                    for (std::size_t n = 0; n < part.count; ++n) {
                        ++takers.at(part.in_whole + n);
                        if (n % part.of_block == 0) {
                            names.at(static_cast<std::size_t>(ranks.rank())) +=
                                name_of_block(block_of.at(part.in_whole + n));
                        }
                    }
                }
                EXPECT_EQ(in_own, pieces.own_state_values());
            });
            EXPECT_EQ(std::ranges::count(takers, 1), std::ssize(takers)) << "each value once";
            std::string expected;
            for (std::size_t block = 0; block <= block_of.back(); ++block) {
                expected += name_of_block(block);
            }
            test::on_ranks(size, [&](const Communicator& ranks) {
                EXPECT_EQ((FlowPieces<double>{problem, ranks}.joined_texts(names, 4)), expected);
            });
        }
    }
}

/// Cells whose values are their numbers in the box, of which each rank has its planes.
TEST(FlowPieces, of_cells_come_together_on_the_first_rank)
{
    const flow::Problem problem = problem_with_outflows({});
    const CellBox cells{.first = {1, 0, 1}, .count = {2, 3, 5}};
    const std::vector<std::string> names{"p", "velocity"};
    const FlowFields fields = fields_of(names, false);
    for (const int size : {1, 2, 3}) {
        test::on_ranks(size, [&](const Communicator& ranks) {
            const poisson::Planes own = flow::planes_of_rank(problem, ranks.rank(), size);
            std::vector<double> mine;
            std::vector<double> expected;
            for (const std::int64_t components : {1, 3}) {
                for (std::int64_t k = 0; k < cells.count[2]; ++k) {
                    const std::int64_t plane = k + cells.first[2];
                    for (std::int64_t n = 0; n < 6 * components; ++n) {
                        expected.push_back(static_cast<double>(100 * (10 * components + k) + n));
                        if (plane >= own.first && plane < own.first + own.count) {
                            mine.push_back(expected.back());
                        }
                    }
                }
            }
            const FlowPieces<double> pieces{problem, ranks};
            const bool is_first = ranks.rank() == 0;
            std::vector<double> all(is_first ? expected.size() : 0);
            pieces.gather_cells(cells, fields, mine, all);
            if (is_first) {
                EXPECT_EQ(all, expected);
            }
            std::vector<double> whole(is_first ? 84 : 0);
            std::iota(whole.begin(), whole.end(), 0.0);
            std::vector<double> planes(pieces.own_points());
            pieces.scatter_planes(whole, planes);
            EXPECT_EQ(planes.front(), static_cast<double>(12 * own.first));
        });
    }
}

TEST(FlowPieces, of_faces_are_their_profiles)
{
    flow::Problem problem = problem_with_outflows({});
    problem.faces[1].lower.profile[2].assign(21, 3.0);
    problem.scalar->faces[5].profile.assign(12, 5.0);
    const flow::FaceValues values = flow::face_values(problem);
    std::vector<double> profiles = profiles_of(values);
    ASSERT_EQ(profiles.size(), 33U);
    profiles.front() = 7.0;
    profiles.back() = 8.0;
    const flow::FaceValues changed = with_profiles(values, profiles);
    EXPECT_EQ(changed.faces[1].lower.profile[2].front(), 7.0);
    EXPECT_EQ(changed.faces[1].lower.profile[2].back(), 3.0);
    EXPECT_EQ(changed.scalar_faces[5].profile.back(), 8.0);
}

}  // namespace
}  // namespace tobiuo
