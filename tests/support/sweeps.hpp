// SPDX-License-Identifier: BSD-3-Clause
// Helpers of the stencil tests: they make plans, load, sweep and read back.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/stencil/arrays.hpp"
#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"

namespace tobiuo::test {

/// The result of a few sweeps.
template <typename Real>
struct Swept {
    std::vector<double> gosa;
    std::vector<Real> p;
};

/// All values of p.
template <typename Real>
std::vector<Real> pressure_of(const stencil::SweepPlan& plan, const stencil::Shape& shape)
{
    std::vector<Real> p(static_cast<std::size_t>(shape.values()));
    plan.read_pressure(0, shape.ni, std::span<Real>{p});
    return p;
}

/// Makes a plan of `kind`, loads `source`, sweeps `sweeps` times in batches of `batch`.
template <typename Real>
Swept<Real> swept(const stencil::SweepKind& kind, const stencil::SweepRequest& request,
                  const stencil::ArraySource& source, std::size_t sweeps, std::size_t batch = 7)
{
    const auto plan = kind.make(request);
    plan->load(source);
    std::vector<double> gosa(sweeps);
    for (std::size_t at = 0; at < sweeps; at += batch) {
        plan->sweep_and_wait(std::span{gosa}.subspan(at, std::min(batch, sweeps - at)));
    }
    return {.gosa = std::move(gosa), .p = pressure_of<Real>(*plan, request.shape)};
}

/// Compares bits: +0 and -0 differ, and a NaN equals only a NaN with the same sign and payload.
template <typename Real>
::testing::AssertionResult same_bits(const std::vector<Real>& a, const std::vector<Real>& b)
{
    if (a.size() != b.size()) {
        return ::testing::AssertionFailure() << a.size() << " values against " << b.size();
    }
    using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
    for (std::size_t n = 0; n < a.size(); ++n) {
        if (std::bit_cast<Bits>(a[n]) != std::bit_cast<Bits>(b[n])) {
            return ::testing::AssertionFailure()
                   << "value " << n << " is " << a[n] << " against " << b[n];
        }
    }
    return ::testing::AssertionSuccess();
}

/// The row of the table for the kernel called `name`.
inline const stencil::SweepKind& kind_called(const std::string& name)
{
    for (const stencil::SweepKind& kind : stencil::sweep_kinds()) {
        if (kind.name == name) {
            return kind;
        }
    }
    throw std::runtime_error{"no kernel " + name};
}

/// The shape in words, for messages: "33x6x65".
inline std::string text_of(const stencil::Shape& shape)
{
    return std::to_string(shape.ni) + "x" + std::to_string(shape.nj) + "x" +
           std::to_string(shape.nk);
}

/// Awkward shapes: the smallest, odd, prime and thin ones, and no multiples of any tile.
inline const std::vector<stencil::Shape> awkward_shapes{
    {3, 3, 3},   {3, 4, 5},   {5, 3, 17},  {4, 7, 16},    {7, 5, 18},
    {9, 10, 11}, {3, 3, 131}, {3, 131, 3}, {131, 3, 3},   {13, 17, 67},
    {6, 9, 66},  {33, 6, 65}, {5, 9, 258}, {20, 19, 131}, {3, 140000, 3}};

}  // namespace tobiuo::test
