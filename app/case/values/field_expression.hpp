// A number or an expression of a case.
#pragma once

#include <string>

#include "app/errors.hpp"

namespace tobiuo {

/// A number or an expression in x, y and z ("0", "sin(pi*x)"). It parses, but it has not been
/// evaluated.
struct FieldExpression {
    std::string text = "0";
    Position at;  ///< position of the value, for errors that only evaluating shows
};

}  // namespace tobiuo
