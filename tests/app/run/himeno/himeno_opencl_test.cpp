// SPDX-License-Identifier: BSD-3-Clause
// A himeno case with OpenCL from its file to its results, and what errors say.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/errors.hpp"
#include "app/run/backend.hpp"
#include "tests/support/opencl.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using Json = nlohmann::json;

constexpr int device_failed = static_cast<int>(ExitCode::device_failed);
constexpr int bad_input = static_cast<int>(ExitCode::bad_input);

const std::string small_case =
    "name: t\nsolver: himeno\ngrid: { cells: [16, 12, 40] }\n"
    "coefficients: { random: { seed: 7 } }\nrun: { sweeps: 23 }\n";

/// Runs a case in a folder of its own.
class RunCase {
public:
    explicit RunCase(const std::string& text)
    {
        const auto path = folder_.path() / "case.yaml";
        test::write_file(path, text);
        outcome_ = test::run_program({"run", path, "--ceiling", "none"});
    }

    [[nodiscard]] const test::Outcome& outcome() const { return outcome_; }
    [[nodiscard]] std::string result(const std::string& name) const
    {
        return test::text_of(folder_.path() / "out" / "t" / name);
    }

private:
    test::TemporaryFolder folder_;
    test::Outcome outcome_;
};

class HimenoRunOnOpenCL : public test::OnOpenCL {};

TEST_F(HimenoRunOnOpenCL, has_the_field_of_the_reference_in_both_precisions)
{
    for (const std::string precision : {"single", "double"}) {
        const std::string text = small_case + "method: { precision: " + precision + " }\n";
        const RunCase reference{text + "kernel: { name: twin }\n"};
        const RunCase run{text + "backend: opencl\n"};
        ASSERT_EQ(run.outcome().code, 0) << run.outcome().err;
        ASSERT_FALSE(reference.result("p.vti").empty()) << reference.outcome().err;
        EXPECT_EQ(run.result("p.vti"), reference.result("p.vti")) << precision;
    }
}

TEST_F(HimenoRunOnOpenCL, reports_the_device_and_its_version)
{
    const RunCase run{small_case + "backend: opencl\nkernel: { planes: 8 }\n"};
    ASSERT_EQ(run.outcome().code, 0) << run.outcome().err;
    const Json report = Json::parse(run.result("report.json"));
    const opencl::DeviceInfo& device = opencl::chosen_device();
    EXPECT_EQ(report["backend"], "opencl");
    EXPECT_EQ(report["device"], opencl_text(device));
    EXPECT_EQ(report["kernel"]["name"], "opencl-march");
    EXPECT_EQ(report["versions"]["opencl"], device.version);
    EXPECT_FALSE(report["versions"].contains("cuda_driver"));
    EXPECT_THAT(run.result("case.resolved.yaml"), HasSubstr("backend: opencl"));
}

TEST_F(HimenoRunOnOpenCL, a_checkpoint_goes_on_as_one_run_would)
{
    const RunCase whole{small_case + "backend: opencl\n"};
    test::TemporaryFolder folder;
    const auto path = folder.path() / "case.yaml";
    const std::string text = small_case + "backend: opencl\ncheckpoint: { every: 1 h }\n";
    test::write_file(path, text);
    ASSERT_EQ(test::run_program({"run", path, "--set", "run.sweeps=9"}).code, 0);
    const test::Outcome second = test::run_program({"run", path, "--restart"});
    ASSERT_EQ(second.code, 0) << second.err;
    EXPECT_EQ(test::text_of(folder.path() / "out" / "t" / "p.vti"), whole.result("p.vti"));
}

TEST_F(HimenoRunOnOpenCL, a_device_that_does_not_exist_is_refused_with_the_list)
{
    test::TemporaryFolder folder;
    const auto path = folder.path() / "case.yaml";
    test::write_file(path, small_case + "backend: opencl\n");
    test::RunningProgram program{{"run", path},
                                 [] { ::setenv(opencl::device_variable, "no such device", 1); }};
    const test::Outcome outcome = program.wait();
    EXPECT_EQ(outcome.code, device_failed);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("the case needs an OpenCL device, but no OpenCL "
                                             "device is called 'no such device' (there are: 0: "),
                                   HasSubstr("TOBIUO_OPENCL_DEVICE")));
}

TEST(HimenoByOpenCL, without_a_platform_the_case_is_refused_in_a_sentence)
{
    test::TemporaryFolder folder;
    const auto path = folder.path() / "case.yaml";
    test::write_file(path, small_case + "backend: opencl\n");
    test::RunningProgram program{{"run", path},
                                 [&] { ::setenv("OCL_ICD_VENDORS", folder.path().c_str(), 1); }};
    const test::Outcome outcome = program.wait();
    EXPECT_EQ(outcome.code, device_failed);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("the case needs an OpenCL device, but "),
                                   HasSubstr("use `backend: auto` or `backend: cpu`")));
}

TEST(HimenoByOpenCL, the_key_device_is_refused_because_it_counts_cuda_devices)
{
    const RunCase run{small_case + "backend: opencl\ndevice: 0\n"};
    EXPECT_EQ(run.outcome().code, bad_input);
    EXPECT_THAT(run.outcome().err, HasSubstr("case.yaml:7:9: device: counts CUDA devices"));
}

TEST(HimenoByOpenCL, a_flow_is_refused_in_a_sentence)
{
    const RunCase run{
        "name: t\nsolver: flow\nbackend: opencl\ngrid: { cells: [8, 8], extent: { x: [0, 1], y: "
        "[0, 1] } }\n"
        "fluid: { viscosity: 0.1 }\nrun: { until: 0.1 }\n"};
    EXPECT_EQ(run.outcome().code, bad_input);
    EXPECT_THAT(run.outcome().err, HasSubstr("a flow does not run with OpenCL"));
}

}  // namespace
}  // namespace tobiuo
