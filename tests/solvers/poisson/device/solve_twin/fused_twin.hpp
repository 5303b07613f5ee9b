// SPDX-License-Identifier: BSD-3-Clause
// Solves of small problems by one block of threads each, on the host through the kernel's own code.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "kernels/fft/kernel/fused_twin.hpp"
#include "kernels/fft/kernel/tables.hpp"
#include "solvers/poisson/device/fused_schedule.hpp"
#include "tests/solvers/poisson/device/solve_twin/solve_twin.hpp"

namespace tobiuo::test {

/// Problems of all kinds of ends that one block holds: of three axes, two and one.
[[nodiscard]] inline std::vector<poisson::Problem> fused_cases()
{
    constexpr Location node = Location::node;
    constexpr Precision fp32 = Precision::fp32;
    std::vector<poisson::Problem> cases;
    const auto add = [&](const TwinCase& one, poisson::Operator op) {
        cases.push_back(one.problem);
        cases.back().op = op;
    };
    using poisson::Operator;
    add(twin_case({64, 64, 1}, {0, 0, 0}), Operator::second_order);
    add(twin_case({64, 64, 1}, {2, 2, 0}, Location::cell, fp32), Operator::second_order);
    add(twin_case({15, 9, 1}, {2, 0, 0}), Operator::fourth_order);
    add(twin_case({12, 17, 1}, {1, 3, 0}, node, fp32), Operator::spectral);
    add(twin_case({16, 12, 1}, {2, 2, 0}, node), Operator::second_order);
    add(twin_case({16, 8, 12}, {0, 2, 0}), Operator::second_order);
    add(twin_case({9, 7, 6}, {4, 3, 1}, Location::cell, fp32), Operator::spectral);
    add(twin_case({12, 8, 10}, {1, 2, 0}, node), Operator::fourth_order);
    add(twin_case({60, 1, 1}, {0, 0, 0}), Operator::spectral);
    add(twin_case({45, 1, 1}, {3, 0, 0}, Location::cell, fp32), Operator::second_order);
    add(twin_case({32, 1, 1}, {2, 0, 0}, node), Operator::fourth_order);
    add(twin_case({33, 1, 1}, {1, 0, 0}, node, fp32), Operator::spectral);
    return cases;
}

/// The lambdas of the problems: 0 where it is allowed, others, and 0 again.
inline constexpr std::array fused_lambdas{0.0, -3.0, 0.0, 1.7};

[[nodiscard]] inline poisson::FusedSchedule fused_schedule(const poisson::Problem& problem)
{
    return poisson::make_fused_schedule(problem, fused_lambdas, fft::DeviceLimits{}).value();
}

template <typename T>
class FusedTwin {
public:
    explicit FusedTwin(poisson::Problem problem)
        : problem_{std::move(problem)}, fused_{fused_schedule(problem_)}
    {
        for (unsigned seed = 0; seed < fused_lambdas.size(); ++seed) {
            const std::vector<T> one = random_values<T>(problem_, seed);
            f_.insert(f_.end(), one.begin(), one.end());
        }
    }

    /// Compares the solutions of a batch with those of the solver on the host, and with what each
    /// problem alone gives.
    template <fft::FusedForm form>
    void expect_agreement()
    {
        std::vector<double> outer = fused_.solve.outer;
        std::vector<T> removed(fused_lambdas.size());
        std::vector<T> u(f_.size());
        run<form>(std::ssize(fused_lambdas), f_.data(), u.data(), outer, removed);
        std::vector<T> in_place = f_;
        run<form>(std::ssize(fused_lambdas), in_place.data(), in_place.data(), outer, removed);
        EXPECT_EQ(in_place, u);
        const auto values = static_cast<std::size_t>(form.values);
        const auto step = static_cast<std::size_t>(form.outer_step);
        for (std::size_t n = 0; n < fused_lambdas.size(); ++n) {
            poisson::Problem one = problem_;
            one.lambda = fused_lambdas.at(n);
            const std::vector<T> f = part(f_, n * values, values);
            const std::vector<T> of_batch = part(u, n * values, values);
            expect_solution_of_host<T>(
                one, f, of_batch, static_cast<double>(removed[n]) / fused_.solve.round_trip, false);
            std::vector<T> alone(values);
            std::vector<T> removed_alone(1);
            run<form>(1, f.data(), alone.data(), part(outer, n * step, step), removed_alone);
            EXPECT_EQ(alone, of_batch) << poisson::describe(one);
            EXPECT_EQ(removed_alone.front(), removed[n]);
        }
    }

private:
    template <typename Value>
    static std::vector<Value> part(const std::vector<Value>& all, std::size_t first,
                                   std::size_t count)
    {
        const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
        return {begin, begin + static_cast<std::ptrdiff_t>(count)};
    }

    template <fft::FusedForm form, int number = 0>
    static void add_tables(std::vector<fft::HostTables<T>>& all)
    {
        all.emplace_back(form.passes[number]);
        if constexpr (number + 1 < form.count) {
            add_tables<form, number + 1>(all);
        }
    }

    template <fft::FusedForm form>
    void run(long long problems, const T* f, T* u, const std::vector<double>& outer,
             std::vector<T>& removed) const
    {
        std::vector<fft::HostTables<T>> host;
        add_tables<form>(host);
        fft::FusedTables<T> tables;
        for (std::size_t n = 0; n < host.size(); ++n) {
            tables.of[n] = host[n].view();
            tables.of[n].symbol = {.inner = fused_.solve.inner.data(),
                                   .outer = outer.data(),
                                   .along = fused_.solve.along.data(),
                                   .constant = removed.data()};
        }
        fft::run_fused_on_host<form>(problems, f, u, tables);
    }

    poisson::Problem problem_;
    poisson::FusedSchedule fused_;
    std::vector<T> f_;
};

}  // namespace tobiuo::test
