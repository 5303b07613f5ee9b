// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/transform.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "kernels/fft/engine.hpp"

namespace tobiuo::fft {
namespace {

std::string pointer(Precision precision, bool is_complex)
{
    const std::string real = precision == Precision::fp32 ? "float" : "double";
    return is_complex ? "std::complex<" + real + ">*" : real + "*";
}

}  // namespace

Problem problem_of(const Transform& transform)
{
    const auto [x, y, z] = transform.extents;
    std::vector<std::int64_t> lengths{z, y, x};
    while (lengths.size() > 1 && lengths.front() == 1) {
        lengths.erase(lengths.begin());
    }
    const Direction implied = transform.kind == Kind::c2r ? Direction::inverse : Direction::forward;
    return {.lengths = lengths,
            .kind = transform.kind,
            .direction = transform.direction.value_or(implied),
            .precision = transform.precision,
            .placement = transform.placement,
            .batch = transform.batch};
}

void validate(const Transform& transform)
{
    const auto [x, y, z] = transform.extents;
    for (const auto& [axis, points] : {std::pair{"x", x}, std::pair{"y", y}, std::pair{"z", z}}) {
        if (points < 1) {
            throw std::invalid_argument{"the transform has " + std::to_string(points) +
                                        " points along " + axis +
                                        " (an axis has at least one): give 1 or more"};
        }
    }
    validate(problem_of(transform));
}

std::optional<std::string> unsupported_reason(const Transform& transform, Backend backend)
{
    return refusal_of([&] {
        validate(transform);
        engines_of(backend).check(problem_of(transform));
    });
}

std::int64_t input_bytes(const Transform& transform)
{
    return input_bytes(problem_of(transform));
}

std::int64_t output_bytes(const Transform& transform)
{
    return output_bytes(problem_of(transform));
}

std::string describe(const Transform& transform)
{
    Problem by_axis = problem_of(transform);
    std::ranges::reverse(by_axis.lengths);
    return describe(by_axis);
}

TypedCall call_of(const Transform& transform)
{
    const bool in_place = transform.placement == Placement::in_place;
    const bool c2c = transform.kind == Kind::c2c;
    return {.precision = transform.precision,
            .placement = transform.placement,
            .complex_in = in_place ? c2c : transform.kind != Kind::r2c,
            .complex_out = in_place ? c2c : transform.kind != Kind::c2r};
}

std::string text_of(const TypedCall& call, const std::string& function)
{
    std::string text = function + "(" + pointer(call.precision, call.complex_in);
    if (call.placement == Placement::out_of_place) {
        text += ", " + pointer(call.precision, call.complex_out);
    }
    return text + ")";
}

void validate_call(const TypedCall& call, const Transform& transform, const std::string& function)
{
    const TypedCall right = call_of(transform);
    if (call != right) {
        throw std::invalid_argument{text_of(call, function) + " was called of a plan of " +
                                    describe(transform) + " (its arrays are others): call " +
                                    text_of(right, function)};
    }
}

}  // namespace tobiuo::fft
