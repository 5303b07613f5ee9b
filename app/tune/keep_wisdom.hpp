// Keeps what a tuning found.
#pragma once

#include <filesystem>

#include "kernels/tuning/wisdom.hpp"

namespace tobiuo {

/// Merges `news` into the file, with warnings about it logged. Throws OutputError.
void keep_wisdom(const std::filesystem::path& file, const tuning::Wisdom& news);

}  // namespace tobiuo
