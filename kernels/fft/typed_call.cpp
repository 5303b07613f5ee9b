#include "kernels/fft/typed_call.hpp"

#include <stdexcept>

namespace tobiuo::fft {
namespace {

std::string pointer(Precision precision, bool is_complex)
{
    const std::string real = precision == Precision::fp32 ? "float" : "double";
    return is_complex ? "std::complex<" + real + ">*" : real + "*";
}

}  // namespace

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
