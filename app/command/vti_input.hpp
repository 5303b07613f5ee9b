// What the readers of arrays in .vti files say when one does not fit the case.
#pragma once

#include <spdlog/fmt/fmt.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

#include "app/errors.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {

/// "64 x 32 x 32 cell values".
[[nodiscard]] inline std::string size_text(const Grid& grid)
{
    return fmt::format("{} x {} x {} {} values", grid.values(0), grid.values(1), grid.values(2),
                       grid.location == Location::cell ? "cell" : "node");
}

/// Runs `read` and turns its error about the file into one about the case's key `key` at `at`.
template <typename Read>
auto at_key(std::string_view key, const std::filesystem::path& path, const Position& at,
            const Read& read)
{
    try {
        return read();
    } catch (const std::runtime_error& error) {
        throw InputError{at, fmt::format("{}: could not use '{}': {}", key,
                                         path.filename().string(), error.what())};
    }
}

}  // namespace tobiuo
