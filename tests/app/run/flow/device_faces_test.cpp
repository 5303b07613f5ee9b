// SPDX-License-Identifier: BSD-3-Clause
// Runs whose faces are computed where the solver works, which here is the CPU, too.
#include "app/run/flow/device_faces.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/case/case.hpp"
#include "app/output/staging.hpp"
#include "app/run/flow/flow_input.hpp"
#include "app/run/flow/flow_run.hpp"
#include "solvers/flow/value_count.hpp"
#include "tests/app/run/flow/flow_run.hpp"
#include "tests/support/refusal.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

/// The run of a case in this process.
class RunInPlace {
public:
    RunInPlace(const std::filesystem::path& file, Restart restart)
        : case_{read_case(file, {})},
          flow_{std::get<FlowCase>(case_.solver)},
          problem_{flow_problem(flow_)},
          identity_{flow_identity(case_, flow_, problem_, Backend::cpu)},
          snapshot_{restart == Restart::no
                        ? std::nullopt
                        : newest_flow_checkpoint(results(), identity_, restart, flow_, problem_)},
          folder_{results(), true, kept(snapshot_)},
          run_{{.the_case = case_,
                .flow = flow_,
                .problem = problem_,
                .place = place_,
                .identity = identity_},
               problem_,
               FlowFaces{flow_, problem_},
               std::move(snapshot_),
               folder_}
    {
        run_.compute_faces_in_place();
    }

    void begin() { run_.begin(); }
    void advance()
    {
        ProgressDisplay display{Verbosity::quiet};
        run_.advance(display);
    }
    void conclude()
    {
        ::testing::internal::CaptureStdout();
        run_.keep();
        static_cast<void>(run_.write());
        static_cast<void>(::testing::internal::GetCapturedStdout());
    }
    void run_all()
    {
        begin();
        advance();
        conclude();
    }

private:
    [[nodiscard]] std::filesystem::path results() const
    {
        return case_.output.directory / case_.name;
    }

    /// The fields of the series that the run goes on with.
    static KeptResults kept(const std::optional<FlowSnapshot>& snapshot)
    {
        if (!snapshot) {
            return std::nullopt;
        }
        std::vector<std::string> names;
        for (const auto& one : snapshot->record.series.at("").files) {
            names.push_back(one.file);
        }
        return names;
    }

    Case case_;
    FlowCase flow_;
    Place place_;
    flow::Problem problem_;
    CheckpointIdentity identity_;
    std::optional<FlowSnapshot> snapshot_;
    RunFolder folder_;
    FlowTimeLoop<double> run_;
};

class DeviceFacesInRun : public test::FlowCaseRun {
protected:
    /// Runs the case with its faces computed in place.
    void run_in_place(const std::string& text, Restart restart = Restart::no)
    {
        RunInPlace{write_case(text), restart}.run_all();
    }
};

/// An inlet, a lid and a scalar that change.
const std::string changing_duct =
    "grid: { cells: [12, 10, 6], extent: { x: [0, 1], y: [0, 1], z: [0, 0.5] } }\n"
    "fluid: { viscosity: 0.01 }\n"
    "faces:\n"
    "  x: { lower: { kind: inflow, velocity: [\"(1 + 0.3*sin(5*t))*y\", 0, \"0.1*t\"] }, upper: "
    "outflow }\n"
    "  y: { lower: no-slip, upper: { kind: no-slip, velocity: [\"sin(2*t)\", 0, \"0.2*x*t\"] } }\n"
    "scalar: { diffusivity: 0.02, buoyancy: [0, 1, 0], faces: { x: { lower: { value: "
    "\"y*cos(t)\" } }, y: { upper: { flux: \"0.1*sin(3*t)*x\" } } } }\n"
    "initial: { u: y, noise: { amplitude: 0.1, seed: 3 } }\ncheckpoint: { every: 1 h }\n"
    "output: { every: 0.1, history_every: 2, fields: [velocity, p, scalar] }\n"
    "statistics: { axis: y, every: 3 }\n"
    "probes: { every: 2, points: { lid: [0.5, 1, 0.25], inlet: [0, 0.7, 0] } }\n";

/// Inlets on all faces, two of which are profiles that are scaled, one to a rate.
const std::string six_inlets =
    "grid: { cells: [8, 9, 7], extent: { x: [0, 1], y: [0, 1], z: [0, 1] } }\n"
    "fluid: { viscosity: 0.1 }\n"
    "faces:\n"
    "  x: { lower: { kind: inflow, velocity: [\"y*(1 - y)\", 0, 0], flow_rate: 0.3 }, "
    "upper: { kind: inflow, velocity: [\"0.301*(1 + 0*t)\", \"0.2*sin(t)\", 0] } }\n"
    "  y: { lower: { kind: inflow, velocity: [0, \"sin(4*t)*x\", 0] }, "
    "upper: { kind: inflow, velocity: [\"z*t\", \"sin(4*t)*x\", 0] } }\n"
    "  z: { lower: { kind: inflow, velocity: [0, 0, 1] }, "
    "upper: { kind: inflow, velocity: [0, 0, 1] } }\n"
    "output: { every: 0.1, history_every: 1, fields: [velocity, p] }\n";

/// An inlet whose turbulence is stronger on one side, scaled to a rate.
const std::string turbulent_inlet =
    "grid: { cells: [8, 8, 8], extent: { x: [0, 2], y: [0, 1], z: [0, 1] } }\n"
    "fluid: { viscosity: 0.01 }\n"
    "faces: { x: { lower: { kind: inflow, velocity: [\"1 + t\", \"0.1*y\", 0], flow_rate: 1.5, "
    "turbulence: { intensity: \"0.1 + 0.1*z\", length: 0.5, seed: 4 } }, upper: outflow } }\n"
    "initial: { u: 1 }\noutput: { every: 0.1, history_every: 1, fields: [velocity, p] }\n";

TEST_F(DeviceFacesInRun, give_the_flow_of_those_of_the_host)
{
    constexpr double rounding = 1e-10;  // of some dozen steps
    for (const std::string& text : {changing_duct, six_inlets, turbulent_inlet}) {
        const std::string whole = text + "run: { until: 0.3 }\n";
        ASSERT_EQ(run(whole, {"--force"}).code, 0);
        const auto course = history();
        const std::vector<double> velocity = field("flow_00003.vti", "velocity");
        run_in_place(whole);
        EXPECT_EQ(history().size(), course.size());
        for (std::size_t row = 0; row < course.size(); ++row) {
            for (std::size_t column = 0; column < 4; ++column) {
                EXPECT_NEAR(history().at(row).at(column), course[row][column], rounding);
            }
        }
        const std::vector<double> in_place = field("flow_00003.vti", "velocity");
        ASSERT_EQ(in_place.size(), velocity.size());
        for (std::size_t n = 0; n < velocity.size(); ++n) {
            ASSERT_NEAR(in_place[n], velocity[n], rounding) << n;
        }
    }
}

TEST_F(DeviceFacesInRun, cost_no_bit_in_a_restart)
{
    const std::vector<std::string> names{"history.csv",    "results.pvd", "flow_00000.vti",
                                         "flow_00001.vti", "probes.csv",  "statistics.csv"};
    const auto contents = [&] {
        std::vector<std::string> all;
        for (const std::string& name : names) {
            all.push_back(result(name));
        }
        return all;
    };
    run_in_place(changing_duct + "run: { max_steps: 24 }\n");
    const std::vector<std::string> whole = contents();
    EXPECT_NE(whole.front(), "");
    run_in_place(changing_duct + "run: { max_steps: 12 }\n");
    run_in_place(changing_duct + "run: { max_steps: 24 }\n", Restart::demanded);
    const std::vector<std::string> joined = contents();
    for (std::size_t n = 0; n < names.size(); ++n) {
        EXPECT_TRUE(joined[n] == whole[n]) << names[n];
    }
}

TEST_F(DeviceFacesInRun, that_are_wrong_are_told_as_on_the_host)
{
    const auto said = [&](const std::string& inlet, const std::string& end) {
        RunInPlace run{write_case("grid: { cells: [8, 8] }\nfluid: { viscosity: 1 }\n"
                                  "faces: { x: { lower: { kind: inflow, velocity: [\"" +
                                  inlet +
                                  "\", 0, 0] }, upper: { kind: inflow, velocity: [1, 0, 0] } }, y: "
                                  "free-slip }\ninitial: { u: 1 }\ncheckpoint: { every: 1 h }\n"
                                  "run: { " +
                                  end + " }\n"),
                       Restart::no};
        run.begin();
        return test::refusal<InputError>([&] { run.advance(); });
    };
    EXPECT_THAT(said("t > 0.5 ? 2 : 1", "max_steps: 1000, time_step: 0.0009"),
                HasSubstr("faces: at t = 0.500"));
    EXPECT_THAT(said("t > 0.5 ? 1/0 : 1", "max_steps: 1000, time_step: 0.0009"),
                HasSubstr("faces.x.lower.velocity: 't > 0.5 ? 1/0 : 1' is infinite at x = 0"));
}

}  // namespace
}  // namespace tobiuo
