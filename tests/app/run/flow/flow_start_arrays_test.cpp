// SPDX-License-Identifier: BSD-3-Clause
// Flows that start from arrays of NumPy, and from the folder of another run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "tests/app/run/flow/flow_run.hpp"
#include "tests/support/npy.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;
using Formula = std::function<double(double x, double y)>;

const std::string small_box =
    "grid: { cells: [16, 12], extent: { x: [0, 2], y: [0, 1] } }\nfluid: { viscosity: 0.01 }\n"
    "faces: { y: no-slip }\nrun: { max_steps: 3 }\ncheckpoint: true\n"
    "output: { fields: [velocity, p], history_every: 1, gradients_every: 1 }\n";
constexpr double pi = std::numbers::pi;

class FlowStartArrays : public test::FlowCaseRun {
protected:
    /// Writes a formula at nx points from x0 and ny from y0 on, so far apart as centres are.
    void write(const std::string& name, int nx, int ny, double x0, double y0,
               const Formula& formula)
    {
        std::vector<double> values;
        for (int j = 0; j < ny; ++j) {
            for (int i = 0; i < nx; ++i) {
                values.push_back(formula(x0 + i * 2.0 / 16.0, y0 + j / 12.0));
            }
        }
        test::write_file(temporary_.path() / name,
                         test::npy_bytes<double>(
                             "(" + std::to_string(ny) + ", " + std::to_string(nx) + ")", values));
    }
    [[nodiscard]] std::vector<std::vector<double>> history_of(const std::string& text)
    {
        const auto outcome = run(small_box + text, {"--force"});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return history();
    }
    [[nodiscard]] std::string refusal(const std::string& text)
    {
        const auto outcome = run(small_box + text, {"--force"});
        EXPECT_EQ(outcome.code, 2);
        return outcome.err;
    }
};

void expect_near(const std::vector<std::vector<double>>& one,
                 const std::vector<std::vector<double>>& other)
{
    ASSERT_EQ(one.size(), other.size());
    for (std::size_t row = 0; row < one.size(); ++row) {
        for (const std::size_t column : {1U, 3U, 6U, 9U, 10U}) {
            EXPECT_NEAR(one[row][column], other[row][column], 1e-12) << row << ", " << column;
        }
    }
}

/// The case that a run keeps has the file of one of several scalars, too.
TEST_F(FlowStartArrays, of_several_scalars_go_on)
{
    write("s.npy", 16, 12, 1.0 / 16, 0.5 / 12, [](double x, double y) { return x + y; });
    const std::string scalars =
        "scalars: { heat: { diffusivity: 0.1 },\n"
        "  salt: { diffusivity: 0.1, initial: { file: s.npy } } }\n";
    EXPECT_NEAR(history_of(scalars).front().back(), 1.5, 1e-12);
    const auto outcome = run(small_box + scalars, {"--continue", "--set", "run.max_steps=5"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(history().size(), 6U);
}

TEST_F(FlowStartArrays, values_on_faces_start_it_as_the_formula_does)
{
    const auto u = [](double x, double y) { return std::sin(2 * pi * y) + std::sin(pi * x) * y; };
    const auto v = [](double x, double y) { return 0.1 * std::sin(pi * x) * std::sin(pi * y); };
    write("u.npy", 17, 12, 0.0, 0.5 / 12, u);
    write("v.npy", 16, 13, 1.0 / 16, 0.0, v);
    const auto by_arrays = history_of("initial: { u: { file: u.npy }, v: { file: v.npy } }\n");
    EXPECT_THAT(result("case.resolved.yaml"), HasSubstr("u: { file: \"u.npy\" }"));
    EXPECT_EQ(report()["initial"]["u"], "u.npy");
    expect_near(by_arrays, history_of("initial: { u: \"sin(2*pi*y) + sin(pi*x)*y\", "
                                      "v: \"0.1*sin(pi*x)*sin(pi*y)\" }\n"));
}

TEST_F(FlowStartArrays, values_at_centres_are_interpolated)
{
    write("u.npy", 16, 12, 1.0 / 16, 0.5 / 12, [](double, double y) { return std::sin(pi * y); });
    write("s.npy", 16, 12, 1.0 / 16, 0.5 / 12, [](double x, double y) { return 1 + x * y; });
    const std::string noise = ", noise: { amplitude: 0.01 } }\n";
    const std::string scalar = "scalar: { diffusivity: 0.01, initial: ";
    const auto by_arrays =
        history_of(scalar + "{ file: s.npy } }\ninitial: { u: { file: u.npy }" + noise);
    const auto by_formulas =
        history_of(scalar + "\"1 + x*y\" }\ninitial: { u: \"sin(pi*y)\"" + noise);
    expect_near(by_arrays, by_formulas);
    EXPECT_NEAR(by_arrays.back().back(), by_formulas.back().back(), 1e-12);
}

TEST_F(FlowStartArrays, what_does_not_fit_is_refused)
{
    write("u.npy", 12, 16, 0.0, 0.0, [](double, double) { return 1.0; });
    EXPECT_THAT(
        refusal("initial: { u: { file: u.npy } }\n"),
        HasSubstr("case.yaml:10:23: initial.u: 'u.npy' has the shape (16, 12), and the case "
                  "needs (12, 16), values at the centres of cells with x as the last axis, "
                  "or (12, 17), those on all faces across x: write such an array"));
    write("u.npy", 17, 12, 0.0, 0.0, [](double x, double) { return x; });
    EXPECT_THAT(refusal("initial: { u: { file: u.npy } }\n"),
                HasSubstr("initial.u: 'u.npy' differs by 2 on the first and the last faces across "
                          "x, and the axis is periodic"));
    test::write_file(temporary_.path() / "u.npy", "nonsense");
    EXPECT_THAT(refusal("initial: { u: { file: u.npy } }\n"),
                HasSubstr("initial.u: 'u.npy' is not read: it is no .npy file"));
    EXPECT_THAT(refusal("initial: { u: { file: u.vti } }\n"),
                HasSubstr("initial.u.file: expected a path that ends in .npy"));
}

TEST_F(FlowStartArrays, the_folder_of_a_run_stands_for_its_newest_checkpoint)
{
    const auto first = history_of("initial: { u: \"sin(2*pi*y)\" }\n");
    std::filesystem::rename(results(), temporary_.path() / "earlier");
    const auto second = history_of("initial: { file: earlier }\n");
    EXPECT_EQ(second.front()[1], first.back()[1]);
    EXPECT_NEAR(second.front()[3], first.back()[3], 1e-13);
    EXPECT_THAT(result("case.resolved.yaml"), HasSubstr("file: \"earlier\""));

    EXPECT_THAT(refusal("initial: { file: out/t }\n"),
                HasSubstr("is that of this run, which begins anew there"));
    test::write_file(temporary_.path() / "earlier/checkpoint_000000000009.state", "nonsense");
    EXPECT_EQ(history_of("initial: { file: earlier }\n"), second);  // it is passed over
    std::filesystem::remove(temporary_.path() / "earlier/checkpoint_000000000003.state");
    EXPECT_THAT(refusal("initial: { file: earlier }\n"),
                HasSubstr("has no good checkpoint of a flow"));
    const auto outcome =
        run(small_box + "initial: { file: earlier }\n", {"--continue", "--set", "run.max_steps=5"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;  // a run that goes on needs none
    EXPECT_THAT(refusal("initial: { file: earlier.txt }\n"),
                HasSubstr("is neither a folder with the results of a run nor a path that ends in"));
}

}  // namespace
}  // namespace tobiuo
