// SPDX-License-Identifier: BSD-3-Clause
// Drivers of OpenCL that end the process which asks them: the program says so and goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class OpenclDriver : public ::testing::Test {
protected:
    void SetUp() override
    {
        vendors_.write("broken.icd", std::string{TOBIUO_ABORTING_OPENCL} + "\n");
        const std::string all = run({"info", "--json", "--no-ceilings"}).out;
        const auto json = nlohmann::json::parse(all, nullptr, false);
        reason_ = json.is_object() ? json["opencl"].value("no_device_reason", "") : "";
        if (reason_.find("no OpenCL loader") != std::string::npos) {
            GTEST_SKIP() << reason_;
        }
    }
    [[nodiscard]] test::Outcome run(const std::vector<std::string>& arguments) const
    {
        return test::RunningProgram{arguments,
                                    [this] {
                                        const char* const path = vendors_.path().c_str();
                                        ::setenv("OCL_ICD_VENDORS", path, 1);
                                        ::unsetenv("OPENCL_VENDOR_PATH");
                                    }}
            .wait();
    }

    test::TemporaryFolder vendors_;
    std::string reason_;
};

TEST_F(OpenclDriver, that_ends_the_process_is_named_with_the_cure)
{
    EXPECT_THAT(reason_,
                AllOf(HasSubstr("the OpenCL driver " + std::string{TOBIUO_ABORTING_OPENCL}),
                      HasSubstr("broken.icd) ends the process that asks for its devices by "
                                "SIGABRT"),
                      HasSubstr("OCL_ICD_VENDORS")));
}

TEST_F(OpenclDriver, that_ends_the_process_ends_no_run_but_one_that_asks_for_it)
{
    const std::string text =
        "name: t\nsolver: himeno\ngrid: { cells: [9, 10, 11] }\n"
        "run: { sweeps: 2 }\nbackend: ";
    const test::TemporaryFolder folder;
    const auto automatic = run({"run", folder.write("case.yaml", text + "auto\n")});
    EXPECT_EQ(automatic.code, 0) << automatic.err;
    const auto asked = run({"run", folder.write("case.yaml", text + "opencl\n"), "--force"});
    EXPECT_EQ(asked.code, 5) << asked.err;
    EXPECT_THAT(asked.err, HasSubstr("ends the process that asks for its devices by SIGABRT"));
    const auto bench = run({"bench", "himeno", "--sizes", "XS", "--backends", "cpu", "--kernels",
                            "blocked", "--seconds", "0.01"});
    EXPECT_EQ(bench.code, 0) << bench.err;
}

}  // namespace
}  // namespace tobiuo
