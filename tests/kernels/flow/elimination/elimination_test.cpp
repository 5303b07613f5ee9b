// SPDX-License-Identifier: BSD-3-Clause
// The elimination of the systems of implicit diffusion, whole and in the parts of a device.
#include "kernels/flow/elimination/host_elimination.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

#include "tests/kernels/flow/elimination/elimination_example.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::flow {
namespace {

using ::testing::Each;
using ::testing::IsNan;
using ::testing::Not;

/// One system of tables that are eliminated, of which the diagonal is found without them.
class EliminatedSystem {
public:
    EliminatedSystem(const Elimination<double>& all, int number)
        : count_{static_cast<std::size_t>(all.count)}, periodic_{all.periodic}
    {
        const double* first = all.tables + number * arrays_of_system * all.count;
        for (std::vector<double>* array : {&lower_, &upper_, &share_, &loss_, &closing_}) {
            array->assign(first, first + all.count);
            first += all.count;
        }
        const double* const factors = all.factors[number % line_kinds];
        for (std::size_t k = 0; k < count_; ++k) {
            diagonal_.push_back(1.0 + lower_[k] + upper_[k]);
        }
        if (!periodic_) {
            diagonal_.front() -= factors[0] * lower_.front();
            diagonal_.back() -= factors[1] * upper_.back();
        }
    }

    /// Solves the system of `right` as LineSystem says, and returns the largest residual of a row
    /// over the size that its terms could have.
    [[nodiscard]] double residual(const std::vector<double>& right) const
    {
        const std::vector<double> x = solved(right);
        const double size = std::abs(*std::ranges::max_element(
            x, [](double a, double b) { return std::abs(a) < std::abs(b); }));
        double largest = 0.0;
        for (std::size_t k = 0; k < count_; ++k) {
            const std::size_t before = k > 0 ? k - 1 : count_ - 1;
            const std::size_t behind = k + 1 < count_ ? k + 1 : 0;
            const double from_before = k > 0 || periodic_ ? lower_[k] * x[before] : 0.0;
            const double from_behind = k + 1 < count_ || periodic_ ? upper_[k] * x[behind] : 0.0;
            const double missing =
                std::abs(diagonal_[k] * x[k] - from_before - from_behind - right[k]);
            const double terms = (diagonal_[k] + lower_[k] + upper_[k]) * size + std::abs(right[k]);
            largest = missing <= largest * terms ? largest : missing / terms;
        }
        return largest;
    }

    [[nodiscard]] std::vector<double> solved(const std::vector<double>& right) const
    {
        std::vector<double> x = right;
        const std::size_t end = periodic_ ? count_ - 1 : count_;
        for (std::size_t k = 0; k < end; ++k) {
            x[k] = share_[k] * (x[k] + (k > 0 ? lower_[k] * x[k - 1] : 0.0));
        }
        for (std::size_t k = end - 1; k-- > 0;) {
            x[k] = x[k + 1] + (x[k] - loss_[k] * x[k + 1]);
        }
        if (periodic_) {
            x[end] = share_[end] * (x[end] + upper_[end] * x[0] + lower_[end] * x[end - 1]);
            for (std::size_t k = 0; k < end; ++k) {
                x[k] += closing_[k] * x[end];
            }
        }
        return x;
    }

private:
    std::size_t count_;
    bool periodic_;
    std::vector<double> lower_;
    std::vector<double> upper_;
    std::vector<double> share_;
    std::vector<double> loss_;
    std::vector<double> closing_;
    std::vector<double> diagonal_;
};

class FlowElimination : public ::testing::TestWithParam<EliminationShape> {
protected:
    [[nodiscard]] static double worst(int parts)
    {
        EliminationExample<double> example{GetParam()};
        const Elimination<double> all = example.elimination(0.25);
        eliminate_on_host(all, parts);
        std::mt19937_64 engine{5};
        std::uniform_real_distribution<double> uniform{-1.0, 1.0};
        std::vector<double> right(static_cast<std::size_t>(all.count));
        for (double& value : right) {
            value = uniform(engine);
        }
        double largest = 0.0;
        for (int number = 0; number < line_systems; ++number) {
            largest = std::max(largest, EliminatedSystem{all, number}.residual(right));
        }
        return largest;
    }
};

TEST_P(FlowElimination, solves_the_systems)
{
    EXPECT_LT(worst(1), test::eliminated_row<double>);
}

/// Errors of a part grow by a factor of its rows at most.
TEST_P(FlowElimination, solves_them_in_parts)
{
    EXPECT_LT(worst(elimination_parts), rows_of_part(GetParam()) * test::eliminated_row<double>);
}

/// Exchanges that are single precision are the same numbers in double.
TEST_P(FlowElimination, computes_in_double)
{
    EliminationExample<float> single{GetParam()};
    EliminationExample<double> exact{GetParam()};
    exact.exchanges.assign(single.exchanges.begin(), single.exchanges.end());
    eliminate_on_host(single.elimination(0.25), elimination_parts);
    eliminate_on_host(exact.elimination(0.25), elimination_parts);
    EXPECT_EQ(single.tables, std::vector<float>(exact.tables.begin(), exact.tables.end()));
}

/// Nothing leaves a line between faces whose mirror images are equal, and nothing a periodic one.
TEST_P(FlowElimination, keeps_a_constant_however_long_the_step)
{
    EliminationExample<double> example{GetParam()};
    Elimination<double> all = example.elimination(1e9);
    for (auto& factors : all.factors) {
        std::ranges::fill(factors, 1.0);
    }
    eliminate_on_host(all, elimination_parts);
    const std::vector<double> ones(static_cast<std::size_t>(all.count), 1.0);
    const double bound = rows_of_part(GetParam()) * test::eliminated_row<double> +
                         test::carried_constant<double>(all.count);
    for (int number = 0; number < line_systems; ++number) {
        for (const double value : EliminatedSystem{all, number}.solved(ones)) {
            ASSERT_NEAR(value, 1.0, bound);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(, FlowElimination, ::testing::ValuesIn(elimination_shapes()));

TEST(FlowEliminationTables, are_made_once_for_a_time_step)
{
    EliminationExample<double> example{{.count = 40, .periodic = false, .strength = 1.0}};
    EXPECT_THAT(example.tables, Each(IsNan()));
    eliminate_on_host(example.elimination(0.5));
    const std::vector<double> made = example.tables;
    EXPECT_THAT(made, Each(Not(IsNan())));
    example.tables.front() = 7.0;
    eliminate_on_host(example.elimination(0.5));
    EXPECT_EQ(example.tables.front(), 7.0);
    eliminate_on_host(example.elimination(0.25));
    EXPECT_NE(example.tables, made);
    eliminate_on_host(example.elimination(0.5));
    EXPECT_EQ(example.tables, made);
}

}  // namespace
}  // namespace tobiuo::flow
