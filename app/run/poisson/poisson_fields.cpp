// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/poisson/poisson_fields.hpp"

#include <tobiuo/poisson/distributed_solver.hpp>

#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/ranks/rank_planes.hpp"
#include "app/run/poisson/poisson_whole_grid.hpp"
#include "runtime/threads.hpp"
#include "solvers/poisson/planes.hpp"

namespace tobiuo {
namespace {

/// Reads p - exact - offset.
poisson::PlaneReader difference_planes(const poisson::PlaneReader& p,
                                       const poisson::PlaneReader& exact, double offset)
{
    // The memory of the other planes stays from one call to the next.
    return
        [=, wanted = std::vector<double>{}](std::int64_t first, std::span<double> planes) mutable {
            p(first, planes);
            wanted.resize(planes.size());
            exact(first, wanted);
            const std::int64_t count = std::ssize(planes);
            [[maybe_unused]] const int threads = threads_for(count, 1.0);
#pragma omp parallel for schedule(static) num_threads(threads)
            for (std::int64_t n = 0; n < count; ++n) {
                const auto at = static_cast<std::size_t>(n);
                planes[at] = planes[at] - wanted[at] - offset;
            }
        };
}

/// Reads 0 where `solid` is not, else what `read` reads.
poisson::PlaneReader outside_planes(const poisson::PlaneReader& read,
                                    const poisson::PlaneReader& solid)
{
    return
        [=, bodies = std::vector<double>{}](std::int64_t first, std::span<double> planes) mutable {
            read(first, planes);
            bodies.resize(planes.size());
            solid(first, bodies);
            for (std::size_t n = 0; n < planes.size(); ++n) {
                planes[n] = bodies[n] == 0.0 ? planes[n] : 0.0;
            }
        };
}

/// The planes of unknowns that ranks read beside their own to write the grid: on nodes the first
/// one of the next rank, because pieces share it, and at the end of a periodic z the first one of
/// all.
CopiedPlanes copied_planes(const poisson::Problem& problem, int size)
{
    CopiedPlanes planes{.values = poisson::blocks_of(problem).values, .slices = {}, .wanted = {}};
    const std::int64_t all = poisson::unknowns(problem, 2).count;
    const bool on_nodes = problem.grid.location == Location::node;
    const bool repeats = problem.sides[2].lower == poisson::Condition::periodic;
    for (int rank = 0; rank < size; ++rank) {
        const poisson::Planes own = poisson::planes_of_rank(problem, rank, size);
        const std::int64_t end = own.first + own.count;
        planes.slices.push_back({.first = own.first, .count = own.count});
        planes.wanted.emplace_back();
        if (on_nodes && own.count > 0 && end < all) {
            planes.wanted.back().push_back(end);
        } else if (on_nodes && own.count > 0 && repeats && own.first > 0) {
            planes.wanted.back().push_back(0);
        }
    }
    return planes;
}

/// Reads planes of unknowns where `own` reads those of this rank, by their index in the whole
/// field.
poisson::PlaneReader on_all_planes(const poisson::Problem& problem, const PoissonRanks& ranks,
                                   poisson::PlaneReader own)
{
    if (!ranks.are_several()) {
        return own;
    }
    const Communicator& all = ranks.communicator();
    return with_copied_planes(all, copied_planes(problem, all.size()), std::move(own));
}

template <typename Real>
poisson::PlaneReader field_of(const std::string& name, const poisson::Problem& problem,
                              const PoissonSolve<Real>& solve, const PoissonInput& input,
                              double offset)
{
    static const WallNodes no_walls;
    if (name == "f") {
        return input.source.planes();
    }
    if (name == "exact") {
        return input.exact->planes();
    }
    if (name == "coefficient") {
        return input.coefficient->planes();
    }
    if (name == "residual") {
        return whole_planes(problem, on_all_planes(problem, solve.ranks(), solve.residual()),
                            no_walls);
    }
    const poisson::PlaneReader solid =
        solve.bodies().empty() ? poisson::PlaneReader{}
                               : whole_planes(problem, solve.bodies().numbers(), no_walls);
    if (name == "solid") {
        return solid;
    }
    const poisson::PlaneReader p = whole_planes(
        problem,
        on_all_planes(problem, solve.ranks(), own_planes(problem, solve.ranks(), solve.solution())),
        input.walls);
    if (name != "error") {
        return p;
    }
    const poisson::PlaneReader error = difference_planes(p, input.exact->planes(), offset);
    return solid ? outside_planes(error, solid) : error;
}

}  // namespace

template <typename Real>
PoissonFields fields_of(const Case& the_case, const poisson::Problem& problem,
                        const PoissonSolve<Real>& solve, const PoissonInput& input, double offset)
{
    PoissonFields fields;
    for (const std::string& name : the_case.output.fields) {
        fields[name] = field_of(name, problem, solve, input, offset);
    }
    if (the_case.output.picture) {
        const std::string& name = the_case.output.picture->field;
        fields[name] = field_of(name, problem, solve, input, offset);
        if (!solve.bodies().empty()) {
            fields["solid"] = field_of("solid", problem, solve, input, offset);
        }
    }
    return fields;
}

template PoissonFields fields_of(const Case&, const poisson::Problem&, const PoissonSolve<float>&,
                                 const PoissonInput&, double);
template PoissonFields fields_of(const Case&, const poisson::Problem&, const PoissonSolve<double>&,
                                 const PoissonInput&, double);

}  // namespace tobiuo
