// What a field of a case is: a number, an expression, or an array of a file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/errors.hpp"

namespace tobiuo {

/// A number or an expression in x, y and z ("0", "sin(pi*x)"). It parses, but it has not been
/// evaluated.
struct FieldExpression {
    std::string text = "0";
    Position at;  ///< position of the value, for errors that only evaluating shows
};

/// An array of a file of fields.
struct FieldFile {
    std::filesystem::path path;  ///< resolved; exists when the case was read
    std::string field;
    std::optional<int> component{};  ///< of an array of vectors, counted from 0
    Position at;
};

}  // namespace tobiuo
