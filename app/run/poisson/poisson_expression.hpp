// Errors of the values of a case's expressions.
#pragma once

#include <spdlog/fmt/fmt.h>

#include <string_view>

#include "app/errors.hpp"
#include "solvers/poisson/sample.hpp"

namespace tobiuo {

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
