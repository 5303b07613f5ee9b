// SPDX-License-Identifier: BSD-3-Clause
// The solver of free space of the C interface.
#include <tobiuo/poisson/free_space_solver.hpp>

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "doors/c/boundary.hpp"
#include "doors/c/poisson_problem.hpp"

namespace c_door = tobiuo::c_door;

struct tobiuo_free_space_solver {
    tobiuo::poisson::FreeSpaceSolver solver;
    std::string description;
};

namespace {

/// The arrays of three components in the precision of a problem.
template <typename Pointer>
auto components(const auto* arrays)
{
    return std::array{static_cast<Pointer>(arrays[0]), static_cast<Pointer>(arrays[1]),
                      static_cast<Pointer>(arrays[2])};
}

/// Makes a call with a number of the precision of the problem's arrays, which have `count` values.
template <typename Call>
int called(const tobiuo_free_space_solver* solver, std::int64_t count, const Call& call)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        const tobiuo::poisson::Problem& problem = solver->solver.problem();
        c_door::require_size(count, points(problem), "each array", "values");
        if (problem.precision == tobiuo::Precision::fp64) {
            call(double{});
        } else {
            call(float{});
        }
    });
}

}  // namespace

int tobiuo_free_space_create(const tobiuo_poisson_problem* problem, int kernel, int derivatives,
                             const tobiuo_options* options, tobiuo_free_space_solver** solver)
{
    using tobiuo::poisson::FreeSpaceKernel;
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        *solver = nullptr;
        c_door::require(problem, "problem");
        auto given = c_door::options_of<tobiuo::poisson::FreeSpaceOptions>(options);
        given.kernel = c_door::chosen(
            kernel, std::array{FreeSpaceKernel::truncated, FreeSpaceKernel::hockney}, "kernel");
        given.derivatives = c_door::chosen(derivatives, std::array{false, true}, "derivatives");
        const tobiuo::poisson::Problem asked = c_door::problem_of(*problem);
        tobiuo::poisson::FreeSpaceSolver made{asked, given};
        std::string description = describe(asked) + " by " + made.describe();
        *solver = new tobiuo_free_space_solver{std::move(made), std::move(description)};
    });
}

int tobiuo_free_space_solve(const tobiuo_free_space_solver* solver, const void* f, void* u,
                            int64_t count, void* stream)
{
    return called(solver, count, [&]<typename Real>(Real /*of the precision*/) {
        solver->solver.solve(static_cast<const Real*>(f), static_cast<Real*>(u),
                             static_cast<tobiuo::Stream>(stream));
    });
}

int tobiuo_free_space_gradient(const tobiuo_free_space_solver* solver, const void* f,
                               void* const derivatives[3], int64_t count, void* stream)
{
    return called(solver, count, [&]<typename Real>(Real /*of the precision*/) {
        c_door::require(derivatives, "derivatives");
        solver->solver.gradient(static_cast<const Real*>(f), components<Real*>(derivatives),
                                static_cast<tobiuo::Stream>(stream));
    });
}

int tobiuo_free_space_curl(const tobiuo_free_space_solver* solver, const void* const f[3],
                           void* const curl[3], int64_t count, void* stream)
{
    return called(solver, count, [&]<typename Real>(Real /*of the precision*/) {
        c_door::require(f, "f");
        c_door::require(curl, "curl");
        solver->solver.curl(components<const Real*>(f), components<Real*>(curl),
                            static_cast<tobiuo::Stream>(stream));
    });
}

int tobiuo_free_space_backend(const tobiuo_free_space_solver* solver, int* backend)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require(backend, "backend");
        *backend = c_door::number_of(solver->solver.backend());
    });
}

int tobiuo_free_space_describe(const tobiuo_free_space_solver* solver, const char** text)
{
    return c_door::guarded([&] {
        c_door::require(solver, "solver");
        c_door::require(text, "text");
        *text = solver->description.c_str();
    });
}

int tobiuo_free_space_destroy(tobiuo_free_space_solver* solver)
{
    return c_door::guarded([&] { delete solver; });
}
