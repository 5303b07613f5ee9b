#include "kernels/fft/transform.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "kernels/fft/engine.hpp"
#include "runtime/device/backend.hpp"

namespace tobiuo::fft {

Problem problem_of(const Transform& transform)
{
    const auto [x, y, z] = transform.extents;
    std::vector<std::int64_t> lengths{z, y, x};
    while (lengths.size() > 1 && lengths.front() == 1) {
        lengths.erase(lengths.begin());
    }
    const Direction implied = transform.kind == Kind::c2r ? Direction::inverse : Direction::forward;
    return {.lengths = lengths,
            .kind = transform.kind,
            .direction = transform.direction.value_or(implied),
            .precision = transform.precision,
            .placement = transform.placement,
            .batch = transform.batch};
}

void validate(const Transform& transform)
{
    const auto [x, y, z] = transform.extents;
    for (const auto& [axis, points] : {std::pair{"x", x}, std::pair{"y", y}, std::pair{"z", z}}) {
        if (points < 1) {
            throw std::invalid_argument{"the transform has " + std::to_string(points) +
                                        " points along " + axis +
                                        " (an axis has at least one): give 1 or more"};
        }
    }
    validate(problem_of(transform));
}

std::optional<std::string> unsupported_reason(const Transform& transform, Backend backend)
{
    return refusal_of([&] {
        validate(transform);
        require(backend, "transform");
        if (backend == Backend::cuda) {
            validate_on_device(problem_of(transform));
        } else if (backend == Backend::opencl) {
            validate_by_opencl(problem_of(transform));
        }
    });
}

std::int64_t input_bytes(const Transform& transform)
{
    return input_bytes(problem_of(transform));
}

std::int64_t output_bytes(const Transform& transform)
{
    return output_bytes(problem_of(transform));
}

std::string describe(const Transform& transform)
{
    Problem by_axis = problem_of(transform);
    std::ranges::reverse(by_axis.lengths);
    return describe(by_axis);
}

}  // namespace tobiuo::fft
