// SPDX-License-Identifier: BSD-3-Clause
// The functions that an expression may call.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace tobiuo::expression {

struct Function {
    using Unary = double (*)(double);
    using Binary = double (*)(double, double);
    struct OfMany {
        Binary of_two;  ///< joins the arguments from the left
    };

    std::string_view name;
    std::string in_c;  ///< its value for $a, or for $a and $b, in C, CUDA C++ and OpenCL C
    std::variant<Unary, Binary, OfMany> call;

    /// "1 argument", "2 arguments", "1 argument or more".
    [[nodiscard]] std::string_view arity_text() const;
    [[nodiscard]] bool takes(int count) const;
};

[[nodiscard]] std::span<const Function> functions();

/// The function of that name, or null.
[[nodiscard]] const Function* find_function(std::string_view name);

}  // namespace tobiuo::expression
