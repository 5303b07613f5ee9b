// SPDX-License-Identifier: BSD-3-Clause
// A formula of the values of a field, computed where a machine has its memory.
#pragma once

#include <memory>

#include <tobiuo/stream.hpp>

#include "kernels/formula_item.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/expression.hpp"

namespace tobiuo::expression {

/// Computes a formula of one variable for each value of a field, in double precision.
template <typename T>
class FieldFormula {
public:
    /// Begins to compile the kernel on a GPU. Throws DeviceError.
    FieldFormula(const runtime::Machine& machine, Expression formula);

    /// Fills `to` of the item with `count` values. Enqueues on a GPU, has done it on the host.
    void operator()(const FormulaOfField<T>& item, long long count, Stream stream) const;

private:
    Expression formula_;
    std::shared_ptr<const runtime::ItemKernel> kernel_;  ///< null on the host
};

extern template class FieldFormula<float>;
extern template class FieldFormula<double>;

}  // namespace tobiuo::expression
