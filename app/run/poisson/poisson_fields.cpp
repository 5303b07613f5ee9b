#include "app/run/poisson/poisson_fields.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/run/poisson/poisson_whole_grid.hpp"
#include "solvers/poisson/planes.hpp"

namespace tobiuo {
namespace {

/// Reads p - exact - offset.
poisson::PlaneReader difference_planes(const poisson::PlaneReader& p,
                                       const poisson::PlaneReader& exact, double offset)
{
    return [=](std::int64_t first, std::span<double> planes) {
        p(first, planes);
        std::vector<double> wanted(planes.size());
        exact(first, wanted);
        std::ranges::transform(planes, wanted, planes.begin(),
                               [&](double found, double value) { return found - value - offset; });
    };
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
    if (name == "residual") {
        return whole_planes(problem, solve.residual(), no_walls);
    }
    const poisson::PlaneReader p = whole_planes(
        problem, poisson::planes_of(solve.solution(), poisson::blocks_of(problem).values),
        input.walls);
    return name == "error" ? difference_planes(p, input.exact->planes(), offset) : p;
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
    }
    return fields;
}

template PoissonFields fields_of(const Case&, const poisson::Problem&, const PoissonSolve<float>&,
                                 const PoissonInput&, double);
template PoissonFields fields_of(const Case&, const poisson::Problem&, const PoissonSolve<double>&,
                                 const PoissonInput&, double);

}  // namespace tobiuo
