// SPDX-License-Identifier: BSD-3-Clause
// Systems of unequal rows cut into slabs, and their solutions by slabs and in one piece.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "kernels/tridiagonal/unequal/unequal_slab_twin.hpp"
#include "tests/kernels/tridiagonal/slabs_of.hpp"

namespace tobiuo::test {

/// Ten columns with shifts of all sizes, 0 among them, and their right-hand sides.
template <typename T>
class UnequalSlabExample {
public:
    static constexpr long long columns = 10;

    /// `singular`: no wall takes anything from the first and the last row.
    UnequalSlabExample(long long rows, bool singular, long long kept_step)
        : rows_{rows}, singular_{singular}, kept_step_{kept_step}
    {
        const auto at = [](long long row) { return static_cast<double>(row); };
        std::vector<double> fluxes{0.0};
        for (long long k = 1; k < rows; ++k) {
            fluxes.push_back(1.5 + std::sin(at(k)));
        }
        fluxes.push_back(0.0);
        for (std::size_t k = 0; k < static_cast<std::size_t>(rows); ++k) {
            width_.push_back(0.1 + 0.05 * std::cos(0.7 * static_cast<double>(k)));
            below_.push_back(fluxes[k] / width_[k]);
            above_.push_back(fluxes[k + 1] / width_[k]);
        }
        for (long long value = 0; value < columns * rows; ++value) {
            g_.push_back(static_cast<T>(0.25 + std::sin(1.0 + at(value * value % 977))));
        }
    }

    /// Cells between `nodes` and walls that take nothing; every right-hand side is 1.
    UnequalSlabExample(const std::vector<double>& nodes, long long kept_step)
        : rows_{static_cast<long long>(nodes.size()) - 1},
          singular_{true},
          kept_step_{kept_step},
          g_(static_cast<std::size_t>(columns * rows_), T{1})
    {
        for (std::size_t k = 0; k + 1 < nodes.size(); ++k) {
            width_.push_back(nodes[k + 1] - nodes[k]);
        }
        const auto flux = [&](std::size_t k) { return 2.0 / (width_[k] + width_[k + 1]); };
        for (std::size_t k = 0; k < width_.size(); ++k) {
            below_.push_back(k == 0 ? 0.0 : flux(k - 1) / width_[k]);
            above_.push_back(k + 1 == width_.size() ? 0.0 : flux(k) / width_[k]);
        }
    }

    [[nodiscard]] const std::vector<T>& right_side() const { return g_; }
    [[nodiscard]] const std::vector<double>& inner() const { return inner_; }
    [[nodiscard]] const std::vector<double>& outer() const { return outer_; }
    [[nodiscard]] const std::vector<double>& below() const { return below_; }
    [[nodiscard]] const std::vector<double>& above() const { return above_; }
    [[nodiscard]] const std::vector<double>& width() const { return width_; }
    [[nodiscard]] long long rows() const { return rows_; }

    /// The systems, whose arrays are those of this example.
    [[nodiscard]] tridiagonal::UnequalSlabSystems systems() const
    {
        const double wall = singular_ ? 0.0 : 20.0;
        return {.rows = {.below = below_.data(),
                         .above = above_.data(),
                         .width = width_.data(),
                         .first_wall = wall,
                         .last_wall = 2.0 * wall,
                         .count = rows_},
                .inner = inner_.data(),
                .inner_count = static_cast<long long>(inner_.size()),
                .outer = outer_.data(),
                .scale = 0.125,
                .columns = columns,
                .zero_mode = singular_ ? 0 : -1,
                .kept_step = kept_step_};
    }

    struct Solved {
        std::vector<T> u;
        double constant = 0.0;
    };

    [[nodiscard]] Solved solved_by_slabs(long long most) const
    {
        Solved solved{.u = g_};
        const tridiagonal::UnequalSlabSystems all = systems();
        std::array<std::vector<double>, 2> sums;
        sums.fill(std::vector<double>(columns));
        std::vector<double> kept(static_cast<std::size_t>(all.kept_rows() * columns));
        std::array<std::vector<double>, 2> lines;
        lines.fill(std::vector<double>(static_cast<std::size_t>(rows_)));
        const tridiagonal::UnequalSlabSums at{.loss = sums[0].data(),
                                              .solved = sums[1].data(),
                                              .kept = kept.data(),
                                              .line = lines[0].data(),
                                              .heights = lines[1].data(),
                                              .constant = &solved.constant};
        const auto slabs = slabs_of(solved.u.data(), columns, rows_, most, false);
        for (const auto& slab : slabs) {
            rise_on_host(all, at, slab);
        }
        turn_on_host(all, at);
        for (auto slab = slabs.rbegin(); slab != slabs.rend(); ++slab) {
            fall_on_host(all, at, *slab);
        }
        return solved;
    }

    /// By tridiagonal::LineSolve.
    [[nodiscard]] Solved solved_in_one_piece() const
    {
        Solved solved{.u = g_};
        const tridiagonal::UnequalSlabSystems all = systems();
        std::vector<double> losses(g_.size());
        T constant{};
        const tridiagonal::Systems<T> lines{.rows = all.rows,
                                            .inner = all.inner,
                                            .outer = all.outer,
                                            .scale = all.scale,
                                            .data = solved.u.data(),
                                            .losses = losses.data(),
                                            .constant = singular_ ? &constant : nullptr,
                                            .step = columns,
                                            .inner_count = all.inner_count,
                                            .beside_step = 1,
                                            .beyond_count = columns / all.inner_count,
                                            .beyond_step = all.inner_count};
        for (long long line = 0; line < columns; ++line) {
            tridiagonal::LineSolve<T>{lines, line}.run();
        }
        solved.constant = static_cast<double>(constant);
        return solved;
    }

private:
    long long rows_;
    bool singular_;
    long long kept_step_;
    std::vector<double> below_;
    std::vector<double> above_;
    std::vector<double> width_;
    std::vector<double> inner_{0.0, -1e-9, -0.003, -7.0, -1e12};
    std::vector<double> outer_{0.0, -40.0};
    std::vector<T> g_;
};

}  // namespace tobiuo::test
