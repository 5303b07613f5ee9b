// SPDX-License-Identifier: BSD-3-Clause
// The tuner of passes on the OpenCL device: candidates are checked, timed and kept.
#include "kernels/fft/tune/tune.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "kernels/fft/choose/block_choice.hpp"
#include "kernels/fft/tune/tune_device.hpp"
#include "kernels/opencl/fft/device_limits.hpp"
#include "kernels/opencl/fft/fft_plan.hpp"
#include "runtime/opencl/context.hpp"
#include "tests/support/opencl.hpp"
#include "tests/support/opencl_transform.hpp"

namespace tobiuo::opencl {
namespace {

using fft::Problem;
using fft::TunedTable;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// Keeps all trials, and may stop the search after some.
class Observer final : public fft::TuneObserver {
public:
    explicit Observer(std::size_t most = 1000) : most_{most} {}
    void tried(const fft::TuneTrial& trial) override { trials.push_back(trial); }
    [[nodiscard]] bool stop_requested() const override { return trials.size() >= most_; }

    [[nodiscard]] std::vector<std::string> rejections() const
    {
        std::vector<std::string> all;
        for (const fft::TuneTrial& trial : trials) {
            all.push_back(trial.rejected);
        }
        return all;
    }

    std::vector<fft::TuneTrial> trials;

private:
    std::size_t most_;
};

/// Transforms rightly with the configuration `right`, and copies nothing but the input with others.
fft::TuneSubject wrong_subject(const Problem& problem, const std::string& right)
{
    fft::TuneSubject subject = fft::opencl_tuner().transform(problem, false);
    subject.prepare = [right, prepare = subject.prepare](const TunedTable& table) {
        fft::TuneSubject::Plan plan = prepare(table);
        if (plan.chosen.at(0).configuration != right) {
            plan.run = [](void*, void*, Stream) {};
        }
        return plan;
    };
    return subject;
}

const Problem rows{.lengths = {96}, .batch = 24};

class TuneOnOpenCL : public test::OnOpenCL {
protected:
    [[nodiscard]] static fft::Tuned tune(const fft::TuneSubject& subject, Observer& observer,
                                         double budget_seconds = 60.0)
    {
        return fft::tune(subject, fft::opencl_tuner().device(0), TunedTable{},
                         {.budget_seconds = budget_seconds, .candidates = 3}, observer);
    }

    /// The configurations of the plan of a table.
    [[nodiscard]] static std::vector<fft::Chosen> choices(const Problem& problem,
                                                          const TunedTable& table)
    {
        return fft::choices_in(FftPlan{problem, {.table = &table}}.schedule());
    }
};

TEST_F(TuneOnOpenCL, finds_a_configuration_for_every_request_of_a_plan_that_is_right)
{
    const Problem problem{.lengths = {6, 10, 32},
                          .kind = fft::Kind::r2c,
                          .precision = Precision::fp64,
                          .placement = fft::Placement::out_of_place};
    Observer observer;
    const fft::Tuned tuned = tune(fft::opencl_tuner().transform(problem, false), observer);
    EXPECT_TRUE(tuned.complete);
    EXPECT_EQ(tuned.found.entries().size(), 3U);
    EXPECT_GE(tuned.tried, 9);
    EXPECT_THAT(observer.rejections(), Each(IsEmpty()));
    EXPECT_GT(tuned.seconds, 0.0);
    EXPECT_GT(tuned.before_seconds, 0.0);
    for (const fft::Chosen& chosen : choices(problem, tuned.found)) {
        EXPECT_TRUE(chosen.tuned) << chosen.key << ": " << chosen.remark;
    }
    test::expect_right_by_opencl<double>(problem, {.table = &tuned.found});
}

TEST_F(TuneOnOpenCL, tries_no_configurations_that_differ_in_resident_blocks_alone)
{
    Observer observer;
    static_cast<void>(tune(fft::opencl_tuner().transform(rows, false), observer));
    std::vector<std::string> tried;
    for (const fft::TuneTrial& trial : observer.trials) {
        tried.push_back(trial.what.substr(0, trial.what.rfind(" blocks ")));
    }
    std::ranges::sort(tried);
    EXPECT_EQ(std::ranges::adjacent_find(tried), tried.end());
}

TEST_F(TuneOnOpenCL, rejects_candidates_whose_results_are_wrong)
{
    const std::string right = choices(rows, {}).at(0).configuration;
    Observer observer;
    const fft::Tuned tuned = tune(wrong_subject(rows, right), observer);
    EXPECT_GE(tuned.rejected, 2);
    std::size_t right_ones = 0;
    for (const fft::TuneTrial& trial : observer.trials) {
        const bool is_right = trial.what.ends_with(": " + right);
        right_ones += is_right ? 1 : 0;
        EXPECT_THAT(trial.rejected, is_right ? ::testing::Matcher<std::string>(IsEmpty())
                                             : HasSubstr("differs by "));
    }
    EXPECT_EQ(observer.trials.size() - right_ones, static_cast<std::size_t>(tuned.rejected));
    ASSERT_EQ(tuned.found.entries().size(), 1U);
    EXPECT_EQ(tuned.found.entries().begin()->second, right);
}

TEST_F(TuneOnOpenCL, refuses_a_plan_that_is_wrong_before_anything_is_tuned)
{
    Observer observer;
    EXPECT_THROW(static_cast<void>(tune(wrong_subject(rows, "another"), observer)),
                 std::runtime_error);
    EXPECT_THAT(observer.trials, IsEmpty());
}

TEST_F(TuneOnOpenCL, ends_where_the_observer_asks_with_what_it_has)
{
    Observer observer{1};
    const fft::Tuned tuned = tune(fft::opencl_tuner().transform(rows, false), observer);
    EXPECT_FALSE(tuned.complete);
    EXPECT_EQ(tuned.tried, 1);
    EXPECT_EQ(tuned.found.entries().size(), 1U);
}

template <typename T>
void expect_sums_of_the_twin(Precision precision)
{
    constexpr std::size_t count = 20000;  // more than there are work-items, and no multiple
    std::vector<T> before(count);
    std::vector<T> after(count);
    for (std::size_t n = 0; n < count; ++n) {
        before[n] = static_cast<T>(n % 37) - T{18};
        after[n] = before[n] + static_cast<T>(n % 5) / T{64};
    }
    const fft::TuneDevice device = fft::opencl_tuner().device(0);
    const runtime::OwnStream stream = device.machine->make_stream();
    const auto uploaded = [&](const std::vector<T>& values) {
        return device.machine->copied_and_wait(std::as_bytes(std::span{values}), stream.get());
    };
    const runtime::Array reference = uploaded(before);
    const auto sums_of = [&](const std::vector<T>& values) {
        return device.square_sums(uploaded(values).data(), reference.data(), count, precision,
                                  stream.get());
    };
    const fft::SquareSums found = sums_of(after);
    const fft::SquareSums expected =
        fft::square_sums(std::span<const T>{after}, std::span<const T>{before});
    const double epsilon = std::numeric_limits<T>::epsilon();
    EXPECT_NEAR(found.difference, expected.difference, 16.0 * epsilon * expected.difference);
    EXPECT_NEAR(found.reference, expected.reference, 16.0 * epsilon * expected.reference);

    after[count - 1] = std::numeric_limits<T>::quiet_NaN();
    EXPECT_EQ(sums_of(after).relative(), std::numeric_limits<double>::infinity());
    EXPECT_EQ(sums_of(before).relative(), 0.0);
}

TEST_F(TuneOnOpenCL, measures_differences_as_the_host_does)
{
    expect_sums_of_the_twin<float>(Precision::fp32);
    if (context().device().has_fp64) {
        expect_sums_of_the_twin<double>(Precision::fp64);
    }
}

TEST_F(TuneOnOpenCL, plans_take_a_table_for_the_device_by_its_name_platform_and_driver)
{
    const DeviceInfo& device = chosen_device();
    const fft::DeviceName name = table_name(device);
    EXPECT_EQ(name.name, device.name);
    EXPECT_EQ(name.architecture, device.platform);
    EXPECT_EQ(name.conditions, device.version);
    EXPECT_EQ(name.engine, fft::opencl_table_engine);

    const fft::Chosen by_model = choices(rows, {}).at(0);
    const auto candidates = fft::block_candidates(std::get<fft::KernelRequest>(by_model.request),
                                                  fft::opencl_tuner().device(0).limits, 2);
    ASSERT_EQ(candidates.size(), 2U);
    TunedTable table;
    table.remember(by_model.key, fft::text_of(candidates.at(1)));
    const fft::Chosen tuned = choices(rows, table).at(0);
    EXPECT_TRUE(tuned.tuned);
    EXPECT_EQ(tuned.configuration, fft::text_of(candidates.at(1)));
    EXPECT_THAT(tuned.configuration, Not(by_model.configuration));
    test::expect_right_by_opencl<float>(rows, {.table = &table});
}

}  // namespace
}  // namespace tobiuo::opencl
