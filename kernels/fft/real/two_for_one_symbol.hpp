// SPDX-License-Identifier: BSD-3-Clause
// What a pass divides the coefficients of a pair of lines by. One code for device and host.
#pragma once

#include "kernels/fft/butterfly/complex.hpp"
#include "kernels/fft/pass/pass_arguments.hpp"
#include "kernels/fft/pass/pass_form.hpp"

namespace tobiuo::fft {

/// The symbol of one pair of lines: see Symbol.
template <PassForm pass, typename T, typename Block>
class PairSymbol {
public:
    using Value = Complex<T>;
    using Sum = Eigenvalue<T, pass.pairs.wide_symbol>;

    PairSymbol(const Block& block, const PassTables<T>& tables, long long pair)
        : block_{block}, tables_{tables}
    {
        const auto row = static_cast<unsigned>(pair / pass.pairs.row_pairs);
        const auto column = static_cast<unsigned>(pair % pass.pairs.row_pairs);
        const Sum outer = block.fetch(static_cast<const Sum*>(tables.symbol.outer) + row);
        const Sum* const first =
            static_cast<const Sum*>(tables.symbol.inner) + pass.pairs.first_line(column);
        others_ = {block.fetch(first) + outer, block.fetch(first + pass.pairs.group) + outer};
    }

    /// Stores coefficient 0 of the first line in Symbol::constant if its divisor is zero.
    void keep_constant(Value first) const
    {
        if (tables_.symbol.constant != nullptr && others_.x + block_.fetch(along()) == Sum{0}) {
            *tables_.symbol.constant = first.x;
        }
    }

    /// The eigenvalues of the coefficients of a line.
    const Sum* along() const { return static_cast<const Sum*>(tables_.symbol.along); }

    /// Divides a coefficient of both lines, each by its own sum of eigenvalues; `from` points into
    /// along().
    Value divided(Value value, const Sum* from) const
    {
        const Sum along = block_.fetch(from);
        return {value.x * quotient(others_.x + along), value.y * quotient(others_.y + along)};
    }

    /// Divides a coefficient of both lines by the sum that they have in common.
    Value divided_alike(Value value, const Sum* from) const
    {
        const T factor = quotient(others_.x + block_.fetch(from));
        return {value.x * factor, value.y * factor};
    }

private:
    T quotient(Sum sum) const
    {
        return sum == Sum{0} ? T{0} : block_.reciprocal(static_cast<T>(sum));
    }

    const Block& block_;
    const PassTables<T>& tables_;
    Complex<Sum> others_;
};

}  // namespace tobiuo::fft
