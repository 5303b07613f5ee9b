// SPDX-License-Identifier: BSD-3-Clause
// The texts of users' functions: checked, marked for the compiler, and refused in one sentence.
#pragma once

#include <string>
#include <string_view>

namespace tobiuo::fft {

/// A user's function as the compiler of kernels sees it.
struct UserFunction {
    std::string source = {};
    std::string function = {};
    std::string place = {};       ///< where it is called: "at load", "between transforms"
    std::string result = {};      ///< its type: "Real"
    std::string parameters = {};  ///< of its signature: "Real, const Index&, const void*"
    std::string arguments = {};   ///< in words: "a value, an index and data"
};

/// Throws std::invalid_argument unless there is a source and the name is a C++ name.
void validate(const UserFunction& function);

/// The source in a namespace, between the members `names` and the closing brace. The compiler's
/// errors tell it from what surrounds it.
[[nodiscard]] std::string in_namespace(std::string_view name, const std::string& names,
                                       const UserFunction& function);

/// The statement that calls the function of that namespace, "return NAMESPACE::NAME(arguments);",
/// in lines of its own.
[[nodiscard]] std::string call_of(std::string_view name, const UserFunction& function,
                                  std::string_view arguments);

/// Whether the first error in the compiler's log is at the function: in its source, behind it, or
/// where it is called.
[[nodiscard]] bool is_blamed(const UserFunction& function, const std::string& log);

/// Throws std::invalid_argument with one sentence: the compiler's first error, and its place in the
/// user's text.
[[noreturn]] void refuse(const UserFunction& function, const std::string& log);

}  // namespace tobiuo::fft
