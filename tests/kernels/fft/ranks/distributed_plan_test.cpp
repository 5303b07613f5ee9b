// SPDX-License-Identifier: BSD-3-Clause
// The plan on several ranks, which are threads, against the plan on one rank.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <tobiuo/fft.hpp>

#include "runtime/ranks/one_rank.hpp"
#include "tests/kernels/fft/ranks/rank_parts.hpp"
#include "tests/support/direct_dft.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/on_threads.hpp"
#include "tests/support/random_signal.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/thread_ranks.hpp"
#include "tests/support/typed_transform.hpp"

namespace tobiuo::fft {
namespace {

using test::every_transform;
using test::execute_typed;
using test::poisoned;
using test::refusal;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr unsigned ranks_seed = 1994;

DistributedPlanOptions on_cpu_ranks(SpectrumLayout spectrum, int chunks = 0)
{
    return {.backend = Backend::cpu,
            .spectrum = spectrum,
            .division = RankDivision::slabs,
            .chunks = chunks,
            .threads = 1};
}

DistributedPlanOptions pencils_on_cpu(SpectrumLayout spectrum, int ranks_along_z, int chunks = 0)
{
    DistributedPlanOptions options = on_cpu_ranks(spectrum, chunks);
    options.division = RankDivision::pencils;
    options.ranks_along_z = ranks_along_z;
    return options;
}

template <typename T>
std::vector<T> on_one_rank(const Transform& transform, std::vector<T> in)
{
    const Plan plan{transform, {.backend = Backend::cpu, .threads = 1}};
    if (transform.placement == Placement::in_place) {
        execute_typed(plan, in.data(), in.data());
        return in;
    }
    auto out = poisoned<T>(output_bytes(transform));
    execute_typed(plan, in.data(), out.data());
    return out;
}

/// What `size` ranks make of `in` together, in the layout of one rank.
template <typename T>
std::vector<T> on_several_ranks(const Transform& transform, const std::vector<T>& in, int size,
                                const DistributedPlanOptions& options)
{
    std::vector<T> whole = poisoned<T>(output_bytes(transform));
    std::mutex mutex;
    test::on_ranks(size, [&](const Communicator& ranks) {
        const test::OnThreads threads{1};
        const DistributedPlan plan{transform, ranks, options};
        const std::vector<T> original = test::input_of_rank(in, plan);
        std::vector<T> from = original;
        const bool in_place = transform.placement == Placement::in_place;
        std::vector<T> to = poisoned<T>(in_place ? 0 : plan.output_bytes());
        for (int time = 0; time < 2; ++time) {  // the second one finds nothing of the first
            plan.exchange_alone(from.data(), in_place ? from.data() : to.data());
            from = original;
            execute_typed(plan, from.data(), in_place ? from.data() : to.data());
        }
        const std::scoped_lock lock{mutex};
        if (transform.kind != Kind::c2r && !in_place) {
            EXPECT_EQ(from, original) << "the input was changed";
        }
        test::put_output(in_place ? from : to, plan, whole);
    });
    return whole;
}

/// Ranks and what they are told.
struct RanksCase {
    int size = 1;
    DistributedPlanOptions options;
};

template <typename T>
void expect_transform_of_one_rank(const Extents& extents, const std::vector<RanksCase>& cases)
{
    for (const Transform& transform : every_transform<T>(extents)) {
        const Problem problem = test::reference_problem(transform);
        const auto in = test::random_input<T>(problem, ranks_seed);
        const auto expected = test::output_numbers(problem, on_one_rank(transform, in));
        for (const auto& [size, options] : cases) {
            const auto found = on_several_ranks(transform, in, size, options);
            EXPECT_LE(test::relative_l2(test::output_numbers(problem, found), expected),
                      2 * test::fft_tolerance<T>(points(problem)))  // of both plans
                << describe(transform) << " on " << size << " ranks, " << options.ranks_along_z
                << " along z, layout " << static_cast<int>(options.spectrum) << ", "
                << options.chunks << " chunks";
        }
    }
}

std::vector<RanksCase> slabs_of_ranks()
{
    std::vector<RanksCase> cases;
    for (const SpectrumLayout layout : {SpectrumLayout::same, SpectrumLayout::transposed}) {
        for (const int size : {1, 2, 3, 4, 9}) {
            cases.push_back({size, on_cpu_ranks(layout, 1 + size % 3)});
        }
    }
    return cases;
}

/// Every grid of so many ranks.
std::vector<RanksCase> pencils_of_ranks(const std::vector<int>& sizes)
{
    std::vector<RanksCase> cases;
    for (const SpectrumLayout layout : {SpectrumLayout::same, SpectrumLayout::transposed}) {
        for (const int size : sizes) {
            for (int along_z = 1; along_z <= size; ++along_z) {
                if (size % along_z == 0) {
                    cases.push_back(
                        {size, pencils_on_cpu(layout, along_z, 1 + (size + along_z) % 3)});
                }
            }
        }
    }
    return cases;
}

template <typename T>
class FftDistributedPlan : public ::testing::Test {
};

using RankReals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FftDistributedPlan, RankReals);

TYPED_TEST(FftDistributedPlan, transforms_boxes_as_one_rank_does)
{
    for (const Extents& extents :
         {Extents{6, 5, 7}, Extents{5, 3, 11}, Extents{8, 12, 4}, Extents{6, 1, 5}}) {
        expect_transform_of_one_rank<TypeParam>(extents, slabs_of_ranks());
    }
}

TYPED_TEST(FftDistributedPlan, transforms_planes_as_one_rank_does)
{
    for (const Extents& extents : {Extents{7, 11}, Extents{16, 6}, Extents{2, 13}}) {
        expect_transform_of_one_rank<TypeParam>(extents, slabs_of_ranks());
    }
}

TYPED_TEST(FftDistributedPlan, transforms_boxes_in_pencils_as_one_rank_does)
{
    expect_transform_of_one_rank<TypeParam>({11, 10, 9}, pencils_of_ranks({1, 2, 3, 4, 6}));
    expect_transform_of_one_rank<TypeParam>({6, 7, 8}, pencils_of_ranks({4}));
}

// Ranks without points on a side, in the middle, or anywhere.
TYPED_TEST(FftDistributedPlan, transforms_in_pencils_on_more_ranks_than_a_side_has_points)
{
    expect_transform_of_one_rank<TypeParam>({5, 9, 2}, pencils_of_ranks({4, 6}));
    expect_transform_of_one_rank<TypeParam>({2, 2, 3}, pencils_of_ranks({6, 9}));
    expect_transform_of_one_rank<TypeParam>({7, 1, 4}, pencils_of_ranks({4}));
    expect_transform_of_one_rank<TypeParam>({1, 5, 6}, pencils_of_ranks({4}));
}

TYPED_TEST(FftDistributedPlan, divides_as_it_finds_best_unless_it_is_told)
{
    DistributedPlanOptions options = on_cpu_ranks(SpectrumLayout::same);
    options.division = RankDivision::automatic;
    const std::vector<RanksCase> cases{{2, options}, {4, options}, {5, options}};
    expect_transform_of_one_rank<TypeParam>({6, 5, 2}, cases);  // pencils of 4 ranks and of 5
    expect_transform_of_one_rank<TypeParam>({6, 5, 1}, cases);  // a single plane: slabs of y
}

// More chunks than planes, and none given.
TEST(FftDistributedPlanChunks, may_be_any_number)
{
    const Transform transform{.extents = {6, 5, 17}, .kind = Kind::r2c};
    const Problem problem = test::reference_problem(transform);
    const auto in = test::random_input<double>(problem, ranks_seed);
    const auto expected = test::output_numbers(problem, on_one_rank(transform, in));
    for (const int chunks : {0, 4, 5, 100}) {
        for (const auto& [size, options] :
             {RanksCase{2, on_cpu_ranks(SpectrumLayout::same, chunks)},
              RanksCase{4, pencils_on_cpu(SpectrumLayout::same, 2, chunks)}}) {
            const auto found = on_several_ranks(transform, in, size, options);
            EXPECT_LE(test::relative_l2(test::output_numbers(problem, found), expected),
                      2 * test::fft_tolerance<double>(points(problem)))
                << chunks << " chunks on " << size << " ranks";
        }
    }
}

TEST(FftDistributedPlanUse, says_which_part_a_rank_has)
{
    const Transform box{.extents = {8, 5, 7}, .kind = Kind::r2c};
    const Transform plane{.extents = {8, 7}, .kind = Kind::r2c};
    const auto transposed = on_cpu_ranks(SpectrumLayout::transposed);
    EXPECT_EQ(parts_of_rank(box, 1, 3).input, (RankPart{.z = {2, 2}, .y = {0, 5}, .x = {0, 8}}));
    EXPECT_EQ(parts_of_rank(box, 1, 3).output, (RankPart{.z = {2, 2}, .y = {0, 5}, .x = {0, 5}}));
    EXPECT_EQ(parts_of_rank(box, 1, 3, transposed).output,
              (RankPart{.z = {0, 7}, .y = {1, 2}, .x = {0, 5}}));
    EXPECT_EQ(parts_of_rank(plane, 2, 3).input, (RankPart{.z = {0, 1}, .y = {4, 3}, .x = {0, 8}}));
    EXPECT_EQ(parts_of_rank(plane, 2, 3, transposed).output,
              (RankPart{.z = {0, 1}, .y = {0, 7}, .x = {3, 2}}));
    EXPECT_EQ(parts_of_rank(box, 8, 9, transposed).input,
              (RankPart{.z = {7, 0}, .y = {0, 5}, .x = {0, 8}}));
    test::on_ranks(3, [&](const Communicator& ranks) {
        Transform transform = box;
        transform.placement = Placement::out_of_place;
        const DistributedPlan plan{transform, ranks, on_cpu_ranks(SpectrumLayout::transposed)};
        const RankParts parts = parts_of_rank(box, ranks.rank(), 3, transposed);
        EXPECT_EQ(plan.input_part(), parts.input);
        EXPECT_EQ(plan.output_part(), parts.output);
        EXPECT_EQ(plan.input_bytes(), plan.input_part().z.count * 5 * 8 * 8);
        EXPECT_EQ(plan.output_bytes(), 7 * plan.output_part().y.count * 5 * 16);
        EXPECT_GT(plan.workspace_bytes(), 0U);
        EXPECT_EQ(plan.transform(), transform);
        EXPECT_EQ(plan.backend(), Backend::cpu);
        EXPECT_THAT(plan.describe(),
                    AllOf(HasSubstr("r2c 8x5x7 double, out of place: "), HasSubstr(" of 7 planes"),
                          HasSubstr("1 chunk, joined by host memory")));
    });
}

TEST(FftDistributedPlanUse, says_which_pencil_a_rank_has)
{
    const Transform box{
        .extents = {8, 6, 4}, .kind = Kind::r2c, .placement = Placement::out_of_place};
    const auto transposed = pencils_on_cpu(SpectrumLayout::transposed, 2);
    const RankParts of_last = parts_of_rank(box, 5, 6, transposed);  // the grid has 2 x 3 ranks
    EXPECT_EQ(of_last.input, (RankPart{.z = {2, 2}, .y = {4, 2}, .x = {0, 8}}));
    EXPECT_EQ(of_last.output, (RankPart{.z = {2, 2}, .y = {0, 6}, .x = {2, 3}}));
    EXPECT_EQ(parts_of_rank(box, 5, 6, pencils_on_cpu(SpectrumLayout::same, 2)).output,
              (RankPart{.z = {2, 2}, .y = {4, 2}, .x = {0, 5}}));
    Transform back = box;
    back.kind = Kind::c2r;
    EXPECT_EQ(parts_of_rank(back, 5, 6, transposed).input, of_last.output);
    EXPECT_EQ(parts_of_rank(back, 5, 6, transposed).output, of_last.input);
    test::on_ranks(6, [&](const Communicator& ranks) {
        const DistributedPlan plan{box, ranks, transposed};
        const RankPart in = plan.input_part();
        const RankPart out = plan.output_part();
        EXPECT_EQ(plan.input_bytes(), in.z.count * in.y.count * 8 * 8);
        EXPECT_EQ(plan.output_bytes(), out.z.count * 6 * out.x.count * 16);
        EXPECT_THAT(
            plan.describe(),
            AllOf(HasSubstr("2 of 4 planes, 2 of 6 rows by "), HasSubstr("; columns by "),
                  HasSubstr("; lines along y by "), HasSubstr("; a grid of 2 x 3 ranks; ")));
    });
}

// Slabs while each rank has one, then the grid of the least work; planes of two axes are rows.
TEST(FftDistributedPlanUse, divides_by_a_grid_where_ranks_exceed_slabs)
{
    const auto ranges = [](const Extents& extents, int size) {
        const RankPart part = parts_of_rank({.extents = extents}, 0, size).input;
        return std::pair{part.z.count, part.y.count};
    };
    EXPECT_EQ(ranges({8, 16, 4}, 4), (std::pair<std::int64_t, std::int64_t>{1, 16}));
    EXPECT_EQ(ranges({8, 16, 4}, 8), (std::pair<std::int64_t, std::int64_t>{2, 4}));
    EXPECT_EQ(ranges({8, 16, 2}, 4), (std::pair<std::int64_t, std::int64_t>{1, 8}));
    EXPECT_EQ(ranges({8, 2, 16}, 4), (std::pair<std::int64_t, std::int64_t>{8, 1}));
    EXPECT_EQ(ranges({8, 2, 1}, 4), (std::pair<std::int64_t, std::int64_t>{1, 1}));
}

TEST(FftDistributedPlanUse, of_one_rank_needs_no_memory)
{
    const ranks::OneRank alone;
    const DistributedPlan plan{{.extents = {8, 4}}, alone, on_cpu_ranks(SpectrumLayout::same)};
    std::vector<std::complex<double>> data(32, 1.0);
    plan.execute(data.data(), nullptr);
    EXPECT_EQ(data[0], 32.0);
    EXPECT_EQ(plan.workspace_bytes(), 0U);
}

TEST(FftDistributedPlanCalls, check_their_arrays)
{
    test::on_ranks(2, [](const Communicator& ranks) {
        const DistributedPlan plan{{.extents = {4, 4}}, ranks, on_cpu_ranks(SpectrumLayout::same)};
        std::vector<std::complex<double>> data(16);
        auto* const real = reinterpret_cast<double*>(data.data());
        EXPECT_THAT(refusal([&] { plan.execute(real); }),
                    HasSubstr(": call execute(std::complex<double>*)"));
        EXPECT_THAT(refusal([&] { plan.execute_untyped(nullptr, nullptr); }),
                    HasSubstr("the input array of the transform is null"));
        EXPECT_THAT(refusal([&] { plan.execute_untyped(real + 1, real + 1); }),
                    HasSubstr("is not aligned"));
        EXPECT_THAT(refusal([&] { plan.execute_untyped(real, real + 2); }),
                    HasSubstr("the arrays of the transform differ"));
    });
    test::on_ranks(2, [](const Communicator& ranks) {
        const DistributedPlan plan{{.extents = {4, 4}, .placement = Placement::out_of_place},
                                   ranks,
                                   on_cpu_ranks(SpectrumLayout::same)};
        std::vector<std::complex<double>> data(16);
        EXPECT_THAT(refusal([&] { plan.execute(data.data(), data.data() + 7); }),
                    HasSubstr("the arrays of the transform overlap"));
        EXPECT_EQ(refusal([&] { plan.execute(data.data(), data.data() + 8); }), "accepted");
    });
}

TEST(FftDistributedPlanCalls, take_null_of_a_rank_without_a_part)
{
    test::on_ranks(3, [](const Communicator& ranks) {
        const DistributedPlan plan{{.extents = {2, 2}}, ranks, on_cpu_ranks(SpectrumLayout::same)};
        std::vector<std::complex<double>> data(2, 1.0);
        plan.execute(ranks.rank() < 2 ? data.data() : nullptr);
        EXPECT_EQ(data[0], ranks.rank() == 0 ? 4.0 : ranks.rank() == 1 ? 0.0 : 1.0);
    });
}

TEST(FftDistributedPlanUse, what_cannot_be_planned_is_refused)
{
    const ranks::OneRank alone;
    const auto refused = [&](const Transform& transform, DistributedPlanOptions options) {
        options.backend = Backend::cpu;
        return refusal([&] { const DistributedPlan plan{transform, alone, options}; });
    };
    EXPECT_THAT(refused({.extents = {64}}, {}), HasSubstr("this one has a single axis"));
    EXPECT_THAT(refused({.extents = {4, 4}, .batch = 3}, {}), HasSubstr("several ranks is 3"));
    EXPECT_THAT(refused({.extents = {4, 0}}, {}), HasSubstr("0 points along y"));
    EXPECT_THAT(refused({.extents = {4, 4}}, {.chunks = -1}), HasSubstr("in -1 chunks"));
    EXPECT_THAT(refused({.extents = {4, 4}}, {.threads = -1}), HasSubstr("-1 threads"));
    EXPECT_THAT(refused({.extents = {4, 4}}, {.division = RankDivision::pencils}),
                HasSubstr("the transform has two axes"));
    EXPECT_THAT(refused({.extents = {4, 4, 4}}, {.ranks_along_z = 3}),
                HasSubstr("divided among 3 of 1 ranks"));
    EXPECT_THAT(refused({.extents = {4, 4, 4}}, {.ranks_along_z = -1}),
                HasSubstr("divided among -1 of 1 ranks"));
    EXPECT_EQ(distributed_unsupported_reason({.extents = {4, 4}}, Backend::cpu), std::nullopt);
    EXPECT_THAT(distributed_unsupported_reason({.extents = {4}}, Backend::cpu).value_or(""),
                HasSubstr("single axis"));
}

}  // namespace
}  // namespace tobiuo::fft
