// SPDX-License-Identifier: BSD-3-Clause
// Reference values of gosa for the official initial data: sweeps in single precision, sums in
// double.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "kernels/stencil/shape.hpp"
#include "solvers/himeno/presets.hpp"

namespace tobiuo::test {

struct ReferenceGosa {
    std::string_view preset;
    std::size_t sweeps;
    double single_precision;
    double double_precision;

    [[nodiscard]] double in(Precision precision) const
    {
        return precision == Precision::fp32 ? single_precision : double_precision;
    }
    [[nodiscard]] stencil::Shape shape() const { return himeno::find_preset(preset).value().shape; }
};

/// The values of a serial C run of himenoBMTxp with gosa accumulated in double.
inline const std::vector<ReferenceGosa> reference_gosa{
    {"XS", 3, 6.229796e-03, 6.229343e-03},    {"XS", 103, 2.268030e-03, 2.267907e-03},
    {"XS", 1003, 8.188745e-06, 8.188009e-06}, {"S", 3, 3.296794e-03, 3.295448e-03},
    {"S", 64, 2.394869e-03, 2.394422e-03},    {"S", 200, 1.688480e-03, 1.688138e-03},
    {"S", 1003, 4.388860e-04, 4.387699e-04},  {"M", 3, 1.693459e-03, 1.692174e-03},
    {"M", 103, 1.379210e-03, 1.378360e-03},   {"M", 1003, 7.568402e-04, 7.561810e-04},
    {"L", 3, 8.606862e-04, 8.571036e-04},     {"L", 100, 7.807692e-04, 7.772308e-04},
    {"XL", 3, 4.383945e-04, 4.312939e-04},    {"XL", 10, 4.347563e-04, 4.276571e-04}};

/// Whether the sweeps take about a second on two cores; the others are validation or nightly tests.
inline bool is_quick(const ReferenceGosa& reference)
{
    constexpr std::int64_t quick_updates = 300'000'000;
    return reference.shape().values() * static_cast<std::int64_t>(reference.sweeps) <=
           quick_updates;
}

}  // namespace tobiuo::test
