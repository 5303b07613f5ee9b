// Drawing into memory; text by VTK's FreeType tools, which need no window either.
#include "app/fields/canvas.hpp"

#include <png.h>
#include <vtkFreeTypeTools.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkStdString.h>
#include <vtkTextProperty.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "app/fields/vtk_messages.hpp"

namespace tobiuo {
namespace {

constexpr int dots_per_inch = 72;  // so that a font's points are pixels

/// One line without control characters, which would break it.
std::string printable(std::string text)
{
    std::ranges::replace_if(
        text, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return text;
}

void set_style(vtkTextProperty& property, const TextStyle& style)
{
    constexpr std::array horizontal{VTK_TEXT_LEFT, VTK_TEXT_CENTERED, VTK_TEXT_RIGHT};
    constexpr std::array vertical{VTK_TEXT_BOTTOM, VTK_TEXT_CENTERED, VTK_TEXT_TOP};
    property.SetFontFamilyToArial();
    property.SetFontSize(style.size);
    property.SetBold(style.bold ? 1 : 0);
    property.SetOrientation(style.upwards ? 90.0 : 0.0);
    property.SetJustification(horizontal.at(static_cast<std::size_t>(style.horizontal)));
    property.SetVerticalJustification(vertical.at(static_cast<std::size_t>(style.vertical)));
}

vtkFreeTypeTools& text_tools()
{
    vtkFreeTypeTools& tools = *vtkFreeTypeTools::GetInstance();
    tools.ScaleToPowerTwoOff();  // that is for textures
    return tools;
}

}  // namespace

Canvas::Canvas(int width, int height)
    : width_{width},
      height_{height},
      pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3, 255)
{
}

void Canvas::blend(int x, int y, Rgb colour, int alpha)
{
    if (x < 0 || x >= width_ || y < 0 || y >= height_) {
        return;
    }
    const auto at = (static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
                     static_cast<std::size_t>(x)) *
                    3;
    const std::array channels{colour.red, colour.green, colour.blue};
    for (std::size_t c = 0; c < 3; ++c) {
        const int mixed = (channels[c] * alpha + pixels_[at + c] * (255 - alpha) + 127) / 255;
        pixels_[at + c] = static_cast<unsigned char>(mixed);
    }
}

void Canvas::fill(const Box& box, Rgb colour)
{
    for (int y = box.y; y < box.top(); ++y) {
        for (int x = box.x; x < box.right(); ++x) {
            set(x, y, colour);
        }
    }
}

void Canvas::frame(const Box& box, int thickness, Rgb colour)
{
    const int wide = box.width + 2 * thickness;
    const int left = box.x - thickness;
    fill({left, box.y - thickness, wide, thickness}, colour);
    fill({left, box.top(), wide, thickness}, colour);
    fill({left, box.y, thickness, box.height}, colour);
    fill({box.right(), box.y, thickness, box.height}, colour);
}

void Canvas::text(int x, int y, const std::string& text, const TextStyle& style)
{
    if (text.empty()) {
        return;
    }
    const VtkMessages silence;
    const vtkNew<vtkTextProperty> property;
    set_style(*property, style);
    const vtkNew<vtkImageData> image;
    if (!text_tools().RenderString(property, printable(text), dots_per_inch, image, nullptr)) {
        return;  // a picture without a label is better than none
    }
    // The image's extent is relative to the anchor; only its alpha matters.
    const int* extent = image->GetExtent();
    for (int row = extent[2]; row <= extent[3]; ++row) {
        for (int column = extent[0]; column <= extent[1]; ++column) {
            const auto* rgba =
                static_cast<const unsigned char*>(image->GetScalarPointer(column, row, 0));
            blend(x + column, y + row, style.colour, rgba[3]);
        }
    }
}

std::string Canvas::png() const
{
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(width_);
    image.height = static_cast<png_uint_32>(height_);
    image.format = PNG_FORMAT_RGB;
    const int upwards = -3 * width_;  // bytes a row; negative: the last row is the top one
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);  // an upper bound
    std::string file(size, '\0');
    if (png_image_write_to_memory(&image, file.data(), &size, 0, pixels_.data(), upwards,
                                  nullptr) == 0) {
        throw std::runtime_error{std::string{"could not make a PNG: "} + image.message};
    }
    file.resize(size);
    return file;
}

int text_width(const std::string& text, const TextStyle& style)
{
    if (text.empty()) {
        return 0;
    }
    const VtkMessages silence;
    const vtkNew<vtkTextProperty> property;
    TextStyle level = style;
    level.upwards = false;
    set_style(*property, level);
    std::array<int, 4> box{};
    const bool known =
        text_tools().GetBoundingBox(property, printable(text), dots_per_inch, box.data());
    return known ? box[1] - box[0] + 1 : 0;
}

}  // namespace tobiuo
