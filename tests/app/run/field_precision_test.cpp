// SPDX-License-Identifier: BSD-3-Clause
// `output.precision: single`: fields of runs in double precision are rounded, and nothing else is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "app/case/case.hpp"
#include "app/errors.hpp"
#include "app/output/field/vti.hpp"
#include "app/run/job.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

class FieldPrecision : public ::testing::Test {
protected:
    std::filesystem::path write_case(const std::string& text) const
    {
        return temporary_.write("case.yaml", "name: t\nbackend: cpu\n" + text);
    }
    void run(const std::string& text, const std::string& output = "") const
    {
        std::vector<std::string> arguments{"run", write_case(text), "--force", "--ceiling", "none"};
        if (!output.empty()) {
            arguments.insert(arguments.end(), {"--set", output});
        }
        const auto outcome = test::run_program(arguments);
        ASSERT_EQ(outcome.code, 0) << outcome.err;
    }
    [[nodiscard]] std::string result(const std::string& name) const
    {
        return test::text_of(temporary_.path() / "out" / "t" / name);
    }
    [[nodiscard]] Values array(const std::string& file, const std::string& name) const
    {
        return read_vti_arrays(temporary_.path() / "out" / "t" / file, std::vector{name}).front();
    }
    /// Runs the case twice, and expects of the second run that this array is the one of the first,
    /// rounded, that the report says so, and that `same` are the same files.
    void expect_rounded(const std::string& text, const std::string& file, const std::string& name,
                        const std::vector<std::string>& same) const
    {
        SCOPED_TRACE(text);
        run(text);
        EXPECT_EQ(Json::parse(result("report.json"))["fields_precision"], "double");
        const auto full = std::get<std::vector<double>>(array(file, name));
        std::vector<std::string> before;
        std::ranges::transform(same, std::back_inserter(before),
                               [&](const std::string& one) { return result(one); });
        const std::size_t bytes = result(file).size();
        run(text, "output.precision=single");
        const Json report = Json::parse(result("report.json"));
        EXPECT_EQ(report["fields_precision"], "single");
        EXPECT_EQ(report["precision"], "double");
        EXPECT_THAT(result("case.resolved.yaml"), HasSubstr("precision: single"));
        const auto rounded = std::get<std::vector<float>>(array(file, name));
        ASSERT_EQ(rounded.size(), full.size());
        EXPECT_TRUE(std::ranges::equal(rounded, full, {}, {},
                                       [](double value) { return static_cast<float>(value); }));
        EXPECT_LT(result(file).size(), bytes);
        EXPECT_NE(result(file).find("Name=\"rounded\""), std::string::npos)
            << "the file says so, too";
        for (std::size_t n = 0; n < same.size(); ++n) {
            EXPECT_EQ(result(same[n]), before[n]) << same[n];
        }
    }

    test::TemporaryFolder temporary_;
};

constexpr const char* flow_case =
    "solver: flow\ngrid: { cells: [24, 20, 6] }\nfluid: { viscosity: 0.01 }\n"
    "scalar: { diffusivity: 0.01, initial: x*y }\n"
    "initial: { u: \"sin(2*pi*y)/3\", noise: { amplitude: 0.1 } }\nrun: { until: 0.2 }\n"
    "output: { every: 0.1, fields: [velocity, p, scalar], encoding: appended }\n";

TEST_F(FieldPrecision, single_rounds_the_fields_of_each_solver_and_nothing_else)
{
    for (const char* name : {"p", "scalar"}) {
        expect_rounded(flow_case, "flow_00001.vti", name, {"history.csv", "flow.png"});
    }
    expect_rounded(
        "solver: poisson\ngrid: { cells: [20, 16, 12] }\nboundary: { x: dirichlet }\n"
        "source: exp(x)*sin(y)\noutput: { fields: [p, f], encoding: appended }\n",
        "p.vti", "p", {"p.png"});
    expect_rounded(
        "solver: himeno\ngrid: { cells: [20, 12, 10] }\nrun: { sweeps: 5 }\n"
        "coefficients: { random: { seed: 7 } }\nmethod: { precision: double }\n"
        "output: { fields: [p, a0], encoding: appended }\n",
        "p.vti", "a0", {"history.csv", "p.png"});
}

TEST_F(FieldPrecision, velocities_are_rounded_once)
{
    const auto vectors = [&] {
        return read_vti_vectors(temporary_.path() / "out" / "t" / "flow_00002.vti", "velocity")
            .values;
    };
    run(flow_case);
    const std::vector<double> full = vectors();
    run(flow_case, "output.precision=single");
    const std::vector<double> rounded = vectors();
    EXPECT_NE(full, rounded);
    EXPECT_TRUE(std::ranges::equal(rounded, full, {}, {}, [](double value) {
        return static_cast<double>(static_cast<float>(value));
    }));
}

TEST_F(FieldPrecision, a_restart_has_all_digits)
{
    const std::string text = std::string{flow_case} + "checkpoint: { every: 1 h }\n";
    run(text, "output.precision=single");
    const std::string last = result("flow_00002.vti");
    const std::string history = result("history.csv");
    const auto file = write_case(text);
    const auto half = test::run_program(
        {"run", file, "--force", "--set", "output.precision=single", "--set", "run.until=0.1"});
    ASSERT_EQ(half.code, 0) << half.err;
    const auto rest =
        test::run_program({"run", file, "--restart", "--set", "output.precision=single"});
    ASSERT_EQ(rest.code, 0) << rest.err;
    EXPECT_EQ(result("flow_00002.vti"), last);
    EXPECT_EQ(result("history.csv").size(), history.size());
}

TEST_F(FieldPrecision, estimates_count_the_bytes_that_are_written)
{
    const auto output_bytes = [&](const std::string& text, const std::string& precision) {
        CaseOptions options;
        options.set = {"output.precision=" + precision};
        return static_cast<double>(
            make_job(read_case(write_case(text), options))->estimate().output_bytes);
    };
    for (const char* text :
         {flow_case, "solver: poisson\ngrid: { cells: [64, 64, 64] }\nsource: sin(x)\n",
          "solver: himeno\ngrid: { preset: S }\nmethod: { precision: double }\n"}) {
        EXPECT_NEAR(output_bytes(text, "single") / output_bytes(text, "double"), 0.5, 0.02) << text;
    }
}

TEST_F(FieldPrecision, files_have_no_more_digits_than_the_run)
{
    const auto outcome = test::run_program(
        {"check", write_case("solver: himeno\ngrid: { preset: XS }\nrun: { sweeps: 3 }\n"
                             "output: { precision: double }\n")});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err,
                HasSubstr("case.yaml:6:22: output.precision: the run computes in single precision "
                          "(its fields have no more digits than that): remove the key, or use "
                          "method.precision double"));
}

}  // namespace
}  // namespace tobiuo
