// SPDX-License-Identifier: BSD-3-Clause
// A picture that was written, read back by libpng.
#pragma once

#include <gtest/gtest.h>
#include <png.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <vector>

#include "app/output/picture/colour_map.hpp"

namespace tobiuo::test {

struct Picture {
    int width{};
    int height{};
    std::map<std::uint32_t, int> pixels_of;  ///< by colour 0xrrggbb

    [[nodiscard]] int count(Rgb colour) const
    {
        const auto at = pixels_of.find((std::uint32_t{colour.red} << 16U) |
                                       (std::uint32_t{colour.green} << 8U) | colour.blue);
        return at == pixels_of.end() ? 0 : at->second;
    }
};

inline Picture read_png(const std::filesystem::path& path)
{
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    EXPECT_NE(png_image_begin_read_from_file(&image, path.c_str()), 0) << image.message;
    image.format = PNG_FORMAT_RGB;
    std::vector<unsigned char> rgb(PNG_IMAGE_SIZE(image));
    EXPECT_NE(png_image_finish_read(&image, nullptr, rgb.data(), 0, nullptr), 0) << image.message;
    Picture picture{.width = static_cast<int>(image.width),
                    .height = static_cast<int>(image.height),
                    .pixels_of = {}};
    for (std::size_t at = 0; at < rgb.size(); at += 3) {
        ++picture.pixels_of[(std::uint32_t{rgb[at]} << 16U) | (std::uint32_t{rgb[at + 1]} << 8U) |
                            rgb[at + 2]];
    }
    return picture;
}

}  // namespace tobiuo::test
