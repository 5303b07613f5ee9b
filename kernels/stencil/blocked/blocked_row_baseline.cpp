// SPDX-License-Identifier: BSD-3-Clause
// The blocked row in the baseline instructions of the target.
#include "kernels/stencil/blocked/blocked_row_body.hpp"
#include "runtime/memory/streaming_store.hpp"

namespace tobiuo::stencil {
namespace {

struct InstructionSet {
    static constexpr int register_bytes = 16;

    template <typename Real>
    static void stream(Real* to, Vector<Real, 16> values)
    {
        memory::store_streaming(to, reinterpret_cast<const Real*>(&values),
                                static_cast<std::int64_t>(16 / sizeof(Real)));
    }
    static std::array<Vector<double, 16>, 2> widen(Vector<float, 16> values)
    {
        return {Vector<double, 16>{values[0], values[1]}, Vector<double, 16>{values[2], values[3]}};
    }
    static std::array<Vector<double, 16>, 1> widen(Vector<double, 16> values) { return {values}; }
};

}  // namespace

RowFunctions baseline_row_functions()
{
    return row_functions<InstructionSet>("baseline");
}

}  // namespace tobiuo::stencil
