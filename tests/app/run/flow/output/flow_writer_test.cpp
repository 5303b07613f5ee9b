// SPDX-License-Identifier: BSD-3-Clause
// Flow runs whose files are written while the next steps are computed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <future>
#include <string>
#include <variant>
#include <vector>

#include "app/case/case.hpp"
#include "app/machine/time_split.hpp"
#include "app/output/staging.hpp"
#include "app/run/flow/flow_input.hpp"
#include "app/run/flow/flow_run.hpp"
#include "app/run/job.hpp"
#include "solvers/flow/value_count.hpp"
#include "tests/app/output/gate.hpp"
#include "tests/app/run/flow/flow_run.hpp"
#include "tests/support/asleep.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// The run of a case in this process, so that a test may keep its writer busy.
class WatchedRun {
public:
    explicit WatchedRun(const std::filesystem::path& file)
        : case_{read_case(file, {})},
          flow_{std::get<FlowCase>(case_.solver)},
          problem_{flow_problem(flow_)},
          folder_{case_.output.directory / case_.name, true},
          run_{{.the_case = case_,
                .flow = flow_,
                .problem = problem_,
                .place = place_,
                .identity = flow_identity(case_, flow_, problem_, Backend::cpu)},
               problem_,
               FlowFaces{flow_, problem_},
               std::nullopt,
               folder_}
    {
    }

    FlowTimeLoop<double>* operator->() { return &run_; }

    void advance()
    {
        ProgressDisplay display{Verbosity::quiet};
        run_.advance(display);
    }

    FlowReport conclude()
    {
        ::testing::internal::CaptureStdout();
        run_.keep();
        static_cast<void>(run_.write());
        printed = ::testing::internal::GetCapturedStdout();
        return run_.report();
    }

    std::string printed;

private:
    Case case_;
    FlowCase flow_;
    Place place_;
    flow::Problem problem_;
    RunFolder folder_;
    FlowTimeLoop<double> run_;
};

class FlowWriter : public test::FlowCaseRun {
protected:
    [[nodiscard]] std::vector<std::string> staged() const
    {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator{staging_in(results())}) {
            names.push_back(entry.path().filename().string());
        }
        return names;
    }
};

/// Looks at its velocity only when it writes fields: at 0, at `until` and halfway.
std::string quiet_vortices(const std::string& until, const std::string& every)
{
    return std::string{test::vortices} + "run: { until: " + until +
           " }\noutput: { every: " + every + ", gradients_every: 0 }\n";
}

TEST_F(FlowWriter, steps_go_on_while_a_slow_write_is_under_way)
{
    WatchedRun run{write_case(quiet_vortices("0.5", "0.5"))};
    test::Gate disk;
    const auto slow = run->writer().submit(disk.job());
    run->begin();
    run.advance();
    EXPECT_FALSE(run->writer().is_done(slow)) << "all steps are done before the first write";
    EXPECT_THAT(staged(), IsEmpty());
    disk.open();
    const FlowReport report = run.conclude();
    EXPECT_EQ(report.time, 0.5);
    EXPECT_GT(report.steps, 1);
    EXPECT_EQ(report.series.at("").files.size(), 2U);
    EXPECT_EQ(field("flow_00000.vti", "velocity").size(), 1024U);
    EXPECT_EQ(field("flow_00001.vti", "velocity").size(), 1024U);
    EXPECT_NE(field("flow_00000.vti", "velocity"), field("flow_00001.vti", "velocity"));
    EXPECT_THAT(run.printed, HasSubstr("2 times in results.pvd\n  time  "));
}

TEST_F(FlowWriter, a_run_waits_where_two_snapshots_are_yet_to_be_written)
{
    const std::string text = quiet_vortices("1", "0.25");
    ASSERT_EQ(FlowCaseRun::run(text).code, 0);
    std::vector<std::string> expected;
    const std::vector<std::string> names{"flow_00000.vti", "flow_00001.vti", "flow_00002.vti",
                                         "flow_00003.vti", "flow_00004.vti", "results.pvd",
                                         "history.csv",    "flow.png"};
    for (const std::string& name : names) {
        expected.push_back(result(name));
    }
    WatchedRun run{write_case(text)};
    test::Gate disk;
    run->writer().submit(disk.job());
    run->begin();
    std::promise<pid_t> thread;
    auto advanced = std::async(std::launch::async, [&] {
        thread.set_value(::gettid());
        run.advance();
        return TimeSplit::of_this_thread().so_far().of(TimePart::files);
    });
    test::wait_until_asleep(thread.get_future().get());
    EXPECT_EQ(advanced.wait_for(std::chrono::seconds{0}), std::future_status::timeout)
        << "the third snapshot has no buffer";
    EXPECT_THAT(staged(), IsEmpty());
    disk.open();
    EXPECT_GT(advanced.get(), 0.0) << "the steps wait for the disk";
    static_cast<void>(run.conclude());
    for (std::size_t n = 0; n < names.size(); ++n) {
        EXPECT_EQ(result(names.at(n)), expected.at(n)) << names.at(n);
    }
}

TEST_F(FlowWriter, the_estimate_has_the_second_buffer_where_something_is_written_on_the_way)
{
    const std::string scalar = "scalar: { diffusivity: 1 }\n";
    const std::string implicit = "method: { implicit_diffusion: x }\n";
    const auto host_bytes = [&](const std::string& more) {
        const auto file = write_case(std::string{test::vortices} + "run: { until: 1 }\n" + more);
        return make_job(read_case(file, {}))->estimate().host_bytes;
    };
    constexpr std::int64_t array = 32 * 32 * sizeof(double);
    EXPECT_EQ(host_bytes("checkpoint: true\n") - host_bytes(""), 4 * array);
    EXPECT_EQ(host_bytes("output: { every: 0.1 }\n") - host_bytes(""), 4 * array);
    EXPECT_EQ(host_bytes(scalar + "checkpoint: true\n") - host_bytes(scalar), 5 * array);
    EXPECT_EQ(host_bytes(implicit + "checkpoint: true\n") - host_bytes(implicit), 5 * array);
    const std::string once = "method: { projections: one }\n";
    EXPECT_EQ(host_bytes(once + "checkpoint: true\n") - host_bytes(once),
              6 * array + static_cast<std::int64_t>(sizeof(double)));
    EXPECT_GT(host_bytes(implicit) - host_bytes(""), 2 * array);
}

TEST_F(FlowWriter, an_error_of_a_write_ends_the_run_at_a_later_step)
{
    WatchedRun run{write_case(quiet_vortices("1.0e+9", "1.0e+9") + "checkpoint: true\n")};
    run->begin();
    run->writer().submit([] { throw OutputError{"the disk is full"}; });
    try {
        run.advance();
        FAIL() << "it ends";
    } catch (const OutputError& error) {
        EXPECT_STREQ(error.what(), "the disk is full");
    }
    EXPECT_THAT(names_in_results(), Not(::testing::Contains(::testing::StartsWith("checkpoint"))));
}

TEST_F(FlowWriter, a_full_disk_leaves_no_half_written_file_of_a_series)
{
    const auto path = write_case(
        "grid: { cells: [64, 64, 8] }\nfluid: { viscosity: 0.1 }\n"
        "initial: { u: \"sin(2*pi*y)\", noise: { amplitude: 0.1 } }\n"
        "run: { until: 100 }\noutput: { every: 0.01, encoding: appended }\n");
    test::RunningProgram program{{"run", path}, [] {
                                     constexpr rlim_t most = 1 << 19U;  // of the bytes of a file
                                     const rlimit limit{.rlim_cur = most, .rlim_max = most};
                                     setrlimit(RLIMIT_FSIZE, &limit);
                                 }};
    const auto outcome = program.wait();
    EXPECT_EQ(outcome.code, 4) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("flow_00000.vti' (File too large): raise the file-size "
                                       "limit"));
    EXPECT_FALSE(std::filesystem::exists(results() / "flow_00000.vti"));
    EXPECT_FALSE(std::filesystem::exists(results() / "manifest.json"));
}

}  // namespace
}  // namespace tobiuo
