// SPDX-License-Identifier: BSD-3-Clause
// Himeno runs whose checkpoints are written while the next sweeps are done.
#include "app/run/himeno/himeno_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <future>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "app/case/case.hpp"
#include "app/errors.hpp"
#include "app/machine/time_split.hpp"
#include "app/run/himeno/himeno_checkpoint.hpp"
#include "app/run/job.hpp"
#include "kernels/stencil/arrays.hpp"
#include "tests/app/output/gate.hpp"
#include "tests/support/asleep.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr stencil::Shape shape{.ni = 4, .nj = 3, .nk = 5};

/// Each value of p is the number of sweeps.
class CountingPlan final : public stencil::SweepPlan {
public:
    void load(const stencil::ArraySource& /*source*/) override {}
    void sweep_and_wait(std::span<double> gosa) override
    {
        for (double& one : gosa) {
            one = 1.0 / static_cast<double>(++sweeps);
        }
    }
    void read_pressure(std::int64_t, std::int64_t, std::span<float> out) const override
    {
        std::ranges::fill(out, static_cast<float>(sweeps));
    }
    void read_pressure(std::int64_t, std::int64_t, std::span<double> out) const override
    {
        std::ranges::fill(out, static_cast<double>(sweeps));
    }
    [[nodiscard]] std::string describe() const override { return "counting"; }

    std::int64_t sweeps = 0;
};

class HimenoWriterTest : public ::testing::Test {
protected:
    [[nodiscard]] CheckpointIdentity identity() const
    {
        return {
            .solver = "himeno",
            .version = "1",
            .program = "0",
            .problem = "grid:\n",
            .precision = precision_,
            .backend = std::nullopt,
            .blocks = {{.count = shape.ni, .bytes = shape.plane() * bytes_per_value(precision_)}}};
    }
    [[nodiscard]] HimenoCheckpoints checkpoints(std::int64_t keep) const
    {
        return {folder_.path(), identity(), {.every = hour, .keep = keep}, plan_, shape, history_};
    }
    himeno::Measurement swept(std::int64_t count)
    {
        std::vector<double> gosa(static_cast<std::size_t>(count));
        plan_.sweep_and_wait(gosa);
        history_.append(gosa);
        return {.sweeps = plan_.sweeps, .seconds = 0.5, .gosa = gosa.back()};
    }
    /// All values of p in the newest checkpoint, which is removed; each is its number of sweeps.
    template <typename Real>
    [[nodiscard]] std::vector<Real> take_newest() const
    {
        const auto snapshot =
            newest_himeno_checkpoint(folder_.path(), identity(), Restart::demanded);
        EXPECT_EQ(snapshot->history.sweeps, snapshot->measured.sweeps);
        std::vector<Real> p(static_cast<std::size_t>(shape.values()));
        EXPECT_EQ(snapshot->p.size(), p.size() * sizeof(Real));
        std::memcpy(p.data(), snapshot->p.data(),
                    std::min(snapshot->p.size(), p.size() * sizeof(Real)));
        EXPECT_EQ(p.front(), static_cast<Real>(snapshot->measured.sweeps));
        std::filesystem::remove(folder_.path() / snapshot->name);
        return p;
    }

    const TimeSpan hour{.text = "1 h", .seconds = 3600.0};
    test::TemporaryFolder folder_;
    Precision precision_ = Precision::fp32;
    CountingPlan plan_;
    himeno::History history_;
};

TEST_F(HimenoWriterTest, copies_p_and_does_not_wait_for_a_slow_write)
{
    for (const Precision each : {Precision::fp32, Precision::fp64}) {
        precision_ = each;
        HimenoCheckpoints writer = checkpoints(3);
        test::Gate disk;
        writer.thread().submit(disk.job());
        const std::int64_t first = plan_.sweeps + 5;
        writer.submit(swept(5));
        writer.submit(swept(2));
        swept(4);
        EXPECT_THAT(checkpoints_in(folder_.path()), IsEmpty());
        disk.open();
        writer.thread().drain();
        const auto values = static_cast<std::size_t>(shape.values());
        if (precision_ == Precision::fp32) {
            EXPECT_EQ(take_newest<float>(),
                      std::vector<float>(values, static_cast<float>(first + 2)));
            EXPECT_EQ(take_newest<float>(), std::vector<float>(values, static_cast<float>(first)));
        } else {
            EXPECT_EQ(take_newest<double>(),
                      std::vector<double>(values, static_cast<double>(first + 2)));
            EXPECT_EQ(take_newest<double>(),
                      std::vector<double>(values, static_cast<double>(first)));
        }
    }
}

TEST_F(HimenoWriterTest, waits_where_two_checkpoints_are_yet_to_be_written)
{
    HimenoCheckpoints writer = checkpoints(2);
    test::Gate disk;
    writer.thread().submit(disk.job());
    writer.submit(swept(1));
    writer.submit(swept(1));
    std::promise<pid_t> thread;
    auto third = std::async(std::launch::async, [&] {
        thread.set_value(::gettid());
        writer.submit(swept(1));
        return TimeSplit::of_this_thread().so_far().of(TimePart::files);
    });
    test::wait_until_asleep(thread.get_future().get());
    EXPECT_EQ(third.wait_for(std::chrono::seconds{0}), std::future_status::timeout)
        << "the third one has no buffer";
    disk.open();
    EXPECT_GT(third.get(), 0.0) << "the sweeps wait for the disk";
    writer.thread().drain();
    EXPECT_EQ(checkpoints_in(folder_.path()).size(), 2U) << "the newest";
    EXPECT_EQ(take_newest<float>().front(), 3.0F);
    EXPECT_EQ(take_newest<float>().front(), 2.0F);
}

TEST_F(HimenoWriterTest, an_error_of_a_write_ends_the_run_between_two_batches)
{
    HimenoCheckpoints writer = checkpoints(2);
    const himeno::FixedSweeps rule{1000};
    ProgressDisplay display{Verbosity::quiet};
    HimenoWatcher watcher{display, shape, rule, nullptr, &writer};
    const std::int64_t failed =
        writer.thread().submit([] { throw OutputError{"the disk is full"}; });
    while (!writer.thread().is_done(failed)) {
        std::this_thread::yield();
    }
    try {
        static_cast<void>(himeno::run(plan_, rule, watcher, history_));
        FAIL() << "it ends";
    } catch (const OutputError& error) {
        EXPECT_STREQ(error.what(), "the disk is full");
    }
    EXPECT_EQ(plan_.sweeps, 1) << "the first batch";
}

class HimenoWriterProgram : public ::testing::Test {
protected:
    std::string write_case(const std::string& more)
    {
        return temporary_.write("case.yaml",
                                "name: t\nsolver: himeno\nbackend: cpu\n"
                                "grid: { cells: [64, 48, 40] }\n" +
                                    more);
    }

    test::TemporaryFolder temporary_;
};

TEST_F(HimenoWriterProgram, a_full_disk_ends_the_run_without_a_half_written_checkpoint)
{
    const auto path = write_case("run: { sweeps: 20000 }\ncheckpoint: { every: 0.01 s }\n");
    test::RunningProgram program{{"run", path, "--ceiling", "none"}, [] {
                                     constexpr rlim_t most = 1 << 18U;  // of the bytes of a file
                                     const rlimit limit{.rlim_cur = most, .rlim_max = most};
                                     setrlimit(RLIMIT_FSIZE, &limit);
                                 }};
    const auto outcome = program.wait();
    EXPECT_EQ(outcome.code, 4) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(".state' (File too large): raise the file-size limit"));
    const std::filesystem::path folder = temporary_.path() / "out" / "t";
    EXPECT_THAT(checkpoints_in(folder), IsEmpty());
    EXPECT_FALSE(std::filesystem::exists(folder / "manifest.json"));
    std::error_code no_folder;
    for (const auto& entry : std::filesystem::directory_iterator{folder, no_folder}) {
        EXPECT_NE(entry.path().extension(), ".tmp") << entry.path();
    }
}

TEST_F(HimenoWriterProgram, the_estimate_has_both_buffers)
{
    const auto host_bytes = [&](const std::string& more) {
        return make_job(read_case(write_case("run: { sweeps: 3 }\n" + more), {}))
            ->estimate()
            .host_bytes;
    };
    constexpr std::int64_t p = 64 * 48 * 40 * sizeof(float);
    EXPECT_EQ(host_bytes("checkpoint: true\n") - host_bytes(""), 2 * p);
}

}  // namespace
}  // namespace tobiuo
