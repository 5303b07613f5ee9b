// SPDX-License-Identifier: BSD-3-Clause
// Solves whose right-hand side is 0 but in some planes, beside those of the whole array.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "runtime/machine/machine.hpp"
#include "solvers/poisson/program/machine_solver.hpp"
#include "solvers/poisson/ranks/near_solver.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"

namespace tobiuo::test {

/// Problems with all ends of z, padded rows, an absent axis, a stretched one.
[[nodiscard]] inline std::vector<poisson::Problem> near_problems()
{
    std::vector<poisson::Problem> problems;
    for (const poisson::Sides& along_z : all_sides) {
        problems.push_back(box({24, 20, 40}, {periodic, neumann, along_z}));
        problems.push_back(box({32, 18, 36}, {dirichlet, periodic, along_z}));
        problems.back().lambda = -2.0;
    }
    problems.push_back(box({24, 20, 40}, {neumann, neumann, neumann}));
    problems.push_back(box({25, 21, 39}, {neumann, dirichlet, neumann}));
    problems.push_back(box({24, 1, 40}, {neumann, periodic, dirichlet}));
    problems.push_back(stretched(box({24, 20, 40}, {periodic, neumann, neumann}), 2));
    problems.push_back(stretched(box({24, 22, 40}, {periodic, dirichlet, dirichlet}), 2));
    return problems;
}

/// Expects u in the planes as a solve of the whole array gives it.
template <typename T>
void expect_near_solve(const poisson::Problem& problem, Backend backend, const ranks::Slice& planes)
{
    SCOPED_TRACE(poisson::describe(problem) + ", planes from " + std::to_string(planes.first));
    const auto plane =
        static_cast<std::size_t>(poisson::points(problem) / poisson::unknowns(problem, 2).count);
    std::vector<T> f(static_cast<std::size_t>(poisson::points(problem)));
    const std::size_t begin = static_cast<std::size_t>(planes.first) * plane;
    const std::size_t end = static_cast<std::size_t>(planes.end()) * plane;
    for (std::size_t at = begin; at < end; ++at) {
        f[at] = static_cast<T>(std::sin(0.37 * static_cast<double>(at)) + 0.1);
    }
    const auto near = poisson::NearSolver<T>::made(problem, backend, planes);
    ASSERT_NE(near, nullptr);
    const poisson::MachineSolver whole{problem, backend};
    const runtime::Machine& machine = whole.machine();
    const auto solved = [&](const auto& solve) {
        const runtime::Array array = machine.copied_and_wait(std::as_bytes(std::span{f}));
        solve(array.as<T>());
        std::vector<T> u(f.size());
        machine.read_and_wait(std::as_writable_bytes(std::span{u}), array.data(), nullptr);
        return u;
    };
    const std::vector<T> expected =
        solved([&](T* values) { whole.solve(static_cast<const T*>(values), values, nullptr); });
    const auto solve_near = [&](T* values) { near->solve(values, nullptr); };
    const std::vector<T> found = solved(solve_near);
    EXPECT_EQ(solved(solve_near), found);  // nothing is left of the one before
    T most{0};
    for (const T value : expected) {
        most = std::max(most, std::abs(value));
    }
    const T tolerance = T{20} * std::numeric_limits<T>::epsilon() * most;
    for (std::size_t at = begin; at < end; ++at) {
        ASSERT_NEAR(found[at], expected[at], tolerance) << at;
    }
}

inline void expect_near_solves(Backend backend)
{
    for (poisson::Problem problem : near_problems()) {
        const std::int64_t all = poisson::unknowns(problem, 2).count;
        for (const ranks::Slice& planes : {ranks::Slice{0, 5}, {13, 6}, {all - 1, 1}}) {
            problem.precision = Precision::fp64;
            expect_near_solve<double>(problem, backend, planes);
            problem.precision = Precision::fp32;
            expect_near_solve<float>(problem, backend, planes);
        }
    }
}

}  // namespace tobiuo::test
