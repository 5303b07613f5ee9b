// SPDX-License-Identifier: BSD-3-Clause
// Formulas at the points of arrays. For a device; the text of the formulas comes at run time.
#pragma once

#include "runtime/machine/item_kind.hpp"

namespace tobiuo {

/// Formula `number` at a point and time: the text that is compiled with the kernel defines it.
double formula_value(int number, double x, double y, double z, double t);

/// The points of an array [z][y][x], and the number of the formula that gives their values.
struct FormulaPoints {
    const double* positions[3];  ///< along x, y, z
    long long counts[3];
    int formula;

    [[nodiscard]] constexpr long long count() const { return counts[0] * counts[1] * counts[2]; }
};

inline constexpr int most_formula_times = 8;

/// Fills several arrays, one after the other, at each of several times, or a part of all these values.
///
/// Twin      expression::Rows, which ArrayFiller computes on the host.
template <typename T>
struct FillArrays {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/formula_item.hpp",
                                            .type = "tobiuo::FillArrays",
                                            .name = "formulas",
                                            .threads = 128,
                                            .nanoseconds = 5.0,
                                            .contracts = false};

    void operator()(long long n) const
    {
        const FormulaPoints* at = arrays;
        long long point = (first + n) % values;
        for (; point >= at->count(); ++at) {
            point -= at->count();
        }
        const long long row = point / at->counts[0];
        to[n] = static_cast<T>(formula_value(at->formula, at->positions[0][point % at->counts[0]],
                                             at->positions[1][row % at->counts[1]],
                                             at->positions[2][row / at->counts[1]],
                                             times[(first + n) / values]));
    }

    const FormulaPoints* arrays;
    long long values;  ///< of all arrays at one time
    T* to;
    double times[most_formula_times];
    long long first;  ///< value of all that item 0 computes
};

/// Finds formula 0 of the values of a field, in place of x, and adds what there is.
///
/// Twin      expression::FieldFormula computes the same on the host.
template <typename T>
struct FormulaOfField {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/formula_item.hpp",
                                            .type = "tobiuo::FormulaOfField",
                                            .name = "formula-of-field",
                                            .threads = 128,
                                            .nanoseconds = 50.0,
                                            .contracts = false};

    const T* field = nullptr;
    const double* added = nullptr;  ///< null: nothing
    double* to = nullptr;

    void operator()(long long n) const
    {
        to[n] = formula_value(0, static_cast<double>(field[n]), 0.0, 0.0, 0.0) +
                (added != nullptr ? added[n] : 0.0);
    }
};

}  // namespace tobiuo
