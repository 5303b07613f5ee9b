// SPDX-License-Identifier: BSD-3-Clause
// Himeno's sweeps on several ranks have the bits of one rank.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "runtime/ranks/slice.hpp"
#include "solvers/himeno/coefficients.hpp"
#include "solvers/himeno/distributed_sweeps.hpp"
#include "tests/support/device.hpp"
#include "tests/support/on_threads.hpp"
#include "tests/support/sweeps.hpp"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo::himeno {
namespace {

constexpr std::uint64_t seed = 21;

/// p and gosa of sweeps on several ranks.
template <typename Real>
test::Swept<Real> swept_on_ranks(const stencil::SweepKind& kind,
                                 const stencil::SweepRequest& request, int size, std::size_t sweeps,
                                 EdgesFirst edges_first)
{
    const auto source = random_source(request.shape, seed);
    const auto plane = static_cast<std::size_t>(request.shape.plane());
    test::Swept<Real> result{
        .gosa = {}, .p = std::vector<Real>(static_cast<std::size_t>(request.shape.values()))};
    std::mutex mutex;
    test::on_ranks(size, [&](const Communicator& ranks) {
        const test::OnThreads one{1};
        DistributedSweeps plan{request, kind, ranks, ranks::Transport::host_memory, edges_first};
        plan.load(*source);
        std::vector<double> gosa(sweeps);
        const std::size_t first = sweeps / 3;
        plan.sweep_and_wait(std::span{gosa}.first(first));
        plan.exchange_alone_and_wait(2);
        plan.sweep_and_wait(std::span{gosa}.subspan(first));
        const ranks::Slice mine =
            slabs_of(request, kind, ranks.rank(), size).readable(request.shape.ni);
        const std::scoped_lock lock{mutex};
        plan.read_pressure(
            mine.first, mine.count,
            std::span{result.p}.subspan(static_cast<std::size_t>(mine.first) * plane,
                                        static_cast<std::size_t>(mine.count) * plane));
        if (!result.gosa.empty()) {
            EXPECT_EQ(gosa, result.gosa) << "on rank " << ranks.rank();
        }
        result.gosa = gosa;
    });
    return result;
}

template <typename Real>
void expect_bits_of_one_rank(const std::string& kernel, const stencil::Shape& shape)
{
    const stencil::SweepKind& kind = test::kind_called(kernel);
    const stencil::SweepRequest request{.shape = shape, .precision = precision_of<Real>};
    if (kind.unsupported_reason(request)) {
        GTEST_SKIP() << *kind.unsupported_reason(request);
    }
    constexpr std::size_t sweeps = 8;
    const auto one = test::swept<Real>(kind, request, *random_source(request.shape, seed), sweeps);
    for (const int size : {1, 2, 3, 4, 9}) {
        for (const EdgesFirst edges_first : {EdgesFirst::never, EdgesFirst::always}) {
            const auto many = swept_on_ranks<Real>(kind, request, size, sweeps, edges_first);
            EXPECT_TRUE(test::same_bits(many.p, one.p))
                << size << " ranks, " << test::text_of(shape);
            for (std::size_t sweep = 0; sweep < sweeps; ++sweep) {
                EXPECT_NEAR(many.gosa[sweep], one.gosa[sweep], 1e-13 * one.gosa[sweep]);
            }
        }
    }
}

const std::vector<stencil::Shape> shapes{{3, 4, 5}, {9, 10, 11}, {7, 5, 18}, {23, 6, 17}};

TEST(DistributedSweeps, have_the_bits_of_one_rank)
{
    for (const stencil::Shape& shape : shapes) {
        for (const char* kernel : {"twin", "blocked"}) {
            expect_bits_of_one_rank<float>(kernel, shape);
            expect_bits_of_one_rank<double>(kernel, shape);
        }
    }
}

class DistributedSweepsOnDevice : public test::OnDevice {};

TEST_F(DistributedSweepsOnDevice, have_the_bits_of_one_rank)
{
    for (const stencil::Shape& shape :
         {stencil::Shape{3, 4, 5}, {9, 10, 11}, {23, 6, 17}, {40, 33, 131}}) {
        expect_bits_of_one_rank<double>("march", shape);
        for (const char* kernel : {"march", "slab-1", "slab-2", "slab-3"}) {
            expect_bits_of_one_rank<float>(kernel, shape);
        }
    }
}

TEST(DistributedSweeps, divide_the_interior_and_share_ghost_planes)
{
    stencil::SweepKind kind = test::kind_called("twin");
    kind.sweeps_per_pass = 3;
    const stencil::SweepRequest whole{.shape = {14, 5, 6}};
    const Slabs first = slabs_of(whole, kind, 0, 3);
    EXPECT_EQ(first.own, (ranks::Slice{1, 4}));
    EXPECT_EQ(first.request->shape.ni, 1 + 4 + 3);
    const Slabs middle = slabs_of(whole, kind, 1, 3);
    EXPECT_EQ(middle.own, (ranks::Slice{5, 4}));
    EXPECT_EQ(middle.offset(), 2);
    EXPECT_EQ(middle.request->shape.ni, 3 + 4 + 3);
    EXPECT_EQ(middle.sweeps_per_pass, 3);
    EXPECT_EQ(slabs_of(whole, kind, 4, 5).sweeps_per_pass, 1) << "a rank has two planes only";
    EXPECT_FALSE(slabs_of(whole, kind, 12, 13).request) << "there are 12 planes";
}

}  // namespace
}  // namespace tobiuo::himeno
