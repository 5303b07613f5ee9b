// Numbers that print the arithmetic done with them, so that a formula in C++ also is the text of a
// kernel.
#pragma once

#include <string>

namespace tobiuo::opencl {

/// An expression in OpenCL C. Every operation is in brackets, so that it is done in the order of
/// the C++ source.
struct Printed {
    std::string text;

    friend Printed operator+(const Printed& a, const Printed& b) { return join(a, " + ", b); }
    friend Printed operator-(const Printed& a, const Printed& b) { return join(a, " - ", b); }
    friend Printed operator*(const Printed& a, const Printed& b) { return join(a, " * ", b); }

private:
    static Printed join(const Printed& a, const char* sign, const Printed& b)
    {
        return {"(" + a.text + sign + b.text + ")"};
    }
};

}  // namespace tobiuo::opencl
