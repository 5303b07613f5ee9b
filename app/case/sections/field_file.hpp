// An array of a file that a case names.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/errors.hpp"

namespace tobiuo {

/// An array of a file of fields.
struct FieldFile {
    std::filesystem::path path;  ///< resolved; exists when the case was read
    std::string field;
    std::optional<int> component{};  ///< of an array of vectors, counted from 0
    Position at;
};

}  // namespace tobiuo
