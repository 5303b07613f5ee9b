// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo tune fft` and `tobiuo tune poisson` on an OpenCL device write a table of it, and solves
// follow it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/tune/tune_passes.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/fft/tune/tune_device.hpp"
#include "tests/support/opencl.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

class TunePassesOnOpenCL : public test::OnOpenCL {
protected:
    [[nodiscard]] std::string wisdom() const { return temporary_.path() / "wisdom.json"; }

    [[nodiscard]] test::Outcome tune(std::vector<std::string> arguments) const
    {
        arguments.insert(arguments.begin(), "tune");
        arguments.insert(arguments.end(),
                         {"--budget", "1", "--candidates", "1", "--wisdom", wisdom()});
        return test::run_program(arguments);
    }

    [[nodiscard]] Json tables() const { return Json::parse(test::text_of(wisdom()))["tables"]; }

    test::TemporaryFolder temporary_;
};

TEST_F(TunePassesOnOpenCL, a_transform_is_kept_for_device_platform_and_driver)
{
    const auto outcome = tune({"fft", "12", "8", "--backends", "opencl", "--trials"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("c2c 12x8 single, in place with OpenCL\n"));
    EXPECT_THAT(outcome.out, HasSubstr("configurations for 2 passes"));
    const Json all = tables();
    ASSERT_EQ(all.size(), 1U);
    const opencl::DeviceInfo& device = opencl::chosen_device();
    EXPECT_EQ(all[0]["device"], device.name);
    EXPECT_EQ(all[0]["architecture"], device.platform);
    EXPECT_EQ(all[0]["conditions"], device.version);
    EXPECT_EQ(all[0]["engine"], fft::opencl_table_engine);
    EXPECT_EQ(all[0]["entries"].size(), 2U);
}

TEST_F(TunePassesOnOpenCL, a_case_by_opencl_is_tuned_there_and_its_run_follows)
{
    const auto file = temporary_.write("case.yaml",
                                       "name: t\nsolver: poisson\ngrid: { cells: [12, 8, 10] }\n"
                                       "source: \"sin(2*pi*x)\"\nbackend: opencl\n");
    const auto outcome = tune({"poisson", file});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr(" with OpenCL\n"));
    const std::size_t entries = tables().at(0)["entries"].size();
    EXPECT_GE(entries, 3U);

    const auto run = [&](const std::string& option) {
        std::vector<std::string> arguments{"run", file, "--force", option};
        if (option == "--wisdom") {
            arguments.push_back(wisdom());
        }
        const auto ran = test::run_program(arguments);
        EXPECT_EQ(ran.code, 0) << ran.err;
        return ran.err;
    };
    EXPECT_THAT(run("--wisdom"), HasSubstr("5 of 5 passes of transforms have measured"));
    EXPECT_THAT(run("--no-wisdom"), HasSubstr("none of 5 passes of transforms have measured"));

    Json json = Json::parse(test::text_of(wisdom()));
    json["tables"][0]["conditions"] = "another driver";
    test::write_file(wisdom(), json.dump());
    const std::string log = run("--wisdom");
    EXPECT_THAT(log, HasSubstr("with another driver, not "));
    EXPECT_THAT(log, HasSubstr("it is not used; tune again"));
    EXPECT_THAT(log, HasSubstr("none of 5 passes"));
}

TEST_F(TunePassesOnOpenCL, what_its_solver_declines_is_refused_in_a_sentence)
{
    const auto file =
        temporary_.write("line.yaml",
                         "name: t\nsolver: poisson\ngrid: { cells: [32], location: node }\n"
                         "boundary: { x: dirichlet }\nsource: 1\nbackend: opencl\n");
    const auto outcome = tune({"poisson", file});
    EXPECT_EQ(outcome.code, 2) << outcome.out;
    EXPECT_THAT(outcome.err, HasSubstr("line.yaml: a single line of nodes"));
}

TEST_F(TunePassesOnOpenCL, what_a_later_back_end_declines_is_refused_before_the_first_is_tuned)
{
    int made = 0;
    const auto decline_the_second = [&](const bench::MachineKind&) {
        if (++made == 2) {
            throw std::invalid_argument{"declined"};
        }
        return fft::opencl_tuner().transform({.lengths = {8, 12}, .precision = Precision::fp32},
                                             false);
    };
    const TuneMachines machines(2, &bench::machine_kind(Backend::opencl));
    TunePassesOptions options;
    options.budget_seconds = 1.0;
    options.candidates = 1;
    options.wisdom.file = wisdom();
    EXPECT_THROW(static_cast<void>(tune_passes("t", machines, decline_the_second, options)),
                 std::invalid_argument);
    EXPECT_EQ(made, 2);
    EXPECT_TRUE(tables().empty()) << "the first one was tuned";
}

TEST(TuneFftCommand, refuses_by_opencl_what_only_cuda_has)
{
    for (const char* option : {"--function", "--out-of-card", "--work-array"}) {
        const auto outcome =
            test::run_program({"tune", "fft", "8", "8", "8", "--backends", "cuda,opencl", option});
        EXPECT_EQ(outcome.code, 2);
        EXPECT_THAT(outcome.err,
                    HasSubstr("tune fft: " + std::string{option} +
                              " does not go with --backends opencl (its plans have no such"));
    }
    const auto outcome = test::run_program({"tune", "fft", "8", "--backends", "opnecl"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("--backends"));
}

}  // namespace
}  // namespace tobiuo
