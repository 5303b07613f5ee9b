// Which of the typed execute() functions a plan answers to.
#pragma once

#include <complex>
#include <string>

#include <tobiuo/fft/transform.hpp>

#include "runtime/precision.hpp"

namespace tobiuo::fft {

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
