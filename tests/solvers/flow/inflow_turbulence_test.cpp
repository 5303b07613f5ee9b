// SPDX-License-Identifier: BSD-3-Clause
// Synthetic turbulence of inflow faces: its statistics, its bits, what is refused.
#include <tobiuo/flow/inflow_turbulence.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/flow/turbulence_items.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "runtime/machine/item_kernel.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/problem_parts.hpp"
#include "solvers/flow/turbulent_profiles.hpp"
#include "tests/solvers/flow/flows.hpp"
#include "tests/support/refusal.hpp"

namespace tobiuo::flow {
namespace {

using ::testing::HasSubstr;

constexpr double speed = 2.0;
constexpr double intensity = 0.1;
constexpr double length = 0.5;
constexpr double rounding_of_face = 1e-12;  // of sums over some hundred points

/// A box into which flows a plug through its lower face across x, of 3 or 2 dimensions.
Problem plug(bool is_flat)
{
    Problem problem{.grid = box({10, 12, is_flat ? 1 : 16}, {2.0, 3.0, 4.0}), .viscosity = 0.01};
    problem.faces[0] = {.lower = {.kind = FaceKind::inflow, .velocity = {speed, 0.0, 0.0}},
                        .upper = {.kind = FaceKind::outflow}};
    problem.faces[1] = both(FaceKind::free_slip);
    return problem;
}

Turbulence turbulence_of(std::int64_t seed)
{
    return {.intensity = intensity, .length = length, .seed = seed};
}

Face at(const InflowTurbulence& turbulence, const Problem& problem, double time)
{
    Face face = problem.faces[0].lower;
    turbulence.add(face, time);
    return face;
}

double mean_square(const std::vector<double>& values)
{
    return std::inner_product(values.begin(), values.end(), values.begin(), 0.0) /
           static_cast<double>(values.size());
}

TEST(InflowTurbulence, has_its_intensity_and_no_flux)
{
    for (const bool is_flat : {false, true}) {
        const Problem problem = plug(is_flat);
        const InflowTurbulence turbulence{problem, 0, turbulence_of(3)};
        std::array<double, 3> squares{};
        constexpr int times = 800;
        for (int n = 0; n < times; ++n) {
            const Face face = at(turbulence, problem, 0.11 * n);
            const auto& u = face.profile[0];
            const double mean =
                std::accumulate(u.begin(), u.end(), 0.0) / static_cast<double>(u.size());
            EXPECT_NEAR(mean, speed, rounding_of_face) << "equal cells";
            for (std::size_t c = 0; c < 3; ++c) {
                std::vector<double> rest = face.profile.at(c);
                for (double& value : rest) {
                    value -= c == 0 ? speed : 0.0;
                }
                squares.at(c) += mean_square(rest) / times;
            }
        }
        constexpr double sampled = 0.04;  // of some hundred eddies, and of u without a mean
        EXPECT_NEAR(std::sqrt(squares[0]) / (intensity * speed), 1.0, 2.0 * sampled);
        EXPECT_NEAR(std::sqrt(squares[1]) / (intensity * speed), 1.0, sampled);
        EXPECT_NEAR(std::sqrt(squares[2]) / (intensity * speed), is_flat ? 0.0 : 1.0, sampled);
    }
}

/// The integral of the correlation of u in time at the points of the face, up to its first zero, times
/// the speed.
double measured_length(const Problem& problem, const InflowTurbulence& turbulence)
{
    constexpr double between = 0.05;  // a tenth of the length
    constexpr std::size_t lags = 50;
    constexpr std::size_t times = 600;
    std::vector<std::vector<double>> series;
    for (std::size_t n = 0; n < times + lags; ++n) {
        series.push_back(
            at(turbulence, problem, static_cast<double>(n) * between / speed).profile[0]);
        for (double& value : series.back()) {
            value -= speed;
        }
    }
    double integral = 0.0;
    double first = 0.0;
    for (std::size_t lag = 0; lag < lags; ++lag) {
        double sum = 0.0;
        for (std::size_t n = 0; n < times; ++n) {
            sum += std::inner_product(series[n].begin(), series[n].end(), series[n + lag].begin(),
                                      0.0);
        }
        first = lag == 0 ? sum : first;
        if (sum <= 0.0) {
            break;
        }
        integral += (lag == 0 ? 0.5 : 1.0) * sum / first;
    }
    return integral * between;
}

TEST(InflowTurbulence, has_its_integral_length)
{
    for (const bool is_flat : {false, true}) {
        const Problem problem = plug(is_flat);
        double mean = 0.0;
        constexpr int seeds = 4;
        for (int seed = 1; seed <= seeds; ++seed) {
            mean += measured_length(problem, {problem, 0, turbulence_of(seed)}) / seeds;
        }
        RecordProperty(is_flat ? "flat" : "deep", std::to_string(mean / length));
        EXPECT_NEAR(mean / length, 1.0, 0.15) << (is_flat ? "flat" : "in space");
    }
}

TEST(InflowTurbulence, has_no_divergence_but_for_the_scaling_of_components)
{
    const Problem problem = plug(false);
    double along = 0.0;
    double all = 0.0;
    for (const TurbulentWave& wave : turbulent_waves(problem, 0, turbulence_of(1))) {
        double product = 0.0;
        double k = 0.0;
        double a = 0.0;
        for (std::size_t c = 0; c < 3; ++c) {
            product += wave.wave_number.at(c) * wave.amplitude.at(c);
            k += wave.wave_number.at(c) * wave.wave_number.at(c);
            a += wave.amplitude.at(c) * wave.amplitude.at(c);
        }
        along += product * product;
        all += k * a;
        const double whole = wave.wave_number[2] * 4.0 / (2.0 * std::numbers::pi);
        EXPECT_NEAR(whole, std::round(whole), rounding_of_face) << "z is periodic";
    }
    EXPECT_LT(std::sqrt(along / all), 0.1);
}

TEST(InflowTurbulence, is_as_strong_as_what_flows_at_a_point)
{
    Problem problem = plug(false);
    std::vector<double>& profile = problem.faces[0].lower.profile[0];
    profile.assign(12 * 16, 0.0);
    for (std::size_t point = 0; point < profile.size(); ++point) {
        profile[point] = point % 12 < 4 ? 0.0 : 1.0;  // a wall up to y = 1
    }
    const InflowTurbulence turbulence{problem, 0, turbulence_of(1)};
    EXPECT_NEAR(turbulence.velocity()[0], 1.0, rounding_of_face) << "of what flows in";
    const Face face = at(turbulence, problem, 0.3);
    for (std::size_t point = 0; point < profile.size(); ++point) {
        for (const std::vector<double>& values : face.profile) {
            if (point % 12 < 3) {
                EXPECT_EQ(values[point], 0.0);
            } else if (point % 12 > 3) {
                EXPECT_NE(values[point], 0.0);
            }
        }
    }
}

TEST(InflowTurbulence, is_a_function_of_seed_and_time)
{
    const Problem problem = plug(false);
    const InflowTurbulence one{problem, 0, turbulence_of(1)};
    const InflowTurbulence again{problem, 0, turbulence_of(1)};
    const InflowTurbulence other{problem, 0, turbulence_of(2)};
    static_cast<void>(at(one, problem, 5.0));
    const Face face = at(one, problem, 1.7);
    const int threads = omp_get_max_threads();
    omp_set_num_threads(1);
    EXPECT_EQ(at(again, problem, 1.7).profile, face.profile);
    omp_set_num_threads(threads);
    EXPECT_NE(at(other, problem, 1.7).profile, face.profile);
}

TEST(InflowTurbulence, is_refused_where_it_makes_no_sense)
{
    const auto said = [](const Problem& problem, int face, const Turbulence& turbulence) {
        return test::refusal<std::invalid_argument>([&] {
            const InflowTurbulence made{problem, face, turbulence};
        });
    };
    const Problem problem = plug(false);
    Turbulence turbulence = turbulence_of(1);
    EXPECT_THAT(said(problem, 1, turbulence),
                HasSubstr("the upper face across x has turbulence, but nothing is given to flow "
                          "in: make it an inflow"));
    turbulence.length = 0.4;
    EXPECT_THAT(said(problem, 0, turbulence), HasSubstr("of the length 0.4, and a cell is 0.25"));
    turbulence = turbulence_of(1);
    turbulence.intensity = 1.5;
    EXPECT_THAT(said(problem, 0, turbulence), HasSubstr("of the intensity 1.5: give a part"));
    turbulence = turbulence_of(1);
    Problem still = problem;
    still.faces[0].lower.velocity = {};
    EXPECT_THAT(said(still, 0, turbulence), HasSubstr("nothing flows in at the start"));
    turbulence.velocity = {-1.0, 0.0, 0.0};
    EXPECT_THAT(said(problem, 0, turbulence), HasSubstr("does not lead into the box"));
    Problem line = plug(true);
    line.grid.axes[1].cells = 1;
    line.faces[1] = {};
    EXPECT_THAT(said(line, 0, turbulence_of(1)), HasSubstr("the flow has one axis only"));
}

TEST(InflowTurbulenceNvrtc, compiles_without_a_remark)
{
    for (const runtime::ItemKind& kind : {TurnWaves<double>::kind, JoinWaves<double>::kind,
                                          FindSpeeds<double>::kind, AddWaves<double>::kind}) {
        const device::CompiledKernel compiled =
            device::compile(runtime::item_kernel(kind, Precision::fp64), "sm_90");
        EXPECT_TRUE(compiled.image.starts_with("\177ELF")) << kind.name;
        EXPECT_EQ(compiled.log, "") << kind.name;
    }
}

}  // namespace
}  // namespace tobiuo::flow
