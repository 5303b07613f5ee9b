// SPDX-License-Identifier: BSD-3-Clause
// A solve of the GPU on the host, block by block through the kernels' own code.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "kernels/fft/kernel/pass_twin.hpp"
#include "kernels/fft/kernel/tables.hpp"
#include "kernels/fft/pass/merged_form.hpp"
#include "kernels/tridiagonal/line/integrate_line_twin.hpp"
#include "kernels/tridiagonal/line/line_integrator.hpp"
#include "kernels/tridiagonal/line/solve_line.hpp"
#include "kernels/tridiagonal/tile/tile_twin.hpp"
#include "kernels/tridiagonal/toeplitz/toeplitz_twin.hpp"
#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/axis/tile_rows.hpp"
#include "solvers/poisson/device/tile_layout.hpp"
#include "solvers/poisson/host/host_solver.hpp"
#include "tests/kernels/dense/product_twin.hpp"
#include "tests/solvers/poisson/device/solve_twin/twin_cases.hpp"

namespace tobiuo::test {

/// `eliminates`: whether systems along an axis were eliminated, which rounds once for each row.
template <typename T>
void expect_solution_of_host(const poisson::Problem& problem, const std::vector<T>& f,
                             const std::vector<T>& u, double removed_mean, bool eliminates)
{
    const poisson::HostSolver host{problem};
    std::vector<T> expected(f.size());
    const auto solved = host.solve(std::span<const T>{f}, std::span<T>{expected});
    const double epsilon = std::numeric_limits<T>::epsilon();
    EXPECT_LE(relative_difference(u, expected), (eliminates ? 64.0 : 16.0) * epsilon)
        << poisson::describe(problem);
    EXPECT_NEAR(removed_mean, solved.removed_mean, 16.0 * epsilon);
}

template <typename T>
class SolveTwin {
public:
    explicit SolveTwin(const TwinCase& one) : SolveTwin{one, random_values<T>(one.problem, 5)} {}

    SolveTwin(const TwinCase& one, Source source)
        : SolveTwin{one, long_line<T>(one.problem, source)}
    {
    }

    SolveTwin(const TwinCase& one, std::vector<T> f)
        : SolveTwin{one.problem, one.schedule(), std::move(f)}
    {
        program_ = program_of(problem_, solve_);
        add_products(program_, problem_, one.dense());
        if (program_.between_products) {
            whole_f_ = f_;
            field_ = u_;
            run_products(true);
            f_ = array_at(*program_.between_products);
        }
    }

    SolveTwin(poisson::Problem problem, poisson::SolveSchedule solve, std::vector<T> f)
        : problem_{std::move(problem)},
          solve_{std::move(solve)},
          inner_axis_(solve_.inner.begin(), solve_.inner.end()),
          outer_axis_(solve_.outer.begin(), solve_.outer.end()),
          along_(solve_.along.begin(), solve_.along.end()),
          f_{std::move(f)},
          u_(f_.size(), std::numeric_limits<T>::quiet_NaN()),
          work_(static_cast<std::size_t>(2 * solve_.forward.work_values),
                std::numeric_limits<T>::quiet_NaN())
    {
    }

    /// Sets the modes of a chunk, whose rows lie without padding in `values`.
    void take_modes(const std::vector<T>& values)
    {
        u_ = values;
        if (!work_.empty()) {
            std::ranges::fill(work_, T{});
            for_each_row([&](std::size_t in_work, std::size_t at) {
                std::copy_n(values.data() + at, row(), work_.data() + in_work);
            });
        }
    }
    [[nodiscard]] std::vector<T> modes() const
    {
        std::vector<T> values = u_;
        if (!work_.empty()) {
            for_each_row([&](std::size_t in_work, std::size_t at) {
                std::copy_n(work_.data() + in_work, row(), values.data() + at);
            });
        }
        return values;
    }
    /// The modes where passes have them, with the padding of rows.
    void take_padded_modes(const std::vector<T>& values) { (work_.empty() ? u_ : work_) = values; }
    [[nodiscard]] const std::vector<T>& padded_modes() const { return work_.empty() ? u_ : work_; }
    [[nodiscard]] const std::vector<T>& solution() const { return u_; }
    [[nodiscard]] double constant() const { return static_cast<double>(constant_); }

    template <fft::PassForm form>
    void run(fft::Array from, fft::Array to)
    {
        run_in<form>(data(from), data(to));
    }

    /// Runs merged passes plane by plane, with the second pass one plane behind the first. Bytes
    /// that are discarded from L2, in whole cache lines, would then be missing if a plane still
    /// needed them.
    template <fft::PassForm first, fft::PassForm second>
    void run_merged(const std::array<fft::Array, 3>& arrays,
                    const std::array<long long, 3>& plane_bytes, int planes,
                    long long discard_bytes)
    {
        const auto at = [&](std::size_t array, int plane) {
            return data(arrays.at(array)) +
                   plane * (plane_bytes.at(array) / static_cast<long long>(sizeof(T)));
        };
        run_in<first>(at(0, 0), at(1, 0));
        for (int plane = 0; plane < planes; ++plane) {
            if (plane + 1 < planes) {
                run_in<first>(at(0, plane + 1), at(1, plane + 1));
            }
            run_in<second>(at(1, plane), at(2, plane));
            const fft::MergedForm form{.first = first,
                                       .second = second,
                                       .middle_bytes = plane_bytes[1],
                                       .discard_bytes = discard_bytes};
            for (int number = 0; discard_bytes > 0 && number < form.second_items(); ++number) {
                spend(arrays[1], plane * plane_bytes[1], form.discarded(number));
            }
        }
    }

    void run_systems()
    {
        const poisson::SystemLines& lines = *solve_.systems;
        const poisson::ThreePoint points = poisson::three_point(problem_, lines.axis);
        if (solve_.forward.steps.empty() && work_.empty()) {
            u_ = f_;
        }
        std::vector<T>& array = work_.empty() ? u_ : work_;
        std::vector<double> losses(array.size());
        const tridiagonal::Systems<T> systems{
            .rows = poisson::rows_of(points),
            .inner = solve_.inner.data(),
            .outer = solve_.outer.data(),
            .scale = 1.0 / solve_.round_trip,
            .data = array.data(),
            .losses = losses.data(),
            .constant = poisson::has_null_space(problem_) ? &constant_ : nullptr,
            .step = lines.step,
            .inner_count = lines.inner_count,
            .beside_step = lines.beside_step,
            .beyond_count = lines.beyond_count,
            .beyond_step = lines.beyond_step};
        for (long long line = 0; line < lines.inner_count * lines.beyond_count; ++line) {
            tridiagonal::LineSolve<T>{systems, line,
                                      [](double square) { return std::sqrt(square); }}
                .run();
        }
    }

    template <int values, int tile>
    void run_tiles()
    {
        if (solve_.forward.steps.empty()) {
            u_ = f_;
        }
        const tridiagonal::ColumnTiles& tiles = solve_.tiles->tiles;
        const poisson::ThreePoint points = poisson::three_point(problem_, solve_.systems->axis);
        const poisson::TileRows<T> rows{points, static_cast<std::size_t>(tiles.room())};
        std::vector<T> loss_before(static_cast<std::size_t>(tiles.parts()));
        auto systems = poisson::systems_without_arrays<T>(*solve_.systems, *solve_.tiles,
                                                          rows.square, solve_.round_trip);
        systems.width = rows.width.data();
        systems.conductance = rows.conductance.data();
        systems.loss_before = loss_before.data();
        std::vector<T> loss_behind(static_cast<std::size_t>(tiles.columns));
        systems.loss_behind =
            points.sides.upper == poisson::Condition::open ? loss_behind.data() : nullptr;
        systems.first_unbounded = points.sides.lower == poisson::Condition::open;
        systems.level = rows.level;
        systems.inner = solve_.inner.data();
        systems.outer = solve_.outer.data();
        systems.data = (work_.empty() ? u_ : work_).data();
        systems.constant = &constant_;
        tridiagonal::solve_tiles_on_host<values, tile>(systems, tiles);
    }

    template <tridiagonal::ToeplitzForm form>
    void run_recurrences()
    {
        const poisson::Recurrences& recurrences = *solve_.recurrences;
        tridiagonal::solve_toeplitz_on_host<form, T>(
            {.data = work_.empty() ? u_.data() : work_.data(),
             .inner = solve_.inner.data(),
             .inner_count = recurrences.inner_count,
             .outer = solve_.outer.data(),
             .diffusion = recurrences.diffusion,
             .scale = 1.0 / solve_.round_trip,
             .zero_mode = recurrences.zero_mode,
             .constant = poisson::has_null_space(problem_) ? &constant_ : nullptr});
    }

    void run_line()
    {
        T* const constant = poisson::has_null_space(problem_) ? &constant_ : nullptr;
        tridiagonal::integrate_line_on_host(solve_.line->of(f_.data(), u_.data(), constant),
                                            tridiagonal::line_threads(solve_.line->rows));
    }

    void expect_agreement()
    {
        if (program_.between_products) {
            array_at(*program_.between_products) = std::vector<T>{u_};
            f_ = whole_f_;
            run_products(false);
        }
        expect_solution_of_host<T>(problem_, f_, u_,
                                   static_cast<double>(constant_) / solve_.round_trip,
                                   solve_.systems.has_value());
    }

    /// Solves a line of one dimension.
    void expect_small_errors() const
    {
        const double removed = static_cast<double>(constant_) / solve_.round_trip;
        const LineErrors errors = line_errors(problem_, f_, removed, u_);
        EXPECT_LT(errors.residual, most_line_errors) << poisson::describe(problem_);
        EXPECT_LT(errors.mean, most_line_errors) << poisson::describe(problem_);
    }

    /// Compares with the solution in double precision.
    void expect_what_transforms_lose() const
    {
        const std::vector<double> f(f_.begin(), f_.end());
        poisson::Problem problem = problem_;
        problem.precision = Precision::fp64;
        std::vector<double> exact(f.size());
        poisson::HostSolver{problem}.solve(f, exact);
        EXPECT_LT(error_in_eps(problem_, f, exact, u_), most_line_errors)
            << poisson::describe(problem_);
    }

private:
    [[nodiscard]] std::vector<T>& array_at(poisson::ProductPlace place)
    {
        return place == poisson::ProductPlace::f   ? f_
               : place == poisson::ProductPlace::u ? u_
                                                   : field_;
    }
    /// The products before all other steps, or those after them.
    void run_products(bool before)
    {
        bool reached = false;
        for (const poisson::SolveStep& step : program_.steps) {
            const auto* one = std::get_if<poisson::ProductOfLines>(&step);
            reached = reached || one == nullptr;
            if (one == nullptr || reached == before) {
                continue;
            }
            std::vector<T> matrix(static_cast<std::size_t>(one->count * one->count));
            std::memcpy(matrix.data(), program_.array(one->matrix).values.data(),
                        matrix.size() * sizeof(T));
            run_product_on_host<T>({.matrix = matrix.data(),
                                    .in = array_at(one->from).data(),
                                    .out = array_at(one->to).data(),
                                    .count = one->count,
                                    .columns = one->columns,
                                    .planes = one->planes},
                                   one->columns == 1);
        }
    }

    [[nodiscard]] std::size_t row() const
    {
        return static_cast<std::size_t>(poisson::unknowns(problem_, 0).count);
    }
    /// Calls call(place in the work array, place in an array without padding) for each row of x.
    template <typename Call>
    void for_each_row(const Call& call) const
    {
        const std::size_t rows = u_.size() / row();
        const std::size_t pitch = work_.size() / rows;
        for (std::size_t n = 0; n < rows; ++n) {
            call(n * pitch, n * row());
        }
    }

    T* data(fft::Array array)
    {
        return array == fft::Array::input    ? f_.data()
               : array == fft::Array::output ? u_.data()
                                             : work_.data();
    }

    /// Overwrites the cache lines of these bytes after `offset` with NaN.
    void spend(fft::Array array, long long offset, const fft::MergedForm::Bytes& bytes)
    {
        constexpr long long line = fft::MergedForm::cache_line_bytes;
        const auto all = static_cast<long long>(work_.size() * sizeof(T));
        const long long begin = (offset + bytes.begin) / line * line;
        const long long end = (offset + bytes.end + line - 1) / line * line;
        std::fill(data(array) + begin / static_cast<long long>(sizeof(T)),
                  data(array) + std::min(end, all) / static_cast<long long>(sizeof(T)),
                  std::numeric_limits<T>::quiet_NaN());
    }

    template <fft::PassForm form>
    void run_in(const T* in, T* out)
    {
        const fft::HostTables<T> tables{form};
        fft::PassTables<T> view = tables.view();
        const auto pick = [](const std::vector<T>& rounded, const std::vector<double>& wide) {
            return form.pairs.wide_symbol ? static_cast<const void*>(wide.data()) : rounded.data();
        };
        view.symbol = {.inner = pick(inner_axis_, solve_.inner),
                       .outer = pick(outer_axis_, solve_.outer),
                       .along = pick(along_, solve_.along),
                       .constant = poisson::has_null_space(problem_) ? &constant_ : nullptr};
        fft::run_pass_on_host<form, T>(in, out, view);
    }

    poisson::Problem problem_;
    poisson::SolveSchedule solve_;
    std::vector<T> inner_axis_;
    std::vector<T> outer_axis_;
    std::vector<T> along_;
    std::vector<T> f_;
    std::vector<T> u_;
    std::vector<T> work_;
    poisson::SolveProgram program_ = {};
    std::vector<T> whole_f_;  ///< with dense axes, of which f_ has the modes
    std::vector<T> field_;
    T constant_{};
};

}  // namespace tobiuo::test
