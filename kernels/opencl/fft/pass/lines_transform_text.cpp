#include "kernels/opencl/fft/pass/lines_transform_text.hpp"

namespace tobiuo::opencl {
namespace {

/// Writes the convolution with a chirp from the registers of stage 0 to these registers, see
/// fft::transform_by_chirp().
void transform_by_chirp(const fft::PassForm& pass, bool used, Text& text)
{
    const int end = pass.block.stages - 1;
    const BlockText there{pass.block, text};
    const BlockText back{pass.block.reversed(), text};
    there.phase(0, [&] {
        there.each_point(0, [&](const Point& point) {
            text.line(point.value(), " = ", point.number(), " < ", pass.transform_points(),
                      "u ? multiply(", point.value(), ", chirp[", point.number(),
                      "]) : (Complex)(0, 0);");
        });
    });
    there.transform(1, used);
    there.phase(end, [&] {
        there.each_point(end, [&](const Point& point) {
            text.line(point.value(), " = multiply(", point.value(), ", filter[", point.number(),
                      "]).yx;");
        });
    });
    back.transform(1, true);
    back.phase(end, [&] {
        back.each_point(end, [&](const Point& point) {
            text.open(if_point(pass, point));
            text.line(point.value(), " = multiply(", point.value(), ".yx, chirp[", point.number(),
                      "]);");
            text.close();
        });
    });
}

}  // namespace

fft::KernelConfig last_block_of(const fft::PassForm& pass)
{
    return pass.transforms_twice() ? pass.block.reversed() : pass.block;
}

int given_stage_of(const fft::PassForm& pass)
{
    return pass.bluestein ? 0 : pass.block.stages - 1;
}

fft::KernelConfig given_block_of(const fft::PassForm& pass)
{
    return pass.bluestein ? pass.block : last_block_of(pass);
}

std::string if_point(const fft::PassForm& pass, const Point& point)
{
    return pass.bluestein ? words("if (", point.number(), " < ", pass.transform_points(), "u)")
                          : "";
}

void transform_lines(const fft::PassForm& pass, const fft::KernelConfig& form, bool used,
                     Text& text)
{
    if (pass.bluestein) {
        transform_by_chirp(pass, used, text);
    } else {
        BlockText{form, text}.transform(1, used);
    }
}

}  // namespace tobiuo::opencl
