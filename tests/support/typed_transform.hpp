// SPDX-License-Identifier: BSD-3-Clause
// The typed execute() that a public plan answers to, for tests over all kinds.
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include <tobiuo/fft/plan.hpp>

#include "kernels/fft/problem.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::test {

/// The arrays as numbers of type T; in place both are the same. The plan is a Plan or a
/// DistributedPlan.
template <typename AnyPlan, typename T>
void execute_typed(const AnyPlan& plan, T* in, T* out, Stream stream = nullptr)
{
    using Complex = std::complex<T>;
    const fft::Transform& transform = plan.transform();
    auto* const complex_in = reinterpret_cast<Complex*>(in);
    auto* const complex_out = reinterpret_cast<Complex*>(out);
    const bool in_place = transform.placement == fft::Placement::in_place;
    if (transform.kind == fft::Kind::c2c) {
        in_place ? plan.execute(complex_in, stream) : plan.execute(complex_in, complex_out, stream);
    } else if (in_place) {
        plan.execute(in, stream);
    } else if (transform.kind == fft::Kind::r2c) {
        plan.execute(in, complex_out, stream);
    } else {
        plan.execute(complex_in, out, stream);
    }
}

/// Every kind, direction and placement of these points; c2r and r2c are told no direction.
template <typename T>
[[nodiscard]] std::vector<fft::Transform> every_transform(const Extents& extents,
                                                          std::int64_t batch = 1)
{
    using fft::Direction;
    using fft::Kind;
    std::vector<fft::Transform> all;
    for (const fft::Placement placement :
         {fft::Placement::in_place, fft::Placement::out_of_place}) {
        fft::Transform transform{.extents = extents,
                                 .precision = precision_of<T>,
                                 .placement = placement,
                                 .batch = batch};
        all.push_back(transform);
        transform.direction = Direction::inverse;
        all.push_back(transform);
        transform.direction.reset();
        transform.kind = Kind::r2c;
        all.push_back(transform);
        transform.kind = Kind::c2r;
        all.push_back(transform);
    }
    return all;
}

/// The problem whose reference a transform must meet, written without the engine's conversion.
[[nodiscard]] inline fft::Problem reference_problem(const fft::Transform& transform)
{
    const bool inverse =
        transform.kind == fft::Kind::c2r || transform.direction == fft::Direction::inverse;
    return {.lengths = {transform.extents.z, transform.extents.y, transform.extents.x},
            .kind = transform.kind,
            .direction = inverse ? fft::Direction::inverse : fft::Direction::forward,
            .precision = transform.precision,
            .placement = transform.placement,
            .batch = transform.batch};
}

}  // namespace tobiuo::test
