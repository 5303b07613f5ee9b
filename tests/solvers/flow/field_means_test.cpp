// SPDX-License-Identifier: BSD-3-Clause
// Means over time of the cells of a flow, beside those of plain formulas.
#include "solvers/flow/field_means.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "solvers/cell_box.hpp"
#include "tests/solvers/flow/rank_flows.hpp"
#include "tests/solvers/flow/state_to_observe.hpp"
#include "tests/support/device.hpp"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo::flow {
namespace {

/// A box with walls across y that carries a scalar; nothing of a state is behind its arrays.
Problem warm_channel()
{
    Problem problem{.grid = box({6, 5, 8}, {1.2, 0.7, 1.0}), .viscosity = 0.03};
    problem.faces[1] = {.lower = {.kind = FaceKind::no_slip},
                        .upper = {.kind = FaceKind::no_slip, .velocity = {0.4, 0.0, -0.3}}};
    problem.scalar = Scalar{.diffusivity = 0.1};
    return problem;
}

/// The flow after so many steps.
std::vector<StateToObserve> states(const Problem& problem, int count)
{
    std::vector<StateToObserve> all;
    Solver solver = started_with(problem, swirl(), layers);
    for (int step = 0; step < count; ++step) {
        solver.step(2e-2);
        StateToObserve& now = all.emplace_back();
        now.state = state_of(solver);
        now.pressure.resize(static_cast<std::size_t>(points(problem)));
        solver.pressure(now.pressure.data());
    }
    return all;
}

/// u, v, w, p and the scalar in the cells, [cell][quantity].
std::vector<std::array<double, 5>> cells_of(const Problem& problem, const StateToObserve& one)
{
    const auto machine = runtime::make_host_machine(1);
    StateObserver<double> observer{problem, *machine};
    const auto count = static_cast<std::size_t>(points(problem));
    std::vector<double> velocity(3 * count);
    std::vector<double> scalar(count);
    observer.copy_cells(all_cells(problem.grid),
                        observer.join(one.state.data(), one.pressure.data(), nullptr),
                        {.velocity = velocity.data(), .scalar = scalar.data()}, nullptr);
    std::vector<std::array<double, 5>> cells(count);
    for (std::size_t n = 0; n < count; ++n) {
        cells[n] = {velocity[3 * n], velocity[3 * n + 1], velocity[3 * n + 2], one.pressure[n],
                    scalar[n]};
    }
    return cells;
}

/// The means of cells, and the sums of products of deviations from them, in the order of MeanForm.
std::vector<double> expected_means(const Problem& problem, const std::vector<StateToObserve>& all,
                                   const MeanForm& form)
{
    const auto count = static_cast<std::size_t>(points(problem));
    std::vector<std::vector<std::array<double, 5>>> samples;
    for (const StateToObserve& one : all) {
        samples.push_back(cells_of(problem, one));
    }
    const auto mean = [&](std::size_t cell, std::size_t of) {
        double sum = 0.0;
        for (const auto& sample : samples) {
            sum += sample[cell].at(of);
        }
        return sum / static_cast<double>(samples.size());
    };
    const auto product = [&](std::size_t cell, std::size_t of, std::size_t other) {
        double sum = 0.0;
        for (const auto& sample : samples) {
            sum += (sample[cell].at(of) - mean(cell, of)) *
                   (sample[cell].at(other) - mean(cell, other));
        }
        return sum;
    };
    std::vector<double> values;
    const auto add_mean = [&](std::size_t of) {
        for (std::size_t cell = 0; cell < count; ++cell) {
            values.push_back(mean(cell, of));
        }
    };
    const auto add_product = [&](std::size_t of, std::size_t other) {
        for (std::size_t cell = 0; cell < count; ++cell) {
            values.push_back(product(cell, of, other));
        }
    };
    for (std::size_t c = 0; c < 3 && form.velocity; ++c) {
        add_mean(c);
    }
    for (std::size_t c = 0; c < 3 && form.velocity; ++c) {
        add_product(c, c);
    }
    if (form.stresses) {
        add_product(0, 1);
        add_product(1, 2);
        add_product(0, 2);
    }
    for (const std::size_t of : {3U, 4U}) {
        if (of == 3U ? !form.pressure : form.scalars == 0) {
            continue;
        }
        add_mean(of);
        add_product(of, of);
        for (std::size_t c = 0; c < 3 && form.has_fluxes() && of == 4U; ++c) {
            add_product(c, of);
        }
    }
    return values;
}

std::vector<double> found_means(const Problem& problem, const Placement& placement,
                                const runtime::Machine& machine,
                                const std::vector<StateToObserve>& all, const MeanForm& form)
{
    StateObserver<double> observer{problem, placement, machine};
    FieldMeans<double> means{form, points(problem, placement.slab), machine};
    std::int64_t samples = 0;
    for (const StateToObserve& one : all) {
        const runtime::Array state = machine.copied_and_wait(std::as_bytes(std::span{one.state}));
        const runtime::Array pressure =
            machine.copied_and_wait(std::as_bytes(std::span{one.pressure}));
        means.add(observer, ++samples, state.as<double>(), pressure.as<double>(), nullptr);
    }
    std::vector<double> values(static_cast<std::size_t>(means.values()));
    means.read_and_wait(0, values, nullptr);
    return values;
}

void expect_plain_means(const runtime::Machine& machine)
{
    const Problem problem = warm_channel();
    const std::vector<StateToObserve> all = states(problem, 5);
    for (const MeanForm& form :
         {MeanForm{.velocity = true}, MeanForm{.pressure = true},
          MeanForm{.velocity = true, .pressure = true, .scalars = 1},
          MeanForm{.velocity = true, .stresses = true, .pressure = true, .scalars = 1},
          MeanForm{.velocity = true, .stresses = true, .scalars = 1}}) {
        const std::vector<double> found = found_means(problem, whole(problem), machine, all, form);
        const std::vector<double> expected = expected_means(problem, all, form);
        ASSERT_EQ(found.size(), expected.size());
        ASSERT_EQ(found.size(), static_cast<std::size_t>(form.values() * points(problem)));
        for (std::size_t n = 0; n < found.size(); ++n) {
            EXPECT_NEAR(found[n], expected[n], order_of_sums) << n;
        }
    }
}

TEST(FieldMeans, are_those_of_plain_formulas)
{
    expect_plain_means(*runtime::make_host_machine(2));
}

TEST(FieldMeans, tell_small_fluctuations_beside_a_large_mean)
{
    const Problem problem{.grid = box({4, 3, 2}, {1, 1, 1}), .viscosity = 0.1};
    constexpr double mean = 1e6;
    constexpr double part = 1e-3;
    const auto count = static_cast<std::size_t>(points(problem));
    std::vector<StateToObserve> all;
    for (int n = 0; n < 8; ++n) {
        all.push_back({.state = std::vector<double>(3 * count, mean + (n % 2 == 0 ? part : -part)),
                       .pressure = std::vector<double>(count)});
    }
    const std::vector<double> found = found_means(
        problem, whole(problem), *runtime::make_host_machine(1), all, {.velocity = true});
    EXPECT_NEAR(found.front(), mean, 1e-9);
    // The values themselves are rounded by 1e-10 or so, a product of two of them is by 1e-4.
    EXPECT_NEAR(std::sqrt(found[3 * count] / 8.0), part, 1e-9);
}

TEST(FieldMeans, have_the_same_bits_on_ranks)
{
    const Problem problem = warm_channel();
    const std::vector<StateToObserve> all = states(problem, 3);
    const MeanForm form{.velocity = true, .stresses = true, .pressure = true, .scalars = 1};
    const auto host = runtime::make_host_machine(1);
    const std::vector<double> expected = found_means(problem, whole(problem), *host, all, form);
    for (const int size : {2, 3}) {
        test::on_ranks(size, [&](const Communicator& ranks) {
            const poisson::Planes own = planes_of_rank(problem, ranks.rank(), size);
            std::vector<StateToObserve> parts;
            for (const StateToObserve& one : all) {
                parts.push_back(
                    {.state = {}, .pressure = cut(one.pressure, problem.grid.axes[2].cells, own)});
                const auto array = static_cast<std::size_t>(points(problem));
                for (std::size_t n = 0; n < 4; ++n) {
                    const auto begin = one.state.begin() + static_cast<std::ptrdiff_t>(n * array);
                    const std::vector<double> mine =
                        cut(std::vector<double>(begin, begin + static_cast<std::ptrdiff_t>(array)),
                            problem.grid.axes[2].cells, own);
                    parts.back().state.insert(parts.back().state.end(), mine.begin(), mine.end());
                }
            }
            const std::vector<double> found =
                found_means(problem, on_rank(problem, ranks), *host, parts, form);
            const std::size_t cells = found.size() / static_cast<std::size_t>(form.values());
            const auto layer = static_cast<std::size_t>(plane_points(problem));
            for (std::size_t n = 0; n < found.size(); ++n) {
                const std::size_t there = n / cells * static_cast<std::size_t>(points(problem)) +
                                          static_cast<std::size_t>(own.first) * layer + n % cells;
                ASSERT_EQ(found[n], expected.at(there)) << n;
            }
        });
    }
}

class FieldMeansOnDevice : public test::OnDevice {};

TEST_F(FieldMeansOnDevice, are_those_of_plain_formulas)
{
    expect_plain_means(*runtime::make_cuda_machine());
}

TEST_F(FieldMeansOnDevice, have_the_bits_of_the_host)
{
    const Problem problem = warm_channel();
    const std::vector<StateToObserve> all = states(problem, 4);
    const MeanForm form{.velocity = true, .stresses = true, .pressure = true, .scalars = 1};
    EXPECT_EQ(found_means(problem, whole(problem), *runtime::make_cuda_machine(), all, form),
              found_means(problem, whole(problem), *runtime::make_host_machine(1), all, form));
}

}  // namespace
}  // namespace tobiuo::flow
