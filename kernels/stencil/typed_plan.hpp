// SPDX-License-Identifier: BSD-3-Clause
// What the plans of one value type share: both overloads of read_pressure, and the choice of the
// type.
#pragma once

#include <memory>

#include "kernels/stencil/sweep.hpp"

namespace tobiuo::stencil {

/// Base of a plan that has one function template `read(first, count, out)` for both types.
template <typename Plan, typename Base = SweepPlan>
class TypedPlan : public Base {
public:
    void read_pressure(std::int64_t first, std::int64_t count, std::span<float> out) const final
    {
        static_cast<const Plan&>(*this).read(first, count, out);
    }
    void read_pressure(std::int64_t first, std::int64_t count, std::span<double> out) const final
    {
        static_cast<const Plan&>(*this).read(first, count, out);
    }
};

/// Makes Plan<float> or Plan<double> with these arguments, as the request's precision says.
template <template <typename> class Plan, typename Base = SweepPlan, typename... More>
std::unique_ptr<Base> make_typed_plan(const SweepRequest& request, const More&... more)
{
    if (request.precision == Precision::fp32) {
        return std::make_unique<Plan<float>>(request, more...);
    }
    return std::make_unique<Plan<double>>(request, more...);
}

}  // namespace tobiuo::stencil
