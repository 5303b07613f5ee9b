// An array of a file that a case names.
#pragma once

#include <filesystem>
#include <string>

#include "app/errors.hpp"

namespace tobiuo {

/// An array of a file of fields.
struct FieldFile {
    std::filesystem::path path;  ///< resolved; exists when the case was read
    std::string field;
    Position at;
};

}  // namespace tobiuo
