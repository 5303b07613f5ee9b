// SPDX-License-Identifier: BSD-3-Clause
// Eddies of an example, and their viscosity by the formulas of the papers.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "kernels/flow/eddy_items.hpp"
#include "kernels/flow/plain_stage.hpp"
#include "tests/kernels/flow/flow_example.hpp"

namespace tobiuo::flow {

inline constexpr std::array eddy_forms{EddyForm::none, EddyForm::smagorinsky, EddyForm::wale,
                                       EddyForm::vreman};

template <typename T>
class EddyExample {
public:
    explicit EddyExample(const ExampleShape& shape, bool carries_scalar = false)
        : example{shape, carries_scalar, true}
    {
        for (int axis = 0; axis < 3; ++axis) {
            const long long count = box().counts[axis];
            first_[static_cast<std::size_t>(axis)] = tables.size();
            for (long long cell = 0; cell < count; ++cell) {
                tables.push_back(static_cast<T>(0.3 + 0.01 * static_cast<double>(cell)));
            }
            for (long long cell = 0; cell < count; ++cell) {
                tables.push_back(static_cast<T>(0.1 + 0.2 * static_cast<double>(cell)));
            }
        }
        for (long long n = 0; n < box().points(); ++n) {
            added.push_back(0.001 * static_cast<double>(n % 7));
        }
    }

    [[nodiscard]] Box<T> box() const { return example.box(); }

    /// On the host. Smagorinsky's model is damped.
    [[nodiscard]] FindViscosity<T> item(EddyForm form, T* to) const
    {
        FindViscosity<T> item{.box = box(), .to = to, .rules = rules_with(form, tables.data())};
        item.arrays.impulse = example.impulse.data();
        for (int axis = 0; axis < 3; ++axis) {
            item.arrays.velocity[axis] = example.velocity[axis].data();
        }
        item.rules.added.values = added.data();
        item.arrays.scalar = example.scalar.data();
        return item;
    }
    /// With a copy of the tables, and nothing added.
    [[nodiscard]] EddyRules<T> rules_with(EddyForm form, const T* from) const
    {
        EddyRules<T> rules{.form = form,
                           .constant_squared = static_cast<T>(0.2),
                           .damps = form == EddyForm::smagorinsky,
                           .per_prandtl = static_cast<T>(example.scalar.empty() ? 0.0 : 1.5)};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            rules.filter[axis] = from + first_.at(axis);
            rules.distance[axis] = rules.filter[axis] + box().counts[axis];
        }
        return rules;
    }

    [[nodiscard]] std::vector<T> expected(EddyForm form) const
    {
        const Box<T> all = box();
        const double* added_here = added.data();
        std::vector<T> viscosity;
        const PlainVelocity<T> velocity{all, velocity_pointers().data(), example.impulse.data()};
        for (long long k = 0; k < all.counts[2]; ++k) {
            for (long long j = 0; j < all.counts[1]; ++j) {
                for (long long i = 0; i < all.counts[0]; ++i) {
                    viscosity.push_back(static_cast<T>(static_cast<double>(all.viscosity) +
                                                       *added_here++ +
                                                       of_eddies(form, velocity, {i, j, k})));
                }
            }
        }
        return viscosity;
    }

    FlowExample<T> example;
    std::vector<T> tables;
    std::vector<double> added;

private:
    using Cell = std::array<long long, 3>;
    using Matrix = std::array<std::array<double, 3>, 3>;

    [[nodiscard]] double velocity_at(const PlainVelocity<T>& velocity, std::size_t a, Cell at,
                                     std::size_t along, long long by) const
    {
        at.at(along) += by;
        return static_cast<double>(velocity.at(static_cast<int>(a), at[0], at[1], at[2]));
    }

    [[nodiscard]] Matrix gradient(const PlainVelocity<T>& velocity, const Cell& cell) const
    {
        const Box<T> all = box();
        Matrix g{};
        for (std::size_t a = 0; a < 3; ++a) {
            for (std::size_t b = 0; b < 3; ++b) {
                if (a == b) {
                    g[a][a] = static_cast<double>(all.axes[a].per_width[cell[a]]) *
                              (velocity_at(velocity, a, cell, a, 0) -
                               velocity_at(velocity, a, cell, a, -1));
                    continue;
                }
                for (const long long face : {-1, 0}) {
                    for (const long long edge : {-1, 0}) {
                        Cell from = cell;
                        from[a] += face;
                        g[a][b] += 0.25 * static_cast<double>(all.axes[b].per_gap[cell[b] + edge]) *
                                   (velocity_at(velocity, a, from, b, edge + 1) -
                                    velocity_at(velocity, a, from, b, edge));
                    }
                }
            }
        }
        return g;
    }

    [[nodiscard]] double of_eddies(EddyForm form, const PlainVelocity<T>& velocity,
                                   const Cell& cell) const
    {
        const Matrix g = gradient(velocity, cell);
        const Box<T> all = box();
        double filter_squared = 1.0;
        double wall = std::numeric_limits<double>::infinity();
        double strain = 0.0;
        double sum = 0.0;
        Matrix square{};
        Matrix beta{};
        for (std::size_t a = 0; a < 3; ++a) {
            const auto at = static_cast<double>(cell[a]);
            filter_squared *= 0.3 + 0.01 * at;
            wall = std::min(wall, 0.1 + 0.2 * at);
            for (std::size_t b = 0; b < 3; ++b) {
                strain += std::pow((g[a][b] + g[b][a]) / 2.0, 2);
                sum += g[a][b] * g[a][b];
                for (std::size_t c = 0; c < 3; ++c) {
                    const double width =
                        all.is_absent(static_cast<int>(c))
                            ? 0.0
                            : 1.0 / static_cast<double>(all.axes[c].per_width[cell[c]]);
                    square[a][b] += g[a][c] * g[c][b];
                    beta[a][b] += width * width * g[a][c] * g[b][c];
                }
            }
        }
        const double trace = (square[0][0] + square[1][1] + square[2][2]) / 3.0;
        double deviator = 0.0;
        for (std::size_t a = 0; a < 3; ++a) {
            for (std::size_t b = 0; b < 3; ++b) {
                deviator +=
                    std::pow((square[a][b] + square[b][a]) / 2.0 - (a == b ? trace : 0.0), 2);
            }
        }
        const auto minor = [&](std::size_t a, std::size_t b) {
            return beta[a][a] * beta[b][b] - beta[a][b] * beta[a][b];
        };
        constexpr double constant_squared = 0.2;
        switch (form) {
            case EddyForm::none:
                return 0.0;
            case EddyForm::smagorinsky:
                return std::sqrt(2.0 * strain) /
                       (1.0 / (constant_squared * filter_squared) + 1.0 / (0.16 * wall * wall));
            case EddyForm::wale:
                return constant_squared * filter_squared * std::pow(deviator, 1.5) /
                       (std::pow(strain, 2.5) + std::pow(deviator, 1.25));
            case EddyForm::vreman:
                return constant_squared *
                       std::sqrt(std::max(minor(0, 1) + minor(0, 2) + minor(1, 2), 0.0) / sum);
        }
        return 0.0;
    }

    struct Pointers {
        const T* of[3];
        [[nodiscard]] auto data() const -> const T* const (&)[3] { return of; }
    };
    [[nodiscard]] Pointers velocity_pointers() const
    {
        return {
            {example.velocity[0].data(), example.velocity[1].data(), example.velocity[2].data()}};
    }

    std::array<std::size_t, 3> first_{};
};

/// Powers of sums of about thirty terms.
template <typename T>
void expect_eddies(const std::vector<T>& found, const std::vector<T>& expected)
{
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t at = 0; at < expected.size(); ++at) {
        ASSERT_NEAR(found[at], expected[at],
                    1000 * std::numeric_limits<T>::epsilon() * (1 + expected[at]))
            << "at " << at;
    }
}

}  // namespace tobiuo::flow
