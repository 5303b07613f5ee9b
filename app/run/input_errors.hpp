// SPDX-License-Identifier: BSD-3-Clause
// Errors of what a case reads: arrays in VTK files, and the values of its expressions.
#pragma once

#include <spdlog/fmt/fmt.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

#include "app/errors.hpp"
#include "solvers/grid.hpp"
#include "solvers/poisson/sample.hpp"

namespace tobiuo {

/// A grid's size in words: "64 x 32 x 32 cell values".
[[nodiscard]] inline std::string size_text(const std::array<std::int64_t, 3>& counts,
                                           Location location)
{
    return fmt::format("{} x {} x {} {} values", counts[0], counts[1], counts[2],
                       location == Location::cell ? "cell" : "node");
}

[[nodiscard]] inline std::string size_text(const Grid& grid)
{
    return size_text({grid.values(0), grid.values(1), grid.values(2)}, grid.location);
}

/// Runs `read` and turns its error about the file into one about the case's key `key` at `at`; an
/// InputError, which has the place in the file, passes.
template <typename Read>
auto at_key(std::string_view key, const std::filesystem::path& path, const Position& at,
            const Read& read)
{
    try {
        return read();
    } catch (const InputError&) {
        throw;
    } catch (const std::runtime_error& error) {
        throw InputError{at, fmt::format("{}: could not use '{}': {}", key,
                                         path.filename().string(), error.what())};
    }
}

/// Runs `sample` and turns its error about a value that is not finite into one about the case's key
/// `key`, whose expression is at `at`.
template <typename Sample>
auto at_expression(std::string_view key, const Position& at, const Sample& sample)
{
    try {
        return sample();
    } catch (const poisson::NotFinite& error) {
        throw InputError{at, fmt::format("{}: {}", key, error.what())};
    }
}

}  // namespace tobiuo
