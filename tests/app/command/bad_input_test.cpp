// Bad input at the level of the program: one sentence, the documented code, nothing half written.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "kernels/device/survey.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

class BadInput : public ::testing::Test {
protected:
    std::string write_case(const std::string& text)
    {
        const auto path = temporary_.path() / "case.yaml";
        test::write_file(path, text);
        return path;
    }

    /// The file names below the temporary folder but the case.
    [[nodiscard]] std::vector<std::string> left_behind() const
    {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::recursive_directory_iterator{temporary_.path()}) {
            if (entry.is_regular_file() && entry.path().filename() != "case.yaml") {
                names.push_back(entry.path().filename());
            }
        }
        return names;
    }

    test::TemporaryFolder temporary_;
};

TEST_F(BadInput, all_problems_of_a_case_come_at_once_with_their_places)
{
    const std::string path = write_case(
        "name: t\nsolver: himeno\ngrid: { cells: [2, 8, 8] }\nrun: { sweeps: -5 }\n"
        "kernle: {}\n");
    const auto outcome = test::run_program({"run", path});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err.find(path + ":3:"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find(path + ":4:"), std::string::npos);
    EXPECT_NE(outcome.err.find(path + ":5:1: "), std::string::npos);
    EXPECT_NE(outcome.err.find("did you mean 'kernel'?"), std::string::npos);
    EXPECT_TRUE(left_behind().empty());
}

TEST_F(BadInput, huge_grid_is_an_estimate_and_not_a_crash)
{
    const std::string path = write_case(
        "name: t\nsolver: himeno\nbackend: cpu\ngrid: { cells: [100000, 100000, 10000] }\n");
    const auto outcome = test::run_program({"run", path});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find(path + ":4:"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("the case needs 6"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("PB of host memory"), std::string::npos) << outcome.err;
    EXPECT_TRUE(left_behind().empty());
}

TEST_F(BadInput, cuda_without_a_device_says_why_and_what_to_do)
{
    if (!device::survey().devices.empty()) {
        GTEST_SKIP() << "this machine has a device";
    }
    const std::string path =
        write_case("name: t\nsolver: himeno\ngrid: { preset: XS }\nbackend: cuda\n");
    const auto outcome = test::run_program({"run", path});
    EXPECT_EQ(outcome.code, 5);
    EXPECT_NE(outcome.err.find("the case needs a CUDA device, but " + device::survey().reason +
                               "; use `backend: auto` or `backend: cpu`"),
              std::string::npos)
        << outcome.err;
    EXPECT_TRUE(left_behind().empty());
}

TEST_F(BadInput, cpu_kernel_on_the_cuda_back_end_is_refused)
{
    const std::string path = write_case(
        "name: t\nsolver: himeno\ngrid: { preset: XS }\nbackend: cuda\n"
        "kernel: { name: blocked }\n");
    const auto outcome = test::run_program({"run", path});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find(path + ":5:"), std::string::npos) << outcome.err;
}

TEST_F(BadInput, switch_of_another_back_ends_kernel_names_the_place)
{
    const std::string path = write_case(
        "name: t\nsolver: himeno\ngrid: { preset: XS }\nbackend: cpu\n"
        "kernel: { block: 64x4 }\n");
    const auto outcome = test::run_program({"run", path});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find(path + ":5:"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("'block'"), std::string::npos) << outcome.err;
}

TEST_F(BadInput, output_folder_that_is_a_file_fails_with_the_output_code)
{
    const std::string path =
        write_case("name: t\nsolver: himeno\ngrid: { preset: XS }\nrun: { sweeps: 3 }\n");
    test::write_file(temporary_.path() / "occupied", "a file");
    const auto outcome =
        test::run_program({"run", path, "--output", (temporary_.path() / "occupied").string()});
    EXPECT_EQ(outcome.code, 4);
    EXPECT_NE(outcome.err.find("occupied"), std::string::npos) << outcome.err;
    EXPECT_EQ(test::text_of(temporary_.path() / "occupied"), "a file");
}

// Half of the field fits, then the file-size limit strikes: as on a full disk, the results that
// were complete stay, p.vti is not there, and there is no manifest.
TEST_F(BadInput, full_disk_leaves_no_half_written_file)
{
    const std::string path = write_case(
        "name: t\nsolver: himeno\ngrid: { preset: S }\nrun: { sweeps: 3 }\nbackend: cpu\n"
        "coefficients: { random: { seed: 1 } }\n");
    test::RunningProgram program{{"run", path}, [] {
                                     const rlimit limit{.rlim_cur = 1 << 20, .rlim_max = 1 << 20};
                                     setrlimit(RLIMIT_FSIZE, &limit);
                                 }};
    const auto outcome = program.wait();
    EXPECT_EQ(outcome.code, 4) << outcome.err;
    EXPECT_NE(outcome.err.find("p.vti"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.out.find("MFLOPS measured"), std::string::npos) << "the result is not lost";
    EXPECT_EQ(left_behind(), std::vector<std::string>{"case.resolved.yaml"});
}

TEST_F(BadInput, command_line_mistakes_have_the_input_code)
{
    EXPECT_EQ(test::run_program({}).code, 2);
    EXPECT_EQ(test::run_program({"fly"}).code, 2);
    EXPECT_EQ(test::run_program({"run"}).code, 2);
    EXPECT_EQ(test::run_program({"run", "case.yaml", "--sett", "a=b"}).code, 2);
    EXPECT_EQ(test::run_program({"bench", "himeno", "--sizes", "XXL"}).code, 2);
    EXPECT_EQ(test::run_program({"bench", "himeno", "--repeat", "0"}).code, 2);
}

TEST_F(BadInput, missing_case_file_is_named)
{
    const auto outcome = test::run_program({"check", "/nowhere/case.yaml"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("/nowhere/case.yaml"), std::string::npos);
}

}  // namespace
}  // namespace tobiuo
