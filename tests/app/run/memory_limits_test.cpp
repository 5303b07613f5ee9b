// SPDX-License-Identifier: BSD-3-Clause
// Memory: the estimate of a run against its use, and runs for which there is too little.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "app/case/case.hpp"
#include "app/machine/system_limits.hpp"
#include "app/run/job.hpp"
#include "tests/support/opencl.hpp"
#include "tests/support/program.hpp"
#include "tests/support/several_ranks.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

constexpr double mega = 1e6;

/// Sanitizers reserve terabytes of addresses, which a limit counts as memory.
bool addresses_are_memory()
{
    double pages = 0.0;
    std::ifstream{"/proc/self/statm"} >> pages;
    constexpr double terabyte = 1e12;
    return pages * static_cast<double>(sysconf(_SC_PAGESIZE)) < terabyte;
}

/// The megabytes behind a word of what `check` or `run --dry-run` prints.
double said_megabytes(const test::Outcome& outcome, const std::string& what)
{
    std::smatch found;
    if (!std::regex_search(outcome.out, found, std::regex{what + R"( +(\S+) (\w+))"})) {
        ADD_FAILURE() << outcome.out << outcome.err;
        return 0.0;
    }
    const std::map<std::string, double> units{{"MB", 1.0}, {"GB", 1000.0}};
    return std::stod(found[1]) * units.at(found[2]);
}

/// The megabytes that the program, or a process that it has waited for, has had at its peak.
double peak_of(std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), "tobiuo");
    arguments.insert(arguments.end(), {"--ceiling", "none"});
    std::vector<char*> words;
    for (std::string& one : arguments) {
        words.push_back(one.data());
    }
    words.push_back(nullptr);
    const pid_t process = fork();
    if (process == 0) {
        const int nothing = open("/dev/null", O_WRONLY);
        dup2(nothing, STDOUT_FILENO);
        dup2(nothing, STDERR_FILENO);
        execv(test::program_path().c_str(), words.data());
        _exit(127);
    }
    int status = -1;
    rusage used{};
    EXPECT_EQ(wait4(process, &status, 0, &used), process);
    EXPECT_EQ(status, 0);
    // NOLINTNEXTLINE(*-union-access): that is how rusage is declared
    return static_cast<double>(used.ru_maxrss) * 1024.0 / mega;
}

void expect_cover(double estimate, double peak)
{
    EXPECT_GE(estimate, peak);
    constexpr double program = 80.0;
    EXPECT_LE(estimate, 1.3 * peak + program);
}

class Memory : public ::testing::Test {
protected:
    void SetUp() override
    {
        if (!addresses_are_memory()) {
            GTEST_SKIP() << "the program is built with a sanitizer";
        }
    }

    std::string write_case(const std::string& text)
    {
        return temporary_.write("case.yaml", "name: t\nbackend: cpu\n" + text);
    }

    [[nodiscard]] std::filesystem::path results() const { return temporary_.path() / "out"; }

    static test::Outcome limited(std::vector<std::string> arguments, double megabytes)
    {
        test::RunningProgram program{std::move(arguments), [megabytes] {
                                         setenv("OMP_NUM_THREADS", "1", 1);
                                         const auto bytes = static_cast<rlim_t>(megabytes * mega);
                                         const rlimit limit{.rlim_cur = bytes, .rlim_max = bytes};
                                         setrlimit(RLIMIT_AS, &limit);
                                     }};
        return program.wait();
    }

    /// The needed and the free megabytes, as `check` prints them under a limit of `megabytes`.
    static std::pair<double, double> checked(const std::string& path, double megabytes)
    {
        const auto outcome = limited({"check", "--ceiling", "none", path}, megabytes);
        std::smatch found;
        const std::regex line{R"(host memory, at most +(\S+) (\w+) of (\S+) (\w+) free)"};
        if (!std::regex_search(outcome.out, found, line)) {
            ADD_FAILURE() << outcome.out << outcome.err;
            return {};
        }
        const std::map<std::string, double> units{{"MB", 1.0}, {"GB", 1000.0}};
        return {std::stod(found[1]) * units.at(found[2]), std::stod(found[3]) * units.at(found[4])};
    }

    test::TemporaryFolder temporary_;
};

/// 192^3 values in double: 56.6 MB an array.
constexpr const char* large_case =
    "solver: poisson\ngrid: { cells: [192, 192, 192] }\nboundary: { y: neumann, z: dirichlet }\n"
    "source: \"x\"\n";

TEST_F(Memory, estimate_covers_the_peak_and_is_not_far_above)
{
    for (const std::string text :
         {large_case,
          "solver: poisson\ngrid: { cells: [37] }\nboundary: { x: dirichlet }\nsource: \"1\"\n",
          "solver: poisson\ngrid: { cells: [96, 96, 96] }\nboundary: { x: dirichlet }\n"
          "source: \"sin(pi*x)\"\nexact: \"x\"\n"
          "output: { fields: [p, f, residual, error, exact] }\n",
          "solver: poisson\ngrid: { cells: [160, 160, 160] }\nboundary: { x: neumann }\n"
          "source: \"cos(pi*x)\"\noutput: { fields: [p] }\n",
          "solver: poisson\ngrid: { cells: [160, 160, 160] }\nboundary: { x: neumann }\n"
          "source: \"cos(pi*x)\"\nmethod: { precision: single }\noutput: { fields: [p, f] }\n",
          "solver: poisson\ngrid: { cells: [160, 160, 160], location: node }\n"
          "boundary: { x: { lower: { dirichlet: \"y*z\" }, upper: neumann } }\nsource: \"x\"\n"
          "method: { precision: single, operator: fourth-order }\noutput: { fields: [p] }\n",
          "solver: poisson\ngrid: { cells: [128, 128, 128] }\n"
          "boundary: { x: { lower: { dirichlet: 1 }, upper: neumann } }\nsource: \"x\"\n"
          "method: { operator: spectral }\noutput: { fields: [p, residual] }\n",
          "solver: poisson\ngrid: { cells: [2000, 1500] }\nboundary: { x: dirichlet }\n"
          "source: \"x\"\nexact: \"x\"\noutput: { fields: [p, f, residual, error] }\n",
          "solver: himeno\ngrid: { preset: S }\nrun: { sweeps: 3 }\n"
          "output: { fields: [p, a0, bnd] }\n",
          "solver: flow\ngrid: { cells: [128, 128, 96] }\nfluid: { viscosity: 1 }\n"
          "initial: { noise: { amplitude: 1 } }\nrun: { until: 8.0e-5, time_step: 1.0e-5 }\n"
          "output: { every: 1.0e-5 }\ncheckpoint: { every: 0.1 s }\n",
          "solver: poisson\ngrid: { cells: [128, 128, 128], coordinates: { z: \"s + s^2\" } }\n"
          "boundary: { z: dirichlet }\nsource: \"sin(2*pi*x)\"\noutput: { fields: [p] }\n",
          "solver: flow\ngrid: { cells: [96, 96, 96] }\nfluid: { viscosity: 1 }\n"
          "faces: { y: no-slip }\nscalar: { diffusivity: 1, initial: \"x\" }\n"
          "method: { implicit_diffusion: y, precision: single }\n"
          "run: { until: 3.0e-5, time_step: 1.0e-5 }\n"}) {
        SCOPED_TRACE(text);
        const std::string path = write_case(text);
        constexpr double unlimited = 1e6;
        expect_cover(checked(path, unlimited).first, peak_of({"run", path, "--force"}));
    }
}

/// Ranks by mpirun, whose processes end as children of the program.
class MemoryOfRanks : public test::SeveralRanks {
protected:
    test::TemporaryFolder folder_;
};

TEST_F(MemoryOfRanks, estimate_covers_the_peak_of_a_rank)
{
    for (const std::string text :
         {"boundary: { y: neumann, z: dirichlet }\n", "method: { operator: fourth-order }\n",
          "method: { operator: spectral, precision: single }\noutput: { fields: [p, residual] "
          "}\n"}) {
        SCOPED_TRACE(text);
        const std::string path =
            folder_.write("case.yaml",
                          "name: t\nbackend: cpu\nsolver: poisson\n"
                          "grid: { cells: [160, 160, 160] }\nsource: \"x - 0.5\"\n" +
                              text);
        const auto outcome = test::run_program({"run", path, "--dry-run", "--gpus", "2"});
        constexpr double launcher = 45.0;  // what Open MPI takes for itself
        expect_cover(launcher + said_megabytes(outcome, "host memory, at most"),
                     peak_of({"run", path, "--force", "--gpus", "2"}));
    }
}

class MemoryOnOpenCL : public test::OnOpenCL {
protected:
    test::TemporaryFolder folder_;
};

TEST_F(MemoryOnOpenCL, estimate_is_what_a_solver_allocates)
{
    for (const std::string text :
         {"grid: { cells: [40, 32, 24] }\nboundary: { x: dirichlet, z: neumann }\n",
          "grid: { cells: [40, 32, 24] }\nmethod: { operator: fourth-order, precision: single }\n",
          "grid: { cells: [24, 32, 40] }\nmethod: { operator: spectral }\n",
          "grid: { cells: [32, 16, 24], coordinates: { y: \"s + s^2\" } }\n"
          "boundary: { y: neumann }\n"}) {
        SCOPED_TRACE(text);
        const std::string path = folder_.write(
            "case.yaml", "name: t\nbackend: opencl\nsolver: poisson\nsource: \"x - 0.5\"\n" + text);
        const std::int64_t estimate = make_job(read_case(path, {}))->estimate().device_bytes;
        const auto outcome = test::run_program({"run", path, "--force", "--ceiling", "none"});
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        const auto report =
            nlohmann::json::parse(test::text_of(folder_.path() / "out/t/report.json"));
        EXPECT_EQ(estimate, report["device_bytes"]);
    }
}

TEST_F(Memory, that_is_too_little_to_compute_is_found_before_and_blames_the_grid)
{
    const std::string path = write_case(large_case);
    constexpr double enough = 4000.0;
    const auto [needed, free] = checked(path, enough);
    const double taken = enough - free;
    constexpr double too_little = 80.0;
    const auto outcome = limited({"run", path}, taken + too_little);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("case.yaml:4:7: grid: the case needs "), std::string::npos)
        << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(results()));
}

TEST_F(Memory, that_is_too_little_to_write_is_found_before_anything_is_computed)
{
    const std::string path = write_case(
        "solver: himeno\ngrid: { preset: S }\nrun: { sweeps: 3 }\n"
        "output: { fields: [p, a0, a1, a2, a3, b0, b1, b2, c0, c1, c2, bnd, wrk1] }\n");
    constexpr double enough = 4000.0;
    const auto [needed, free] = checked(path, enough);
    const double taken = enough - free;
    constexpr double some_fields = 10.0;
    const double computes_but_does_not_write = needed - some_fields;
    const auto outcome = limited({"run", path}, taken + computes_but_does_not_write);
    EXPECT_EQ(outcome.code, 4);
    EXPECT_NE(outcome.err.find("error: to write the results takes "), std::string::npos)
        << outcome.err;
    EXPECT_EQ(outcome.err.find("ready after"), std::string::npos) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(results()));
    EXPECT_EQ(limited({"run", path, "-q"}, taken + 1.1 * needed).code, 0) << "as check says";
}

TEST_F(Memory, that_runs_out_ends_in_a_sentence)
{
    const std::string path = write_case(large_case);
    constexpr double enough = 4000.0;
    const double taken = enough - checked(path, enough).second;
    for (const double room : {20.0, 60.0, 100.0}) {
        const auto outcome =
            limited({"run", path, "--ignore-memory", "--ceiling", "none"}, taken + room);
        EXPECT_EQ(outcome.code, 4) << room << ": " << outcome.err;
        EXPECT_NE(outcome.err.find("error: out of host memory, so the results are not complete"),
                  std::string::npos)
            << room << ": " << outcome.err;
        EXPECT_FALSE(std::filesystem::exists(results() / "t" / "manifest.json"));
    }
}

TEST_F(Memory, limits_of_the_process_count_as_what_is_free)
{
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_DATA, &before), 0);
    rlimit limited = before;
    limited.rlim_cur = rlim_t{1} << 40U;
    ASSERT_EQ(setrlimit(RLIMIT_DATA, &limited), 0);
    const auto data = process_room();
    setrlimit(RLIMIT_DATA, &before);
    ASSERT_TRUE(data);
    EXPECT_LT(*data, std::int64_t{1} << 40U);
    EXPECT_GT(*data, std::int64_t{1} << 39U);
    limited.rlim_cur = 1 << 20U;
    ASSERT_EQ(setrlimit(RLIMIT_DATA, &limited), 0);
    const auto nothing = process_room();
    setrlimit(RLIMIT_DATA, &before);
    EXPECT_EQ(nothing, 0) << "never negative";
}

}  // namespace
}  // namespace tobiuo
