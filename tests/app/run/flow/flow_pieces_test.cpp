// Parts of the arrays of a flow on their way between rank 0 and the ranks.
#include "app/run/flow/flow_pieces.hpp"

#include <gtest/gtest.h>

#include <numeric>
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

TEST(FlowPieces, are_the_states_of_ranks_and_make_the_whole_state_again)
{
    for (const std::vector<std::size_t>& axes :
         {std::vector<std::size_t>{}, {0}, {1}, {2}, {0, 1, 2}}) {
        const flow::Problem problem = problem_with_outflows(axes);
        std::vector<double> whole(static_cast<std::size_t>(flow::state_values(problem)));
        std::iota(whole.begin(), whole.end(), 1.0);
        for (const int size : {1, 2, 3}) {
            test::on_ranks(size, [&](const Communicator& ranks) {
                const FlowPieces<double> pieces{problem, ranks};
                const flow::Solver solver{problem, ranks, {.backend = Backend::cpu, .threads = 1}};
                EXPECT_EQ(pieces.own_state_values(),
                          static_cast<std::size_t>(solver.state_values()));
                std::vector<double> own(pieces.own_state_values());
                const bool is_first = ranks.rank() == 0;
                pieces.scatter_state(
                    is_first ? std::span<const double>{whole} : std::span<const double>{}, own);
                const auto first = solver.planes().first * 12;
                EXPECT_EQ(own.front(), static_cast<double>(first + 1));
                std::vector<double> again(is_first ? whole.size() : 0);
                pieces.gather_state(own, again);
                if (is_first) {
                    EXPECT_EQ(again, whole);
                }
                std::vector<double> planes(pieces.own_points(), static_cast<double>(ranks.rank()));
                std::vector<double> all(is_first ? 84 : 0);
                pieces.gather_planes(planes, all);
                for (int rank = 0; is_first && rank < size; ++rank) {
                    const poisson::Planes of_rank = flow::planes_of_rank(problem, rank, size);
                    for (std::int64_t at = 12 * of_rank.first;
                         at < 12 * (of_rank.first + of_rank.count); ++at) {
                        ASSERT_EQ(all.at(static_cast<std::size_t>(at)), static_cast<double>(rank));
                    }
                }
            });
        }
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
