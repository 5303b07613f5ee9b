// SPDX-License-Identifier: BSD-3-Clause
// What is launched kernel by kernel and what as a graph, with a device that only takes notes.
#include "runtime/device/graph/replays.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "runtime/device/error.hpp"
#include "runtime/device/graph/recorded_work.hpp"

namespace tobiuo::device {
namespace {

/// A kernel of which nothing but its address is used.
const Kernel& kernel_at(std::size_t number)
{
    alignas(Kernel) static std::array<std::byte, 8> places;
    return reinterpret_cast<const Kernel&>(places.at(number));
}

void add(RecordedWork& work, std::size_t kernel, double first, int second = 0,
         const Launch& how = {})
{
    std::array<void*, 2> arguments{&first, &second};
    constexpr std::array sizes{sizeof(double), sizeof(int)};
    work.add(kernel_at(kernel), how, arguments, sizes);
}

/// Two kernels, the first of which has this number.
RecordedWork work_with(double number, std::size_t second = 1)
{
    RecordedWork work;
    add(work, 0, number);
    add(work, second, 7.0);
    return work;
}

double first_argument(const RecordedWork& work, std::size_t launch)
{
    double value = 0.0;
    std::memcpy(&value, work.arguments(launch).front(), sizeof(value));
    return value;
}

/// What was asked of the device, a letter each: plain launches, graphs made, arguments set, graphs
/// launched. After a graph's launch comes the number that its first kernel has.
struct Notes {
    std::string asked;
    std::vector<double> launched;
    bool makes_graphs = true;
    bool takes_arguments = true;
};

class NotedGraph final : public ReadyWork {
public:
    NotedGraph(Notes& notes, RecordedWork work) : notes_{notes}, work_{std::move(work)} {}
    void set_arguments(const RecordedWork& work, std::size_t launch) override
    {
        if (!notes_.takes_arguments) {
            throw DeviceError{"no"};
        }
        notes_.asked += 's';
        EXPECT_EQ(launch, 0U);
        work_ = work;
    }
    void launch(cudaStream_t /*stream*/) override
    {
        notes_.asked += 'l';
        notes_.launched.push_back(first_argument(work_, 0));
    }

private:
    Notes& notes_;
    RecordedWork work_;
};

class NotedRunner final : public WorkRunner {
public:
    explicit NotedRunner(Notes& notes) : notes_{notes} {}
    void enqueue(const RecordedWork& work, cudaStream_t /*stream*/) const override
    {
        notes_.asked += 'p';
        notes_.launched.push_back(first_argument(work, 0));
    }
    [[nodiscard]] std::unique_ptr<ReadyWork> make_ready(const RecordedWork& work) const override
    {
        if (!notes_.makes_graphs) {
            throw DeviceError{"no"};
        }
        notes_.asked += 'm';
        return std::make_unique<NotedGraph>(notes_, work);
    }

private:
    Notes& notes_;
};

struct Replayed {
    Notes notes;
    Replays replays{std::make_unique<NotedRunner>(notes)};

    void enqueue(const RecordedWork& work, const void* key = nullptr)
    {
        replays.enqueue(key, work, nullptr);
    }
};

TEST(Replays, make_a_graph_of_what_comes_twice_and_launch_it_from_then_on)
{
    Replayed replayed;
    for (int step = 0; step < 4; ++step) {
        replayed.enqueue(work_with(0.5));
    }
    EXPECT_EQ(replayed.notes.asked, "pmlll");
    EXPECT_EQ(replayed.replays.graph_launches(), 3);
}

TEST(Replays, replace_only_arguments_that_have_changed)
{
    Replayed replayed;
    for (const double number : {0.5, 0.6, 0.6, 0.7, 0.7, 0.5}) {
        replayed.enqueue(work_with(number));
    }
    EXPECT_EQ(replayed.notes.asked, "pmllsllsl");
    EXPECT_EQ(replayed.notes.launched, (std::vector{0.5, 0.6, 0.6, 0.7, 0.7, 0.5}));
}

TEST(Replays, keep_a_graph_for_each_key_and_each_list_of_kernels)
{
    Replayed replayed;
    const std::array<int, 2> keys{};
    for (int turn = 0; turn < 3; ++turn) {
        replayed.enqueue(work_with(1.0), &keys[0]);
        replayed.enqueue(work_with(2.0), &keys[1]);
        replayed.enqueue(work_with(3.0, 2), &keys[0]);
    }
    EXPECT_EQ(replayed.notes.asked, "pppmlmlmllll");
    EXPECT_EQ(replayed.notes.launched, (std::vector{1.0, 2.0, 3.0, 1.0, 2.0, 3.0, 1.0, 2.0, 3.0}));
}

TEST(Replays, forget_the_oldest_work_where_there_are_many)
{
    Replayed replayed;
    const std::array<int, Replays::most_kept + 1> keys{};
    for (const int& key : keys) {
        replayed.enqueue(work_with(1.0), &key);
    }
    replayed.enqueue(work_with(1.0), &keys.back());
    replayed.enqueue(work_with(1.0), &keys.front());
    EXPECT_EQ(replayed.notes.asked, "pppppmlp");
}

TEST(Replays, launch_kernel_by_kernel_what_the_device_makes_no_graph_of)
{
    Replayed replayed;
    replayed.notes.makes_graphs = false;
    for (const double number : {0.5, 0.6, 0.7}) {
        replayed.enqueue(work_with(number));
    }
    EXPECT_EQ(replayed.notes.asked, "ppp");
    EXPECT_EQ(replayed.notes.launched, (std::vector{0.5, 0.6, 0.7}));
    EXPECT_EQ(replayed.replays.graph_launches(), 0);
}

TEST(Replays, give_up_a_graph_that_takes_no_new_arguments)
{
    Replayed replayed;
    replayed.notes.takes_arguments = false;
    for (const double number : {0.5, 0.5, 0.6, 0.7}) {
        replayed.enqueue(work_with(number));
    }
    EXPECT_EQ(replayed.notes.asked, "pmlpp");
    EXPECT_EQ(replayed.notes.launched, (std::vector{0.5, 0.5, 0.6, 0.7}));
}

TEST(RecordedWork, tells_apart_kernels_launches_and_events)
{
    const RecordedWork work = work_with(0.5);
    EXPECT_TRUE(work.is_like(work_with(0.6)));
    EXPECT_FALSE(work.has_same_arguments(work_with(0.6), 0));
    EXPECT_TRUE(work.has_same_arguments(work_with(0.6), 1));
    EXPECT_FALSE(work.is_like(work_with(0.5, 2)));
    RecordedWork longer = work;
    add(longer, 1, 7.0);
    EXPECT_FALSE(work.is_like(longer));
    RecordedWork wider;
    add(wider, 0, 0.5, 0, {.grid = dim3{2}, .block = dim3{1}});
    add(wider, 1, 7.0);
    EXPECT_FALSE(work.is_like(wider));
    RecordedWork measured = work;
    int event = 0;
    measured.add(reinterpret_cast<cudaEvent_t>(&event));
    EXPECT_FALSE(work.is_like(measured));
    EXPECT_EQ(measured.event(0), nullptr);
    EXPECT_NE(measured.event(1), nullptr);
}

TEST(RecordedWork, keeps_copies_of_arguments)
{
    RecordedWork work;
    add(work, 0, 0.25, 3);
    add(work, 1, 0.5, 4);
    const std::vector<void*> arguments = work.arguments(1);
    ASSERT_EQ(arguments.size(), 2U);
    int second = 0;
    std::memcpy(&second, arguments[1], sizeof(second));
    EXPECT_EQ(first_argument(work, 1), 0.5);
    EXPECT_EQ(second, 4);
    work.clear();
    EXPECT_EQ(work.size(), 0U);
}

TEST(RecordedWork, refuses_an_event_with_no_launch_of_its_own)
{
    int event = 0;
    RecordedWork work;
    EXPECT_THROW(work.add(reinterpret_cast<cudaEvent_t>(&event)), std::logic_error);
    add(work, 0, 0.5);
    work.add(reinterpret_cast<cudaEvent_t>(&event));
    EXPECT_THROW(work.add(reinterpret_cast<cudaEvent_t>(&event)), std::logic_error);
}

TEST(Recording, is_one_at_a_time_and_ends_with_its_scope)
{
    EXPECT_EQ(Recording::current(), nullptr);
    {
        RecordedWork work;
        const Recording recording{work};
        EXPECT_EQ(Recording::current(), &work);
        EXPECT_THROW(Recording{work}, std::logic_error);
        EXPECT_EQ(Recording::current(), &work);
    }
    EXPECT_EQ(Recording::current(), nullptr);
}

}  // namespace
}  // namespace tobiuo::device
