// SPDX-License-Identifier: BSD-3-Clause
// Numbers that print the arithmetic done with them, so that a formula in C++ also is the text of a
// kernel.
#pragma once

#include <charconv>
#include <string>
#include <utility>

namespace tobiuo::opencl {

/// An expression in OpenCL C. Every operation is in brackets, so that it is done in the order of
/// the C++ source. Its size is a power of two, as fft::Complex asks for.
struct alignas(32) Printed {
    std::string text;

    explicit Printed(std::string expression) : text{std::move(expression)} {}

    /// A constant of either precision: one that a float holds, such as 0.5, which has the suffix of
    /// a float so that devices without double precision take it.
    explicit Printed(float constant)
    {
        char digits[32];
        const auto end =
            std::to_chars(digits, digits + sizeof(digits), constant, std::chars_format::scientific);
        text = std::string{digits, end.ptr} + "f";
    }

    friend Printed operator+(const Printed& a, const Printed& b) { return join(a, " + ", b); }
    friend Printed operator-(const Printed& a, const Printed& b) { return join(a, " - ", b); }
    friend Printed operator*(const Printed& a, const Printed& b) { return join(a, " * ", b); }
    friend Printed operator-(const Printed& a) { return Printed{"(-" + a.text + ")"}; }

private:
    static Printed join(const Printed& a, const char* sign, const Printed& b)
    {
        return Printed{"(" + a.text + sign + b.text + ")"};
    }
};

}  // namespace tobiuo::opencl
