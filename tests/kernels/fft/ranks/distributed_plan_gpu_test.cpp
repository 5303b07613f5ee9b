// SPDX-License-Identifier: BSD-3-Clause
// The plan on several ranks with GPUs against FFTW on one rank; its kernels against their twins.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include <tobiuo/fft.hpp>

#include "kernels/fft/ranks/block_copies.hpp"
#include "runtime/device/check.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/machine/item_kernel.hpp"
#include "runtime/ranks/messages.hpp"
#include "tests/kernels/fft/ranks/block_example.hpp"
#include "tests/kernels/fft/ranks/rank_parts.hpp"
#include "tests/support/device.hpp"
#include "tests/support/device_transform.hpp"
#include "tests/support/direct_dft.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/host_transform.hpp"
#include "tests/support/random_signal.hpp"
#include "tests/support/thread_ranks.hpp"
#include "tests/support/typed_transform.hpp"

namespace tobiuo::fft {
namespace {

using test::BlockExample;
using test::GuardedArray;
using test::poisoned;

constexpr unsigned device_ranks_seed = 2012;

/// What `size` ranks make of `in` together, in the layout of one rank. They use as many devices as
/// there are; ranks that share one exchange through host memory.
template <typename T>
std::vector<T> on_device_ranks(const Transform& transform, const std::vector<T>& in, int size,
                               DistributedPlanOptions options)
{
    const auto devices = static_cast<int>(device::survey().devices.size());
    options.backend = Backend::cuda;
    std::vector<T> whole = poisoned<T>(output_bytes(transform));
    std::mutex mutex;
    test::on_ranks(size, [&](const Communicator& ranks) {
        device::select(ranks.rank() % devices);
        const device::Stream stream = device::make_stream();
        const DistributedPlan plan{transform, ranks, options};
        const std::vector<T> original = test::input_of_rank(in, plan);
        const bool in_place = transform.placement == Placement::in_place;
        const GuardedArray<T> to{poisoned<T>(in_place ? 0 : plan.output_bytes())};
        std::vector<T> from_after;
        for (int time = 0; time < 2; ++time) {  // the second one finds nothing of the first
            const GuardedArray<T> from{original};
            execute_typed(plan, from.data(), in_place ? from.data() : to.data(), stream.get());
            from_after = from.values(stream.get());
        }
        const std::vector<T> out = in_place ? from_after : to.values(stream.get());
        const std::scoped_lock lock{mutex};
        if (transform.kind != Kind::c2r && !in_place) {
            EXPECT_EQ(from_after, original) << "the input was changed";
        }
        test::put_output(out, plan, whole);
    });
    return whole;
}

template <typename T>
class FftDistributedPlanOnDevice : public test::OnDevice {
protected:
    static void check(const Extents& extents, const std::vector<int>& sizes,
                      const DistributedPlanOptions& options)
    {
        for (const Transform& transform : test::every_transform<T>(extents)) {
            const Problem problem = test::reference_problem(transform);
            const auto in = test::random_input<T>(problem, device_ranks_seed);
            const auto exact = test::host_transform(problem, in);
            for (const int size : sizes) {
                const auto found = on_device_ranks(transform, in, size, options);
                EXPECT_LE(test::relative_l2(test::output_numbers(problem, found),
                                            test::output_numbers(problem, exact)),
                          2 * test::fft_tolerance<T>(points(problem)))  // of FFTW and ours
                    << describe(transform) << " on " << size << " ranks, " << options.ranks_along_z
                    << " along z, layout " << static_cast<int>(options.spectrum);
            }
        }
    }
};

using DeviceRankReals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FftDistributedPlanOnDevice, DeviceRankReals);

TYPED_TEST(FftDistributedPlanOnDevice, transforms_as_one_rank_does)
{
    for (const SpectrumLayout layout : {SpectrumLayout::same, SpectrumLayout::transposed}) {
        this->check({12, 10, 7}, {1, 2, 3}, {.spectrum = layout, .chunks = 2});
        this->check({15, 9}, {2, 3}, {.spectrum = layout, .chunks = 3});
    }
}

TYPED_TEST(FftDistributedPlanOnDevice, transforms_on_more_ranks_than_planes)
{
    for (const SpectrumLayout layout : {SpectrumLayout::same, SpectrumLayout::transposed}) {
        for (const RankDivision division : {RankDivision::slabs, RankDivision::automatic}) {
            this->check({6, 4, 3}, {5}, {.spectrum = layout, .division = division});
        }
    }
}

TYPED_TEST(FftDistributedPlanOnDevice, transforms_in_pencils)
{
    for (const SpectrumLayout layout : {SpectrumLayout::same, SpectrumLayout::transposed}) {
        DistributedPlanOptions options{
            .spectrum = layout, .division = RankDivision::pencils, .chunks = 2};
        for (const int along_z : {1, 2, 4}) {
            options.ranks_along_z = along_z;
            this->check({11, 10, 9}, {4}, options);
        }
        options.ranks_along_z = 2;
        this->check({12, 8, 16}, {2, 6}, options);
        this->check({5, 9, 2}, {6}, options);  // two planes among three ranks
        options.ranks_along_z = 6;
        this->check({2, 4, 3}, {6}, options);  // ranks without planes, and without any x
    }
}

TYPED_TEST(FftDistributedPlanOnDevice, transforms_in_pencils_through_host_memory)
{
    this->check({16, 12, 10}, {4},
                {.division = RankDivision::pencils, .chunks = 3, .through_host_memory = true});
}

TYPED_TEST(FftDistributedPlanOnDevice, transforms_through_host_memory)
{
    this->check({16, 12, 10}, {2}, {.chunks = 4, .through_host_memory = true});
}

/// Lines of several passes, and with a large prime factor, which need work arrays.
TYPED_TEST(FftDistributedPlanOnDevice, transforms_long_axes)
{
    this->check({6, 4, 4099}, {2}, {.chunks = 3});
    this->check({1031, 4, 6}, {2}, {.spectrum = SpectrumLayout::transposed, .chunks = 2});
    this->check({5, 4099, 6}, {2}, {.division = RankDivision::pencils, .ranks_along_z = 2});
}

class FftChunkTrialOnDevice : public test::OnDevice {};

TEST_F(FftChunkTrialOnDevice, finds_the_same_number_on_all_ranks)
{
    const auto devices = static_cast<int>(device::survey().devices.size());
    test::on_ranks(2, [&](const Communicator& ranks) {
        device::select(ranks.rank() % devices);
        const auto options = tuned_options({.extents = {16, 16, 16}}, ranks);
        EXPECT_EQ(options.backend, Backend::cuda);
        EXPECT_THAT(ranks::gathered(ranks, options.chunks), ::testing::Each(options.chunks));
        EXPECT_THAT(ranks::gathered(ranks, options.division), ::testing::Each(options.division));
    });
}

class FftPlaneBlocksOnDevice : public test::OnDevice {};

TEST_F(FftPlaneBlocksOnDevice, are_those_of_the_host)
{
    const auto machine = runtime::make_cuda_machine();
    const device::Stream stream = device::make_stream();
    const auto padded = [](std::vector<BlockExample::Number> values) {  // no array is empty
        values.push_back(BlockExample::unused);
        return values;
    };
    for (BlockExample& example : test::block_examples()) {
        const auto planes = device::uploaded(padded(example.planes), stream.get());
        const auto blocks = device::uploaded(padded(example.blocks), stream.get());
        const auto own = device::uploaded(padded(example.own), stream.get());
        const PlaneBlocks there = example.at(planes.data(), blocks.data(), own.data());
        const std::vector<BlockExample::Number> original = padded(example.planes);
        BlockCopies{*runtime::make_host_machine(), there.inner}.pack(example.view(), nullptr);
        const BlockCopies copies{*machine, there.inner};
        copies.pack(there, stream.get());

        EXPECT_EQ(device::fetch_and_wait(blocks, stream.get()), padded(example.blocks));
        EXPECT_EQ(device::fetch_and_wait(own, stream.get()), padded(example.own));
        device::clear(planes, "clear the planes", stream.get());
        copies.unpack(there, stream.get());
        EXPECT_EQ(device::fetch_and_wait(planes, stream.get()), original);
    }
}

TEST(FftPlaneBlocksNvrtc, compile_without_a_remark)
{
    for (const char* architecture : {"sm_80", "sm_90", "sm_100"}) {
        for (const Precision precision : {Precision::fp32, Precision::fp64}) {
            const device::Specialisation what =
                runtime::item_kernel(CopyWords<float>::kind, precision);
            const device::CompiledKernel compiled = device::compile(what, architecture);
            EXPECT_TRUE(compiled.image.starts_with("\177ELF")) << what.identifier();
            EXPECT_EQ(compiled.log, "") << what.identifier();
        }
    }
}

}  // namespace
}  // namespace tobiuo::fft
