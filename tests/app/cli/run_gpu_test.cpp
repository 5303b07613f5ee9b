// SPDX-License-Identifier: BSD-3-Clause
// The program on the GPU: the same field as on the CPU, the device in the report.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "app/output/field/vti.hpp"
#include "tests/support/device.hpp"
#include "tests/support/program.hpp"
#include "tests/support/sweeps.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

class RunOnDevice : public test::OnDevice {
protected:
    void run(const std::string& backend, int expected)
    {
        const auto path = temporary_.path() / "case.yaml";
        test::write_file(path, "name: " + backend + "\nsolver: himeno\nbackend: " + backend +
                                   "\ngrid: { cells: [131, 20, 33] }\nrun: { sweeps: 40 }\n"
                                   "coefficients: { random: { seed: 3 } }\n");
        const auto outcome = test::run_program({"run", path});
        EXPECT_EQ(outcome.code, expected) << outcome.err;
        err_ = outcome.err;
    }

    [[nodiscard]] nlohmann::json report(const std::string& name) const
    {
        return nlohmann::json::parse(
            test::text_of(temporary_.path() / "out" / name / "report.json"));
    }

    [[nodiscard]] std::vector<float> field(const std::string& name) const
    {
        const auto read = read_vti_arrays(temporary_.path() / "out" / name / "p.vti",
                                          std::vector<std::string>{"p"});
        return std::get<std::vector<float>>(read.front());
    }

    test::TemporaryFolder temporary_;
    std::string err_;
};

TEST_F(RunOnDevice, cuda_and_cpu_write_the_same_field)
{
    run("cuda", 0);
    run("cpu", 0);
    EXPECT_TRUE(test::same_bits(field("cuda"), field("cpu")));
    EXPECT_EQ(report("cuda")["backend"], "cuda");
    EXPECT_NE(report("cuda")["device"].get<std::string>().find("GPU 0"), std::string::npos);
    EXPECT_TRUE(report("cuda")["versions"].contains("cuda_driver"));
}

TEST_F(RunOnDevice, auto_takes_the_gpu_and_says_so)
{
    run("auto", 0);
    EXPECT_EQ(report("auto")["backend"], "cuda");
    EXPECT_NE(err_.find("a GPU is there and the case fits"), std::string::npos) << err_;
}

TEST_F(RunOnDevice, device_that_is_not_there_is_refused)
{
    const auto path = temporary_.path() / "case.yaml";
    test::write_file(path,
                     "name: t\nsolver: himeno\nbackend: cuda\ndevice: 99\n"
                     "grid: { preset: XS }\n");
    const auto outcome = test::run_program({"run", path});
    EXPECT_EQ(outcome.code, 5);
    EXPECT_NE(outcome.err.find("there is no device 99"), std::string::npos) << outcome.err;
}

TEST_F(RunOnDevice, too_little_device_memory_is_an_estimate)
{
    const auto path = temporary_.path() / "case.yaml";
    test::write_file(path,
                     "name: t\nsolver: himeno\nbackend: cuda\n"
                     "grid: { cells: [4000, 4000, 4000] }\n");
    const auto outcome = test::run_program({"check", path});
    EXPECT_EQ(outcome.code, 5) << outcome.err;
    EXPECT_NE(outcome.err.find("TB of device memory"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace tobiuo
