// SPDX-License-Identifier: BSD-3-Clause
// Memory, copies, programs and launches on the chosen device, and what errors say.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "runtime/opencl/buffer.hpp"
#include "runtime/opencl/check.hpp"
#include "runtime/opencl/kernel.hpp"
#include "tests/support/opencl.hpp"
#include "tests/support/refusal.hpp"

namespace tobiuo::opencl {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(OpenCLErrors, name_the_status_as_the_specification_does)
{
    EXPECT_EQ(name_of(CL_OUT_OF_RESOURCES), "CL_OUT_OF_RESOURCES");
    EXPECT_EQ(name_of(-9999), "error -9999");
    EXPECT_THAT(test::refusal<DeviceError>([] { check(CL_MEM_OBJECT_ALLOCATION_FAILURE, "run"); }),
                AllOf(HasSubstr("could not run with OpenCL (CL_MEM_OBJECT_ALLOCATION_FAILURE) at "),
                      HasSubstr("choose a smaller grid")));
}

class RuntimeOnOpenCL : public test::OnOpenCL {
protected:
    static std::vector<float> numbers(std::size_t count)
    {
        std::vector<float> values(count);
        std::iota(values.begin(), values.end(), 1.0F);
        return values;
    }
};

/// Each work-group reverses its part, scaled, by way of local memory.
constexpr const char* reverse = R"(
typedef struct { float factor; int step; } Scale;
__kernel void reverse(__global float* values, const Scale scale, const long count,
                      __local float* part)
{
    const size_t at = get_global_id(0);
    const size_t mine = get_local_id(0);
    if (at < (size_t)count) {
        part[mine] = values[at];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    values[at] = scale.factor * part[get_local_size(0) - 1 - mine] + scale.step;
}
)";

struct Scale {
    float factor;
    std::int32_t step;
};

TEST_F(RuntimeOnOpenCL, launches_with_buffers_structs_integers_and_local_memory)
{
    const Context& where = context();
    constexpr std::size_t items = 8;
    std::vector<float> values = numbers(3 * items);
    const Buffer buffer{static_cast<std::int64_t>(values.size() * sizeof(float))};
    write_and_wait<float>(buffer, values, where.queue());
    const Kernel kernel{{.name = "reverse", .source = reverse}, "reverse"};
    ASSERT_GE(kernel.largest_work_group(), items);

    kernel.launch({.groups = {3, 1, 1}, .items = {items, 1, 1}, .queue = where.queue()}, buffer,
                  Scale{.factor = 2.0F, .step = 5}, static_cast<std::int64_t>(values.size()),
                  LocalMemory{items * sizeof(float)});

    read_and_wait<float>(values, buffer, where.queue());
    for (std::size_t at = 0; at < values.size(); ++at) {
        const std::size_t mirrored = at / items * items + items - 1 - at % items;
        EXPECT_EQ(values[at], 2.0F * static_cast<float>(mirrored + 1) + 5.0F) << at;
    }
}

TEST_F(RuntimeOnOpenCL, copies_parts_and_clears_on_queues_of_their_own)
{
    const Queue queue = context().make_queue();
    const std::vector<float> values = numbers(16);
    const Buffer from{64};
    const Buffer to{64};
    write_and_wait<float>(from, values, queue.get());
    clear(to, queue.get());
    copy(to.get(), 8, from.get(), 16, 12, queue.get());
    finish(queue.get());

    std::vector<float> read(8);
    read_and_wait<float>(read, to, queue.get());

    EXPECT_EQ(read, (std::vector<float>{0, 0, 5, 6, 7, 0, 0, 0}));
}

TEST_F(RuntimeOnOpenCL, a_program_that_does_not_compile_says_where)
{
    EXPECT_THAT(
        test::refusal<DeviceError>([] {
            return Kernel{{.name = "broken", .source = "__kernel void f() { nonsense; }"}, "f"};
        }),
        AllOf(HasSubstr("could not compile broken for "), HasSubstr("CL_BUILD_PROGRAM_FAILURE"),
              HasSubstr("nonsense")));
}

TEST_F(RuntimeOnOpenCL, a_kernel_that_is_not_in_its_program_is_named)
{
    EXPECT_THAT(test::refusal<DeviceError>([] {
                    return Kernel{{.name = "reverse", .source = reverse}, "forward"};
                }),
                HasSubstr("could not find forward in the program reverse with OpenCL "
                          "(CL_INVALID_KERNEL_NAME)"));
}

TEST_F(RuntimeOnOpenCL, an_array_larger_than_the_device_is_refused_with_its_size)
{
    EXPECT_THAT(test::refusal<DeviceError>([] { return Buffer{std::int64_t{1} << 60U}; }),
                AllOf(HasSubstr("an array of 1152921504606846976 bytes does not fit on "),
                      HasSubstr("bytes at most"), HasSubstr("`backend: cpu`")));
}

}  // namespace
}  // namespace tobiuo::opencl
