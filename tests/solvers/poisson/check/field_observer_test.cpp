// SPDX-License-Identifier: BSD-3-Clause
// What items find out about fields, beside the functions for arrays on the host.
#include "solvers/poisson/check/field_observer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "solvers/expression/text.hpp"
#include "solvers/poisson/sample.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::poisson {
namespace {

const std::string formula = "sin(3*x)*exp(y) + z^2";

/// Both operators with a stencil, cells and nodes, each axis stretched, long rows, and one row.
std::vector<Problem> problems_to_observe()
{
    std::vector<Problem> all;
    for (const Location location : test::all_locations) {
        Problem problem =
            test::box({9, 6, 8}, {test::all_sides[3], test::neumann, test::periodic}, location);
        problem.lambda = -2.5;
        all.push_back(problem);
        problem.op = Operator::fourth_order;
        all.push_back(problem);
        for (int axis = 0; axis < 3; ++axis) {
            all.push_back(test::stretched(
                test::box({70, 8, 9}, {test::neumann, test::dirichlet, test::neumann}, location),
                axis));
        }
    }
    all.push_back(test::box({200, 33, 1}, {test::periodic, test::dirichlet, test::periodic}));
    all.push_back(test::box({1000, 1, 1}, {test::dirichlet, test::periodic, test::periodic}));
    return all;
}

void expect_close(double found, double expected, double ulps)
{
    EXPECT_NEAR(found, expected,
                ulps * std::numeric_limits<double>::epsilon() * std::abs(expected));
}

void expect_close(const Norms& found, const Norms& expected, double ulps)
{
    expect_close(found.mean, expected.mean, ulps);
    expect_close(found.l2, expected.l2, ulps);
    expect_close(found.max, expected.max, ulps);
}

/// Arrays on a machine, with the observer of a problem.
template <typename T>
struct Observed {
    Observed(const runtime::Machine& machine, const Problem& problem)
        : f{test::random_values<T>(problem, 1)},
          u{test::random_values<T>(problem, 2)},
          f_there{machine.copied_and_wait(std::as_bytes(std::span{f}))},
          u_there{machine.copied_and_wait(std::as_bytes(std::span{u}))},
          observer{problem, machine},
          exact{machine, {formula_at_unknowns(Expression{formula}, problem)}}
    {
    }

    std::vector<T> f;
    std::vector<T> u;
    runtime::Array f_there;
    runtime::Array u_there;
    FieldObserver<T> observer;
    expression::ArrayFiller exact;
};

/// Expects what is found of f and u to have the bits of the host's functions, and of formulas to
/// differ by so many units in the last place.
template <typename T>
void expect_the_host_results(const runtime::Machine& machine, Problem problem, double ulps)
{
    problem.precision = precision_of<T>;
    SCOPED_TRACE(describe(problem));
    Observed<T> there{machine, problem};
    const std::span<const T> f{there.f};
    const std::span<const T> u{there.u};
    expect_close(there.observer.norms_and_wait(there.u_there.template as<T>(), nullptr),
                 norms_of(problem, u), 0.0);
    const Residual found = there.observer.residual_and_wait(
        there.f_there.template as<T>(), 0.25, there.u_there.template as<T>(), nullptr);
    const Residual expected = residual_of(problem, f, 0.25, u);
    expect_close(found.norms, expected.norms, 0.0);
    EXPECT_EQ(found.relative_l2, expected.relative_l2);
    EXPECT_EQ(found.backward_error, expected.backward_error);
    EXPECT_EQ(found.balance_error, expected.balance_error);

    std::vector<double> exact(f.size());
    sample(Expression{formula}, problem, exact);
    std::vector<T> filled(f.size());
    std::vector<double> error(f.size());
    for (std::size_t n = 0; n < exact.size(); ++n) {
        filled[n] = static_cast<T>(4.0 * exact[n]);
        error[n] = static_cast<double>(u[n]) - exact[n] - 0.5;
    }
    const Norms of_exact = norms_of(problem, std::span<const double>{exact});
    expect_close(there.observer.norms_and_wait(there.exact, nullptr), of_exact, ulps);
    const Compared compared = there.observer.compare_and_wait(
        there.u_there.template as<T>(), there.exact, {.of_error = 0.5}, nullptr);
    expect_close(compared.exact, of_exact, ulps);
    const Norms of_error = norms_of(problem, std::span<const double>{error});
    const double size = of_error.max / std::abs(of_error.mean);  // some of the mean cancels
    expect_close(compared.error, of_error, ulps * size);

    expect_close(
        there.observer.fill_and_wait(there.exact, 4.0, there.f_there.template as<T>(), nullptr),
        of_exact, ulps);
    machine.read_and_wait(std::as_writable_bytes(std::span{there.f}), there.f_there.data());
    for (std::size_t n = 0; n < filled.size(); ++n) {
        EXPECT_NEAR(there.f[n], filled[n],
                    ulps * std::numeric_limits<T>::epsilon() * std::abs(filled[n]))
            << n;
    }
}

TEST(FieldObserver, finds_on_the_host_what_functions_of_arrays_find)
{
    const auto host = runtime::make_host_machine();
    for (const Problem& problem : problems_to_observe()) {
        expect_the_host_results<double>(*host, problem, 0.0);
        expect_the_host_results<float>(*host, problem, 0.0);
    }
}

TEST(FieldObserver, refuses_the_spectral_operator)
{
    Problem problem = problems_to_observe().front();
    problem.op = Operator::spectral;
    const auto host = runtime::make_host_machine();
    EXPECT_THROW((FieldObserver<double>{problem, *host}), std::invalid_argument);
}

class FieldObserverOnDevice : public test::OnDevice {};

TEST_F(FieldObserverOnDevice, finds_what_functions_on_the_host_find)
{
    const auto device = runtime::make_cuda_machine();
    for (const Problem& problem : problems_to_observe()) {
        const double ulps = 4.0 * expression::ulps_of_functions;  // of two functions and a sum
        expect_the_host_results<double>(*device, problem, ulps);
        expect_the_host_results<float>(*device, problem, ulps);
    }
}

// Rows of all scales, of which a device sums up some twice; and a value that is not finite.
TEST_F(FieldObserverOnDevice, norms_have_the_bits_of_the_host_whatever_the_size_of_values)
{
    const auto device = runtime::make_cuda_machine();
    const Problem problem = test::box({150, 6, 5}, {test::neumann, test::periodic, test::neumann});
    std::vector<double> values = test::random_values<double>(problem, 3);
    for (std::size_t n = 0; n < values.size(); ++n) {
        values[n] *= n < 450 ? 1e-200 : n < 900 ? 1e170 : 1.0;
    }
    FieldObserver<double> observer{problem, *device};
    const auto found = [&] {
        const runtime::Array there = device->copied_and_wait(std::as_bytes(std::span{values}));
        return observer.norms_and_wait(there.as<double>(), nullptr);
    };
    expect_close(found(), norms_of(problem, std::span<const double>{values}), 0.0);
    values[77] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(std::isinf(found().max));
}

}  // namespace
}  // namespace tobiuo::poisson
