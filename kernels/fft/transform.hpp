// SPDX-License-Identifier: BSD-3-Clause
// A user's transform: the problem of the engine, and the execute() that plans of it answer to.
#pragma once

#include <complex>
#include <optional>
#include <stdexcept>
#include <string>

#include <tobiuo/error.hpp>
#include <tobiuo/fft/transform.hpp>

#include "kernels/fft/problem.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::fft {

/// The lengths along z, y, x, without leading ones of one point, and the direction that the kind
/// implies if none is given. The transform need not be valid.
[[nodiscard]] Problem problem_of(const Transform& transform);

/// The sentence with which `check` refuses; nothing if it throws neither std::invalid_argument nor
/// DeviceError.
template <typename Check>
[[nodiscard]] std::optional<std::string> refusal_of(const Check& check)
{
    try {
        check();
    } catch (const std::invalid_argument& error) {
        return error.what();
    } catch (const DeviceError& error) {
        return error.what();
    }
    return std::nullopt;
}

/// Throws std::invalid_argument with one sentence: what is wrong with the transform on any back
/// end.
void validate(const Transform& transform);

/// The arguments of an execute() by their types. In place one array is both.
struct TypedCall {
    Precision precision{};
    Placement placement{};
    bool complex_in{};
    bool complex_out{};

    [[nodiscard]] bool operator==(const TypedCall&) const = default;
};

template <typename Number>
inline constexpr bool is_complex = false;
template <typename Real>
inline constexpr bool is_complex<std::complex<Real>> = true;

template <typename Number>
[[nodiscard]] constexpr TypedCall call_with(const Number* /*array*/)
{
    using Real = decltype(std::real(Number{}));
    return {precision_of<Real>, Placement::in_place, is_complex<Number>, is_complex<Number>};
}

template <typename In, typename Out>
[[nodiscard]] constexpr TypedCall call_with(const In* /*in*/, const Out* /*out*/)
{
    using Real = decltype(std::real(In{}));
    return {precision_of<Real>, Placement::out_of_place, is_complex<In>, is_complex<Out>};
}

/// The call that plans of the transform accept.
[[nodiscard]] TypedCall call_of(const Transform& transform);

/// The call as text: "execute(float*, std::complex<float>*)".
[[nodiscard]] std::string text_of(const TypedCall& call, const std::string& function = "execute");

/// Throws std::invalid_argument, naming the call that fits, if `call` is not the one that plans of
/// the transform accept. `function`: "execute".
void validate_call(const TypedCall& call, const Transform& transform, const std::string& function);

}  // namespace tobiuo::fft
