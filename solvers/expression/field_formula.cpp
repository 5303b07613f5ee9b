// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/expression/field_formula.hpp"

#include <array>
#include <utility>

#include "runtime/precision.hpp"
#include "runtime/threads.hpp"
#include "solvers/expression/array_filler.hpp"

namespace tobiuo::expression {

template <typename T>
FieldFormula<T>::FieldFormula(const runtime::Machine& machine, Expression formula)
    : formula_{std::move(formula)}
{
    if (!machine.is_host()) {
        kernel_ = machine.prepare(FormulaOfField<T>::kind, precision_of<T>,
                                  text_of(std::array{formula_}));
    }
}

template <typename T>
void FieldFormula<T>::operator()(const FormulaOfField<T>& item, long long count,
                                 Stream stream) const
{
    if (kernel_ != nullptr) {
        kernel_->launch(&item, sizeof(item), count, stream);
        return;
    }
    [[maybe_unused]] const int threads = threads_for(count, FormulaOfField<T>::kind.nanoseconds);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (long long n = 0; n < count; ++n) {
        item.to[n] = formula_.at(static_cast<double>(item.field[n])) +
                     (item.added != nullptr ? item.added[n] : 0.0);
    }
}

template class FieldFormula<float>;
template class FieldFormula<double>;

}  // namespace tobiuo::expression
