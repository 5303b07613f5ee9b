// SPDX-License-Identifier: BSD-3-Clause
#include "app/output/html/small_picture.hpp"

#include <openssl/evp.h>
#include <png.h>

#include <cstdint>
#include <vector>

namespace tobiuo {
namespace {

constexpr std::size_t channels = 3;

/// Pixels of red, green and blue, row by row.
struct Pixels {
    std::size_t width{};
    std::size_t height{};
    std::vector<std::uint8_t> values{};
};

std::optional<Pixels> read_png(const std::string& png)
{
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_memory(&image, png.data(), png.size()) == 0) {
        return std::nullopt;
    }
    constexpr std::size_t most_pixels =
        50'000'000;  // of a picture that a stranger may have put there
    if (std::size_t{image.width} * image.height > most_pixels) {
        png_image_free(&image);
        return std::nullopt;
    }
    image.format = PNG_FORMAT_RGB;
    Pixels pixels{.width = image.width, .height = image.height};
    pixels.values.resize(PNG_IMAGE_SIZE(image));
    if (png_image_finish_read(&image, nullptr, pixels.values.data(), 0, nullptr) == 0) {
        return std::nullopt;
    }
    return pixels;
}

std::optional<std::string> png_of(const Pixels& pixels)
{
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(pixels.width);
    image.height = static_cast<png_uint_32>(pixels.height);
    image.format = PNG_FORMAT_RGB;
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);  // an upper bound
    std::string file(size, '\0');
    if (png_image_write_to_memory(&image, file.data(), &size, 0, pixels.values.data(), 0,
                                  nullptr) == 0) {
        return std::nullopt;
    }
    file.resize(size);
    return file;
}

/// Half as many pixels along each side; an odd last row or column is left out.
Pixels halved(const Pixels& pixels)
{
    Pixels half{.width = pixels.width / 2, .height = pixels.height / 2};
    half.values.reserve(half.width * half.height * channels);
    const auto value = [&](std::size_t row, std::size_t column, std::size_t channel) {
        return unsigned{pixels.values[(row * pixels.width + column) * channels + channel]};
    };
    for (std::size_t row = 0; row < 2 * half.height; row += 2) {
        for (std::size_t column = 0; column < 2 * half.width; column += 2) {
            for (std::size_t channel = 0; channel < channels; ++channel) {
                const unsigned sum = value(row, column, channel) + value(row, column + 1, channel) +
                                     value(row + 1, column, channel) +
                                     value(row + 1, column + 1, channel);
                half.values.push_back(static_cast<std::uint8_t>((sum + 2) / 4));
            }
        }
    }
    return half;
}

/// The nearest of 64 levels, of which the last is 255: neighbours get equal and pack well.
Pixels in_64_levels(Pixels pixels)
{
    constexpr unsigned levels = 63;
    for (std::uint8_t& value : pixels.values) {
        const unsigned level = (value * levels + 127U) / 255U;
        value = static_cast<std::uint8_t>((level * 255U + levels / 2) / levels);
    }
    return pixels;
}

}  // namespace

std::optional<std::string> small_picture(const std::string& png, std::size_t most)
{
    if (png.size() <= most) {
        return png;
    }
    std::optional<Pixels> pixels = read_png(png);
    for (int times = 0; pixels && times < 2 && pixels->width > 1 && pixels->height > 1; ++times) {
        pixels = halved(*pixels);
        const std::optional<std::string> small = png_of(in_64_levels(*pixels));
        if (small && small->size() <= most) {
            return small;
        }
    }
    return std::nullopt;
}

std::string base64_of(const std::string& bytes)
{
    std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');  // a NUL is written behind it
    const int size = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                                     reinterpret_cast<const unsigned char*>(bytes.data()),
                                     static_cast<int>(bytes.size()));
    text.resize(static_cast<std::size_t>(size));
    return text;
}

}  // namespace tobiuo
