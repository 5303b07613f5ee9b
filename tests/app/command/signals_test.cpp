// Ctrl-C and SIGTERM: stop at the next sweep boundary, write what is there, say so.
#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "app/output/run_folder.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

class Signals : public ::testing::TestWithParam<int> {};

TEST_P(Signals, stop_the_run_and_keep_its_results)
{
    const test::TemporaryFolder temporary;
    const auto path = temporary.path() / "case.yaml";
    test::write_file(path,
                     "name: t\nsolver: himeno\ngrid: { preset: XS }\nbackend: cpu\n"
                     "run: { sweeps: 100000000 }\n");
    test::RunningProgram program{{"run", path}};
    ASSERT_TRUE(program.says("ready after", std::chrono::seconds{60}));
    program.signal(GetParam());
    const auto outcome = program.wait();
    EXPECT_EQ(outcome.code, 6) << outcome.err;
    EXPECT_NE(outcome.err.find(std::string{"stopped by "} +
                               (GetParam() == SIGINT ? "SIGINT" : "SIGTERM")),
              std::string::npos)
        << outcome.err;
    const auto results = temporary.path() / "out" / "t";
    const auto report = nlohmann::json::parse(test::text_of(results / "report.json"));
    EXPECT_EQ(report["status"], "interrupted");
    EXPECT_EQ(report["exit_code"], 6);
    EXPECT_LT(report["total_sweeps"], 100000000);
    EXPECT_TRUE(std::filesystem::exists(results / "p.vti"));
    EXPECT_TRUE(std::filesystem::exists(results / "manifest.json"));
}

INSTANTIATE_TEST_SUITE_P(Both, Signals, ::testing::Values(SIGINT, SIGTERM));

}  // namespace
}  // namespace tobiuo
