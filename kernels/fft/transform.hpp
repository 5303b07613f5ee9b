// The conversion of a user's transform to the engine's problem.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include <tobiuo/error.hpp>
#include <tobiuo/fft/transform.hpp>

#include "kernels/fft/problem.hpp"

namespace tobiuo::fft {

/// The lengths along z, y, x, without leading ones of one point, and the direction that the kind
/// implies if none is given. The transform need not be valid.
[[nodiscard]] Problem problem_of(const Transform& transform);

/// The sentence with which `check` refuses; nothing if it throws neither std::invalid_argument nor
/// DeviceError.
template <typename Check>
[[nodiscard]] std::optional<std::string> refusal_of(const Check& check)
{
    try {
        check();
    } catch (const std::invalid_argument& error) {
        return error.what();
    } catch (const DeviceError& error) {
        return error.what();
    }
    return std::nullopt;
}

/// Throws std::invalid_argument with one sentence: what is wrong with the transform on any back
/// end.
void validate(const Transform& transform);

}  // namespace tobiuo::fft
