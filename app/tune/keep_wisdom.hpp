// Keeps the results of a tuning.
#pragma once

#include <filesystem>

#include "kernels/tuning/wisdom.hpp"

namespace tobiuo {

/// Merges `news` into the file and logs the warnings about the file. Throws OutputError.
void keep_wisdom(const std::filesystem::path& file, const tuning::Wisdom& news);

}  // namespace tobiuo
