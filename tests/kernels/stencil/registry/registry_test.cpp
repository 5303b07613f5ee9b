// SPDX-License-Identifier: BSD-3-Clause
// The table of kernels: choosing, declining, estimating.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"
#include "tests/support/sweeps.hpp"

namespace tobiuo::stencil {
namespace {

SweepRequest request_for(const Shape& shape)
{
    return {.shape = shape, .parameters = {}};
}

std::string refusal(Backend backend, const std::string& name, const SweepRequest& request)
{
    try {
        static_cast<void>(choose_kind(backend, name, request));
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "accepted";
}

TEST(SweepKinds, names_are_unique_and_every_row_is_whole)
{
    std::set<std::string_view> names;
    for (const SweepKind& kind : sweep_kinds()) {
        EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
        EXPECT_NE(kind.unsupported_reason, nullptr);
        EXPECT_NE(kind.footprint, nullptr);
        EXPECT_NE(kind.make, nullptr);
        EXPECT_GE(kind.sweeps_per_pass, 1);
        EXPECT_FALSE(kind.label.empty());
    }
}

TEST(SweepKinds, auto_takes_the_fast_cpu_kernel)
{
    EXPECT_EQ(choose_kind(Backend::cpu, "auto", request_for({8, 8, 8})).name, "blocked");
    EXPECT_EQ(choose_kind(Backend::cpu, "twin", request_for({8, 8, 8})).name, "twin");
}

TEST(SweepKinds, unknown_name_lists_the_known_ones)
{
    EXPECT_EQ(refusal(Backend::cpu, "blokced", request_for({8, 8, 8})),
              "no kernel 'blokced' for backend cpu (there are: blocked, twin)");
}

TEST(SweepKinds, too_thin_a_grid_is_declined_with_the_reason)
{
    EXPECT_EQ(refusal(Backend::cpu, "auto", request_for({2, 8, 8})),
              "a sweep needs at least 3 values per axis (the outermost layer is the boundary)");
}

// A kernel may decline a shape, for which its tests are then skipped; some kernel must accept it.
TEST(SweepKinds, every_awkward_shape_has_a_kernel_on_each_back_end)
{
    for (const SweepKind& kind : sweep_kinds()) {
        for (const Shape& shape : test::awkward_shapes) {
            for (const Precision precision : {Precision::fp32, Precision::fp64}) {
                SweepRequest request = request_for(shape);
                request.precision = precision;
                EXPECT_EQ(refusal(kind.backend, "auto", request), "accepted")
                    << test::text_of(shape);
            }
        }
    }
}

TEST(SweepKinds, huge_grid_is_declined_before_anything_overflows)
{
    constexpr std::int64_t huge = std::int64_t{1} << 31;
    EXPECT_EQ(refusal(Backend::cpu, "auto", request_for({huge, huge, huge})),
              "the arrays of this grid exceed the address space");
}

TEST(SweepKinds, parameters_are_checked_by_name_and_value)
{
    SweepRequest request = request_for({8, 8, 8});
    request.parameters["stores"] = "sideways";
    EXPECT_EQ(refusal(Backend::cpu, "blocked", request),
              "parameter 'stores' of kernel 'blocked' cannot be 'sideways' "
              "(choose auto or one of cached, streaming)");
    request.parameters = {{"stroes", "cached"}};
    EXPECT_EQ(refusal(Backend::cpu, "blocked", request),
              "kernel 'blocked' has no parameter 'stroes' (it has: stores)");
    request.parameters = {{"stores", "auto"}};
    EXPECT_EQ(refusal(Backend::cpu, "blocked", request), "accepted");
}

// Footprints are compared at a size with little padding, unless the kernel serves small sizes only.
TEST(SweepKinds, footprint_covers_the_fourteen_arrays)
{
    for (const SweepKind& kind : sweep_kinds()) {
        const SweepRequest large = request_for({256, 256, 512});
        const SweepRequest request =
            kind.unsupported_reason(large) ? request_for({64, 64, 128}) : large;
        const Footprint footprint = kind.footprint(request);
        const std::int64_t arrays = 14 * 4 * request.shape.values();
        const std::int64_t bytes =
            kind.backend == Backend::cpu ? footprint.host_bytes : footprint.device_bytes;
        EXPECT_GE(bytes, arrays) << kind.name;
        EXPECT_LE(bytes, arrays + arrays / 8) << kind.name;
    }
}

TEST(Shape, counts_are_the_benchmarks_own)
{
    const Shape xl{512, 512, 1024};
    EXPECT_EQ(xl.interior(), 265'822'200);
    EXPECT_EQ(flops_per_sweep(xl), 9'037'954'800.0);
    EXPECT_EQ(nominal_bytes_per_sweep(xl, Precision::fp32), 56.0 * 265'822'200);
}

}  // namespace
}  // namespace tobiuo::stencil
