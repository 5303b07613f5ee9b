// Both trips on the host, with the work on chunks done by FFTW and the twins of the kernels: every
// order of chunks gives the solution of HostSolver, and no slot is taken too early.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "kernels/tridiagonal/slab_twin.hpp"
#include "solvers/poisson/axis/recurrences.hpp"
#include "solvers/poisson/host/host_solver.hpp"
#include "solvers/poisson/host/outer_transforms.hpp"
#include "solvers/poisson/out_of_card/trips.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"

namespace tobiuo::poisson {
namespace {

using test::all_sides;
using test::box;

/// A machine of make_trips() that works at once.
template <typename T>
class HostMachine {
public:
    HostMachine(const Problem& problem, const Trips& trips, const RowOrder& order)
        : plane_{unknowns(problem, 0).count * unknowns(problem, 1).count},
          order_{order},
          few_{trips.chunks().front().planes},
          transforms_{transforms_of(problem, few_), transforms_of(problem, few_ + 1)},
          inner_{transforms_.front()->eigenvalues(0)},
          outer_{transforms_.front()->eigenvalues(1)},
          slots_(static_cast<std::size_t>(trips.slots()))
    {
        std::ranges::for_each(outer_, [&](double& value) { value += problem.lambda; });
        const double spacing = problem.grid.axes[2].spacing();
        const auto i = std::ranges::find(inner_, 0.0) - inner_.begin();
        const auto j = std::ranges::find(outer_, 0.0) - outer_.begin();
        const bool has_zero_mode = i < std::ssize(inner_) && j < std::ssize(outer_);
        systems_ = {.inner = inner_.data(),
                    .inner_count = std::ssize(inner_),
                    .outer = outer_.data(),
                    .diffusion = 1.0 / (spacing * spacing),
                    .scale = 1.0 / transforms_.front()->round_trip(),
                    .columns = plane_,
                    .rows = unknowns(problem, 2).count,
                    .zero_mode = has_zero_mode ? j * std::ssize(inner_) + i : -1};
        std::ranges::fill(sums_, std::vector<double>(static_cast<std::size_t>(plane_)));
        line_.resize(static_cast<std::size_t>(systems_.rows));
    }

    void load(const Chunk& chunk, T* from) const
    {
        EXPECT_FALSE(slot_of(chunk).busy);
        const T* const first = from + plane_ * chunk.in_array;
        slot_of(chunk) = {
            .values = {first, first + plane_ * chunk.planes}, .first = chunk.first, .busy = true};
    }

    void rise(const Chunk& chunk) const
    {
        T* const values = held(chunk);
        transforms(chunk).forward(values, values);
        rise_on_host(order_.edges.first, order_.edges.last, systems_, sums(), slab(chunk));
    }

    void turn() const { turn_on_host(order_.edges.first, order_.edges.last, systems_, sums()); }

    void fall(const Chunk& chunk) const
    {
        T* const values = held(chunk);
        fall_on_host(order_.edges.first, order_.edges.last, systems_, sums(), slab(chunk));
        transforms(chunk).inverse(values);
    }

    void store(const Chunk& chunk, T* to) const
    {
        std::copy_n(held(chunk), plane_ * chunk.planes, to + plane_ * chunk.in_array);
        slot_of(chunk).busy = false;
    }

private:
    static constexpr fft::Effort effort = fft::Effort::estimate;

    /// The transforms along x and y of so many planes.
    static std::shared_ptr<const OuterTransforms<T>> transforms_of(Problem problem,
                                                                   std::int64_t planes)
    {
        problem.grid.axes[2] = {.cells = planes, .lower = 0.0, .upper = 1.0};
        problem.sides[2] = all_sides[3];
        return std::make_shared<OuterTransforms<T>>(problem, 2, effort, 1);
    }

    struct Slot {
        std::vector<T> values = {};
        std::int64_t first = -1;
        bool busy = false;
    };

    [[nodiscard]] Slot& slot_of(const Chunk& chunk) const
    {
        return slots_.at(static_cast<std::size_t>(chunk.slot));
    }
    /// The values of the chunk, which must be in its slot.
    [[nodiscard]] T* held(const Chunk& chunk) const
    {
        EXPECT_EQ(slot_of(chunk).first, chunk.first);
        return slot_of(chunk).values.data();
    }
    [[nodiscard]] const OuterTransforms<T>& transforms(const Chunk& chunk) const
    {
        return *transforms_[chunk.planes == few_ ? 0 : 1];
    }
    [[nodiscard]] tridiagonal::Slab<T> slab(const Chunk& chunk) const
    {
        return tridiagonal::slab_of(held(chunk), static_cast<long long>(plane_), chunk.planes,
                                    chunk.first, order_.reversed);
    }
    [[nodiscard]] tridiagonal::SlabSums sums() const
    {
        return {.forwards = sums_[0].data(),
                .again = sums_[1].data(),
                .first = sums_[2].data(),
                .last = sums_[3].data(),
                .line = line_.data(),
                .constant = nullptr};
    }

    std::int64_t plane_;
    RowOrder order_;
    std::int64_t few_;  ///< planes of a chunk; some have one more
    std::vector<std::shared_ptr<const OuterTransforms<T>>> transforms_;
    std::vector<double> inner_;
    std::vector<double> outer_;
    tridiagonal::SlabSystems systems_{};
    mutable std::array<std::vector<double>, 4> sums_;
    mutable std::vector<double> line_;
    mutable std::vector<Slot> slots_;
};

/// The solution by both trips, in place.
template <typename T>
std::vector<T> solved_by_trips(const Problem& problem, std::vector<T> values, std::int64_t planes,
                               int slots)
{
    const RowOrder order = row_order_of(problem, 2);
    const Trips trips{unknowns(problem, 2).count, planes, slots, order.reversed};
    const HostMachine<T> machine{problem, trips, order};
    make_trips(trips, machine, values.data(), values.data());
    return values;
}

template <typename T>
void expect_agreement(Problem problem)
{
    problem.precision = precision_of<T>;
    const std::vector<T> f = test::random_values<T>(problem, 7);
    std::vector<T> expected(f.size());
    static_cast<void>(HostSolver{problem}.solve(std::span<const T>{f}, std::span<T>{expected}));
    for (const std::int64_t planes : {1, 4, 100}) {
        for (const int slots : {1, 3, 4, 100}) {
            EXPECT_LE(
                test::relative_difference(solved_by_trips(problem, f, planes, slots), expected),
                test::solution_tolerance(problem))
                << describe(problem) << ", chunks of " << planes << " planes, " << slots
                << " slots";
        }
    }
}

TEST(PoissonTrips, solve_between_every_pair_of_ends_along_z)
{
    for (std::size_t z = 0; z < all_sides.size(); ++z) {
        for (const Location location : test::all_locations) {
            const std::size_t x = (z + 1) % all_sides.size();
            const std::size_t y = (2 * z + 3) % all_sides.size();
            Problem problem =
                box({9, 8, 21}, {all_sides.at(x), all_sides.at(y), all_sides.at(z)}, location);
            expect_agreement<double>(problem);
            problem.lambda = -5.0;
            expect_agreement<float>(problem);
        }
    }
}

TEST(PoissonTrips, solve_where_planes_are_lines)
{
    for (const Location location : test::all_locations) {
        expect_agreement<double>(
            box({9, 1, 21}, {all_sides[1], all_sides[0], all_sides[2]}, location));
        expect_agreement<double>(
            box({1, 8, 20}, {all_sides[0], all_sides[3], all_sides[1]}, location));
    }
}

TEST(PoissonTrips, solve_where_the_constant_is_free)
{
    for (const std::size_t z : {0, 2}) {
        for (const Location location : test::all_locations) {
            expect_agreement<double>(
                box({8, 9, 20}, {all_sides[2], all_sides[0], all_sides.at(z)}, location));
        }
    }
}

}  // namespace
}  // namespace tobiuo::poisson
