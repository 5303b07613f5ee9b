// SPDX-License-Identifier: BSD-3-Clause
// Formulas in C++ as expressions of OpenCL C.
#include "runtime/opencl/printed.hpp"

#include <gtest/gtest.h>

#include "kernels/fft/pass/makhoul.hpp"

namespace tobiuo::opencl {
namespace {

TEST(Printed, puts_every_operation_in_brackets)
{
    const Printed a{"a"};
    const Printed b{"b[1]"};
    EXPECT_EQ((a + b * -a - b).text, "((a + (b[1] * (-a))) - b[1])");
}

TEST(Printed, writes_constants_as_floats)
{
    EXPECT_EQ(static_cast<Printed>(0.5).text, "5e-01f");
    EXPECT_EQ(static_cast<Printed>(-1024.0).text, "-1.024e+03f");
}

TEST(Printed, is_a_number_of_the_formulas_of_transforms)
{
    const fft::Complex<Printed> a{Printed{"a.x"}, Printed{"a.y"}};
    const fft::Complex<Printed> b{Printed{"b.x"}, Printed{"b.y"}};
    const fft::Complex<Printed> twiddle{Printed{"t.x"}, Printed{"t.y"}};
    EXPECT_EQ(fft::separated(a, b, twiddle).x.text,
              "((t.x * (5e-01f * (a.x + b.x))) + (t.y * (5e-01f * (b.y - a.y))))");
}

}  // namespace
}  // namespace tobiuo::opencl
