// SPDX-License-Identifier: BSD-3-Clause
// Pictures small enough for a page.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace tobiuo {

/// A PNG file of at most `most` bytes with what `png` shows: `png` itself if it is small enough,
/// else with half as many pixels along each side, each the mean of four, and 64 levels of a colour,
/// or with a quarter as many. Nothing if even that is larger or `png` is no PNG file.
[[nodiscard]] std::optional<std::string> small_picture(const std::string& png, std::size_t most);

/// The bytes as base64.
[[nodiscard]] std::string base64_of(const std::string& bytes);

}  // namespace tobiuo
