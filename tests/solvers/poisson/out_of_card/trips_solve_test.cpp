// SPDX-License-Identifier: BSD-3-Clause
// Both trips on the host, with the work on chunks done by FFTW and the twins of the kernels: every
// order of chunks gives the solution of HostSolver, and no slot is taken too early.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "kernels/tridiagonal/slab/slab_twin.hpp"
#include "kernels/tridiagonal/unequal/unequal_slab_twin.hpp"
#include "solvers/poisson/axis/recurrences.hpp"
#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/host/host_solver.hpp"
#include "solvers/poisson/host/outer_transforms.hpp"
#include "solvers/poisson/out_of_card/trips.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"

namespace tobiuo::poisson {
namespace {

using test::all_sides;
using test::box;

/// The eigenvalues along x and y, and where the constant mode is.
struct Modes {
    std::vector<double> inner;
    std::vector<double> outer;
    double scale{};

    [[nodiscard]] std::ptrdiff_t columns() const { return std::ssize(inner) * std::ssize(outer); }
    /// -1 if there is none.
    [[nodiscard]] std::ptrdiff_t zero_mode() const
    {
        const auto i = std::ranges::find(inner, 0.0) - inner.begin();
        const auto j = std::ranges::find(outer, 0.0) - outer.begin();
        const bool has_zero_mode = i < std::ssize(inner) && j < std::ssize(outer);
        return has_zero_mode ? j * std::ssize(inner) + i : -1;
    }
};

std::vector<double> zeros(std::ptrdiff_t count)
{
    return std::vector<double>(static_cast<std::size_t>(count));
}

/// The systems along a z of equal cells.
class EqualColumnsTwin {
public:
    EqualColumnsTwin(const Problem& problem, Modes modes)
        : modes_{std::move(modes)},
          edges_{row_order_of(problem, 2).edges},
          line_{zeros(unknowns(problem, 2).count)}
    {
        const double spacing = problem.grid.axes[2].spacing();
        systems_ = {.inner = modes_.inner.data(),
                    .inner_count = std::ssize(modes_.inner),
                    .outer = modes_.outer.data(),
                    .diffusion = 1.0 / (spacing * spacing),
                    .scale = modes_.scale,
                    .columns = modes_.columns(),
                    .rows = std::ssize(line_),
                    .zero_mode = modes_.zero_mode()};
        std::ranges::fill(values_, zeros(modes_.columns()));
        sums_ = {.forwards = values_[0].data(),
                 .again = values_[1].data(),
                 .first = values_[2].data(),
                 .last = values_[3].data(),
                 .line = line_.data(),
                 .constant = nullptr};
    }
    EqualColumnsTwin(const EqualColumnsTwin&) = delete;
    EqualColumnsTwin& operator=(const EqualColumnsTwin&) = delete;
    ~EqualColumnsTwin() = default;

    template <typename T>
    void rise(const tridiagonal::Slab<T>& slab) const
    {
        rise_on_host(edges_.first, edges_.last, systems_, sums_, slab);
    }
    void turn() const { turn_on_host(edges_.first, edges_.last, systems_, sums_); }
    template <typename T>
    void fall(const tridiagonal::Slab<T>& slab) const
    {
        fall_on_host(edges_.first, edges_.last, systems_, sums_, slab);
    }

private:
    Modes modes_;
    Edges edges_;
    std::vector<double> line_;
    std::array<std::vector<double>, 4> values_;
    tridiagonal::SlabSystems systems_{};
    tridiagonal::SlabSums sums_{};
};

/// The systems along a stretched z.
class UnequalColumnsTwin {
public:
    UnequalColumnsTwin(const Problem& problem, Modes modes)
        : modes_{std::move(modes)},
          points_{three_point(problem, 2)},
          systems_{.rows = rows_of(points_),
                   .inner = modes_.inner.data(),
                   .inner_count = std::ssize(modes_.inner),
                   .outer = modes_.outer.data(),
                   .scale = modes_.scale,
                   .columns = modes_.columns(),
                   .zero_mode = has_null_space(problem) ? modes_.zero_mode() : -1,
                   .kept_step = 8},
          values_{zeros(modes_.columns()), zeros(modes_.columns()),
                  zeros(modes_.columns() * systems_.kept_rows()), zeros(systems_.rows.count),
                  zeros(systems_.rows.count)},
          sums_{.loss = values_[0].data(),
                .solved = values_[1].data(),
                .kept = values_[2].data(),
                .line = values_[3].data(),
                .heights = values_[4].data(),
                .constant = &constant_}
    {
    }
    UnequalColumnsTwin(const UnequalColumnsTwin&) = delete;
    UnequalColumnsTwin& operator=(const UnequalColumnsTwin&) = delete;
    ~UnequalColumnsTwin() = default;

    template <typename T>
    void rise(const tridiagonal::Slab<T>& slab) const
    {
        rise_on_host(systems_, sums_, slab);
    }
    void turn() const { turn_on_host(systems_, sums_); }
    template <typename T>
    void fall(const tridiagonal::Slab<T>& slab) const
    {
        fall_on_host(systems_, sums_, slab);
    }

private:
    Modes modes_;
    ThreePoint points_;
    double constant_ = 0.0;
    tridiagonal::UnequalSlabSystems systems_;
    std::array<std::vector<double>, 5> values_;
    tridiagonal::UnequalSlabSums sums_;
};

/// A machine of make_rising_trip() that works at once.
template <typename T, typename ColumnsTwin>
class HostMachine {
public:
    HostMachine(const Problem& problem, const Trips& trips, bool reversed)
        : plane_{unknowns(problem, 0).count * unknowns(problem, 1).count},
          reversed_{reversed},
          few_{trips.chunks().front().planes},
          transforms_{transforms_of(problem, few_), transforms_of(problem, few_ + 1)},
          columns_{problem, modes_of_columns(problem)},
          slots_(static_cast<std::size_t>(trips.slots()))
    {
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
        columns_.rise(slab(chunk));
    }

    void turn() const { columns_.turn(); }

    void fall(const Chunk& chunk) const
    {
        T* const values = held(chunk);
        columns_.fall(slab(chunk));
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

    [[nodiscard]] Modes modes_of_columns(const Problem& problem) const
    {
        Modes modes{.inner = transforms_.front()->eigenvalues(0),
                    .outer = transforms_.front()->eigenvalues(1),
                    .scale = 1.0 / transforms_.front()->round_trip()};
        std::ranges::for_each(modes.outer, [&](double& value) { value += problem.lambda; });
        return modes;
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
                                    chunk.first, reversed_);
    }
    std::int64_t plane_;
    bool reversed_;
    std::int64_t few_;  ///< planes of a chunk; some have one more
    std::vector<std::shared_ptr<const OuterTransforms<T>>> transforms_;
    ColumnsTwin columns_;
    mutable std::vector<Slot> slots_;
};

/// The solution by both trips, in place.
template <typename T>
std::vector<T> solved_by_trips(const Problem& problem, std::vector<T> values, std::int64_t planes,
                               int slots)
{
    const bool stretched = problem.grid.axes[2].stretched();
    const bool reversed = !stretched && row_order_of(problem, 2).reversed;
    const Trips trips{unknowns(problem, 2).count, planes, slots, reversed};
    const auto solve = [&](const auto& machine) {
        make_rising_trip(trips, machine, values.data(), values.data());
        machine.turn();
        make_falling_trip(trips, machine, values.data());
    };
    if (stretched) {
        solve(HostMachine<T, UnequalColumnsTwin>{problem, trips, reversed});
    } else {
        solve(HostMachine<T, EqualColumnsTwin>{problem, trips, reversed});
    }
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

TEST(PoissonTrips, solve_along_a_stretched_z)
{
    for (const std::size_t z : {1, 2, 3, 4}) {
        for (const Location location : test::all_locations) {
            const Sides y = all_sides.at(z == 2 ? 0 : 3);
            Problem problem =
                test::stretched(box({9, 8, 21}, {all_sides[2], y, all_sides.at(z)}, location), 2);
            expect_agreement<double>(problem);
            problem.lambda = -5.0;
            problem.op = Operator::spectral;  // along x and y
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
