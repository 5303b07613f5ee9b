// SPDX-License-Identifier: BSD-3-Clause
// Bad input of the program: one sentence, the documented exit code, no partial results.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "app/errors.hpp"
#include "app/run/job.hpp"
#include "runtime/device/error.hpp"
#include "runtime/device/survey.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

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

    /// The names of the files below the temporary folder, except the case.
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

// Half of the field fits into the limit of file sizes, as on a full disk: complete results stay,
// p.vti does not exist, and there is no manifest.
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
    const std::vector<std::string> kept = left_behind();
    EXPECT_NE(std::ranges::find(kept, "case.resolved.yaml"), kept.end());
    for (const std::string& name : kept) {
        EXPECT_TRUE(name != "p.vti" && name != "manifest.json" && !name.ends_with(".tmp")) << name;
    }
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

TEST_F(BadInput, unknown_commands_are_named_with_the_known_ones)
{
    const auto foo = test::run_program({"foo"});
    EXPECT_EQ(foo.code, 2);
    EXPECT_TRUE(foo.err.starts_with("unknown command 'foo' (known: run, check, bench, "))
        << foo.err;
    EXPECT_TRUE(foo.err.ends_with("schema)\nRun with --help for more information.\n")) << foo.err;
    const auto inof = test::run_program({"inof", "--json"});
    EXPECT_EQ(inof.code, 2);
    EXPECT_NE(inof.err.find("unknown command 'inof' (did you mean 'info'? known: run, check, "),
              std::string::npos)
        << inof.err;
    const auto bench = test::run_program({"bench", "himemo", "--repeat", "3"});
    EXPECT_EQ(bench.code, 2);
    EXPECT_NE(bench.err.find("unknown command 'bench himemo' (did you mean 'himeno'? known: "
                             "himeno, "),
              std::string::npos)
        << bench.err;
    EXPECT_NE(test::run_program({"info", "extra"}).err.find("extra"), std::string::npos);
}

TEST_F(BadInput, words_that_the_benchmark_does_not_know_are_refused_before_any_work)
{
    struct Mistake {
        std::vector<std::string> options;
        std::string sentence;
    };
    const std::vector<Mistake> mistakes{
        {{"--sizes", "S,XXL"}, "--sizes: unknown size 'XXL' (did you mean 'XL'? known: XS, S, "},
        {{"--kernels", "blocked,blokced"},
         "--kernels: unknown kernel 'blokced' (did you mean 'blocked'? known: blocked, "},
        {{"--kernels", "qqqqqq"}, "--kernels: unknown kernel 'qqqqqq' (known: blocked, "},
        {{"--parameters", "store=cached"},
         "--parameters: unknown parameter of the kernels chosen 'store' (did you mean 'stores'? "
         "known: stores)"},
        {{"--parameters", "block=128x2"},
         "--parameters: unknown parameter of the kernels chosen 'block' (known: stores)"},
        {{"--kernels", "twin", "--parameters", "stores=cached"}, "'stores' (known: none)"},
        {{"--parameters", "stores=cahced"},
         "unknown value of stores 'cahced' (did you mean 'cached'? known: auto, cached, "},
        {{"--parameters", "stores"}, "'stores' is not written like block=128x2"},
        {{"--parameters", "stores=auto,stores=cached"}, "'stores' is given twice"},
    };
    for (const Mistake& mistake : mistakes) {
        std::vector<std::string> arguments{"bench", "himeno", "--backends", "cpu"};
        arguments.insert(arguments.end(), mistake.options.begin(), mistake.options.end());
        const auto outcome = test::run_program(arguments);
        EXPECT_EQ(outcome.code, 2) << mistake.sentence;
        EXPECT_EQ(outcome.out, "");
        EXPECT_NE(outcome.err.find(mistake.sentence), std::string::npos)
            << "expected " << mistake.sentence << "\ngot " << outcome.err;
    }
}

TEST_F(BadInput, devices_that_are_not_there_are_not_benchmarked)
{
    EXPECT_EQ(test::run_program({"bench", "himeno", "--device", "-1"}).code, 2);
    for (const std::vector<std::string>& wish :
         {std::vector<std::string>{}, {"--backends", "cuda"}, {"--backends", "cpu,cuda"}}) {
        std::vector<std::string> arguments{"bench", "himeno", "--sizes", "XS", "--device", "1000"};
        arguments.insert(arguments.end(), wish.begin(), wish.end());
        const auto outcome = test::run_program(arguments);
        EXPECT_EQ(outcome.code, 5) << outcome.err;
        EXPECT_EQ(outcome.out, "");
        EXPECT_NE(outcome.err.find("cannot measure on CUDA device 1000 ("), std::string::npos)
            << outcome.err;
    }
    EXPECT_EQ(test::run_program({"bench", "himeno", "--sizes", "XS", "--device", "1000",
                                 "--backends", "cpu", "--seconds", "0.001", "--repeat", "1"})
                  .code,
              0);
}

TEST_F(BadInput, json_file_that_cannot_be_written_stops_the_benchmark_before_it_runs)
{
    const auto folder = temporary_.path();
    for (const auto& file : {folder / "missing" / "bench.json", folder}) {
        const auto outcome = test::run_program(
            {"bench", "himeno", "--sizes", "XS", "--backends", "cpu", "--json", file});
        EXPECT_EQ(outcome.code, 4);
        EXPECT_EQ(outcome.out, "");
        EXPECT_NE(outcome.err.find("could not write '" + file.string()), std::string::npos)
            << outcome.err;
        EXPECT_NE(outcome.err.find("with --json"), std::string::npos) << outcome.err;
        EXPECT_EQ(outcome.err.find("--output"), std::string::npos) << outcome.err;
    }
    EXPECT_TRUE(left_behind().empty());
}

TEST_F(BadInput, nothing_free_is_not_taken_for_unknown)
{
    const Estimate fits{.grid_at = {},
                        .host_bytes = 8,
                        .host_free = 8,
                        .device_bytes = 8,
                        .device_free = 8,
                        .output_bytes = 8,
                        .output_free = 8,
                        .facts = {}};
    EXPECT_NO_THROW(check_fits(fits));
    Estimate estimate = fits;
    estimate.host_free = 0;
    EXPECT_THROW(check_fits(estimate), InputError);
    estimate = fits;
    estimate.device_free = 0;
    EXPECT_THROW(check_fits(estimate), device::DeviceError);
    estimate = fits;
    estimate.output_free = 0;
    EXPECT_THROW(check_fits(estimate), OutputError);
}

TEST_F(BadInput, missing_case_file_is_named)
{
    const auto outcome = test::run_program({"check", "/nowhere/case.yaml"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("/nowhere/case.yaml"), std::string::npos);
}

TEST_F(BadInput, environment_variables_with_other_words_are_named_with_these)
{
    for (const char* command : {"check", "run"}) {
        const auto outcome = test::RunningProgram{
            {command, write_case("name: t\nsolver: poisson\nbackend: cpu\n"
                                 "grid: { cells: [8] }\nsource: 0\n")},
            [] {
                ::setenv("TOBIUO_STORES", "odd", 1);
            }}.wait();
        EXPECT_EQ(outcome.code, 2) << outcome.err;
        EXPECT_NE(outcome.err.find("TOBIUO_STORES is 'odd'"), std::string::npos) << outcome.err;
        EXPECT_TRUE(left_behind().empty());
    }
}

}  // namespace
}  // namespace tobiuo
